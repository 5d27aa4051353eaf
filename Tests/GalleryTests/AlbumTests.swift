import Catalog
import Foundation
import GalleryModel
import Testing

@testable import Gallery

@Suite("Albums")
struct AlbumTests {
    /// A gallery with three found photos, of which the second is called `dog`.
    private func scene() throws -> (AnalyzedFolder, PhotoSection, [PhotoID]) {
        let folder = try AnalyzedFolder()
        let catalog = folder.gallery.catalog
        let dogs = try catalog.makeSection(SectionReference(text: "flickr:dogs"))
        let details = (1...3).map { number in
            var details = PhotoDetails(origin: .flickr, originID: "\(number)")
            details.tags = number == 2 ? ["dog"] : []
            return details
        }
        let ids = try catalog.store(details, in: dogs, command: "search").map(\.id)
        return (folder, try catalog.section(dogs.reference), ids)
    }

    @Test("an album contains what its filter finds, in the order in which photos were added")
    func photos() async throws {
        let (folder, dogs, ids) = try scene()
        defer { folder.remove() }
        let gallery = folder.gallery
        var changes = gallery.changes().makeAsyncIterator()
        let album = try gallery.albums.create(
            named: "Cafe\u{301} ", filter: .not(.condition(.tag("dog")))
        ).album
        #expect(album.reference == SectionReference(kind: .album, name: "Café"))
        #expect(album.count == 2 && album.query == nil)
        #expect(await changes.next() == .sectionAdded(album.reference))
        #expect(try gallery.sections.list().map(\.id) == [1, dogs.id, album.id])
        let rows = try gallery.photos(.section(album))
        #expect(rows.map(\.photo.id) == [ids[0], ids[2]])
        #expect(rows.map(\.section) == ["album:Café", "album:Café"])
        #expect(rows.map(\.position) == [1, 2])
        #expect(try gallery.photoIDs(.section(album)) == [ids[0], ids[2]])
        // Photos in the trash are not in it.
        try gallery.trash.add([ids[0]])
        #expect(try gallery.sections.find(album.reference).count == 1)
        #expect(try gallery.photo(at: PhotoIndexPath(section: 2, item: 0)).id == ids[2])
        // An album does not keep the photos of a removed section out of the trash.
        let removed = try await gallery.sections.remove([dogs])
        #expect(removed.trashed == [ids[1], ids[2]] && removed.kept == 0)
        #expect(try gallery.sections.find(album.reference).count == 0)
        try await gallery.journal.undo()
        #expect(try gallery.sections.find(album.reference).count == 1)
        try gallery.trash.restore([ids[0]])
        #expect(try gallery.photoIDs(.section(album)) == [ids[0], ids[2]])
    }

    @Test("albums store the full names of other sections and prevent their removal")
    func references() async throws {
        let (folder, dogs, _) = try scene()
        defer { folder.remove() }
        let gallery = folder.gallery
        let bare = SectionReference(text: "dogs")
        let album = try gallery.albums.create(
            named: "all", filter: PhotoFilter([.section(bare), .tag("dog")])
        ).album
        #expect(album.filter?.sections == [dogs.reference])
        var options = WorkOptions()
        options.isDryRun = true
        let error = await #expect(throws: GalleryError.self) {
            try await gallery.sections.remove([dogs], options: options)
        }
        #expect(error?.kind == .usage)
        let summary = try await gallery.sections.remove([dogs, album, dogs], options: options)
        #expect(summary.sections == [dogs.reference, album.reference])
        #expect(try gallery.sections.find(bare) == dogs)
        let tried = try gallery.albums.create(
            named: "other", filter: .condition(.tag("dog")), options: options)
        #expect(tried.album.count == 1)
        let renamed = try gallery.albums.rename(album, to: "new", options: options)
        #expect(renamed.album.reference.name == "new")
        #expect(
            try gallery.sections.list().map(\.reference.text) == [
                "camera", "flickr:dogs", "album:all",
            ])
        try await gallery.sections.remove([album, dogs])
        #expect(try gallery.sections.list().map(\.reference.text) == ["camera"])
    }

    @Test("an album needs its own name and a query")
    func refused() throws {
        let (folder, dogs, _) = try scene()
        defer { folder.remove() }
        let gallery = folder.gallery
        let dog = PhotoFilter.condition(.tag("dog"))
        let album = try gallery.albums.create(named: "best", filter: dog).album
        let itself = PhotoFilter.condition(.section(SectionReference(text: "album:BEST")))
        let attempts: [() throws -> (album: PhotoSection, step: Int64?)] = [
            { try gallery.albums.create(named: "Best", filter: dog) },
            { try gallery.albums.create(named: "7", filter: dog) },
            { try gallery.albums.create(named: "x", filter: .everything) },
            { try gallery.albums.create(named: "best", filter: itself) },
            { try gallery.albums.rename(dogs, to: "x") },
            { try gallery.albums.rename(album, to: "camera") },
        ]
        for attempt in attempts {
            let error = #expect(throws: GalleryError.self) { try attempt() }
            #expect(error?.kind == .usage)
        }
        let missing = PhotoFilter.condition(.section(SectionReference(text: "cats")))
        let error = #expect(throws: GalleryError.self) {
            try gallery.albums.create(named: "x", filter: missing)
        }
        #expect(error?.kind == .notFound)
        #expect(
            try gallery.sections.list().map(\.reference.text) == [
                "camera", "flickr:dogs", "album:best",
            ])
    }
}
