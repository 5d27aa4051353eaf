import Basics
import Catalog
import Foundation
import GRDB
import GalleryModel
import Testing

@Suite("PhotoCatalog.undo")
struct UndoTests {
    private static let lyon = ManualPosition(coordinate: PlaceScene.lyon, track: "walk.gpx")

    private func failure(_ body: () throws -> Void) -> CatalogError? {
        do { try body() } catch { return error as? CatalogError }
        return nil
    }

    @Test("without changes there is nothing to undo")
    func empty() throws {
        let temporary = try TemporaryCatalog()
        #expect(failure { _ = try temporary.catalog.undo(nil) }?.code == .noEntry)
        let error = failure { _ = try temporary.catalog.undo(7) }
        #expect(error?.code == .noEntry)
        #expect(error?.message.contains("'7'") == true)
    }

    @Test("undo reverts manual positions, and their places follow")
    func positions() async throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [PlaceScene.brest, nil], to: section)
        try temporary.locateDue()
        let entry = try catalog.setPositions(ids.map { ($0, Self.lyon) }, command: "locate").id
        try temporary.locateDue()
        var iterator = catalog.changes.stream().makeAsyncIterator()
        // A dry run changes nothing
        let dry = try catalog.undo(nil, isDryRun: true)
        #expect(dry[.positions] == ids)
        #expect(dry.id == nil)
        #expect(try catalog.photo(id: ids[1]).coordinate == PlaceScene.lyon)
        // When it is undone
        let undone = try catalog.undo(nil)
        // Then the previous state is restored
        #expect(undone.entry.id == entry)
        #expect(undone.entry.command == "locate")
        #expect(undone.entry[.positions] == 2)
        #expect(undone[.positions] == ids)
        #expect(undone.kept.isEmpty)
        #expect(await iterator.next() == .photosUpdated(ids))
        try temporary.locateDue()
        let photos = try catalog.photos(ids: ids)
        #expect(photos.map(\.coordinate) == [PlaceScene.brest, nil])
        #expect(photos.map(\.location?.place) == [PlaceScene.brestPlace, nil])
        // And the journal contains both
        let entries = try catalog.journalEntries(limit: 2)
        #expect(entries.map(\.command) == ["undo", "locate"])
        #expect(entries.map(\.undoes) == [entry, nil])
        #expect(entries.map(\.undoneBy) == [nil, undone.id])
        #expect(entries.map(\.isUndoable) == [false, false])
        #expect(entries.map { $0[.positions] } == [2, 2])
    }

    @Test("a position changed since is kept and named; if all are, nothing is undone")
    func changedSince() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil], to: section)
        let first = try catalog.setPositions(ids.map { ($0, Self.lyon) }, command: "locate").id
        let brest = ManualPosition(coordinate: PlaceScene.brest)
        try catalog.setPositions([(ids[0], brest)], command: "locate")
        let undone = try catalog.undo(first)
        #expect(undone[.positions] == [ids[1]])
        #expect(undone.kept == [ids[0]])
        #expect(try catalog.photos(ids: ids).map(\.coordinate) == [PlaceScene.brest, nil])
        let again = failure { _ = try catalog.undo(first) }
        #expect(again?.code == .notUndoable)
        #expect(again?.message.contains("everything that was left") == true)
        // The later change is the latest in effect: undo restores the position that it replaced.
        #expect(try catalog.undo(nil)[.positions] == [ids[0]])
        #expect(try catalog.photo(id: ids[0]).coordinate == PlaceScene.lyon)
        // Both are moved by hand: nothing of a third change is left.
        let third = try catalog.setPositions([(ids[1], Self.lyon)], command: "locate").id
        try catalog.setPositions([(ids[1], nil)], command: "locate")
        let all = failure { _ = try catalog.undo(third) }
        #expect(all?.code == .notUndoable)
        #expect(all?.message.contains("later commands changed everything it did") == true)
    }

    @Test("undo moves photos out of the trash and back, except those moved since")
    func trash() async throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil, nil], to: section)
        _ = try catalog.trash(ids)
        let removed = try #require(try catalog.journalEntries(limit: 1).first)
        #expect(removed[.trashed] == 3 && removed.isUndoable)
        _ = try catalog.restore([ids[0]])
        _ = try catalog.trash([ids[0]])
        var iterator = catalog.changes.stream().makeAsyncIterator()
        let undone = try catalog.undo(removed.id)
        #expect(undone.restored == [ids[1], ids[2]])
        #expect(undone.kept == [ids[0]])
        #expect(await iterator.next() == .photosRestored([ids[1], ids[2]]))
        #expect(try catalog.trashedPhotos().map(\.id) == [ids[0]])
        // The latest in effect is the second removal of the first photo, then its restoring.
        #expect(try catalog.undo(nil).restored == [ids[0]])
        #expect(try catalog.undo(nil).trashed == [ids[0]])
        #expect(try catalog.trashedPhotos().map(\.id) == [ids[0]])
        #expect(try temporary.rows(section).map(\.photo.id) == [ids[1], ids[2]])
    }

    /// Turns a catalog's journal entries into those of an older version, which stored less.
    private func forgetNotes(_ temporary: TemporaryCatalog) throws {
        let other = try DatabaseQueue(path: temporary.path("catalog.sqlite"))
        try other.write { db in
            try db.execute(sql: "DELETE FROM journalListing; DELETE FROM journalPhoto")
        }
    }

    @Test(
        "changes stored by an earlier version cannot be undone; the message names an alternative"
    )
    func search() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        _ = try temporary.addPhotos(at: [nil], to: section)
        _ = try temporary.addPhotos(at: [PlaceScene.lyon], to: section)
        try forgetNotes(temporary)
        let error = failure { _ = try temporary.catalog.undo(nil) }
        #expect(error?.code == .notUndoable)
        #expect(error?.message.contains("was made by an older version of gallery, which") == true)
        #expect(error?.message.contains("'gallery undo") == false)
        #expect(error?.message.contains("`") == false)
        #expect(error?.message.contains("gallery remove") == true)
        let entries = try temporary.catalog.journalEntries(limit: 9)
        #expect(entries.map { $0[.updated] } == [1, 0])
        #expect(entries.map { $0[.added] } == [0, 1])
        #expect(entries.map(\.section) == ["flickr:dogs", "flickr:dogs"])
        #expect(entries.map(\.isUndoable) == [false, false])
    }

    @Test("undo removes delisted marks, except of photos listed or marked again since")
    func marks() async throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil, nil], to: section)
        let delisted = { try temporary.rows(section).filter(\.isDelisted).map(\.photo.id) }
        _ = try catalog.markDelisted(from: section, exceptFor: [], command: "refresh")
        let first = try #require(try catalog.journalEntries(limit: 1).first)
        #expect(first[.delisted] == 3 && first.isUndoable)
        #expect(first.counts.map(\.what) == ["gone"] && first.counts.map(\.photos) == [3])
        // The second is listed again, the third is listed and marked again.
        let all = try catalog.photos(ids: ids).map(\.details)
        _ = try catalog.store([all[1], all[2]], in: section, command: "refresh")
        _ = try catalog.markDelisted(from: section, exceptFor: [ids[1]], command: "refresh")
        let second = try #require(try catalog.journalEntries(limit: 1).first)
        #expect(second[.delisted] == 1)
        let undone = try catalog.undo(first.id)
        #expect(undone.listed == [ids[0]] && undone.kept == [ids[1], ids[2]])
        #expect(try delisted() == [ids[2]])
        // After the later marks are undone, nothing of the first change is left.
        #expect(try catalog.undo(nil).listed == [ids[2]])
        #expect(try delisted() == [])
        #expect(failure { _ = try catalog.undo(first.id) }?.code == .notUndoable)
    }

    @Test("undo of a face decision restores the faces, unless another decision followed")
    func faces() throws {
        let temporary = try TemporaryCatalog { detections, _, decisions in
            detections
                + decisions.map {
                    FaceCandidate(rectangle: $0.rectangle, source: .person, name: $0.name)
                }
        }
        let catalog = temporary.catalog
        let file = PictureFile(
            digest: digest(7), byteCount: 9, fileType: "JPEG", fileExtension: "jpg", width: 400,
            height: 300)
        let section = try temporary.makeSection("dogs")
        let id = try temporary.addPhotos(at: [nil], to: section)[0]
        try catalog.record(
            [PictureResult(photoID: id, size: .medium, outcome: .stored(file))], command: "fetch")
        let picture = ExaminedPicture(sha256: digest(7).hexadecimal, width: 400, height: 300)
        func add(_ name: String, x: Double) throws {
            let box = RelativeRectangle(x: x, y: 0.1, width: 0.2, height: 0.2)
            let decision = FaceDecision(kind: .added, rectangle: box, name: name)
            _ = try catalog.decideFaces(in: picture, of: id, command: "faces add") {
                $1 + [decision]
            }
        }
        try add("Ana", x: 0.1)
        let first = try catalog.journalEntries(limit: 1)[0]
        try add("Eva", x: 0.5)
        #expect(first[.faces] == 1 && first.isUndoable)
        let error = failure { _ = try catalog.undo(first.id) }
        #expect(error?.code == .notUndoable)
        #expect(error?.message.contains("photo \(id)") == true)
        #expect(try catalog.undo(nil)[.faces] == [id])
        #expect(try catalog.photo(id: id).faces?.map(\.name) == ["Ana"])
        #expect(try catalog.undo(nil).entry.id == first.id)
        #expect(try catalog.faceDecisions(of: picture.sha256).isEmpty)
        #expect(try catalog.photo(id: id).faces == nil)
    }

    @Test("if the latest change cannot be undone, the message names the latest that can")
    func alternative() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil], to: section)
        let first = try catalog.setPositions(ids.map { ($0, Self.lyon) }, command: "locate").id
        _ = try catalog.setPositions([(ids[0], nil)], command: "locate")
        _ = try temporary.addPhotos(at: [nil, nil], to: section, firstID: 5)
        try forgetNotes(temporary)
        func hint() -> String {
            failure { _ = try catalog.undo(nil) }?.message ?? ""
        }
        #expect(hint().hasPrefix("change 4 (search) was made by an older version of gallery"))
        #expect(
            hint().contains(
                "; 'gallery undo 3' undoes the latest undoable change (locate, 2"))
        #expect(hint().hasSuffix("Z)"))
        // Undoing the earlier change keeps one photo; after undoing the later one the rest is left.
        #expect(try catalog.undo(first).kept == [ids[0]])
        #expect(hint().contains("'gallery undo 3'"))
        _ = try catalog.undo(3)
        #expect(hint().contains("; 'gallery undo 2' undoes the rest of an earlier change (loc"))
        _ = try catalog.undo(2)
        #expect(!hint().contains("'gallery undo"))
    }

    @Test("changes undone out of order never get stuck: the rest of the earlier one can be undone")
    func outOfOrder() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil, nil, PlaceScene.brest], to: section)
        let brest = ManualPosition(coordinate: PlaceScene.brest)
        let first = try catalog.setPositions(ids.map { ($0, Self.lyon) }, command: "locate").id
        let second = try catalog.setPositions(
            [(ids[0], brest), (ids[2], brest)], command: "locate"
        ).id
        // When the first is undone, two photos keep the second's positions
        let part = try catalog.undo(first)
        #expect(part[.positions] == [ids[1], ids[3]])
        #expect(part.kept == [ids[0], ids[2]])
        let entry = try #require(try catalog.journalEntries(limit: 3).last)
        #expect(entry.id == first && entry.isPartlyUndone && entry.isUndoable)
        #expect(entry.undonePartlyBy == part.id && entry.undoneBy == nil)
        // Given the same position set again by hand on one of those undone, which is not part of
        // the first
        try catalog.setPositions([(ids[1], Self.lyon)], command: "locate")
        // When the second is undone, they have the first one's positions again
        let whole = try catalog.undo(second)
        #expect(whole[.positions] == [ids[0], ids[2]] && whole.kept.isEmpty)
        #expect(try catalog.photo(id: ids[0]).coordinate == PlaceScene.lyon)
        // Then only the rest of the first is undone by its number
        #expect(try catalog.undo(first, isDryRun: true)[.positions] == [ids[0], ids[2]])
        let rest = try catalog.undo(first)
        #expect(rest[.positions] == [ids[0], ids[2]] && rest.kept.isEmpty)
        #expect(
            try catalog.photos(ids: ids).map(\.coordinate)
                == [nil, PlaceScene.lyon, nil, PlaceScene.brest])
        let done = try catalog.journalEntries(limit: 9).first { $0.id == first }
        #expect(done?.undoneBy == rest.id && done?.isPartlyUndone == false)
        #expect(
            failure { _ = try catalog.undo(first) }?.message.contains("was already undone") == true)
    }

    @Test("trash changes can also be undone out of order")
    func trashOutOfOrder() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil, nil], to: section)
        _ = try catalog.trash(ids)
        let first = try catalog.journalEntries(limit: 1)[0].id
        _ = try catalog.restore([ids[0]])
        #expect(try catalog.undo(first).kept == [ids[0]])
        #expect(try catalog.undo(nil).trashed == [ids[0]])
        // Another photo is trashed separately: the rest of the first change is one photo.
        _ = try catalog.trash([ids[1]])
        let rest = try catalog.undo(first)
        #expect(rest.restored == [ids[0]] && rest.kept.isEmpty)
        #expect(try catalog.trashedPhotos().map(\.id) == [ids[1]])
    }

    @Test("a dry run waits for no other program's lock and leaves the journal unchanged")
    func trial() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil], to: section)
        _ = try temporary.catalog.setPositions(ids.map { ($0, Self.lyon) }, command: "locate")
        let other = try DatabaseQueue(path: temporary.path("catalog.sqlite"))
        try other.inTransaction(.immediate) { _ in
            let undone = try temporary.catalog.undo(nil, isDryRun: true)
            #expect(undone[.positions] == ids && undone.id == nil)
            return .rollback
        }
        #expect(try temporary.catalog.journalEntries(limit: 9).count == 2)
        #expect(try temporary.catalog.photo(id: ids[0]).coordinate == PlaceScene.lyon)
    }

    @Test("an undo cannot itself be undone")
    func twice() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil], to: section)
        _ = try temporary.catalog.trash(ids)
        let undo = try temporary.catalog.undo(nil).id
        let error = failure { _ = try temporary.catalog.undo(undo) }
        #expect(error?.code == .notUndoable)
        #expect(error?.message.contains("run that command again") == true)
    }
}
