import Foundation
import GalleryModel
import Testing

@testable import GalleryWeb

@Suite("Photo tiles")
struct PhotoTileTests {
    private func picture(width: Int, height: Int) throws -> [String: Any] {
        var details = PhotoDetails(origin: .camera, originID: "1")
        details.width = width
        details.height = height
        var photo = Photo(id: PhotoID(rawValue: 1), details: details, dateAdded: .distantPast)
        photo.pictures = [
            Picture(
                size: .original, state: .stored, sha256: String(repeating: "a", count: 64),
                width: width, height: height)
        ]
        let tile = PhotoTile(photo: photo, addresses: ServerAddresses(), language: .english)
        return try #require(tile.values["tilePicture"] as? [String: Any])
    }

    @Test("a small picture is offered in one width")
    func tellsTheWidthOfASmallPictureOnce() throws {
        let sources = try #require(try picture(width: 120, height: 80)["sources"] as? String)
        #expect(sources.hasSuffix(" 120w") && !sources.contains(", "))
    }

    @Test("a large picture is offered in both widths")
    func tellsBothWidthsOfALargePicture() throws {
        let sources = try #require(try picture(width: 4000, height: 3000)["sources"] as? String)
        #expect(sources.split(separator: ", ").map { $0.suffix(5) } == [" 240w", " 640w"])
    }
}
