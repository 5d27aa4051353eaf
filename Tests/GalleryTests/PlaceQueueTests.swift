import Basics
import Catalog
import Foundation
import GalleryModel
import TestSupport
import Testing

@testable import Gallery

@Suite("The queue of photos to look up")
struct PlaceQueueTests {
    /// Runs a test on a gallery with one photo that has a position but no place yet.
    private func withQueuedPhoto(_ body: (PhotoGallery, PhotoID) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/gallery-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let gallery = try PhotoGallery.open(at: BytePath(folder))
        var details = PhotoDetails(origin: .flickr, originID: "1")
        details.coordinate = Coordinate(latitude: 48.3904, longitude: -4.4861)
        let section = try gallery.catalog.makeSection(SectionReference(text: "flickr:dogs"))
        let stored = try gallery.catalog.store([details], in: section, command: "search")
        try body(gallery, try #require(stored.first).id)
    }

    @Test("a stopped look-up throws a cancellation, and the photo stays in the queue")
    func stopped() throws {
        try withQueuedPhoto { gallery, id in
            let stop = StopFlag()
            stop.raise()
            #expect(throws: CancellationError.self) {
                try gallery.places.locateQueued(
                    WorkContext(WorkOptions(), stop: stop), command: "import")
            }
            #expect(try gallery.catalog.queuedPlaceCount() == 1)
            try gallery.places.locateQueued(WorkContext(WorkOptions()), command: "import")
            #expect(try gallery.catalog.queuedPlaceCount() == 0)
            #expect(try gallery.photo(id: id).location?.place.city == "Brest")
        }
    }

    @Test("a position by hand looks up the place of its photo only")
    func oneOfMany() throws {
        try withQueuedPhoto { gallery, queued in
            let section = try gallery.catalog.section(SectionReference(text: "flickr:dogs"))
            let other = try gallery.catalog.store(
                [PhotoDetails(origin: .flickr, originID: "2")], in: section, command: "search")
            let id = try #require(other.first).id
            var metadata = MetadataChange()
            metadata.location = Coordinate(latitude: 48.3904, longitude: -4.4861)
            var change = PhotosChange()
            change.metadata = [(id, metadata)]
            _ = try gallery.metadata.apply(change, command: "set", WorkContext(WorkOptions()))
            #expect(try gallery.photo(id: id).location?.place.city == "Brest")
            #expect(try gallery.photo(id: queued).location == nil)
            #expect(try gallery.catalog.queuedPlaceCount() == 1)
        }
    }

    @Test("a dry run looks up no photos")
    func dryRun() throws {
        try withQueuedPhoto { gallery, id in
            var work = WorkOptions()
            work.isDryRun = true
            try gallery.places.locateQueued(WorkContext(work), command: "import")
            #expect(try gallery.catalog.queuedPlaceCount() == 1)
            #expect(try gallery.photo(id: id).location == nil)
        }
    }
}
