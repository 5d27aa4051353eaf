import Foundation
import GRDB
import GalleryModel
import Testing

@testable import Catalog

/// Undo of data from origins: searches, refreshes, pulls and imports.
@Suite("PhotoCatalog.undo of origin data")
struct UndoOriginsTests {
    private let temporary: TemporaryCatalog
    private var catalog: PhotoCatalog { temporary.catalog }

    init() throws { temporary = try TemporaryCatalog() }

    /// The visible content of all sections, as text.
    private func summary() throws -> [String] {
        try catalog.sections().flatMap { section in
            let head =
                "\(section.reference) \(section.count) \(section.query as Any)"
                + " \(section.found as Any) \(section.dateRefreshed as Any)"
            return [head]
                + (try temporary.rows(section).map { row in
                    "\(row.position) \(row.isDelisted) \(row.photo) "
                        + "\(try catalog.rawJSON(of: row.photo.id) as Any)"
                })
        }
    }

    private func search(
        _ term: String, _ page: [PhotoDetails], limit: Int? = nil,
        noting entry: CommandEntry = CommandEntry("search")
    ) throws -> [PhotoID] {
        let reference = SectionReference(kind: .flickr, name: term)
        let section = try catalog.makeSection(
            reference, query: .flickr(FlickrQuery(term: term, limit: limit)), noting: entry)
        let ids = try catalog.store(page, in: section, command: "search", noting: entry).map(\.id)
        let now = try catalog.section(reference)
        _ = try catalog.markDelisted(
            from: now, exceptFor: Set(ids), command: "search", noting: entry)
        try catalog.recordRefresh(of: [(section.id, page.count)], noting: entry)
        return ids
    }

    private func changed(_ id: String) -> PhotoDetails {
        var details = flickrDetails(id, title: "another")
        details.coordinate = Coordinate(latitude: 1.1 / 3, longitude: 0.1 + 0.2)
        details.rawJSON = "{}"
        return details
    }

    @Test("undoing a search removes its section and trashes its photos; a new search restores them")
    func brought() throws {
        _ = try search("cats", [flickrDetails("1"), flickrDetails("2")])
        let before = try summary()
        _ = try search("dogs", [flickrDetails("3"), flickrDetails("2"), flickrDetails("4")])
        let entry = try catalog.journalEntries(limit: 1)[0]
        #expect(entry[.added] == 3 && entry[.sections] == 1 && entry.section == "flickr:dogs")
        #expect(entry.sentence == "Added 3 photos to dogs.")
        let after = try summary()
        #expect(try catalog.undo(nil, isDryRun: true).trashed.count == 2)
        let undone = try catalog.undo(nil)
        #expect(undone.trashed.map(\.rawValue) == [3, 4] && undone.unlisted.map(\.rawValue) == [2])
        #expect(undone.sections.count == 1)
        #expect(try summary() == before)
        #expect(try catalog.trashedPhotos().map(\.id.rawValue).sorted() == [3, 4])
        // It is done again without the server, and undone again.
        #expect(try catalog.redo(isDryRun: true).restored.count == 2)
        let redone = try catalog.redo()
        #expect(redone.restored.map(\.rawValue) == [3, 4] && redone.updated.map(\.rawValue) == [2])
        #expect(redone.sections == [UndoneSection(now: SectionReference(text: "flickr:dogs"))])
        #expect(try summary() == after && catalog.trashedPhotos().isEmpty)
        #expect(try catalog.journalEntries(limit: 1) == [entry])
        _ = try catalog.undo(nil)
        #expect(try summary() == before)
        // The same search restores them, except the one that the user removed since.
        _ = try catalog.restore([PhotoID(rawValue: 4)])
        _ = try catalog.trash([PhotoID(rawValue: 4)])
        _ = try search("dogs", [flickrDetails("3"), flickrDetails("2"), flickrDetails("4")])
        let dogs = try catalog.section(SectionReference(kind: .flickr, name: "dogs"))
        #expect(try temporary.rows(dogs).map(\.photo.id.rawValue) == [3, 2])
        _ = try catalog.undo(nil)
        #expect(try summary() == before)
    }

    @Test("a photo that was restored and trashed again leaves no section")
    func cameBack() throws {
        _ = try search("cats", [flickrDetails("1")])
        let empty = try summary()
        _ = try search("dogs", [flickrDetails("2")])
        _ = try search("dogs", [flickrDetails("2"), flickrDetails("3")])
        let dogs = try catalog.section(SectionReference(kind: .flickr, name: "dogs"))
        _ = try catalog.undo(nil)
        let before = try summary()
        for _ in 0..<2 {
            _ = try catalog.restore([PhotoID(rawValue: 3)])
            let after = try summary()
            #expect(try temporary.rows(dogs).map(\.photo.id.rawValue) == [2, 3])
            _ = try catalog.undo(nil)
            #expect(try summary() == before)
            _ = try catalog.redo()
            #expect(try summary() == after)
            _ = try catalog.undo(nil)
            #expect(try summary() == before)
        }
        #expect(try catalog.undo(nil).sections.count == 1)
        #expect(try summary() == empty)
        _ = try search("dogs", [flickrDetails("2"), flickrDetails("3")])
        let again = try catalog.section(SectionReference(kind: .flickr, name: "dogs"))
        #expect(try temporary.rows(again).map(\.photo.id.rawValue) == [2, 3])
    }

    @Test("refresh times are undone, also of sections where the command found no new photos")
    func dates() throws {
        let terms = ["ants", "bees", "cats"]
        for (index, term) in terms.enumerated() {
            _ = try search(term, [flickrDetails("\(index)")])
        }
        try catalog.write { db in
            try db.execute(sql: "UPDATE section SET dateRefreshed = 1000 + id")
        }
        let before = try summary()
        let entry = CommandEntry("refresh")
        for (index, term) in terms.enumerated() {
            let new = term == "bees" ? [flickrDetails("new")] : []
            _ = try search(term, [flickrDetails("\(index)")] + new, noting: entry)
        }
        let after = try summary()
        #expect(after.count == before.count + 1)
        #expect(try catalog.undo(nil).trashed.count == 1)
        #expect(try summary() == before)
        _ = try catalog.redo()
        #expect(try summary() == after)
        _ = try catalog.undo(nil)
        // A command that only updates refresh times has no entry.
        let number = try catalog.journalEntries(limit: 1)[0].id
        for (index, term) in terms.enumerated() {
            _ = try search(term, [flickrDetails("\(index)")], noting: CommandEntry("refresh"))
        }
        #expect(try catalog.journalEntries(limit: 1)[0].id == number)
    }

    @Test("a search is not undone while its photos are removed or edited, which the message names")
    func referred() throws {
        let ids = try search("dogs", [flickrDetails("1"), flickrDetails("2")])
        let entry = try catalog.journalEntries(limit: 1)[0]
        func blocking() -> String? {
            do { _ = try catalog.undo(entry.id) } catch {
                return error.code == .blocked ? error.message : nil
            }
            return nil
        }
        var edit = PhotoEdit()
        edit.isMirrored = true
        let changes: [(name: String, make: () throws -> Void)] = [
            ("remove", { _ = try catalog.trash([ids[0]]) }),
            ("edit", { _ = try catalog.setEdits([(ids[1], edit)], command: "edit") }),
            (
                "locate",
                {
                    let position = ManualPosition(coordinate: PlaceScene.lyon)
                    _ = try catalog.setPositions([(ids[1], position)], command: "locate")
                }
            ),
            (
                "set",
                {
                    var change = PhotosChange()
                    var said = MetadataChange()
                    said.title = "mine"
                    change.metadata = [(ids[1], said)]
                    _ = try catalog.change(change, command: "set")
                }
            ),
            ("refresh", { _ = try search("dogs", [flickrDetails("3")]) }),
            (
                "section remove",
                {
                    let dogs = try catalog.section(SectionReference(text: "flickr:dogs"))
                    _ = try catalog.removeSections([dogs], command: "section remove")
                }
            ),
        ]
        for change in changes {
            try change.make()
            #expect(blocking()?.contains("depends on it") == true, "\(change.name)")
            _ = try catalog.undo(nil)
        }
        // Another search that lists the photos does not depend on it.
        _ = try search("cats", [flickrDetails("2")])
        let undone = try catalog.undo(entry.id)
        #expect(undone.trashed == [ids[0]] && undone.unlisted == [ids[1]])
        #expect(try catalog.undo(nil).trashed == [ids[1]])
        #expect(try catalog.sections().map(\.reference) == [.camera])
        for _ in 0..<2 { _ = try catalog.redo() }
        #expect(try catalog.sections().map(\.count) == [0, 2, 1])
    }

    private func pull(_ posts: [(id: String, second: Double)]) throws {
        let entry = CommandEntry("pull")
        let reference = SectionReference(kind: .campaign, name: "summer")
        let server = try #require(ServerAddress("http://host"))
        let section = try catalog.makeSection(
            reference, query: .campaign(CampaignQuery(server: server, identifier: "summer")),
            noting: entry)
        let page = posts.map { post in
            var details = PhotoDetails(origin: .campaign, originID: "host/\(post.id)")
            details.dateUploaded = Date(timeIntervalSince1970: post.second)
            return details
        }
        let ids = try catalog.store(page, in: section, command: "pull", noting: entry).map(\.id)
        let now = try catalog.section(reference)
        _ = try catalog.markDelisted(from: now, exceptFor: Set(ids), command: "pull", noting: entry)
        try catalog.sortByUploadDate(now, listed: ids)
        try catalog.recordRefresh(of: [(section.id, page.count)], noting: entry)
    }

    @Test("undo restores a campaign's order, also after a refresh that moved a post")
    func order() throws {
        try pull([("A", 3), ("B", 2), ("C", 1)])
        let before = try summary()
        try pull([("D", 9), ("C", 5), ("B", 5)])
        let after = try summary()
        #expect(after != before)
        _ = try catalog.undo(nil)
        #expect(try summary() == before)
        _ = try catalog.redo()
        #expect(try summary() == after)
        _ = try catalog.undo(nil)
        #expect(try summary() == before)
        // Only the date of a post changed.
        try pull([("C", 4), ("A", 3), ("B", 2)])
        let moved = try summary()
        #expect(moved != before)
        _ = try catalog.undo(nil)
        #expect(try summary() == before)
        _ = try catalog.redo()
        #expect(try summary() == moved)
    }

    @Test("undoing a refresh restores titles, positions, marks, the query and its time exactly")
    func facts() throws {
        _ = try search("dogs", (1...4).map { flickrDetails("\($0)") }, limit: 9)
        _ = try search("dogs", (1...3).map { flickrDetails("\($0)") }, limit: 9)
        let before = try summary()
        _ = try search("dogs", [changed("1"), flickrDetails("4"), flickrDetails("5")], limit: 50)
        let after = try summary()
        #expect(after != before)
        let undone = try catalog.undo(nil)
        #expect(undone.updated.map(\.rawValue) == [1] && undone.trashed.map(\.rawValue) == [5])
        #expect(undone.listed.map(\.rawValue) == [2, 3, 4])
        #expect(try summary() == before)
        _ = try catalog.redo()
        #expect(try summary() == after)
        _ = try catalog.undo(nil)
        #expect(try summary() == before)
        // A photo restored from the trash is at its old position.
        _ = try catalog.restore([PhotoID(rawValue: 5)])
        let dogs = try catalog.section(SectionReference(kind: .flickr, name: "dogs"))
        #expect(try temporary.rows(dogs).last?.photo.id.rawValue == 5)
    }

    @Test("a search is not undone while a later one changed the same photos or filled its section")
    func later() throws {
        _ = try search("dogs", [flickrDetails("1")])
        let first = try catalog.journalEntries(limit: 1)[0].id
        _ = try search("dogs", [changed("1"), flickrDetails("2"), flickrDetails("3")])
        let second = try catalog.journalEntries(limit: 1)[0].id
        var third = changed("1")
        third.title = "a third"
        _ = try search("cats", [third, flickrDetails("2")])
        for (entry, number) in [(first, "2 (search, "), (second, "3 (search, ")] {
            let error = #expect(throws: CatalogError.self) { try catalog.undo(entry) }
            #expect(error?.code == .blocked)
            #expect(error?.message.contains(": change \(number)") == true)
        }
        #expect(try catalog.photo(id: PhotoID(rawValue: 1)).title == "a third")
        #expect(try catalog.undo(nil).updated.map(\.rawValue) == [1])
        #expect(try catalog.photo(id: PhotoID(rawValue: 1)).title == "another")
        #expect(try catalog.undo(second).updated.map(\.rawValue) == [1])
        #expect(try catalog.photo(id: PhotoID(rawValue: 1)).title == "photo 1")
        _ = try catalog.undo(nil)
        #expect(try catalog.sections().map(\.reference) == [.camera])
        for title in ["photo 1", "another", "a third"] {
            _ = try catalog.redo()
            #expect(try catalog.photo(id: PhotoID(rawValue: 1)).title == title)
        }
    }

    @Test("undo removes the new picture of an existing photo and keeps the picture of a new one")
    func pictures() throws {
        let old = try search("dogs", [flickrDetails("1")])[0]
        let before = try summary()
        let entry = CommandEntry("search")
        let section = try catalog.section(SectionReference(kind: .flickr, name: "dogs"))
        let new = try catalog.store(
            [flickrDetails("2")], in: section, command: "search", noting: entry)[0].id
        let results = [old, new].enumerated().map { index, id in
            PictureResult(
                photoID: id, size: .medium,
                outcome: .stored(
                    PictureFile(
                        digest: digest(UInt8(index)), byteCount: 9, fileType: "JPEG",
                        fileExtension: "jpg", width: 4, height: 3)))
        }
        try catalog.record(results, command: "search", noting: entry)
        #expect(try catalog.journalEntries(limit: 1)[0][.pictures] == 1)
        let after = try summary()
        #expect(try catalog.undo(nil).updated == [old])
        #expect(try summary() == before)
        #expect(try catalog.photo(id: new).picture != nil)
        _ = try catalog.redo()
        #expect(try summary() == after)
        _ = try catalog.undo(nil)
        try catalog.record(results, command: "fetch")
        #expect(try catalog.photo(id: old).picture != nil)
    }

    @Test("an entry whose transaction was rolled back is written again with its next change")
    func rolledBack() throws {
        let entry = CommandEntry("pull")
        func make(_ names: [String]) throws {
            _ = try catalog.makeSections(
                names.map {
                    (
                        SectionReference(kind: .flickr, name: $0),
                        .flickr(FlickrQuery(term: $0, limit: 1))
                    )
                }, noting: entry)
        }
        // The second section has the name of the first, so both are rolled back.
        #expect(throws: CatalogError.self) { try make(["a", "a"]) }
        #expect(entry.id == nil)
        // Another command gets the number of the entry that was rolled back.
        _ = try search("dogs", [flickrDetails("1")])
        try make(["b"])
        #expect(entry.id == 2)
        // A later rollback keeps the entry, which was committed before.
        #expect(throws: CatalogError.self) { try make(["c", "b"]) }
        #expect(entry.id == 2)
        try make(["d"])
        let entries = try catalog.journalEntries(limit: 9)
        #expect(entries.map(\.command) == ["pull", "search"])
        #expect(entries[0][.sections] == 2)
        #expect(try catalog.undo(nil).sections.count == 2)
    }

    @Test("unchanged photos make no entry, and one command makes one")
    func entries() throws {
        _ = try search("dogs", [flickrDetails("1")])
        _ = try search("dogs", [flickrDetails("1")])
        #expect(try catalog.journalEntries(limit: 9).count == 1)
        let entry = CommandEntry("pull")
        for name in ["a", "b"] {
            let section = try catalog.makeSection(
                SectionReference(kind: .share, name: name), noting: entry)
            _ = try catalog.store(
                [PhotoDetails(origin: .share, originID: name)], in: section, command: "pull",
                noting: entry)
        }
        let pulled = try catalog.journalEntries(limit: 9)
        #expect(pulled.map(\.command) == ["pull", "search"])
        #expect(pulled.map(\.section) == [nil, "flickr:dogs"] && pulled[0][.added] == 2)
        let undone = try catalog.undo(nil)
        #expect(undone.sections.count == 2 && undone.trashed.count == 2)
        #expect(try catalog.undo(nil).entry.command == "search")
    }
}
