import Catalog
import Foundation
import GalleryModel
import Testing

@Suite("Sections in upload order")
struct SectionOrderTests {
    private static func post(_ id: String, _ second: Int64?) -> PhotoDetails {
        var details = PhotoDetails(origin: .campaign, originID: "host/\(id)")
        details.title = id
        details.dateUploaded = second.map { Date(timeIntervalSince1970: Double($0)) }
        return details
    }

    private static func titles(
        _ section: PhotoSection, in temporary: TemporaryCatalog
    ) throws -> [String?] {
        let rows = try temporary.rows(section)
        #expect(rows.map(\.position) == rows.indices.map { $0 + 1 })
        return rows.map(\.photo.title)
    }

    @Test("the newest come first, those of one second in listed order, undated ones last")
    func order() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.catalog.store(
            [
                Self.post("none", nil), Self.post("old", 10), Self.post("b", 20),
                Self.post("a", 20), Self.post("new", 30),
            ], in: section, command: "pull"
        ).map(\.id)
        try temporary.catalog.sortByUploadDate(section, listed: [ids[3], ids[2], ids[1]])
        #expect(try Self.titles(section, in: temporary) == ["new", "a", "b", "old", "none"])
        // Photos already in order stay, and so do those that the origin no longer lists.
        let before = try temporary.catalog.journalEntries(limit: 9).count
        try temporary.catalog.sortByUploadDate(section, listed: [])
        #expect(try Self.titles(section, in: temporary) == ["new", "a", "b", "old", "none"])
        #expect(try temporary.catalog.journalEntries(limit: 9).count == before)
    }

    @Test("photos in the trash leave no gap, and return to their positions")
    func trash() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.catalog.store(
            [Self.post("1", 1), Self.post("2", 2), Self.post("3", 3)], in: section,
            command: "pull"
        ).map(\.id)
        _ = try temporary.catalog.trash([ids[1]])
        try temporary.catalog.sortByUploadDate(section, listed: ids)
        #expect(try Self.titles(section, in: temporary) == ["3", "1"])
        _ = try temporary.catalog.store([Self.post("4", 4)], in: section, command: "pull")
        try temporary.catalog.sortByUploadDate(section, listed: ids)
        #expect(try Self.titles(section, in: temporary) == ["4", "3", "1"])
        _ = try temporary.catalog.restore([ids[1]])
        #expect(try Self.titles(section, in: temporary) == ["4", "3", "2", "1"])
    }
}
