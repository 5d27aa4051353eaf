import Basics
import Foundation
import GRDB
import GalleryModel
import Testing

@testable import Catalog

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
        #expect(await iterator.next() == .photosUpdated(ids))
        try temporary.locateDue()
        let photos = try catalog.photos(ids: ids)
        #expect(photos.map(\.coordinate) == [PlaceScene.brest, nil])
        #expect(photos.map(\.location?.place) == [PlaceScene.brestPlace, nil])
        // And the journal contains the change, as undone
        let entries = try catalog.journalEntries(limit: 2)
        #expect(entries.map(\.command) == ["locate", "search"])
        #expect(entries.map(\.isUndone) == [true, false])
        #expect(entries[0].undoneBy == undone.id && !entries[0].isUndoable)
        #expect(entries[0].sentence == "Set the location of 2 photos.")
        #expect(entries[1].sentence == "Added 2 photos to dogs.")
    }

    @Test("a change is not undone while a later one depends on it, which the message names")
    func dependent() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil], to: section)
        let first = try #require(
            try catalog.setPositions(ids.map { ($0, Self.lyon) }, command: "locate").id)
        let brest = ManualPosition(coordinate: PlaceScene.brest)
        let second = try #require(
            try catalog.setPositions([(ids[0], brest)], command: "locate").id)
        for isDryRun in [true, false] {
            let error = failure { _ = try catalog.undo(first, isDryRun: isDryRun) }
            #expect(error?.code == .blocked)
            #expect(
                error?.message.hasPrefix(
                    "change \(first) (locate) cannot be undone alone: change \(second) (locate, 2")
                    == true)
            #expect(error?.message.hasSuffix("Z) depends on it: undo that first") == true)
        }
        #expect(
            try catalog.photos(ids: ids).map(\.coordinate) == [PlaceScene.brest, PlaceScene.lyon])
        // Three changes are named, and the number of others.
        for _ in 0..<2 {
            try catalog.setPositions([(ids[1], nil)], command: "locate")
            try catalog.setPositions([(ids[1], Self.lyon)], command: "locate")
        }
        let error = failure { _ = try catalog.undo(first) }
        #expect(error?.message.hasSuffix(") and 2 others depend on it: undo them first") == true)
        #expect(error?.message.contains("change \(second + 2) (locate, ") == true)
        #expect(error?.message.contains("change \(second + 3) (") == false)
        // A later change of another photo does not depend on it.
        for _ in 0..<4 { _ = try catalog.undo(nil) }
        #expect(try catalog.undo(nil).entry.id == second)
        let third = try #require(try catalog.setPositions([(ids[1], nil)], command: "locate").id)
        try catalog.setPositions([(ids[0], brest)], command: "locate")
        #expect(try catalog.undo(third)[.positions] == [ids[1]])
        #expect(
            try catalog.photos(ids: ids).map(\.coordinate) == [PlaceScene.brest, PlaceScene.lyon])
    }

    @Test("a change of several photos that were deleted since is undone for the others")
    func deleted() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil], to: section)
        let first = try catalog.setPositions(ids.map { ($0, Self.lyon) }, command: "locate").id
        let second = try #require(
            try catalog.setPositions([(ids[0], nil)], command: "locate").id)
        try catalog.write { try $0.execute(sql: "DELETE FROM photo WHERE id = \(ids[0])") }
        #expect(try catalog.undo(first)[.positions] == [ids[1]])
        let error = failure { _ = try catalog.undo(second) }
        #expect(error?.code == .notUndoable)
        #expect(
            error?.message.hasPrefix(
                "nothing in change \(second) (locate) can be undone: what it changed was deleted")
                == true)
    }

    @Test("undo passes over changes of which nothing is left")
    func nothingLeft() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil], to: section)
        let first = try catalog.setPositions(ids.map { ($0, Self.lyon) }, command: "locate").id
        try catalog.setPositions([(ids[0], nil)], command: "locate")
        var turned = PhotoEdit()
        turned.rotation = 180
        try catalog.setEdits([(ids[0], turned)], command: "edit")
        try catalog.write { try $0.execute(sql: "DELETE FROM photo WHERE id = \(ids[0])") }
        #expect(try catalog.undo(nil, isDryRun: true).entry.id == first)
        #expect(try catalog.undo(nil)[.positions] == [ids[1]])
        #expect(try catalog.redo()[.positions] == [ids[1]])
        #expect(try catalog.undo(nil).entry.id == first)
        #expect(try catalog.undo(nil).entry.command == "search")
    }

    @Test("undo moves photos out of the trash and back, with the time of their removal")
    func trash() async throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil, nil], to: section)
        _ = try catalog.trash(ids)
        let removed = try #require(try catalog.journalEntries(limit: 1).first)
        #expect(removed[.trashed] == 3 && removed.isUndoable)
        #expect(removed.sentence == "Moved 3 photos to the trash.")
        func date() throws -> [Int64] {
            try catalog.trashedPhotos().compactMap { $0.dateTrashed?.unixSeconds }
        }
        try catalog.write { try $0.execute(sql: "UPDATE photo SET dateTrashed = 100 + id") }
        _ = try catalog.restore([ids[0]])
        #expect(failure { _ = try catalog.undo(removed.id) }?.code == .blocked)
        var iterator = catalog.changes.stream().makeAsyncIterator()
        #expect(try catalog.undo(nil).trashed == [ids[0]])
        #expect(await iterator.next() == .photosRemoved([ids[0]]))
        #expect(try date() == [103, 102, 101])
        let undone = try catalog.undo(removed.id)
        #expect(undone.restored == ids)
        #expect(await iterator.next() == .photosRestored(ids))
        #expect(try catalog.trashedPhotos().isEmpty)
        // The removal, then the restoring is done again.
        #expect(try catalog.redo().trashed == ids)
        #expect(try date() == [103, 102, 101])
        #expect(try catalog.redo().restored == [ids[0]])
        #expect(try date() == [103, 102])
        #expect(try temporary.rows(section).map(\.photo.id) == [ids[0]])
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

    @Test("undo removes delisted marks, unless photos were listed or marked again since")
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
        #expect(failure { _ = try catalog.undo(first.id) }?.code == .blocked)
        for expected in [[ids[0]], ids, []] {
            _ = try catalog.undo(nil)
            #expect(try delisted() == expected)
        }
        for expected in [ids, [ids[0]], [ids[0], ids[2]]] {
            _ = try catalog.redo()
            #expect(try delisted() == expected)
        }
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
        #expect(failure { _ = try catalog.undo(first.id) }?.code == .blocked)
        #expect(try catalog.undo(nil)[.faces] == [id])
        #expect(try catalog.photo(id: id).faces?.map(\.name) == ["Ana"])
        #expect(try catalog.undo(nil).entry.id == first.id)
        #expect(try catalog.faceDecisions(of: picture.sha256).isEmpty)
        #expect(try catalog.photo(id: id).faces == nil)
        #expect(try catalog.redo(isDryRun: true)[.faces] == [id])
        #expect(try catalog.redo()[.faces] == [id])
        #expect(try catalog.photo(id: id).faces?.map(\.name) == ["Ana"])
        #expect(try catalog.redo()[.faces] == [id])
        #expect(try catalog.photo(id: id).faces?.map(\.name) == ["Ana", "Eva"])
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
        #expect(try catalog.undo(3)[.positions] == [ids[0]])
        #expect(hint().contains("; 'gallery undo 2' undoes the latest undoable change (loc"))
        _ = try catalog.undo(first)
        #expect(!hint().contains("'gallery undo"))
    }

    @Test("a change that an earlier version undid in part is undone for the rest, and redone")
    func partlyUndone() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil], to: section)
        let entry = try #require(
            try catalog.setPositions(ids.map { ($0, Self.lyon) }, command: "locate").id)
        try catalog.write { db in
            try db.execute(
                sql: """
                    INSERT INTO journal (date, command, undoes, added, updated, gone, trashed,
                        restored, faces, positions, edits, change)
                    VALUES (5, 'undo', \(entry), 0, 0, 0, 0, 0, 0, 1, 0, '{}');
                    INSERT INTO journalPosition (journalID, photoID, beforeLatitude,
                        beforeLongitude, beforeSource)
                    SELECT \(entry) + 1, photoID, afterLatitude, afterLongitude, afterSource
                    FROM journalPosition WHERE journalID = \(entry) AND photoID = \(ids[1]);
                    UPDATE journal SET undonePartlyBy = \(entry) + 1 WHERE id = \(entry);
                    DELETE FROM givenPosition WHERE photoID = \(ids[1]);
                    """)
        }
        // The undo of the earlier version has not what is needed.
        #expect(failure { _ = try catalog.redo() }?.code == .noEntry)
        // The same position given again is not part of the change.
        try catalog.setPositions([(ids[1], Self.lyon)], command: "locate")
        #expect(try catalog.undo(entry)[.positions] == [ids[0]])
        #expect(
            try catalog.photos(ids: ids).map(\.coordinate) == [nil, PlaceScene.lyon])
        #expect(failure { _ = try catalog.undo(entry) }?.message.contains("already undone") == true)
        #expect(try catalog.redo()[.positions] == [ids[0]])
        #expect(
            try catalog.photos(ids: ids).map(\.coordinate) == [PlaceScene.lyon, PlaceScene.lyon])
        #expect(try catalog.undo(entry)[.positions] == [ids[0]])
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

    @Test("an undo cannot itself be undone: it is redone")
    func twice() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil], to: section)
        _ = try temporary.catalog.trash(ids)
        let undo = try temporary.catalog.undo(nil).id
        let error = failure { _ = try temporary.catalog.undo(undo) }
        #expect(error?.code == .notUndoable)
        #expect(error?.message.contains("use 'gallery redo'") == true)
    }

    @Test("redo does the undone changes again in reverse order, until another change is made")
    func redo() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        #expect(failure { _ = try catalog.redo() }?.message == "nothing to redo")
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil], to: section)
        let edit = { (number: Int) in
            var edit = PhotoEdit()
            edit.rotation = 90 * number
            return edit
        }
        for number in 1...3 {
            try catalog.setEdits(ids.map { ($0, edit(number)) }, command: "edit")
        }
        func edits() throws -> [Int] { try catalog.photos(ids: ids).map { $0.edit?.rotation ?? 0 } }
        let journal = try catalog.journalEntries(limit: 9)
        for _ in 0..<2 { _ = try catalog.undo(nil) }
        #expect(try edits() == [90, 90])
        let dry = try catalog.redo(isDryRun: true)
        #expect(dry[.edits] == ids && dry.entry.id == journal[1].id)
        #expect(try edits() == [90, 90])
        #expect(try catalog.redo()[.edits] == ids)
        #expect(try edits() == [180, 180])
        #expect(try catalog.redo().entry.id == journal[0].id)
        #expect(try edits() == [270, 270])
        #expect(try catalog.journalEntries(limit: 9) == journal)
        #expect(failure { _ = try catalog.redo() }?.message == "nothing to redo")
        // A change after the undo prevents it, until that is undone.
        _ = try catalog.undo(nil)
        try catalog.setEdits([(ids[0], nil)], command: "edit")
        let error = failure { _ = try catalog.redo() }
        #expect(error?.code == .blocked)
        let later = try catalog.journalEntries(limit: 1)[0].id
        #expect(
            error?.message.hasPrefix(
                "change \(journal[0].id) (edit) cannot be done again: change \(later) (edit, 2")
                == true)
        #expect(try edits() == [0, 180])
        _ = try catalog.undo(nil)
        #expect(try catalog.redo().entry.id == later)
        #expect(try edits() == [0, 180])
    }

    @Test("the journal keeps a number of changes, and says which it dropped")
    func bounded() throws {
        let temporary = try TemporaryCatalog()
        let catalog = try PhotoCatalog.open(at: temporary.folder, maximumSteps: 3)
        #expect(try catalog.droppedJournalEntries() == nil)
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil], to: section)
        for number in 0..<5 {
            let position = number.isMultiple(of: 2) ? Self.lyon : nil
            try catalog.setPositions([(ids[0], position)], command: "locate")
            if number == 0 {
                _ = try catalog.undo(nil)
                _ = try catalog.redo()
            }
        }
        let kept = try catalog.journalEntries(limit: 9).map(\.id)
        #expect(kept.count == 3)
        let dropped = try #require(try catalog.droppedJournalEntries())
        #expect(dropped.count == 3 && dropped.lastID < kept[2])
        let error = failure { _ = try catalog.undo(dropped.lastID) }
        #expect(error?.code == .noEntry)
        #expect(error?.message.contains("the journal keeps the latest 3 changes") == true)
        #expect(failure { _ = try catalog.undo(99) }?.message.contains("is not in the") == true)
        for _ in kept { _ = try catalog.undo(nil) }
        #expect(failure { _ = try catalog.undo(nil) }?.message == "nothing to undo")
        // The oldest that is left moved the photo from its second position.
        #expect(try catalog.photo(id: ids[0]).coordinate == nil)
    }

    @Test("photos without a section are listed although the journal dropped why")
    func boundedUnlisted() throws {
        let temporary = try TemporaryCatalog()
        let catalog = try PhotoCatalog.open(at: temporary.folder, maximumSteps: 3)
        let cats = try temporary.makeSection("cats")
        let other = try temporary.addPhotos(at: [nil], to: cats, firstID: 100)
        // Undone: the photo is in the trash, without a section.
        _ = try catalog.undo(nil)
        let entry = CommandEntry("search")
        let owls = try catalog.makeSection(
            SectionReference(kind: .flickr, name: "owls"), noting: entry)
        let owl = try catalog.store(
            [flickrDetails("owl")], in: owls, command: "search", noting: entry)[0].id
        // Undone with its section, but then restored.
        _ = try catalog.undo(nil)
        _ = try catalog.restore([owl])
        let dogs = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil], to: dogs)
        let birds = try temporary.makeSection("birds")
        let kept = try temporary.addPhotos(at: [nil], to: birds, firstID: 200)
        // Its empty ordinals are no photos.
        let album = SectionReference(kind: .album, name: "best")
        for isAddition in [true, false] {
            var change = PhotosChange()
            change.albums = [AlbumChange(album, ids, isAddition: isAddition)]
            _ = try catalog.change(change, command: "set")
        }
        _ = try catalog.removeSections([try catalog.section(album)], command: "album delete")
        _ = try catalog.removeSections([dogs], command: "section remove")
        _ = try catalog.restore([ids[0]])
        #expect(try catalog.unlistedPhotos() == [owl, ids[0]])
        for number in 0..<8 {
            let position = number.isMultiple(of: 2) ? Self.lyon : nil
            try catalog.setPositions([(kept[0], position)], command: "locate")
        }
        let commands = try catalog.journalEntries(limit: 9).map(\.command)
        #expect(commands == ["locate", "locate", "locate"])
        #expect(try catalog.unlistedPhotos() == [owl, ids[0]])
        _ = try catalog.restore([ids[1], other[0]])
        #expect(try catalog.unlistedPhotos() == [other[0], owl, ids[0], ids[1]])
        for _ in 0..<3 { _ = try catalog.undo(nil) }
        #expect(failure { _ = try catalog.undo(nil) }?.message == "nothing to undo")
        #expect(failure { _ = try catalog.undo(0) }?.code == .noEntry)
        #expect(try catalog.unlistedPhotos() == [owl, ids[0]])
    }
}
