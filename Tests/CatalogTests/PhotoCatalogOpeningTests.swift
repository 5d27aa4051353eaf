import Basics
import Foundation
import GRDB
import GalleryModel
import Testing

@testable import Catalog

@Suite("PhotoCatalog.open")
struct PhotoCatalogOpeningTests {
    private func code(_ body: () throws -> Void) -> CatalogError.Code? {
        do { try body() } catch { return (error as? CatalogError)?.code }
        return nil
    }

    @Test("a plain file at the folder's path is unreachable")
    func plainFile() throws {
        let file = FileManager.default.temporaryDirectory.path + "/plain-\(UUID().uuidString)"
        try Data("text".utf8).write(to: URL(fileURLWithPath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(code { _ = try PhotoCatalog.open(at: BytePath(file)) } == .unreachable)
        #expect(code { _ = try PhotoCatalog.open(at: BytePath(file + "/in")) } == .unreachable)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data("text".utf8))
    }

    @Test("a text file at the database's path is damaged and left unchanged")
    func notADatabase() throws {
        let temporary = try TemporaryCatalog()
        let other = temporary.folder.appending("other")
        try FileManager.default.createDirectory(
            atPath: temporary.path("other"), withIntermediateDirectories: false)
        let text = Data(String(repeating: "not a database ", count: 100).utf8)
        try text.write(to: URL(fileURLWithPath: temporary.path("other/catalog.sqlite")))
        #expect(code { _ = try PhotoCatalog.open(at: other) } == .damaged)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: temporary.path("other/catalog.sqlite")))
                == text)
    }

    @Test("another program's database is foreign and left unchanged")
    func foreign() throws {
        let temporary = try TemporaryCatalog()
        try FileManager.default.createDirectory(
            atPath: temporary.path("other"), withIntermediateDirectories: false)
        let path = temporary.path("other/catalog.sqlite")
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "CREATE TABLE note (text)") }
        try queue.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(
            code { _ = try PhotoCatalog.open(at: temporary.folder.appending("other")) } == .foreign)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("another program's database keeps its journal, and a catalog with a journal is opened")
    func foreignJournal() throws {
        let temporary = try TemporaryCatalog()
        _ = try temporary.makeSection("dogs")
        let scratch = try DatabasePool(path: temporary.path("scratch.sqlite"))
        try scratch.write { try $0.execute(sql: "CREATE TABLE note (text)") }
        func copy(_ name: String, into folder: String) throws {
            try FileManager.default.createDirectory(
                atPath: temporary.path(folder), withIntermediateDirectories: false)
            for ending in ["", "-wal"] {
                try FileManager.default.copyItem(
                    atPath: temporary.path(name + ending),
                    toPath: temporary.path("\(folder)/catalog.sqlite\(ending)"))
            }
        }
        try copy("scratch.sqlite", into: "other")
        func bytes() throws -> [Data] {
            try ["", "-wal"].map {
                try Data(
                    contentsOf: URL(fileURLWithPath: temporary.path("other/catalog.sqlite" + $0)))
            }
        }
        let before = try bytes()
        #expect(before[1].count > 0)
        #expect(
            code { _ = try PhotoCatalog.open(at: temporary.folder.appending("other")) } == .foreign)
        #expect(try bytes() == before)
        try scratch.close()
        try copy("catalog.sqlite", into: "copy")
        #expect(try PhotoCatalog.open(at: temporary.folder.appending("copy")).sectionCount() == 2)
    }

    @Test("a newer catalog is rejected with both versions")
    func newer() throws {
        let temporary = try TemporaryCatalog()
        let queue = try DatabaseQueue(path: temporary.path("catalog.sqlite"))
        try queue.write { try $0.execute(sql: "PRAGMA user_version = 99") }
        do {
            _ = try PhotoCatalog.open(at: temporary.folder)
            Issue.record("a catalog of version 99 was opened")
        } catch {
            #expect(error.code == .newer(found: 99, supported: Schema.version))
            #expect(error.message.contains("99"))
            #expect(error.message.contains("up to \(Schema.version)"))
        }
    }

    @Test(
        "an invalid header is damaged and changes nothing",
        arguments: [
            "PRAGMA user_version = -1", "PRAGMA user_version = -2147483648",
            "PRAGMA user_version = 0", "PRAGMA user_version = 5",
            "byte 18 3", "byte 18 255", "byte 19 3",
            "byte 47 5", "byte 47 255", "byte 16 3", "byte 21 1", "byte 59 3",
            "byte 0 0",
        ])
    func damagedHeader(damage: String) throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        _ = try temporary.catalog.store([flickrDetails("1")], in: section, command: "search")
        temporary.catalog.close()
        let file = URL(fileURLWithPath: temporary.path("catalog.sqlite"))
        let parts = damage.split(separator: " ")
        if parts[0] == "byte" {
            var bytes = try Data(contentsOf: file)
            bytes[try #require(Int(parts[1]))] = try #require(UInt8(parts[2]))
            try bytes.write(to: file)
        } else {
            let queue = try DatabaseQueue(path: file.path)
            try queue.write { try $0.execute(sql: damage) }
            try queue.close()
        }
        let found = code {
            let catalog = try PhotoCatalog.open(at: temporary.folder)
            defer { catalog.close() }
            _ = try catalog.sections()
            _ = try catalog.makeSection(SectionReference(kind: .flickr, name: "cats"))
        }
        #expect(found == .damaged)
    }

    @Test("a truncated database is damaged")
    func cut() throws {
        let temporary = try TemporaryCatalog()
        let copy = temporary.path("copy")
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
        let section = try temporary.makeSection("dogs")
        let page = (1...200).map { flickrDetails("\($0)") }
        _ = try temporary.catalog.store(page, in: section, command: "search")
        let source = try DatabaseQueue(path: temporary.path("catalog.sqlite"))
        _ = try source.inDatabase { try $0.checkpoint(.truncate) }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: temporary.path("catalog.sqlite")))
        var damaged = bytes.prefix(bytes.count / 3)
        damaged.replaceSubrange(8192..<12288, with: Data(repeating: 0xA5, count: 4096))
        try damaged.write(to: URL(fileURLWithPath: copy + "/catalog.sqlite"))
        let found = code {
            let catalog = try PhotoCatalog.open(at: BytePath(copy))
            _ = try catalog.sections()
            try catalog.forEachBatch(of: section) { _ in true }
        }
        #expect(found == .damaged)
    }

    @Test("a catalog locked by another program is busy after the timeout, and reading continues")
    func busy() throws {
        let temporary = try TemporaryCatalog()
        let other = try DatabaseQueue(path: temporary.path("catalog.sqlite"))
        try other.inDatabase { db in
            try db.execute(sql: "BEGIN IMMEDIATE")
            #expect(code { _ = try temporary.makeSection("dogs") } == .busy)
            #expect(try temporary.catalog.sections().count == 1)
            try db.execute(sql: "ROLLBACK")
        }
        #expect(try temporary.makeSection("dogs").reference.name == "dogs")
    }

    @Test("opening twice keeps existing data")
    func again() throws {
        let temporary = try TemporaryCatalog()
        _ = try temporary.makeSection("dogs")
        #expect(try PhotoCatalog.open(at: temporary.folder).sectionCount() == 2)
    }
}
