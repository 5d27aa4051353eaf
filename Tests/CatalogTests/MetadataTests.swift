import Basics
import Foundation
import GalleryModel
import Testing

@testable import Catalog

@Suite("PhotoCatalog.change, metadata by hand")
struct MetadataTests {
    /// A catalog with photos of Flickr.
    private func scene(
        _ count: Int = 1
    ) throws -> (temporary: TemporaryCatalog, section: PhotoSection, ids: [PhotoID]) {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let page = (1...count).map { flickrDetails("\($0)") }
        let ids = try temporary.catalog.store(page, in: section, command: "search").map(\.id)
        return (temporary, section, ids)
    }

    @discardableResult
    private func change(
        _ id: PhotoID, _ catalog: PhotoCatalog, isDryRun: Bool = false,
        _ body: (inout MetadataChange) -> Void
    ) throws -> ChangedPhotos {
        var metadata = MetadataChange()
        body(&metadata)
        var change = PhotosChange()
        change.metadata = [(id, metadata)]
        return try catalog.change(change, command: "set", isDryRun: isDryRun)
    }

    private func count(_ query: String, _ catalog: PhotoCatalog) throws -> Int {
        try catalog.photoCount(of: [.everything], where: try PhotoFilter(text: query))
    }

    /// Everything that lists and queries read of a photo.
    private func state(_ id: PhotoID, _ catalog: PhotoCatalog) throws -> [String] {
        let tables = try catalog.read { db in
            try [
                "SELECT group_concat(quote(key) || photos, ' ') FROM "
                    + "(SELECT key, photos FROM label WHERE photos > 0 ORDER BY kind, key)",
                "SELECT group_concat(day || photos, ' ') FROM "
                    + "(SELECT * FROM takenDay WHERE photos > 0 ORDER BY day)",
                "SELECT titleKey || '|' || ifnull(rating, '') || '|' || isFavorite || '|' || hasTags "
                    + "|| '|' || ifnull(taken, '') || '|' || date FROM photoSummary "
                    + "WHERE photoID = \(id)",
                "SELECT group_concat(latitude || ',' || longitude) FROM photoPosition "
                    + "WHERE photoID = \(id)",
            ].map { try db.text($0) ?? "" }
        }
        let photo = try catalog.photo(id: id)
        let position = photo.coordinate?.text ?? ""
        return tables + ["\(photo.details)", "\(photo.isFavorite)", position]
    }

    @Test("words, labels, counts, dates, order and favorites follow, and undo restores all")
    func derived() throws {
        let (temporary, _, ids) = try scene()
        let catalog = temporary.catalog
        let before = try state(ids[0], catalog)
        let changed = try change(ids[0], catalog) {
            ($0.title, $0.description) = ("Schnauzer", "On the pier")
            ($0.addedTags, $0.removedTags) = (["Harbor"], ["DOG"])
            ($0.rating, $0.isFavorite) = (4, true)
            ($0.taken, $0.offset) = (.date("2024:05:17 10:00:00"), "+02:00")
            $0.location = PlaceScene.brest
        }
        #expect(changed.photos == ids)
        #expect(
            changed.fields.map(\.field) == [
                "title", "description", "tags", "rating", "favorite", "date", "location",
            ])
        let after = changed.fields.map { String(decoding: $0.after.compact, as: UTF8.self) }
        #expect(after[0] == "\"Schnauzer\"" && after[3] == "4" && after[4] == "true")
        #expect(after[5] == "\"2024:05:17 10:00:00+02:00\"" && after[6] == "\"48.39,-4.49\"")
        #expect(changed.fields[3].before.double == nil && changed.fields[4].before.flag == false)
        for query in [
            "schnauzer", "pier", "tag:harbor", "rating:4", "is:favorite", "taken:2024-05-17",
            "near:48.39,-4.49,1",
        ] {
            #expect(try count(query, catalog) == 1, "\(query)")
        }
        for query in ["tag:dog", "taken:2012", "not:is:favorite", "near:-33.8,151.2,1"] {
            #expect(try count(query, catalog) == 0, "\(query)")
        }
        #expect(try catalog.nameCounts(.tag).map(\.name).contains("Harbor"))
        let photo = try catalog.photo(id: ids[0])
        #expect(photo.title == "Schnauzer" && photo.isFavorite && photo.rating == 4)
        #expect(photo.coordinate == PlaceScene.brest && photo.location?.source == .user)
        _ = try catalog.undo(nil)
        #expect(try state(ids[0], catalog) == before)
        #expect(try catalog.metadata(of: ids[0])?.manual.isEmpty == true)
        _ = try catalog.redo()
        #expect(try catalog.photo(id: ids[0]).title == "Schnauzer")
        #expect(try count("is:favorite", catalog) == 1)
        // Tags were not changed, although the photo had no metadata by hand.
        _ = try catalog.undo(nil)
        try change(ids[0], catalog) { ($0.title, $0.rating) = ("Poodle", 3) }
        #expect(
            try catalog.journalEntries(limit: 1).map(\.sentence)
                == ["Set the title and rating of 1 photo."])
    }

    @Test("clearing fields shows the origin's values again, field by field")
    func clearing() throws {
        let (temporary, _, ids) = try scene()
        let catalog = temporary.catalog
        let before = try state(ids[0], catalog)
        try change(ids[0], catalog) {
            ($0.title, $0.rating, $0.isFavorite) = ("Schnauzer", 4, true)
            ($0.taken, $0.location) = (.date("2024:05:17 10:00:00"), PlaceScene.brest)
        }
        try change(ids[0], catalog) { $0.cleared = [.title] }
        #expect(try catalog.photo(id: ids[0]).title == "photo 1")
        #expect(try catalog.photo(id: ids[0]).rating == 4)
        try change(ids[0], catalog) { $0.cleared = Set(MetadataChange.Field.allCases) }
        #expect(try state(ids[0], catalog) == before)
        let rows = try catalog.read { db in
            try db.count(
                "SELECT (SELECT count(*) FROM manualMetadata) "
                    + "+ (SELECT count(*) FROM originMetadata) + (SELECT count(*) FROM givenPosition)"
            )
        }
        #expect(rows == 0)
    }

    @Test("a refresh changes the origin's values only, and undo of it keeps the user's")
    func refresh() throws {
        let (temporary, section, ids) = try scene()
        let catalog = temporary.catalog
        try change(ids[0], catalog) {
            ($0.title, $0.addedTags, $0.isFavorite) = ("Schnauzer", ["mine"], true)
        }
        var details = flickrDetails("1", title: "of Flickr")
        (details.tags, details.caption) = (["cat"], "new")
        #expect(
            try catalog.store([details], in: section, command: "refresh").map(\.outcome)
                == [.updated])
        #expect(
            try catalog.store([details], in: section, command: "refresh").map(\.outcome)
                == [.unchanged])
        let photo = try catalog.photo(id: ids[0])
        #expect(photo.title == "Schnauzer" && photo.caption == "new" && photo.isFavorite)
        #expect(photo.tags == ["cat", "mine"])
        #expect(try catalog.metadata(of: ids[0])?.origin.title == "of Flickr")
        #expect(try count("tag:cat", catalog) == 1)
        _ = try catalog.undo(nil)
        let undone = try catalog.photo(id: ids[0])
        #expect(undone.title == "Schnauzer" && undone.caption == "line one\nline \"two\"")
        #expect(undone.tags.first == "dog" && undone.tags.last == "mine")
        #expect(try catalog.metadata(of: ids[0])?.origin.title == "photo 1")
        _ = try catalog.undo(nil)
        #expect(try catalog.photo(id: ids[0]).title == "photo 1")
        #expect(try catalog.photo(id: ids[0]).tags == flickrDetails("1").tags)
    }

    @Test("no change, a dry run and an unknown photo leave nothing; a failed check refuses all")
    func nothing() throws {
        let (temporary, _, ids) = try scene(2)
        let catalog = temporary.catalog
        let entries = try catalog.journalEntries(limit: 9).map(\.id)
        #expect(try change(ids[0], catalog) { $0.title = "photo 1" }.fields.isEmpty)
        let dry = try change(ids[1], catalog, isDryRun: true) { $0.rating = 3 }
        #expect(dry.photos == [ids[1]] && dry.entry == nil && dry.fields.count == 1)
        #expect(try catalog.photo(id: ids[1]).rating == nil)
        var metadata = MetadataChange()
        metadata.rating = 3
        var change = PhotosChange()
        change.metadata = [(ids[1], metadata), (PhotoID(rawValue: 99), metadata)]
        let error = #expect(throws: CatalogError.self) {
            _ = try catalog.change(change, command: "set")
        }
        #expect(error?.code == .noPhoto)
        change.metadata.removeLast()
        #expect(throws: CancellationError.self) {
            _ = try catalog.change(change, command: "set") { photo in
                #expect(photo.id == ids[1])
                throw CancellationError()
            }
        }
        #expect(try catalog.photo(id: ids[1]).rating == nil)
        #expect(try catalog.journalEntries(limit: 9).map(\.id).suffix(entries.count) == entries)
    }

    @Test("a date that is not exact cannot be shifted; other photos are")
    func shift() throws {
        let (temporary, section, ids) = try scene()
        let catalog = temporary.catalog
        var details = flickrDetails("2")
        details.dateTimeOriginal = "1978:06"
        let vague = try catalog.store([details], in: section, command: "search")[0].id
        var metadata = MetadataChange()
        metadata.taken = .shift(seconds: 86_400 * 4)
        var change = PhotosChange()
        change.metadata = [(ids[0], metadata), (vague, metadata)]
        let changed = try catalog.change(change, command: "set")
        #expect(changed.photos == ids)
        #expect(changed.failed.map(\.photo) == [vague])
        #expect(try catalog.photo(id: ids[0]).dateTimeOriginal == "2012:11:01 11:32:03")
        let months = try catalog.timeline(by: .month).compactMap(\.period)
        #expect(months == ["1978-06", "2012-11"])
    }

    @Test("earlier values are those before each change, by the user and by the origin")
    func earlier() throws {
        let (temporary, section, ids) = try scene()
        let catalog = temporary.catalog
        try change(ids[0], catalog) { $0.title = "first" }
        try change(ids[0], catalog) { ($0.title, $0.location) = ("second", PlaceScene.brest) }
        var details = flickrDetails("1", title: "of Flickr")
        details.caption = "new"
        _ = try catalog.store([details], in: section, command: "refresh")
        let photo = try catalog.photo(id: ids[0])
        let earlier = try #require(try catalog.earlier([photo])[ids[0]])
        #expect(
            Set(earlier.compactMap(\.photo.title)) == ["photo 1", "of Flickr", "first", "second"])
        #expect(Set(earlier.compactMap(\.photo.caption)) == ["line one\nline \"two\"", "new"])
        let own = try #require(flickrDetails("1").coordinate)
        #expect(Set(earlier.compactMap { $0.photo.coordinate?.latitude }) == [48.39, own.latitude])
        let now = PhotoCatalog.now() * 1000
        #expect(earlier.allSatisfy { now - 60_000...now + 60_000 ~= $0.replaced })
        // Nothing is earlier than values that never changed.
        let other = try catalog.store([flickrDetails("2")], in: section, command: "search")[0].id
        #expect(try catalog.earlier([catalog.photo(id: other)])[other]?.isEmpty == true)
    }
}
