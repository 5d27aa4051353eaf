import Basics
import Foundation
import Gallery
import GalleryModel
import Testing

@Suite("Thumbnail settings")
struct ThumbnailSettingsTests {
    private func load(
        _ environment: [String: String], file: String? = nil
    ) throws -> GallerySettings {
        guard let file else { return try GallerySettings.load(environment: environment) }
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("settings-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: path) }
        try Data(file.utf8).write(to: path)
        return try GallerySettings.load(environment: environment, configFile: BytePath(path.path))
    }

    @Test("the default is three sizes of JPEG within 10 GiB")
    func defaults() throws {
        let settings = try load(["HOME": "/nowhere"])
        #expect(settings.thumbnails.sizes == [240, 640, 1600])
        #expect(settings.thumbnails.format == .jpeg)
        #expect(settings.thumbnails.quality == 80)
        #expect(settings.thumbnails.maximumBytes == 10_737_418_240)
        #expect(settings.share.longEdge == 2048)
        #expect(settings.share.quality == 90)
    }

    @Test("settings come from the environment, with sizes in any order")
    func environment() throws {
        let settings = try load([
            "HOME": "/nowhere", "GALLERY_THUMBNAILS_SIZES": "512, 128",
            "GALLERY_THUMBNAILS_FORMAT": "WebP", "GALLERY_THUMBNAILS_MAXIMUM_BYTES": "0",
            "GALLERY_SHARE_LONGEST_SIDE": "1024",
        ])
        #expect(settings.thumbnails.sizes == [128, 512])
        #expect(settings.thumbnails.format == .webp)
        #expect(settings.thumbnails.maximumBytes == 0)
        #expect(settings.share.longEdge == 1024)
    }

    @Test("settings come from the configuration file", arguments: ["[100, 2000]", "\"2000,100\""])
    func file(sizes: String) throws {
        let settings = try load([:], file: "{\"thumbnails\": {\"sizes\": \(sizes)}}")
        #expect(settings.thumbnails.sizes == [100, 2000])
    }

    @Test(
        "invalid sizes are refused with the allowed values",
        arguments: ["15", "240,8193", "240,240", "large", "240,,640", "240.5", "-240"])
    func refused(sizes: String) throws {
        let error = #expect(throws: GalleryError.self) {
            try load(["HOME": "/nowhere", "GALLERY_THUMBNAILS_SIZES": sizes])
        }
        #expect(error?.kind == .configuration)
        #expect(
            error?.message
                == "invalid GALLERY_THUMBNAILS_SIZES '\(sizes)': expected "
                + "distinct whole numbers, 16 to 8192, comma-separated, at most 16")
    }
}
