import Basics
import Catalog
import Foundation
import GalleryModel
import Testing

@Suite("PhotoCatalog, albums")
struct AlbumTests {
    private func failure(_ body: () throws -> Void) -> CatalogError? {
        do { try body() } catch { return error as? CatalogError }
        return nil
    }

    private static func name(_ name: String) -> SectionReference {
        SectionReference(kind: .album, name: name)
    }

    private func make(_ name: String, _ query: String, in catalog: PhotoCatalog) throws {
        try catalog.makeAlbum(Self.name(name), filter: try PhotoFilter(text: query))
    }

    /// The albums and their queries.
    private func albums(_ catalog: PhotoCatalog) throws -> [String] {
        try catalog.sections().compactMap { section in
            section.filter.map { "\(section.reference.name): \($0.text)" }
        }
    }

    @Test("an album is a section with a query, referenced with or without its kind")
    func making() async throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        _ = try temporary.makeSection("dogs")
        var changes = catalog.changes.stream().makeAsyncIterator()
        try make("Best of", #"rating:>3 taken:"last 30 days""#, in: catalog)
        let album = try catalog.section(SectionReference(text: "album:best OF"))
        #expect(try catalog.section(SectionReference(text: "best of")) == album)
        #expect(album.reference.text == "album:Best of" && album.query == nil)
        // Relative days stay relative.
        #expect(album.filter?.text == #"rating:4.. taken:"last 30 days""#)
        #expect(await changes.next() == .sectionAdded(album.reference))
        #expect(
            try catalog.sections().map(\.reference.text) == [
                "camera", "flickr:dogs", "album:Best of",
            ])
        // A search with the same name is another section.
        _ = try temporary.makeSection("best of")
        let error = failure { _ = try catalog.section(SectionReference(text: "best of")) }
        #expect(error?.code == .ambiguousSection)
        #expect(error?.message.contains("'album:Best of' or 'flickr:best of'") == true)
        // A dry run creates nothing.
        try catalog.makeAlbum(
            Self.name("other"), filter: try PhotoFilter(text: "tag:dog"), isDryRun: true)
        #expect(try albums(catalog).count == 1)
    }

    @Test("a name already in use, in any case, is rejected with the existing album")
    func taken() throws {
        let catalog = try TemporaryCatalog()
        try make("Best", "tag:dog", in: catalog.catalog)
        try make("other", "tag:cat", in: catalog.catalog)
        for body in [
            { try make("BEST", "tag:cat", in: catalog.catalog) },
            {
                let other = try catalog.catalog.section(Self.name("other"))
                try catalog.catalog.renameAlbum(other, to: Self.name("bEST"))
            },
        ] {
            let error = failure(body)
            #expect(error?.code == .refusedSection)
            #expect(error?.message.contains("album 'album:Best' already exists") == true)
        }
        #expect(try albums(catalog.catalog) == ["Best: tag:dog", "other: tag:cat"])
        // An album's own name may change in case.
        let best = try catalog.catalog.section(Self.name("best"))
        try catalog.catalog.renameAlbum(best, to: Self.name("best"))
        #expect(try albums(catalog.catalog) == ["best: tag:dog", "other: tag:cat"])
    }

    @Test("an album cannot contain itself, through others or after a rename")
    func cycles() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let itself = failure { try make("a", "tag:x or section:album:a", in: catalog) }
        #expect(itself?.code == .refusedSection)
        #expect(itself?.message == "'album:a' would contain itself")
        try make("b", "not:(section:album:a tag:y)", in: catalog)
        try make("c", "section:album:b section:flickr:dogs", in: catalog)
        let through = failure { try make("A", "section:album:c", in: catalog) }
        #expect(through?.message == "'album:A' would contain itself, through 'album:b'")
        try make("z", "section:album:c", in: catalog)
        let renamed = failure {
            try catalog.renameAlbum(try catalog.section(Self.name("z")), to: Self.name("a"))
        }
        #expect(renamed?.message == "'album:a' would contain itself, through 'album:b'")
        #expect(
            try albums(catalog) == [
                "b: not:(section:album:a tag:y)", "c: section:album:b section:flickr:dogs",
                "z: section:album:c",
            ])
    }

    @Test("a rename updates the queries that refer to the album, and undo reverts them")
    func renaming() async throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        try make("a", "tag:x", in: catalog)
        try make("b", "section:album:A tag:y", in: catalog)
        try make("c", "tag:z", in: catalog)
        let before = try catalog.sections()
        var changes = catalog.changes.stream().makeAsyncIterator()
        try catalog.renameAlbum(before[1], to: Self.name("new name"))
        #expect(
            try albums(catalog) == [
                "new name: tag:x", #"b: section:"album:new name" tag:y"#, "c: tag:z",
            ])
        let entry = try #require(try catalog.journalEntries(limit: 1).first)
        #expect(entry.command == "album rename" && entry.section == "album:new name")
        #expect(entry[.sections] == 2 && entry.isUndoable)
        #expect(await changes.next() == .sectionRenamed(Self.name("a"), to: Self.name("new name")))
        #expect(try catalog.undo(nil).sections.map(\.reference.text) == ["album:a", "album:b"])
        #expect(try catalog.sections() == before)
        #expect(await changes.next() == .sectionRenamed(Self.name("new name"), to: Self.name("a")))
    }

    @Test("creating, renaming and deleting can be undone; later changes are reported")
    func undoing() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        try make("a", "tag:x", in: catalog)
        let made = try catalog.journalEntries(limit: 1)[0].id
        let album = try catalog.section(Self.name("a"))
        try catalog.renameAlbum(album, to: Self.name("b"))
        let renamed = try catalog.journalEntries(limit: 1)[0].id
        let changed = failure { _ = try catalog.undo(made) }
        #expect(changed?.code == .blocked)
        #expect(
            changed?.message.hasPrefix(
                "change \(made) (album new) cannot be undone alone: change \(renamed) (album rename, "
            )
                == true)
        _ = try catalog.removeSections(
            [try catalog.section(Self.name("b"))], command: "album delete")
        let removed = failure { _ = try catalog.undo(renamed) }
        #expect(removed?.message.contains(": change \(renamed + 1) (album delete, ") == true)
        // Another album with the same name was created.
        try make("B", "tag:y", in: catalog)
        let taken = failure { _ = try catalog.undo(renamed + 1) }
        #expect(taken?.message.contains(": change \(renamed + 2) (album new, ") == true)
        for count in [0, 1, 1, 0] {
            _ = try catalog.undo(nil)
            #expect(try albums(catalog).count == count)
        }
        #expect(failure { _ = try catalog.undo(nil) }?.message == "nothing to undo")
    }

    @Test("removing the section that contains photos keeps albums, which own no photos")
    func removal() throws {
        let temporary = try TemporaryCatalog()
        let dogs = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil], to: dogs)
        try make("all", "is:public", in: temporary.catalog)
        let removed = try temporary.catalog.removeSections([dogs], command: "section remove")
        #expect(removed.trashed == ids && removed.kept == 0)
        #expect(try albums(temporary.catalog) == ["all: is:public"])
        let album = try temporary.catalog.section(Self.name("all"))
        #expect(
            try temporary.catalog.removeSections([album], command: "album delete").trashed == [])
    }

    @Test("a section used by an album cannot be removed without it, also not by undo")
    func requested() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let dogs = try temporary.makeSection("dogs")
        _ = try temporary.addPhotos(at: [nil, nil], to: dogs)
        try make("none", "tag:x", in: catalog)
        let made = try catalog.journalEntries(limit: 1)[0].id
        try make("rest", "not:section:flickr:dogs not:section:album:none", in: catalog)
        let rest = try catalog.section(Self.name("rest"))
        let none = try catalog.section(Self.name("none"))
        let before = try CatalogState(temporary)
        for isDryRun in [true, false] {
            let removed = failure {
                _ = try catalog.removeSections(
                    [dogs], command: "section remove", isDryRun: isDryRun)
            }
            #expect(removed?.code == .refusedSection)
            #expect(
                removed?.message == "'flickr:dogs' cannot be removed: 'album:rest' refers to it: "
                    + "delete that album first")
            let undone = failure { _ = try catalog.undo(made, isDryRun: isDryRun) }
            #expect(undone?.code == .blocked)
            #expect(undone?.message.contains(": change \(made + 1) (album new, ") == true)
        }
        #expect(try CatalogState(temporary) == before)
        // Nor does an undo change the name.
        try catalog.renameAlbum(none, to: Self.name("new"))
        let renamed = try catalog.journalEntries(limit: 1)[0].id
        try make("others", "not:section:album:new", in: catalog)
        let undone = failure { _ = try catalog.undo(renamed) }
        #expect(undone?.message.contains(": change \(renamed + 1) (album new, ") == true)
        _ = try catalog.undo(nil)
        _ = try catalog.undo(nil)
        #expect(try CatalogState(temporary) == before)
        // Together with the album it can be removed.
        _ = try catalog.removeSections([dogs, none, rest], command: "section remove")
        #expect(try catalog.sections().map(\.reference) == [.camera])
        _ = try catalog.undo(nil)
        #expect(try CatalogState(temporary) == before)
    }

    @Test("eight albums can be nested; a ninth is rejected")
    func depth() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let dogs = try temporary.makeSection("dogs")
        _ = try temporary.addPhotos(at: [nil, nil], to: dogs)
        try make("1", "section:flickr:dogs", in: catalog)
        for number in 2...8 {
            try make("\(number)", "section:album:\(number - 1)", in: catalog)
        }
        #expect(try catalog.section(Self.name("8")).count == 2)
        let ninth = failure { try make("9", "section:album:8", in: catalog) }
        #expect(ninth?.code == .refusedSection)
        #expect(
            ninth?.message
                == "'album:9' would nest 9 albums: the limit is 8")
        // Taking a name that an album already refers to counts like creating an album.
        try make("wide", "section:album:late", in: catalog)
        let eighth = try catalog.section(Self.name("8"))
        let renamed = failure { try catalog.renameAlbum(eighth, to: Self.name("late")) }
        #expect(renamed?.message.contains("would nest 9 albums") == true)
        #expect(try catalog.sections().count == 11)
    }

    @Test("a query with too many conditions, including those of its albums, is rejected")
    func conditions() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        _ = try temporary.addPhotos(at: [nil], to: try temporary.makeSection("dogs"))
        let tags = (1...400).map { "tag:t\($0)" }
        try make("a", tags.joined(separator: " or "), in: catalog)
        let many = Array(repeating: "section:album:a", count: 50).joined(separator: " or ")
        let error = failure { try make("many", many, in: catalog) }
        #expect(error?.code == .refusedSection)
        #expect(
            error?.message
                == "'album:many' cannot be searched: its query and the albums in it have too "
                + "many conditions")
        #expect(
            try catalog.sections().map(\.reference.text) == ["camera", "flickr:dogs", "album:a"])
    }

    @Test("a query that is too long when written out in full is rejected")
    func length() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let word = String(repeating: "x", count: 37)
        let typed = Array(repeating: "-\(word)", count: 499).joined(separator: " ")
        let error = failure { try make("no", typed, in: catalog) }
        #expect(error?.code == .refusedSection)
        #expect(
            error?.message
                == "the expanded query of 'album:no' cannot be stored: a query "
                + "can have at most 20,000 characters")
        // A rename also makes a query longer.
        try make("a", "tag:x", in: catalog)
        let asking = Array(repeating: "section:album:a", count: 450).joined(separator: " or ")
        try make("b", asking, in: catalog)
        let album = try catalog.section(Self.name("a"))
        let renamed = failure { try catalog.renameAlbum(album, to: Self.name("a\(word)")) }
        #expect(renamed?.code == .refusedSection)
        #expect(renamed?.message.hasPrefix("the expanded query of 'album:b'") == true)
        #expect(try albums(catalog) == ["a: tag:x", "b: \(asking)"])
    }

    @Test("undo restores the previous albums after random changes", arguments: 0..<20)
    func randomHistories(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let names = ["a", "b", "c", "d"]
        var states: [CatalogState] = []
        for step in 0..<60 {
            let before = try CatalogState(temporary)
            let (one, other) = (
                names.randomElement(using: &random) ?? "", names.randomElement(using: &random) ?? ""
            )
            let kind = Int.random(in: 0..<4, using: &random)
            func act() throws {
                switch kind {
                case 0: try make(one, "tag:x\(step)", in: catalog)
                case 1:
                    _ = try catalog.section(Self.name(other))
                    try make(one, "not:section:album:\(other)", in: catalog)
                case 2:
                    let album = try catalog.section(Self.name(one))
                    try catalog.renameAlbum(album, to: Self.name(other.uppercased()))
                default:
                    let album = try catalog.section(Self.name(one))
                    _ = try catalog.removeSections([album], command: "album delete")
                }
            }
            let entry = try catalog.journalEntries(limit: 1).first?.id
            if failure(act) != nil {
                // A rejected change has no effect.
                #expect(try CatalogState(temporary) == before)
                #expect(try catalog.journalEntries(limit: 1).first?.id == entry)
                continue
            }
            guard try catalog.journalEntries(limit: 1).first?.id != entry else { continue }
            if Bool.random(using: &random) {
                _ = try catalog.undo(nil)
                #expect(try CatalogState(temporary) == before, "step \(step)")
            } else {
                states.append(before)
            }
        }
        #expect(!states.isEmpty)
        for before in states.reversed() {
            _ = try catalog.undo(nil)
            #expect(try CatalogState(temporary) == before)
        }
    }
}
