import Basics
import FakeFlickr
import Foundation
import Gallery
import GalleryModel
import TestSupport
import Testing

@Suite("PhotoGallery")
struct PhotoGalleryTests {
    /// Runs a test on a gallery in its own folder that uses a fake server for Flickr.
    private func withGallery(
        _ world: FakeWorld, _ body: (PhotoGallery, FakeFlickrServer) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/gallery-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await FakeFlickrServer.with(world) { flickr async throws in
            let settings = try GallerySettings.load(
                environment: flickr.environment.merging(["HOME": folder]) { $1 }, configFile: nil)
            try await body(try PhotoGallery.open(at: BytePath(folder), settings: settings), flickr)
        }
    }

    @Test("a new gallery has one section, the camera, and no photos")
    func empty() async throws {
        try await withGallery(FakeWorld(photos: [])) { gallery, _ async throws in
            #expect(try gallery.sections.list().map(\.reference) == [.camera])
            #expect(try gallery.sections.count() == 1)
            #expect(try gallery.count() == 0)
            #expect(try gallery.sections.list()[0].count == 0)
            #expect(throws: GalleryError.self) {
                try gallery.photo(at: PhotoIndexPath(section: 1, item: 0))
            }
            #expect(throws: GalleryError.self) {
                try gallery.photo(at: PhotoIndexPath(section: 0, item: 0))
            }
        }
    }

    @Test("photos are found by index path, by id and by Flickr's id, with every fact Flickr sent")
    func photos() async throws {
        let world = FakeWorld(seed: 71, photos: 9)
        try await withGallery(world) { gallery, _ async throws in
            let summary = try await gallery.sources.search(FlickrQuery(term: "dogs"))
            #expect(summary.failure == nil)
            #expect(try gallery.count() == 9)
            #expect(try gallery.sections.list()[1].count == 9)
            for (item, truth) in world.found("dogs").enumerated() {
                let photo = try gallery.photo(at: PhotoIndexPath(section: 1, item: item))
                #expect(photo.originID == truth.id)
                #expect(photo.owner == truth.owner)
                #expect(photo.secret == truth.secret)
                #expect(photo.server == truth.server)
                #expect(photo.farm == truth.farm)
                #expect(photo.title ?? "" == truth.title)
                #expect(photo.isPublic == true)
                #expect(photo.isFriend == false)
                #expect(photo.isFamily == false)
                #expect(photo.faces == nil)
                let raw = try #require(photo.rawJSON)
                let sent = try JSONSerialization.jsonObject(with: Data(raw.utf8)) as? [String: Any]
                #expect(sent?["id"] as? String == truth.id)
                #expect(sent?["views"] != nil)
                #expect(try gallery.photo(id: photo.id) == photo)
                #expect(try gallery.photo(.flickr(truth.id)) == photo)
                let reference = try #require(PhotoReference(text: "dogs/\(item + 1)"))
                #expect(try gallery.photo(reference) == photo)
            }
        }
    }

    @Test("a search that cannot reach a server throws and keeps what is stored")
    func offlineSearch() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/gallery-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // No server listens on port 1.
        let settings = try GallerySettings.load(
            environment: [
                "HOME": folder, "GALLERY_FLICKR_ENDPOINT": "http://127.0.0.1:1/rest/",
                "GALLERY_FLICKR_API_KEY": "key", "GALLERY_TRANSPORT_RETRIES": "0",
            ], configFile: nil)
        let gallery = try PhotoGallery.open(at: BytePath(folder), settings: settings)
        let error = await #expect(throws: GalleryError.self) {
            try await gallery.sources.search(FlickrQuery(term: "dogs"))
        }
        #expect(error?.kind == .unavailable)
        #expect(try gallery.sections.list().map(\.reference) == [.camera])
    }

    @Test("errors describe the cause, also through Foundation's localizedDescription")
    func localizedDescriptions() {
        func text(_ error: any Error) -> String { error.localizedDescription }
        #expect(text(GalleryError(.notFound, "no photo 9")) == "no photo 9")
        #expect(text(FileError(path: BytePath("/x"), number: 2)).contains("'/x'"))
        let fault = #expect(throws: QueryError.self) { try QueryText("(dog") }
        #expect(fault.map(text)?.contains("(dog") == true)
    }

    @Test("removal at an index path moves the others up, and restoring puts the photo back")
    func removal() async throws {
        try await withGallery(FakeWorld(seed: 72, photos: 4)) { gallery, _ async throws in
            let ids = try await gallery.sources.search(FlickrQuery(term: "dogs", size: nil)).photos
            #expect(try gallery.trash.add(at: PhotoIndexPath(section: 1, item: 1)) == ids[1])
            #expect(try gallery.photo(at: PhotoIndexPath(section: 1, item: 1)).id == ids[2])
            #expect(try gallery.count() == 3)
            #expect(try gallery.trash.list().map(\.id) == [ids[1]])
            #expect(try gallery.trash.restore([ids[1]]) == [ids[1]])
            #expect(try gallery.photo(at: PhotoIndexPath(section: 1, item: 1)).id == ids[1])
        }
    }

    @Test("changes arrive as a sequence, in order")
    func observation() async throws {
        try await withGallery(FakeWorld(seed: 73, photos: 3)) { gallery, _ async throws in
            var changes = gallery.changes().makeAsyncIterator()
            let ids = try await gallery.sources.search(FlickrQuery(term: "dogs", size: nil)).photos
            try gallery.trash.add([ids[0]])
            let dogs = SectionReference(kind: .flickr, name: "dogs")
            #expect(await changes.next() == .sectionAdded(dogs))
            #expect(await changes.next() == .photosAdded(ids, section: dogs))
            // Photos with a position have been assigned a place.
            let located = try ids.filter { try gallery.photo(id: $0).location != nil }
            try #require(!located.isEmpty)
            #expect(await changes.next() == .photosUpdated(located))
            #expect(await changes.next() == .photosRemoved([ids[0]]))
        }
    }

    @Test("a canceled search keeps what it received, and the next one finishes the work")
    func cancellation() async throws {
        let world = FakeWorld(seed: 74, photos: 40)
        try await withGallery(world) { gallery, flickr async throws in
            flickr.setFaults([FaultRule(.stallBeforeHeaders, endpoint: .picture, after: 5)])
            let search = Task { try await gallery.sources.search(FlickrQuery(term: "dogs")) }
            while !flickr.requests().contains(where: { $0.fault != nil }) {
                try await Task.sleep(for: .milliseconds(5))
            }
            search.cancel()
            await #expect(throws: CancellationError.self) { try await search.value }
            #expect(try gallery.count() == 40)
            flickr.setFaults([])
            let summary = try await gallery.sources.search(FlickrQuery(term: "dogs"))
            #expect(summary.pictures.failed == 0)
            #expect(summary.pictures.present >= 1)
        }
    }
}
