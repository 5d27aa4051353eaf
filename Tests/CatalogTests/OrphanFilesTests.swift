import Basics
import Foundation
import GalleryModel
import Glibc
import Testing

@testable import Catalog

@Suite("Pictures without a row")
struct OrphanFilesTests {
    private func write(_ text: String, to path: BytePath) throws {
        // An existing file may be read-only.
        try? FileManager.default.removeItem(atPath: path.string ?? "")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path.string ?? ""))
    }

    private func text(_ path: BytePath) -> String? {
        try? String(contentsOfFile: path.string ?? "", encoding: .utf8)
    }

    /// Stores bytes under their name like an import, with their row.
    private func importing(_ bytes: String, _ byte: UInt8, into catalog: PhotoCatalog) throws {
        let session = try catalog.beginWriting()
        let part = session.part(key: "one")
        try write(bytes, to: part)
        try session.finish([(part: part, digest: digest(byte), fileExtension: "jpg")])
        let section = try catalog.makeSection(SectionReference(kind: .flickr, name: "dogs"))
        let stored = try catalog.store(
            [flickrDetails("\(byte)")], in: section, command: "search")
        let file = PictureFile(
            digest: digest(byte), byteCount: Int64(bytes.utf8.count), fileType: "JPEG",
            fileExtension: "jpg", width: 1, height: 1)
        try catalog.record(
            stored.map { PictureResult(photoID: $0.id, size: .medium, outcome: .stored(file)) },
            command: "search")
        // Like a kill after the row is stored: the names stay noted.
        session.end(keepingParts: true)
    }

    private func copy(_ name: String, to other: String, in folder: BytePath) throws {
        let (from, to) = (folder.appending(name).string ?? "", folder.appending(other).string ?? "")
        if FileManager.default.fileExists(atPath: to) {
            try FileManager.default.removeItem(atPath: to)
        }
        try FileManager.default.copyItem(atPath: from, toPath: to)
    }

    @Test("restoring an older database after a kill and the newer one again loses no picture")
    func restored() throws {
        let folder = BytePath(
            FileManager.default.temporaryDirectory.path + "/catalog-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(atPath: folder.string ?? "") }
        let first = try PhotoCatalog.open(at: folder)
        first.close()
        try copy("catalog.sqlite", to: "older.sqlite", in: folder)
        let second = try PhotoCatalog.open(at: folder)
        try importing("bytes", 1, into: second)
        let picture = second.files.path(of: digest(1))
        second.close()
        try copy("catalog.sqlite", to: "newer.sqlite", in: folder)
        try copy("older.sqlite", to: "catalog.sqlite", in: folder)
        let older = try PhotoCatalog.open(at: folder)
        try older.beginWriting().end()
        older.close()
        #expect(text(picture) == nil)
        #expect(text(folder.appending("orphans").appending(picture.lastComponent)) == "bytes")
        try copy("newer.sqlite", to: "catalog.sqlite", in: folder)
        let newer = try PhotoCatalog.open(at: folder)
        defer { newer.close() }
        #expect(text(picture) == "bytes")
        #expect(
            try newer.photos(ids: [PhotoID(rawValue: 1)]).first?.pictures.first?.path == picture)
        #expect(folder.appending("orphans").children().isEmpty)
    }

    @Test("bytes stored again are no longer kept aside")
    func again() throws {
        let temporary = try TemporaryCatalog()
        let files = temporary.catalog.files
        let killed = try temporary.catalog.beginWriting()
        try write("bytes", to: killed.part(key: "one"))
        try killed.finish([
            (part: killed.part(key: "one"), digest: digest(1), fileExtension: "jpg")
        ])
        killed.end(keepingParts: true)
        try temporary.catalog.beginWriting().end()
        #expect(OrphanFiles(store: files).names().count == 1)
        let session = try temporary.catalog.beginWriting()
        try write("bytes", to: session.part(key: "one"))
        try session.finish([
            (part: session.part(key: "one"), digest: digest(1), fileExtension: "jpg")
        ])
        #expect(OrphanFiles(store: files).names().isEmpty)
        #expect(text(files.path(of: digest(1))) == "bytes")
        session.end()
    }

    @Test("a truncated file does not replace a picture")
    func cutOff() throws {
        let temporary = try TemporaryCatalog()
        try importing("bytes", 1, into: temporary.catalog)
        let picture = temporary.catalog.files.path(of: digest(1))
        try OrphanFiles(store: temporary.catalog.files).take(picture.lastComponent)
        let aside = temporary.folder.appending("orphans").appending(picture.lastComponent)
        try write("byt", to: aside)
        _ = try PhotoCatalog.open(at: temporary.folder)
        #expect(text(picture) == nil)
        try write("bytes", to: aside)
        _ = try PhotoCatalog.open(at: temporary.folder)
        #expect(text(picture) == "bytes")
    }

    @Test(
        "a truncated and a complete picture of one name are kept, and the complete one restored"
    )
    func sameName() throws {
        let whole = "ab"
        let name = BytePath(
            "fb8e20fc2e4c3f248c60c39bd652f3c1347298bb977b8b4d5903b85055620603.jpg")
        let texts = ["a", whole, "x", whole]
        let temporary = try TemporaryCatalog()
        let files = temporary.catalog.files
        for text in texts {
            let path = files.path(named: name)
            for folder in [files.finished, path.parent] { try files.makeFolder(folder) }
            try write(text, to: path)
            try OrphanFiles(store: files).take(name)
            #expect(self.text(path) == nil)
        }
        let folder = temporary.folder.appending("orphans")
        let kept = OrphanFiles(store: files).names().map { text(folder.appending($0)) }
        #expect(kept.compactMap { $0 }.sorted() == texts.sorted())
        #expect(text(folder.appending(name)) == whole)
        #expect(temporary.catalog.unreferencedFiles.count == 4)
        OrphanFiles(store: files).moveBack(name, byteCount: 2)
        #expect(text(files.path(named: name)) == whole)
        #expect(temporary.catalog.unreferencedFiles.count == 3)
    }

    @Test("files put aside are looked up once, and again if another database replaces this one")
    func lookedUp() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        try importing("bytes", 1, into: catalog)
        let picture = catalog.files.path(of: digest(2))
        for folder in [catalog.files.finished, picture.parent] {
            try catalog.files.makeFolder(folder)
        }
        try write("others", to: picture)
        try OrphanFiles(store: catalog.files).take(picture.lastComponent)
        try catalog.reclaimOrphans()
        let trace = try StatementTrace(catalog)
        try catalog.reclaimOrphans()
        #expect(trace.statements.isEmpty)
        _ = try temporary.makeSection("cats")
        try catalog.reclaimOrphans()
        #expect(trace.statements.contains { $0.hasPrefix("SELECT byteCount FROM file") })
        #expect(catalog.unreferencedFiles.count == 1)
    }
}
