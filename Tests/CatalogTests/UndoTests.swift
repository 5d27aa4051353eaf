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

    @Test("Nothing was done: there is nothing to undo")
    func empty() throws {
        let temporary = try TemporaryCatalog()
        #expect(failure { _ = try temporary.catalog.undo(nil) }?.code == .noEntry)
        let error = failure { _ = try temporary.catalog.undo(7) }
        #expect(error?.code == .noEntry)
        #expect(error?.message.contains("'7'") == true)
    }

    @Test("Given positions are taken back, and their places follow")
    func positions() async throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [PlaceScene.brest, nil], to: section)
        try temporary.locateDue()
        let entry = try catalog.setPositions(ids.map { ($0, Self.lyon) }, command: "locate").id
        try temporary.locateDue()
        var iterator = catalog.changes.stream().makeAsyncIterator()
        // When it is tried, nothing changes
        let dry = try catalog.undo(nil, isDryRun: true)
        #expect(dry.positions == ids)
        #expect(dry.id == nil)
        #expect(try catalog.photo(id: ids[1]).coordinate == PlaceScene.lyon)
        // When it is done
        let undone = try catalog.undo(nil)
        // Then all is as before
        #expect(undone.entry.id == entry)
        #expect(undone.entry.command == "locate")
        #expect(undone.entry.positions == 2)
        #expect(undone.positions == ids)
        #expect(undone.kept.isEmpty)
        #expect(await iterator.next() == .photosUpdated(ids))
        try temporary.locateDue()
        let photos = try catalog.photos(ids: ids)
        #expect(photos.map(\.coordinate) == [PlaceScene.brest, nil])
        #expect(photos.map(\.location?.place) == [PlaceScene.brestPlace, nil])
        // And the journal tells of both
        let entries = try catalog.journalEntries(limit: 2)
        #expect(entries.map(\.command) == ["undo", "locate"])
        #expect(entries.map(\.undoes) == [entry, nil])
        #expect(entries.map(\.undoneBy) == [nil, undone.id])
        #expect(entries.map(\.isUndoable) == [false, false])
        #expect(entries.map(\.positions) == [2, 2])
    }

    @Test("A position that was changed since is kept, and named; where all are, nothing is undone")
    func changedSince() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil], to: section)
        let first = try catalog.setPositions(ids.map { ($0, Self.lyon) }, command: "locate").id
        let brest = ManualPosition(coordinate: PlaceScene.brest)
        try catalog.setPositions([(ids[0], brest)], command: "locate")
        let undone = try catalog.undo(first)
        #expect(undone.positions == [ids[1]])
        #expect(undone.kept == [ids[0]])
        #expect(try catalog.photos(ids: ids).map(\.coordinate) == [PlaceScene.brest, nil])
        let again = failure { _ = try catalog.undo(first) }
        #expect(again?.code == .notUndoable)
        #expect(again?.message.contains("all that is left of it") == true)
        // The later one is the latest that holds: it goes back to what it replaced.
        #expect(try catalog.undo(nil).positions == [ids[0]])
        #expect(try catalog.photo(id: ids[0]).coordinate == PlaceScene.lyon)
        // Both are moved by hand: nothing of a third is left.
        let third = try catalog.setPositions([(ids[1], Self.lyon)], command: "locate").id
        try catalog.setPositions([(ids[1], nil)], command: "locate")
        let all = failure { _ = try catalog.undo(third) }
        #expect(all?.code == .notUndoable)
        #expect(all?.message.contains("nothing left") == true)
    }

    @Test("Photos go out of the trash and into it again, but for those moved since")
    func trash() async throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil, nil], to: section)
        _ = try catalog.trash(ids)
        let removed = try #require(try catalog.journalEntries(limit: 1).first)
        #expect(removed.trashed == 3 && removed.isUndoable)
        _ = try catalog.restore([ids[0]])
        _ = try catalog.trash([ids[0]])
        var iterator = catalog.changes.stream().makeAsyncIterator()
        let undone = try catalog.undo(removed.id)
        #expect(undone.restored == [ids[1], ids[2]])
        #expect(undone.kept == [ids[0]])
        #expect(await iterator.next() == .photosRestored([ids[1], ids[2]]))
        #expect(try catalog.trashedPhotos().map(\.id) == [ids[0]])
        // The latest that holds is the second removal of the first, then its restoring.
        #expect(try catalog.undo(nil).restored == [ids[0]])
        #expect(try catalog.undo(nil).trashed == [ids[0]])
        #expect(try catalog.trashedPhotos().map(\.id) == [ids[0]])
        #expect(try temporary.rows(section).map(\.photo.id) == [ids[1], ids[2]])
    }

    /// Makes a catalog's entries those of a version that kept less.
    private func forgetNotes(_ temporary: TemporaryCatalog) throws {
        let other = try DatabaseQueue(path: temporary.path("catalog.sqlite"))
        try other.write { db in
            try db.execute(sql: "DELETE FROM journalListing; DELETE FROM journalPhoto")
        }
    }

    @Test("What an earlier version stored is not taken back: the message names another way")
    func search() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        _ = try temporary.addPhotos(at: [nil], to: section)
        _ = try temporary.addPhotos(at: [PlaceScene.lyon], to: section)
        try forgetNotes(temporary)
        let error = failure { _ = try temporary.catalog.undo(nil) }
        #expect(error?.code == .notUndoable)
        #expect(error?.message.contains("(search) was made by an earlier gallery, which") == true)
        #expect(error?.message.contains("'gallery undo") == false)
        #expect(error?.message.contains("`") == false)
        #expect(error?.message.contains("gallery remove") == true)
        let entries = try temporary.catalog.journalEntries(limit: 9)
        #expect(entries.map(\.updated) == [1, 0])
        #expect(entries.map(\.added) == [0, 1])
        #expect(entries.map(\.section) == ["flickr:dogs", "flickr:dogs"])
        #expect(entries.map(\.isUndoable) == [false, false])
    }

    @Test("Marks of being gone are taken back, but for photos listed or marked anew since")
    func marks() async throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil, nil], to: section)
        let gone = { try temporary.rows(section).filter(\.isGone).map(\.photo.id) }
        _ = try catalog.markGone(from: section, exceptFor: [], command: "refresh")
        let first = try #require(try catalog.journalEntries(limit: 1).first)
        #expect(first.gone == 3 && first.isUndoable)
        // The second is listed again, the third is listed again and marked anew.
        let all = try catalog.photos(ids: ids).map(\.details)
        _ = try catalog.store([all[1], all[2]], in: section, command: "refresh")
        _ = try catalog.markGone(from: section, exceptFor: [ids[1]], command: "refresh")
        let second = try #require(try catalog.journalEntries(limit: 1).first)
        #expect(second.gone == 1)
        let undone = try catalog.undo(first.id)
        #expect(undone.listed == [ids[0]] && undone.kept == [ids[1], ids[2]])
        #expect(try gone() == [ids[2]])
        // Once the later marks are taken back, nothing of the first is left.
        #expect(try catalog.undo(nil).listed == [ids[2]])
        #expect(try gone() == [])
        #expect(failure { _ = try catalog.undo(first.id) }?.code == .notUndoable)
    }

    @Test("A decision about faces is taken back and the faces are as before, but not after another")
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
        #expect(first.faces == 1 && first.isUndoable)
        let error = failure { _ = try catalog.undo(first.id) }
        #expect(error?.code == .notUndoable)
        #expect(error?.message.contains("photo \(id)") == true)
        #expect(try catalog.undo(nil).faces == [id])
        #expect(try catalog.photo(id: id).faces?.map(\.name) == ["Ana"])
        #expect(try catalog.undo(nil).entry.id == first.id)
        #expect(try catalog.faceDecisions(of: picture.sha256).isEmpty)
        #expect(try catalog.photo(id: id).faces == nil)
    }

    @Test("Where the latest cannot be taken back, the message names the latest that can be")
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
        #expect(hint().hasPrefix("change 4 (search) was made by an earlier gallery"))
        #expect(
            hint().contains(
                "; 'gallery undo 3' takes back the latest change that can be (locate, 2"))
        #expect(hint().hasSuffix("Z)"))
        // The earlier one goes back but for one photo, then the later one: the rest is left.
        #expect(try catalog.undo(first).kept == [ids[0]])
        #expect(hint().contains("'gallery undo 3'"))
        _ = try catalog.undo(3)
        #expect(hint().contains("; 'gallery undo 2' takes back the rest of an earlier change (loc"))
        _ = try catalog.undo(2)
        #expect(!hint().contains("'gallery undo"))
    }

    @Test("Taken back out of order, nothing is stuck: the earlier one is taken back for the rest")
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
        // When the first is taken back, two photos keep what the second gave them
        let part = try catalog.undo(first)
        #expect(part.positions == [ids[1], ids[3]])
        #expect(part.kept == [ids[0], ids[2]])
        let entry = try #require(try catalog.journalEntries(limit: 3).last)
        #expect(entry.id == first && entry.isPartlyUndone && entry.isUndoable)
        #expect(entry.undonePartlyBy == part.id && entry.undoneBy == nil)
        // Given one of those taken back the same position by hand, which is no longer of the first
        try catalog.setPositions([(ids[1], Self.lyon)], command: "locate")
        // When the second is, they have the first one's positions again
        let whole = try catalog.undo(second)
        #expect(whole.positions == [ids[0], ids[2]] && whole.kept.isEmpty)
        #expect(try catalog.photo(id: ids[0]).coordinate == PlaceScene.lyon)
        // Then the rest of the first is taken back by its number, and only that
        #expect(try catalog.undo(first, isDryRun: true).positions == [ids[0], ids[2]])
        let rest = try catalog.undo(first)
        #expect(rest.positions == [ids[0], ids[2]] && rest.kept.isEmpty)
        #expect(
            try catalog.photos(ids: ids).map(\.coordinate)
                == [nil, PlaceScene.lyon, nil, PlaceScene.brest])
        let done = try catalog.journalEntries(limit: 9).first { $0.id == first }
        #expect(done?.undoneBy == rest.id && done?.isPartlyUndone == false)
        #expect(
            failure { _ = try catalog.undo(first) }?.message.contains("taken back already") == true)
    }

    @Test("The trash, too, is taken back out of order without anything being stuck")
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
        // Another one goes into the trash for another reason: the first change's rest is one photo.
        _ = try catalog.trash([ids[1]])
        let rest = try catalog.undo(first)
        #expect(rest.restored == [ids[0]] && rest.kept.isEmpty)
        #expect(try catalog.trashedPhotos().map(\.id) == [ids[1]])
    }

    @Test("A trial waits for no other program's lock and leaves the journal as it is")
    func trial() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil], to: section)
        _ = try temporary.catalog.setPositions(ids.map { ($0, Self.lyon) }, command: "locate")
        let other = try DatabaseQueue(path: temporary.path("catalog.sqlite"))
        try other.inTransaction(.immediate) { _ in
            let undone = try temporary.catalog.undo(nil, isDryRun: true)
            #expect(undone.positions == ids && undone.id == nil)
            return .rollback
        }
        #expect(try temporary.catalog.journalEntries(limit: 9).count == 2)
        #expect(try temporary.catalog.photo(id: ids[0]).coordinate == PlaceScene.lyon)
    }

    @Test("An undoing is not undone itself")
    func twice() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil], to: section)
        _ = try temporary.catalog.trash(ids)
        let undo = try temporary.catalog.undo(nil).id
        let error = failure { _ = try temporary.catalog.undo(undo) }
        #expect(error?.code == .notUndoable)
        #expect(error?.message.contains("give that command again") == true)
    }
}
