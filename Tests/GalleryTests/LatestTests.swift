import Catalog
import Foundation
import GalleryModel
import Testing

@testable import Gallery

@Suite("The latest photos")
struct LatestTests {
    @Test("camera photos come first, newest first, then the rest; pages join without a gap")
    func pages() async throws {
        let folder = try AnalyzedFolder()
        defer { folder.remove() }
        let catalog = folder.gallery.catalog
        let dogs = try catalog.makeSection(SectionReference(text: "flickr:dogs"))
        let searched = (1...7).map { number in
            var details = PhotoDetails(origin: .flickr, originID: "\(number)")
            details.dateUploaded = Date(
                timeIntervalSince1970: Double(1_600_000_000 + number * 60))
            return details
        }
        let stored = try catalog.store(searched, in: dogs, command: "search").map(\.id)
        let all = try folder.gallery.latestPhotos(limit: 100).map(\.id)
        #expect(all == stored.reversed())
        var paged: [PhotoID] = []
        while case let page = try folder.gallery.latestPhotos(after: paged.last, limit: 3),
            !page.isEmpty
        {
            #expect(page.count <= 3)
            paged += page.map(\.id)
        }
        #expect(paged == all)
        _ = try folder.gallery.trash.add([all[0]])
        #expect(try folder.gallery.latestPhotos(limit: 1).map(\.id) == [all[1]])
    }

    @Test("the list begins with the camera, however old its photos are")
    func camera() async throws {
        let folder = try AnalyzedFolder()
        defer { folder.remove() }
        var details = PhotoDetails(origin: .flickr, originID: "1")
        details.dateUploaded = Date(timeIntervalSince1970: 4_000_000_000)
        let catalog = folder.gallery.catalog
        let dogs = try catalog.makeSection(SectionReference(text: "flickr:dogs"))
        _ = try catalog.store([details], in: dogs, command: "search")
        try folder.add(Self.smallestPNG, as: "dot.png")
        _ = try await folder.gallery.importPhotos(from: [folder.pictures])
        let origins = try folder.gallery.latestPhotos(limit: 10).map(\.origin)
        #expect(origins == [.camera, .flickr])
    }

    @Test("the photos after a missing photo are not found")
    func unknown() throws {
        let folder = try AnalyzedFolder()
        defer { folder.remove() }
        let error = #expect(throws: GalleryError.self) {
            try folder.gallery.latestPhotos(after: PhotoID(rawValue: 99), limit: 3)
        }
        #expect(error?.kind == .notFound)
    }

    /// One gray pixel.
    private static let smallestPNG: [UInt8] = Array(
        Data(
            base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCB"
                + "d81ytgAAAABJRU5ErkJggg==") ?? Data())
}
