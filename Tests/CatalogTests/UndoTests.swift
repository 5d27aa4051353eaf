import Catalog
import Foundation
import GalleryModel
import Testing

@Suite("PhotoCatalog.undo")
struct UndoTests {
    private static let lyon = GivenPosition(coordinate: PlaceScene.lyon, track: "walk.gpx")

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
        let entry = try catalog.setPositions(ids.map { ($0, Self.lyon) }, command: "locate")
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
        let first = try catalog.setPositions(ids.map { ($0, Self.lyon) }, command: "locate")
        let brest = GivenPosition(coordinate: PlaceScene.brest)
        try catalog.setPositions([(ids[0], brest)], command: "locate")
        let undone = try catalog.undo(first)
        #expect(undone.positions == [ids[1]])
        #expect(undone.kept == [ids[0]])
        #expect(try catalog.photos(ids: ids).map(\.coordinate) == [PlaceScene.brest, nil])
        let again = failure { _ = try catalog.undo(first) }
        #expect(again?.code == .notUndoable)
        #expect(again?.message.contains("taken back already") == true)
        // The later one is the latest that holds: it goes back to what it replaced.
        #expect(try catalog.undo(nil).positions == [ids[0]])
        #expect(try catalog.photo(id: ids[0]).coordinate == PlaceScene.lyon)
        // Both are moved by hand: nothing of a third is left.
        let third = try catalog.setPositions([(ids[1], Self.lyon)], command: "locate")
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

    @Test("What a search stored is not taken back: the message names the command and another way")
    func search() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        _ = try temporary.addPhotos(at: [nil], to: section)
        let error = failure { _ = try temporary.catalog.undo(nil) }
        #expect(error?.code == .notUndoable)
        #expect(error?.message.contains("(search) added 1 photo") == true)
        #expect(error?.message.contains("gallery remove") == true)
        _ = try temporary.addPhotos(at: [PlaceScene.lyon], to: section)
        let updated = failure { _ = try temporary.catalog.undo(nil) }
        #expect(updated?.message.contains("what the origin says now") == true)
        let entries = try temporary.catalog.journalEntries(limit: 9)
        #expect(entries.map(\.updated) == [1, 0])
        #expect(entries.map(\.added) == [0, 1])
        #expect(entries.map(\.section) == ["flickr:dogs", "flickr:dogs"])
        #expect(entries.map(\.isUndoable) == [false, false])
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
