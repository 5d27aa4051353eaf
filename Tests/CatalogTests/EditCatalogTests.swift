import Foundation
import GRDB
import GalleryModel
import Testing

@testable import Catalog

@Suite("PhotoCatalog.setEdits")
struct EditCatalogTests {
    private static let turned: PhotoEdit = {
        var edit = PhotoEdit()
        edit.rotation = 90
        edit.crop = RelativeRectangle(x: 0.1, y: 0.2, width: 0.3, height: 0.7)
        return edit
    }()

    private static let noir: PhotoEdit = {
        var edit = PhotoEdit()
        edit.effects = [AppliedEffect(.noir, intensity: 0.8)]
        return edit
    }()

    private func failure(_ body: () throws -> Void) -> CatalogError? {
        do { try body() } catch { return error as? CatalogError }
        return nil
    }

    @Test("an edit is returned wherever its photo is read, and listeners are notified")
    func everywhere() async throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [PlaceScene.brest, nil, nil], to: section)
        #expect(try temporary.rows(section).allSatisfy { $0.photo.edit == nil })
        var iterator = catalog.changes.stream().makeAsyncIterator()
        let count = try catalog.setEdits(
            [(ids[0], Self.noir), (ids[2], Self.turned), (ids[0], Self.turned)], command: "edit")
        #expect(count == 2)
        #expect(await iterator.next() == .photosUpdated([ids[2], ids[0]]))
        let expected: [PhotoEdit?] = [Self.turned, nil, Self.turned]
        #expect(try catalog.photos(ids: ids).map(\.edit) == expected)
        #expect(try ids.map { try catalog.photo(id: $0).edit } == expected)
        #expect(try ids.map { try catalog.edit(of: $0) } == expected)
        #expect(try temporary.rows(section).map(\.photo.edit) == expected)
        #expect(try catalog.photo(origin: .flickr, originID: "3").edit == Self.turned)
        #expect(
            try catalog.latestPhotos(limit: 9).sorted { $0.id.rawValue < $1.id.rawValue }
                .map(\.edit) == expected)
        var near: [PhotoEdit?] = []
        try catalog.forEachBatch(of: section, where: try PhotoFilter(text: "near:48.39,-4.49,1")) {
            near += $0.map(\.photo.edit)
            return true
        }
        #expect(near == [Self.turned])
        _ = try catalog.trash([ids[2]])
        #expect(try catalog.trashedPhotos().map(\.edit) == [Self.turned])
    }

    @Test("a recipe without effect removes the edit, and the same recipe again changes nothing")
    func nothing() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let ids = try temporary.addPhotos(at: [nil, nil], to: try temporary.makeSection("dogs"))
        #expect(try catalog.setEdits([], command: "edit") == 0)
        #expect(try catalog.setEdits([(ids[0], PhotoEdit())], command: "edit") == 0)
        #expect(try catalog.setEdits([(ids[0], Self.noir)], command: "edit") == 1)
        #expect(
            try catalog.setEdits([(ids[0], Self.noir), (ids[1], nil)], command: "edit") == 0)
        // The search and the single edit: commands without changes leave no entry.
        #expect(try catalog.journalEntries(limit: 9).map(\.command) == ["edit", "search"])
        #expect(try catalog.setEdits([(ids[0], PhotoEdit())], command: "edit") == 1)
        #expect(try catalog.photo(id: ids[0]).edit == nil)
    }

    @Test("with an unknown photo or an invalid recipe nothing is stored")
    func refused() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let ids = try temporary.addPhotos(at: [nil], to: try temporary.makeSection("dogs"))
        let unknown = PhotoID(rawValue: 99)
        let error = failure {
            try catalog.setEdits([(ids[0], Self.noir), (unknown, Self.noir)], command: "edit")
        }
        #expect(error?.code == .noPhoto && error?.message.contains("'99'") == true)
        #expect(failure { _ = try catalog.edit(of: unknown) }?.code == .noPhoto)
        var strange = PhotoEdit()
        strange.zoom = .nan
        #expect(
            failure { try catalog.setEdits([(ids[0], strange)], command: "edit") }?.message
                .contains("zoom") == true)
        #expect(try catalog.photo(id: ids[0]).edit == nil)
        #expect(try catalog.journalEntries(limit: 9).count == 1)
    }

    @Test("a damaged recipe does not stop listings; reading the edit fails, and it can be reset")
    func damaged() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil], to: section)
        try catalog.setEdits(ids.map { ($0, Self.noir) }, command: "edit")
        try catalog.write {
            try $0.execute(
                sql: "UPDATE photoEdit SET recipe = '{\"version\":1,\"spin\":7}' "
                    + "WHERE photoID = 1")
        }
        #expect(try temporary.rows(section).map(\.photo.edit) == [nil, Self.noir])
        let error = failure { _ = try catalog.edit(of: ids[0]) }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("photo '1'") == true)
        #expect(error?.message.contains("'spin'") == true)
        #expect(try catalog.setEdits([(ids[0], nil)], command: "edit") == 1)
        #expect(try catalog.edit(of: ids[0]) == nil)
    }

    @Test("undo restores previous edits, with a dry run first")
    func undo() async throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let ids = try temporary.addPhotos(at: [nil, nil], to: try temporary.makeSection("dogs"))
        try catalog.setEdits([(ids[0], Self.turned)], command: "edit")
        try catalog.setEdits(ids.map { ($0, Self.noir) }, command: "edit")
        let entry = try #require(try catalog.journalEntries(limit: 1).first)
        #expect(entry[.edits] == 2 && entry[.positions] == 0 && entry.isUndoable)
        var iterator = catalog.changes.stream().makeAsyncIterator()
        let dry = try catalog.undo(nil, isDryRun: true)
        #expect(dry[.edits] == ids && dry.id == nil)
        #expect(try catalog.photo(id: ids[1]).edit == Self.noir)
        let undone = try catalog.undo(nil)
        #expect(undone[.edits] == ids && undone.entry.id == entry.id)
        #expect(await iterator.next() == .photosUpdated(ids))
        #expect(try catalog.photos(ids: ids).map(\.edit) == [Self.turned, nil])
        let entries = try catalog.journalEntries(limit: 2)
        #expect(entries.map { $0[.edits] } == [2, 1])
        #expect(entries.map(\.undoneBy) == [undone.id, nil])
        // A reset is a change like any other.
        try catalog.setEdits([(ids[0], nil)], command: "edit")
        #expect(try catalog.undo(nil)[.edits] == [ids[0]])
        #expect(try catalog.photo(id: ids[0]).edit == Self.turned)
    }

    @Test("an edit is not undone while a later edit of the same photo is in effect")
    func outOfOrder() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let ids = try temporary.addPhotos(
            at: [nil, nil, nil], to: try temporary.makeSection("dogs"))
        try catalog.setEdits(ids.map { ($0, Self.turned) }, command: "edit")
        let first = try catalog.journalEntries(limit: 1)[0].id
        try catalog.setEdits([(ids[0], Self.noir)], command: "edit")
        // The same edit as the first one's.
        try catalog.setEdits([(ids[0], Self.turned)], command: "edit")
        #expect(failure { _ = try catalog.undo(first) }?.code == .blocked)
        for _ in 0..<2 { #expect(try catalog.undo(nil)[.edits] == [ids[0]]) }
        #expect(try catalog.undo(first)[.edits] == ids)
        #expect(try catalog.photos(ids: ids).map(\.edit) == [nil, nil, nil])
        #expect(failure { _ = try catalog.undo(first) }?.code == .notUndoable)
    }

    @Test("undo skips edits of permanently deleted photos")
    func delisted() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let ids = try temporary.addPhotos(
            at: [nil, nil], to: try temporary.makeSection("dogs"))
        try catalog.setEdits(ids.map { ($0, Self.turned) }, command: "edit")
        try catalog.setEdits([(ids[0], Self.noir)], command: "edit")
        try catalog.write { try $0.execute(sql: "DELETE FROM photo WHERE id = 1") }
        let change = try catalog.journalEntries(limit: 2)[1].id
        let undone = try catalog.undo(change)
        #expect(undone[.edits] == [ids[1]])
        #expect(try catalog.photo(id: ids[1]).edit == nil)
        // Nothing is left of the other change.
        #expect(failure { _ = try catalog.undo(change + 1) }?.code == .notUndoable)
        #expect(try catalog.undo(nil, isDryRun: true).entry.command == "search")
        #expect(try catalog.journalEntries(limit: 9).count == 3)
    }

    @Test("the error about a search names the edit that can be undone instead")
    func hint() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil], to: section)
        try temporary.catalog.setEdits([(ids[0], Self.noir)], command: "edit")
        _ = try temporary.addPhotos(at: [nil], to: section, firstID: 7)
        // As left by earlier versions, which stored no undo information.
        try temporary.catalog.write { try $0.execute(sql: "DELETE FROM journalListing") }
        let error = failure { _ = try temporary.catalog.undo(nil) }
        #expect(error?.message.contains("'gallery undo 2'") == true)
        #expect(error?.message.contains("(edit, ") == true)
    }
}
