import Basics
import Dispatch
import Foundation
import GRDB
import GalleryModel
import Synchronization
import Testing

@testable import Catalog

@Suite("PhotoCatalog, albums filled by hand")
struct AlbumPhotosTests {
    private static let best = SectionReference(kind: .album, name: "best")

    private func failure(_ body: () throws -> Void) -> CatalogError? {
        do { try body() } catch { return error as? CatalogError }
        return nil
    }

    /// A catalog with the section `flickr:dogs` of five photos and the empty album `best`, which was
    /// created before the section.
    private func scene() throws -> (TemporaryCatalog, PhotoSection, [PhotoID]) {
        let temporary = try TemporaryCatalog()
        try temporary.catalog.makeAlbum(Self.best, filter: nil)
        let dogs = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil, nil, nil, nil], to: dogs)
        return (temporary, try temporary.catalog.section(dogs.reference), ids)
    }

    @discardableResult
    private func change(
        _ photos: [PhotoID], _ catalog: PhotoCatalog, album: SectionReference = best,
        isAddition: Bool = true, isDryRun: Bool = false
    ) throws -> ChangedPhotos {
        var change = PhotosChange()
        change.albums = [AlbumChange(album, photos, isAddition: isAddition)]
        return try catalog.change(
            change, command: isAddition ? "album add" : "album remove", isDryRun: isDryRun)
    }

    /// The photos of the album as listed; their positions count from 1.
    private func photos(_ catalog: TemporaryCatalog) throws -> [PhotoID] {
        let album = try catalog.catalog.section(Self.best)
        let rows = try catalog.rows(album)
        #expect(rows.map(\.position) == Array(1..<(rows.count + 1)))
        #expect(album.count == rows.count)
        return rows.map(\.photo.id)
    }

    @Test("photos are added at the end in the given order, once, and removed")
    func filling() throws {
        let (temporary, _, ids) = try scene()
        let catalog = temporary.catalog
        #expect(try photos(temporary) == [])
        let dry = try change([ids[3], ids[0]], catalog, isDryRun: true)
        #expect(dry.photos == [ids[3], ids[0]] && dry.entry == nil)
        #expect(try photos(temporary) == [])
        let added = try change([ids[3], ids[0], ids[3]], catalog)
        #expect(added.photos == [ids[3], ids[0]] && added.entry != nil)
        #expect(added.fields.map(\.id) == [ids[3], ids[0]])
        #expect(added.fields.map(\.field) == ["album", "album"])
        #expect(added.fields.map(\.before.string) == [nil, nil])
        #expect(added.fields.map(\.after.string) == ["best", "best"])
        // Photos in the album keep their position.
        #expect(try change([ids[0], ids[1], ids[3]], catalog).photos == [ids[1]])
        #expect(try photos(temporary) == [ids[3], ids[0], ids[1]])
        let again = try change([ids[0], ids[1]], catalog)
        #expect(again.photos == [] && again.entry == nil)
        let removed = try change([ids[0], ids[4]], catalog, isAddition: false)
        #expect(removed.photos == [ids[0]])
        #expect(removed.fields.map(\.before.string) == ["best"])
        #expect(removed.fields.map(\.after.string) == [nil])
        try change([ids[0]], catalog)
        #expect(try photos(temporary) == [ids[3], ids[1], ids[0]])
        let entries = try catalog.journalEntries(limit: 9)
        #expect(entries.prefix(2).map(\.command) == ["album add", "album remove"])
        #expect(entries.prefix(4).map { $0[.albums] } == [1, 1, 1, 2])
        #expect(entries[3].sentence == "Added 2 photos to album best.")
    }

    @Test("an unknown photo, an unknown album and an album with a query are refused")
    func refused() throws {
        let (temporary, _, ids) = try scene()
        let catalog = temporary.catalog
        let unknown = failure { try change([ids[0], PhotoID(rawValue: 999)], catalog) }
        #expect(unknown?.code == .noPhoto)
        #expect(unknown?.message == "no photo '999' in the catalog")
        let cats = SectionReference(kind: .album, name: "cats")
        let missing = failure {
            try change([ids[0]], catalog, album: cats, isAddition: false)
        }
        #expect(missing?.code == .noSection)
        for section in [SectionReference.camera, SectionReference(text: "flickr:dogs")] {
            let other = failure { try change([ids[0]], catalog, album: section) }
            #expect(other?.message == "'\(section.text)' is not an album")
        }
        try catalog.makeAlbum(cats, filter: try PhotoFilter(text: "tag:cat"))
        for isAddition in [true, false] {
            let query = failure {
                try change([ids[0]], catalog, album: cats, isAddition: isAddition)
            }
            #expect(query?.code == .refusedSection)
            #expect(
                query?.message == "the photos of 'album:cats' are those that match its query: to "
                    + "choose photos by hand, create another album with 'gallery album new' "
                    + "without --where")
        }
        var both = PhotosChange()
        both.albums = [true, false].map { AlbumChange(Self.best, [ids[0]], isAddition: $0) }
        let contrary = failure { _ = try catalog.change(both, command: "set") }
        #expect(contrary?.code == .refusedSection)
        #expect(
            contrary?.message
                == "photos cannot be both added to and removed from 'album:best'")
        #expect(try photos(temporary) == [])
        #expect(try catalog.journalEntries(limit: 1).map(\.command) == ["album new"])
    }

    @Test("adding photos creates an album, and undo removes it")
    func creating() throws {
        let (temporary, _, ids) = try scene()
        let catalog = temporary.catalog
        let cats = SectionReference(kind: .album, name: "cats")
        let before = try CatalogState(temporary)
        try change([], catalog, album: cats)
        #expect(try CatalogState(temporary) == before)
        try change([ids[2], ids[1]], catalog, album: cats)
        let album = try catalog.section(SectionReference(text: "cats"))
        #expect(album.count == 2 && album.filter == nil)
        let after = try CatalogState(temporary)
        let undone = try catalog.undo(nil)
        #expect(undone.sections.map(\.before) == [cats])
        #expect(undone[.albums] == [ids[1], ids[2]])
        #expect(try CatalogState(temporary) == before)
        #expect(try catalog.redo()[.albums] == [ids[1], ids[2]])
        #expect(try CatalogState(temporary) == after)
    }

    @Test("a photo moves to both ends and between others, but not past the end")
    func moving() throws {
        let (temporary, _, ids) = try scene()
        let catalog = temporary.catalog
        try change(ids, catalog)
        func move(_ photo: Int, to position: Int, isDryRun: Bool = false) throws -> Bool {
            try catalog.move(
                ids[photo], in: try catalog.section(Self.best), to: position, isDryRun: isDryRun)
                != nil
        }
        #expect(try move(4, to: 1, isDryRun: true))
        #expect(try photos(temporary) == ids)
        #expect(try move(4, to: 1))
        #expect(try photos(temporary) == [4, 0, 1, 2, 3].map { ids[$0] })
        #expect(try move(0, to: 5))
        #expect(try photos(temporary) == [4, 1, 2, 3, 0].map { ids[$0] })
        #expect(try move(3, to: 2))
        #expect(try photos(temporary) == [4, 3, 1, 2, 0].map { ids[$0] })
        let entry = try catalog.journalEntries(limit: 1)[0]
        #expect(try !move(3, to: 2))
        #expect(try catalog.journalEntries(limit: 1)[0] == entry)
        #expect(entry.sentence == "Moved 1 photo in album best.")
        for position in [0, 6, -1, .max] {
            let refused = failure { _ = try move(3, to: position) }
            #expect(refused?.code == .refusedSection)
            #expect(
                refused?.message == "invalid position '\(position)': expected 1 to 5, the number "
                    + "of photos in 'album:best'")
        }
        // Photos in the trash have no position.
        _ = try catalog.trash([ids[3]])
        #expect(failure { _ = try move(3, to: 1) }?.code == .noPhoto)
        #expect(try move(0, to: 2))
        #expect(try photos(temporary) == [4, 0, 1, 2].map { ids[$0] })
        _ = try catalog.restore([ids[3]])
        let restored = try photos(temporary)
        #expect(restored.filter { $0 != ids[3] } == [4, 0, 1, 2].map { ids[$0] })
        #expect(restored.contains(ids[3]))
        try change([ids[1]], catalog, isAddition: false)
        let absent = failure { _ = try move(1, to: 1) }
        #expect(absent?.code == .noPhoto)
        #expect(
            absent?.message == "photo '\(ids[1])' is not in 'album:best': 'gallery list "
                + "album:best' shows its photos")
    }

    @Test("a photo in the trash is not listed and returns to its position")
    func trash() throws {
        let (temporary, _, ids) = try scene()
        let catalog = temporary.catalog
        try change(Array(ids.prefix(3)), catalog)
        _ = try catalog.trash([ids[1]])
        #expect(try photos(temporary) == [ids[0], ids[2]])
        try change([ids[3]], catalog)
        _ = try catalog.restore([ids[1]])
        #expect(try photos(temporary) == [ids[0], ids[1], ids[2], ids[3]])
        #expect(
            try catalog.entries(of: [ids[1]])[ids[1]]?.map(\.section.text)
                == ["flickr:dogs", "album:best"])
    }

    @Test("an album owns no photos: its members leave with their last other section")
    func ownership() throws {
        let (temporary, dogs, ids) = try scene()
        let catalog = temporary.catalog
        try change([ids[2], ids[0]], catalog)
        let before = try CatalogState(temporary)
        let album = try catalog.section(Self.best)
        let deleted = try catalog.removeSections([album], command: "album delete")
        #expect(deleted.trashed == [] && deleted.kept == 0)
        #expect(try catalog.photoCount() == 5)
        _ = try catalog.undo(nil)
        #expect(try CatalogState(temporary) == before)
        let removed = try catalog.removeSections([dogs], command: "section remove")
        #expect(removed.trashed == ids && removed.kept == 0)
        #expect(try photos(temporary) == [])
        // Restored photos are in the album, and among the photos without a section.
        _ = try catalog.restore([ids[0]])
        #expect(try photos(temporary) == [ids[0]])
        #expect(try catalog.unlistedPhotos() == [ids[0]])
        _ = try catalog.trash([ids[0]])
        for _ in 1...3 { _ = try catalog.undo(nil) }
        #expect(try CatalogState(temporary) == before)
    }

    @Test("each change can be undone and done again")
    func undoing() throws {
        let (temporary, _, ids) = try scene()
        let catalog = temporary.catalog
        var states = [try CatalogState(temporary)]
        func note() throws { states.append(try CatalogState(temporary)) }
        try change([ids[0], ids[1], ids[2], ids[3]], catalog)
        try note()
        _ = try catalog.move(ids[0], in: try catalog.section(Self.best), to: 3)
        try note()
        try change([ids[1], ids[3]], catalog, isAddition: false)
        try note()
        try change([ids[4], ids[1]], catalog)
        try note()
        _ = try catalog.setCover(of: try catalog.section(Self.best), to: ids[4])
        try note()
        let album = try catalog.section(Self.best)
        _ = try catalog.removeSections([album], command: "album delete")
        for state in states.reversed() {
            _ = try catalog.undo(nil)
            #expect(try CatalogState(temporary) == state)
        }
        for state in states.dropFirst() {
            _ = try catalog.redo()
            #expect(try CatalogState(temporary) == state)
        }
    }

    @Test("the journal has only the photos that a change is about, also of simultaneous uploads")
    func uploads() throws {
        let (temporary, _, ids) = try scene()
        let catalog = temporary.catalog
        try change([ids[4]], catalog)
        let entries = (0..<2).map { _ in CommandEntry("upload") }
        for (number, id) in ids.prefix(4).enumerated() {
            try catalog.append(id, to: Self.best, noting: entries[number % 2])
        }
        let all = [4, 0, 1, 2, 3].map { ids[$0] }
        #expect(try photos(temporary) == all)
        let lists = try catalog.read { db in
            try db.texts("SELECT after FROM journalAlbum ORDER BY journalID DESC LIMIT 2")
        }
        #expect(
            lists == ["[[\(ids[1]),3],[\(ids[3]),5]]", "[[\(ids[0]),2],[\(ids[2]),4]]"])
        #expect(try catalog.undo(entries[1].id)[.albums] == [ids[1], ids[3]])
        #expect(try photos(temporary) == [ids[4], ids[0], ids[2]])
        #expect(try catalog.redo()[.albums] == [ids[1], ids[3]])
        #expect(try photos(temporary) == all)
    }

    @Test("the lists of entries of earlier versions are undone and done again")
    func earlierVersions() throws {
        let (temporary, _, ids) = try scene()
        let catalog = temporary.catalog
        try change([ids[0], ids[1], ids[2]], catalog)
        let before = try CatalogState(temporary)
        let step = try #require(try change([ids[1]], catalog, isAddition: false).entry)
        let after = try CatalogState(temporary)
        try catalog.write { db in
            try db.execute(
                sql: "UPDATE journalAlbum SET before = ?, after = ? WHERE journalID = ?",
                arguments: [ids.prefix(3).jsonList, [ids[0], ids[2]].jsonList, step])
        }
        #expect(try catalog.journalEntries(limit: 1)[0][.albums] == 1)
        #expect(try catalog.undo(nil)[.albums] == [ids[1]])
        #expect(try CatalogState(temporary) == before)
        #expect(try catalog.redo()[.albums] == [ids[1]])
        #expect(try CatalogState(temporary) == after)
    }

    @Test("a change is not undone alone after a later change of the same album")
    func dependence() throws {
        let (temporary, _, ids) = try scene()
        let catalog = temporary.catalog
        let first = try change([ids[0]], catalog).entry
        try change([ids[1]], catalog, album: SectionReference(kind: .album, name: "other"))
        // A change of another album does not matter.
        _ = try catalog.undo(first)
        #expect(try photos(temporary) == [])
        let second = try change([ids[0]], catalog).entry
        let third = try #require(try change([ids[1]], catalog).entry)
        let blocked = failure { _ = try catalog.undo(second) }
        #expect(blocked?.message.contains("change \(third) (album add") == true)
        #expect(try photos(temporary) == [ids[0], ids[1]])
    }

    @Test("simultaneous changes of several programs lose nothing")
    func concurrency() throws {
        let (temporary, dogs, ids) = try scene()
        let more = try temporary.addPhotos(
            at: Array(repeating: nil, count: 55), to: dogs, firstID: 100)
        let programs = try (0..<2).map { _ in
            try PhotoCatalog.open(at: temporary.folder, busyTimeout: 30)
        }
        try change(ids, temporary.catalog)
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { worker in
            let catalog = programs[worker % 2]
            do {
                for step in 0..<11 {
                    switch worker {
                    case 0, 1: try change([more[worker * 11 + step]], catalog)
                    case 2: try change([more[22 + step * 3], more[23 + step * 3]], catalog)
                    default:
                        let album = try catalog.section(Self.best)
                        _ = try catalog.move(ids[step % 4], in: album, to: 1 + step % 3)
                    }
                }
                if worker == 3 { try change([ids[4]], catalog, isAddition: false) }
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
        }
        #expect(failures.withLock { $0 } == [])
        let found = try photos(temporary)
        let pairs = (0..<11).flatMap { step in [22 + step * 3, 23 + step * 3] }
        let added = (Array(0..<22) + pairs).map { more[$0] }
        #expect(found.count == Set(found).count)
        #expect(Set(found) == Set(ids.prefix(4) + added))
        for range in [0..<11, 11..<22] {
            // Each program's photos are in the order in which it added them.
            let own = Set(more[range])
            #expect(found.filter(own.contains) == Array(more[range]))
        }
        for program in programs { program.close() }
    }

    @Test("queries find the photos of an album by its name, also after a rename")
    func queries() throws {
        let (temporary, _, ids) = try scene()
        let catalog = temporary.catalog
        try change([ids[4], ids[1]], catalog)
        let rest = SectionReference(kind: .album, name: "rest")
        try catalog.makeAlbum(
            rest, filter: try PhotoFilter(text: "section:flickr:dogs not:section:album:best"))
        let others = try temporary.rows(try catalog.section(rest)).map(\.photo.id)
        #expect(others == [ids[0], ids[2], ids[3]])
        let filter = PhotoFilter.condition(.section(Self.best))
        #expect(try catalog.photoIDs(among: ids, where: filter) == [ids[1], ids[4]])
        let refused = failure {
            _ = try catalog.removeSections(
                [try catalog.section(Self.best)], command: "album delete")
        }
        #expect(refused?.code == .refusedSection)
        let new = SectionReference(kind: .album, name: "top")
        try catalog.renameAlbum(try catalog.section(Self.best), to: new)
        let renamed = try catalog.section(new)
        #expect(renamed.filter == nil && renamed.count == 2)
        #expect(
            try catalog.section(rest).filter?.text
                == "section:flickr:dogs not:section:album:top")
        _ = try catalog.undo(nil)
        #expect(try photos(temporary) == [ids[4], ids[1]])
    }

    @Test("a cover is a photo of the section")
    func cover() throws {
        let (temporary, dogs, ids) = try scene()
        let catalog = temporary.catalog
        try change([ids[0], ids[1]], catalog)
        let album = try catalog.section(Self.best)
        #expect(album.cover == nil)
        #expect(failure { _ = try catalog.setCover(of: album, to: ids[2]) }?.code == .noPhoto)
        #expect(try catalog.setCover(of: album, to: ids[1], isDryRun: true) != nil)
        #expect(try catalog.section(Self.best).cover == nil)
        #expect(try catalog.setCover(of: album, to: ids[1]) != nil)
        #expect(try catalog.setCover(of: album, to: ids[1]) == nil)
        #expect(try catalog.section(Self.best).cover == ids[1])
        #expect(
            try catalog.journalEntries(limit: 1)[0].sentence
                == "Changed the cover of album:best.")
        #expect(try catalog.setCover(of: dogs, to: ids[4]) != nil)
        _ = try catalog.undo(nil)
        _ = try catalog.undo(nil)
        #expect(try catalog.section(Self.best).cover == nil)
        _ = try catalog.redo()
        #expect(try catalog.section(Self.best).cover == ids[1])
        #expect(try catalog.setCover(of: album, to: nil) != nil)
        #expect(try catalog.section(Self.best).cover == nil)
    }

    @Test("pages of an album continue where they ended although photos were removed")
    func pages() throws {
        let (temporary, _, ids) = try scene()
        let catalog = temporary.catalog
        try change(ids, catalog)
        let album = try catalog.section(Self.best)
        let last = try #require(try catalog.ordinal(of: ids[2], in: album))
        try change([ids[0], ids[1]], catalog, isAddition: false)
        func rest() throws -> [ListedPhoto] {
            var rest: [ListedPhoto] = []
            try catalog.forEachBatch(of: try catalog.section(Self.best), after: last) {
                rest += $0
                return true
            }
            #expect(rest.map(\.photo.id) == [ids[3], ids[4]])
            return rest
        }
        #expect(try rest().map(\.position) == [2, 3])
        // The undo puts them where they were.
        _ = try catalog.undo(nil)
        #expect(try photos(temporary) == ids)
        #expect(try rest().map(\.position) == [4, 5])
        // Also among photos that were moved.
        _ = try catalog.move(ids[4], in: try catalog.section(Self.best), to: 1)
        try change([ids[0]], catalog, isAddition: false)
        _ = try catalog.move(ids[1], in: try catalog.section(Self.best), to: 1)
        for _ in 0..<3 { _ = try catalog.undo(nil) }
        #expect(try photos(temporary) == ids)
    }
}
