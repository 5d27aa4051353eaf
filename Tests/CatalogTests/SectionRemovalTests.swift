import Basics
import Foundation
import GRDB
import GalleryModel
import Testing

@testable import Catalog

@Suite("PhotoCatalog.removeSections")
struct SectionRemovalTests {
    private func failure(_ body: () throws -> Void) -> CatalogError? {
        do { try body() } catch { return error as? CatalogError }
        return nil
    }

    /// Two searches of three photos each, with one photo in both.
    private func scene() throws -> (TemporaryCatalog, [PhotoSection], [PhotoID]) {
        let temporary = try TemporaryCatalog()
        let sections = try [temporary.makeSection("dogs"), temporary.makeSection("cats")]
        var ids = try temporary.addPhotos(at: [nil, nil, nil], to: sections[0])
        ids += try temporary.addPhotos(at: [nil, nil, nil], to: sections[1], firstID: 3).dropFirst()
        return (temporary, try sections.map { try temporary.catalog.section($0.reference) }, ids)
    }

    @Test("photos listed in another section stay, others are trashed, and undo is exact")
    func removing() async throws {
        let (temporary, sections, ids) = try scene()
        let catalog = temporary.catalog
        _ = try catalog.markDelisted(
            from: sections[0], exceptFor: [ids[0], ids[2]], command: "refresh")
        _ = try catalog.makeSection(
            sections[0].reference, query: .flickr(FlickrQuery(term: "dogs")))
        try catalog.recordRefresh(of: [(sections[0].id, 9)])
        let before = try CatalogState(temporary)
        var changes = catalog.changes.stream().makeAsyncIterator()
        // A dry run changes nothing
        let dry = try catalog.removeSections(
            [sections[0]], command: "section remove", isDryRun: true)
        #expect(dry.trashed == [ids[0], ids[1]] && dry.kept == 1)
        #expect(try CatalogState(temporary) == before)
        // When it is removed
        let removed = try catalog.removeSections([sections[0]], command: "section remove")
        // Then its own photos are in the trash
        #expect(removed.trashed == dry.trashed && removed.kept == dry.kept)
        #expect(await changes.next() == .sectionRemoved(sections[0].reference))
        #expect(await changes.next() == .photosRemoved([ids[0], ids[1]]))
        #expect(failure { _ = try catalog.section(sections[0].reference) }?.code == .noSection)
        #expect(try temporary.rows(sections[1]).map(\.photo.id) == [ids[2], ids[3], ids[4]])
        #expect(try Set(catalog.trashedPhotos().map(\.id)) == [ids[0], ids[1]])
        let entry = try #require(try catalog.journalEntries(limit: 1).first)
        #expect(entry.command == "section remove" && entry.section == "flickr:dogs")
        #expect(entry[.trashed] == 2 && entry[.sections] == 1 && entry.isUndoable)
        // And all of it is restored
        let undone = try catalog.undo(nil)
        #expect(undone.sections.map(\.reference) == [sections[0].reference])
        #expect(undone.restored == [ids[0], ids[1]])
        #expect(await changes.next() == .sectionAdded(sections[0].reference))
        #expect(await changes.next() == .photosRestored([ids[0], ids[1]]))
        #expect(try CatalogState(temporary) == before)
        // It is removed again, and restored again.
        let after = try catalog.redo()
        #expect(after.trashed == [ids[0], ids[1]] && after.sections.map(\.now) == [nil])
        #expect(failure { _ = try catalog.section(sections[0].reference) }?.code == .noSection)
        #expect(try Set(catalog.trashedPhotos().map(\.id)) == [ids[0], ids[1]])
        _ = try catalog.undo(nil)
        #expect(try CatalogState(temporary) == before)
        // A new photo is added at its end.
        _ = try temporary.addPhotos(at: [nil], to: sections[0], firstID: 50)
        #expect(try temporary.rows(sections[0]).map(\.position) == [1, 2, 3, 4])
    }

    @Test("sections removed together leave no rows and are restored in their order")
    func together() throws {
        let (temporary, sections, ids) = try scene()
        let catalog = temporary.catalog
        _ = try catalog.trash([ids[4]])
        let before = try CatalogState(temporary)
        let removed = try catalog.removeSections(
            [sections[1], sections[0]], command: "section remove")
        #expect(Set(removed.trashed) == Set(ids.dropLast()) && removed.kept == 0)
        #expect(try catalog.sections().map(\.reference) == [.camera])
        #expect(try catalog.journalEntries(limit: 1)[0].section == "flickr:cats, flickr:dogs")
        let left = try DatabaseQueue(path: temporary.path("catalog.sqlite")).read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT (SELECT count(*) FROM membership) + (SELECT count(*) FROM membershipGap)
                    """)
        }
        #expect(left == 0)
        _ = try catalog.undo(nil)
        #expect(try CatalogState(temporary) == before)
        #expect(try catalog.trashedPhotos().map(\.id) == [ids[4]])
    }

    @Test("the camera and removed sections are rejected, and nothing is removed")
    func refused() throws {
        let (temporary, sections, _) = try scene()
        let catalog = temporary.catalog
        let before = try CatalogState(temporary)
        for isDryRun in [true, false] {
            let error = failure {
                _ = try catalog.removeSections(
                    [sections[0], try catalog.section(.camera)], command: "section remove",
                    isDryRun: isDryRun)
            }
            #expect(error?.code == .refusedSection)
        }
        #expect(try CatalogState(temporary) == before)
        _ = try catalog.removeSections([sections[1]], command: "section remove")
        let between = try CatalogState(temporary)
        let error = failure {
            _ = try catalog.removeSections(sections, command: "section remove")
        }
        #expect(error?.code == .noSection)
        #expect(try CatalogState(temporary) == between)
        #expect(try catalog.journalEntries(limit: 1)[0].section == "flickr:cats")
    }

    @Test("undo is rejected if a section with the same name exists, and works after its removal")
    func nameTaken() throws {
        let (temporary, sections, ids) = try scene()
        let catalog = temporary.catalog
        let before = try CatalogState(temporary)
        _ = try catalog.removeSections([sections[0]], command: "section remove")
        let entry = try catalog.journalEntries(limit: 1)[0].id
        let again = try temporary.makeSection("Dogs")
        for isDryRun in [true, false] {
            let error = failure { _ = try catalog.undo(entry, isDryRun: isDryRun) }
            #expect(error?.code == .notUndoable)
            #expect(
                error?.message
                    == "change \(entry) (section remove) cannot be undone: a section "
                    + "'flickr:dogs' already exists: remove it with 'gallery section remove'")
        }
        #expect(try Set(catalog.trashedPhotos().map(\.id)) == [ids[0], ids[1]])
        _ = try catalog.removeSections([again], command: "section remove")
        _ = try catalog.undo(entry)
        #expect(try CatalogState(temporary) == before)
    }

    @Test("undo is rejected if a photo was restored meanwhile, and works without that")
    func restoredMeanwhile() throws {
        let (temporary, sections, ids) = try scene()
        let catalog = temporary.catalog
        let before = try CatalogState(temporary)
        _ = try catalog.removeSections([sections[0]], command: "section remove")
        let entry = try catalog.journalEntries(limit: 1)[0].id
        #expect(try catalog.restore([ids[1]]) == [ids[1]])
        #expect(try catalog.entries(of: [ids[1]]).isEmpty)
        #expect(failure { _ = try catalog.undo(entry) }?.code == .blocked)
        _ = try catalog.undo(nil)
        #expect(try catalog.undo(entry).restored == [ids[0], ids[1]])
        #expect(try CatalogState(temporary) == before)
        // The section is not created twice.
        #expect(failure { _ = try catalog.undo(entry) }?.code == .notUndoable)
        #expect(try CatalogState(temporary) == before)
    }

    @Test("the position of a permanently deleted photo stays empty when the section is restored")
    func deletedMeanwhile() throws {
        let (temporary, sections, ids) = try scene()
        let catalog = temporary.catalog
        _ = try catalog.removeSections([sections[0]], command: "section remove")
        try catalog.write { db in
            try db.execute(sql: "DELETE FROM photo WHERE id = ?", arguments: [ids[1].rawValue])
        }
        _ = try catalog.undo(nil)
        #expect(try catalog.section(sections[0].reference).count == 2)
        let rows = try temporary.rows(sections[0])
        #expect(rows.map(\.photo.id) == [ids[0], ids[2]] && rows.map(\.position) == [1, 2])
    }

    @Test("undo restores the previous state after random changes", arguments: 0..<12)
    func randomHistories(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        for number in 0..<4 {
            let section = try temporary.makeSection("term \(number)")
            // Adjacent sections share photos.
            _ = try temporary.addPhotos(
                at: Array(repeating: nil, count: 6), to: section, firstID: number * 4 + 1)
        }
        let ids = try catalog.latestPhotos(limit: 99).map(\.id)
        var states: [CatalogState] = []
        for step in 0..<12 {
            let before = try CatalogState(temporary)
            let entries = try catalog.journalEntries(limit: 1).map(\.id)
            let chosen = ids.shuffled(using: &random).prefix(3)
            let sections = try catalog.sections().dropFirst().shuffled(using: &random)
            func act() throws {
                switch step % 3 {
                case 0: _ = try catalog.trash(Array(chosen))
                case 1: _ = try catalog.restore(Array(chosen))
                default:
                    _ = try catalog.removeSections(
                        Array(sections.prefix(step % 2 + 1)), command: "section remove")
                }
            }
            try act()
            guard try catalog.journalEntries(limit: 1).map(\.id) != entries else { continue }
            _ = try catalog.undo(nil)
            #expect(try CatalogState(temporary) == before, "step \(step)")
            try act()
            states.append(before)
        }
        #expect(try catalog.sections().count == 1)
        var after = [try CatalogState(temporary)]
        for before in states.reversed() {
            _ = try catalog.undo(nil)
            #expect(try CatalogState(temporary) == before)
            after.append(before)
        }
        for state in after.reversed().dropFirst() {
            _ = try catalog.redo()
            #expect(try CatalogState(temporary) == state)
        }
    }
}

/// The visible state of a catalog's sections, photos and trash.
struct CatalogState: Equatable {
    private let sections: [PhotoSection]
    private let rows: [[ListedPhoto]]
    private let trash: Set<PhotoID>

    init(_ temporary: TemporaryCatalog) throws {
        sections = try temporary.catalog.sections()
        rows = try sections.map { try temporary.rows($0) }
        trash = Set(try temporary.catalog.trashedPhotos().map(\.id))
    }
}

/// Reproducible pseudorandom numbers.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Returns the next number.
    ///
    /// Source: SplitMix64, https://prng.di.unimi.it/splitmix64.c
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
