import Basics
import Foundation
import GRDB
import GalleryModel
import Testing

@testable import Catalog

@Suite("CatalogDatabase")
struct CatalogDatabaseTests {
    private func journal(_ folder: BytePath) -> Bool {
        FileManager.default.fileExists(
            atPath: folder.appending("catalog.sqlite-wal").string ?? "")
    }

    private func makeSection(_ catalog: PhotoCatalog, _ name: String) throws {
        _ = try catalog.makeSection(SectionReference(kind: .flickr, name: name))
    }

    private func scratch() -> BytePath {
        BytePath(FileManager.default.temporaryDirectory.path + "/catalog-\(UUID().uuidString)")
    }

    @Test("the journal is removed when a catalog is closed or released")
    func journalGoes() throws {
        let folder = scratch()
        defer { try? FileManager.default.removeItem(atPath: folder.string ?? "") }
        do {
            let catalog = try PhotoCatalog.open(at: folder)
            try makeSection(catalog, "dogs")
            #expect(journal(folder))
            catalog.close()
            #expect(!journal(folder))
        }
        try makeSection(try PhotoCatalog.open(at: folder), "cats")
        #expect(!journal(folder))
        #expect(try PhotoCatalog.open(at: folder).sectionCount() == 3)
        #expect(!journal(folder))
    }

    @Test("a catalog is read within reads, also by several threads")
    func nestedReads() async throws {
        let temporary = try TemporaryCatalog()
        let database = temporary.catalog.database
        try await withThrowingTaskGroup(of: Int?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try database.read { _ in
                        try database.read { _ in
                            try database.read { db in
                                try Int.fetchOne(db, sql: "SELECT count(*) FROM section")
                            }
                        }
                    }
                }
            }
            for try await count in group { #expect(count == 1) }
        }
    }

    @Test("opening and reading change no byte of the database")
    func readingWritesNothing() throws {
        let folder = scratch()
        defer { try? FileManager.default.removeItem(atPath: folder.string ?? "") }
        try makeSection(try PhotoCatalog.open(at: folder), "dogs")
        let path = folder.appending("catalog.sqlite").string ?? ""
        let before = try FileManager.default.attributesOfItem(atPath: path)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        do {
            let catalog = try PhotoCatalog.open(at: folder)
            #expect(try catalog.sections().count == 2)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        let after = try FileManager.default.attributesOfItem(atPath: path)
        #expect(before[.modificationDate] as? Date == after[.modificationDate] as? Date)
    }

    @Test("changes just stored by another program are visible, also in an open catalog")
    func liveCommits() throws {
        let temporary = try TemporaryCatalog()
        let other = try PhotoCatalog.open(at: temporary.folder)
        #expect(try other.sectionCount() == 1)
        try makeSection(temporary.catalog, "dogs")
        #expect(try other.sectionCount() == 2)
        #expect(try PhotoCatalog.open(at: temporary.folder).sectionCount() == 2)
    }
}
