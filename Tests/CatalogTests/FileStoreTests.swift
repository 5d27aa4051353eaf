import Basics
import Foundation
import GalleryModel
import Testing

@testable import Catalog

@Suite("FileStore")
struct FileStoreTests {
    private func write(_ text: String, to path: BytePath) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path.string ?? ""))
    }

    private func beginWriting(
        _ temporary: TemporaryCatalog, for database: String = ""
    ) throws -> WritingSession {
        try WritingSession(store: temporary.catalog.files, database: database)
    }

    private func exists(_ path: BytePath) -> Bool {
        FileManager.default.fileExists(atPath: path.string ?? "")
    }

    private func sessions(_ temporary: TemporaryCatalog) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: temporary.path("incoming"))
            .filter { $0 != "gate" }
    }

    private func aside(_ file: BytePath, _ temporary: TemporaryCatalog) -> BytePath {
        temporary.folder.appending("orphans").appending(file.lastComponent)
    }

    @Test("readers of a part may read the finished file, which is read-only")
    func modes() throws {
        let temporary = try TemporaryCatalog()
        let session = try beginWriting(temporary)
        for (byte, before, after) in [
            (UInt8(1), 0o600, 0o400), (2, 0o640, 0o440), (3, 0o666, 0o444),
        ] {
            let part = session.part(key: "\(byte)")
            try write("bytes \(byte)", to: part)
            try FileManager.default.setAttributes(
                [.posixPermissions: before], ofItemAtPath: part.string ?? "")
            try session.finish([(part: part, digest: digest(byte), fileExtension: "jpg")])
            let target = temporary.catalog.files.path(of: digest(byte))
            let mode = try FileManager.default.attributesOfItem(atPath: target.string ?? "")
            #expect(mode[.posixPermissions] as? Int == after)
        }
        session.end()
    }

    @Test("a finished file is read-only under its digest, and the session leaves no files")
    func finish() throws {
        let temporary = try TemporaryCatalog()
        let session = try beginWriting(temporary)
        let part = session.part(key: "one")
        try write("bytes", to: part)
        let finished = [
            (part: part, digest: digest(1), fileExtension: "jpg")
        ]
        try session.finish(finished)
        let target = temporary.catalog.files.path(of: digest(1))
        #expect(target.string == temporary.path("files/01/\(digest(1).hexadecimal).jpg"))
        #expect(try String(contentsOfFile: target.string ?? "", encoding: .utf8) == "bytes")
        let mode = try FileManager.default.attributesOfItem(atPath: target.string ?? "")
        #expect(mode[.posixPermissions] as? Int == 0o444)
        #expect(!exists(part))
        // The rows of the files are recorded.
        try session.settle(finished)
        session.end()
        #expect(try sessions(temporary).isEmpty)
    }

    @Test("identical bytes are stored once")
    func twice() throws {
        let temporary = try TemporaryCatalog()
        let session = try beginWriting(temporary)
        for key in ["one", "two"] {
            try write("bytes", to: session.part(key: key))
            try session.finish([
                (part: session.part(key: key), digest: digest(1), fileExtension: "jpg")
            ])
        }
        session.end()
        let shard = try FileManager.default.contentsOfDirectory(atPath: temporary.path("files/01"))
        #expect(shard == ["\(digest(1).hexadecimal).jpg"])
    }

    @Test("a session resumes the parts of a dead one and deletes the others")
    func takeOver() throws {
        let temporary = try TemporaryCatalog()
        let dead = try beginWriting(temporary)
        try write("half a picture", to: dead.part(key: "resumable"))
        try write(
            "etag", to: BytePath(bytes: dead.part(key: "resumable").bytes + Array(".meta".utf8)))
        try write("half a copy", to: dead.part(key: "lost"))
        dead.end(keepingParts: true)
        dead.end()
        let next = try beginWriting(temporary)
        #expect(exists(next.part(key: "resumable")))
        #expect(!exists(next.part(key: "lost")))
        #expect(try sessions(temporary).count == 1)
        next.end()
        #expect(try sessions(temporary).isEmpty)
    }

    @Test(
        "only a dead session's files without a row are put aside, and only if no other session runs"
    )
    func sweep() throws {
        let temporary = try TemporaryCatalog()
        func add(_ byte: UInt8, _ session: WritingSession) throws -> BytePath {
            try write("bytes \(byte)", to: session.part(key: "one"))
            try session.finish([
                (part: session.part(key: "one"), digest: digest(byte), fileExtension: "jpg")
            ])
            return temporary.catalog.files.path(of: digest(byte))
        }
        let clean = try beginWriting(temporary)
        let older = try add(1, clean)
        clean.end()
        let dead = try beginWriting(temporary)
        let (known, unknown) = (try add(2, dead), try add(3, dead))
        dead.end(keepingParts: true)
        let living = try beginWriting(temporary)
        let second = try beginWriting(temporary)
        #expect(second.unfinishedNames.isEmpty)
        try living.sweep { _ in false }
        #expect(exists(unknown))
        second.end()
        try living.sweep { $0 == digest(2).hexadecimal }
        #expect(exists(older))
        #expect(exists(known))
        #expect(!exists(unknown))
        #expect(exists(aside(unknown, temporary)))
        living.end()
    }

    @Test("files with recorded rows are never swept, also not with a new database")
    func settled() throws {
        let temporary = try TemporaryCatalog()
        let dead = try beginWriting(temporary)
        let batches = try [UInt8(1), 2].map { byte in
            let part = dead.part(key: "part\(byte)")
            try write("bytes \(byte)", to: part)
            return (part: part, digest: digest(byte), fileExtension: "jpg")
        }
        for item in batches { try dead.finish([item]) }
        try dead.settle([batches[0]])
        dead.end(keepingParts: true)
        let next = try beginWriting(temporary)
        #expect(next.unfinishedNames == [BytePath("\(digest(2).hexadecimal).jpg")])
        try next.sweep { _ in false }
        #expect(exists(temporary.catalog.files.path(of: digest(1))))
        let swept = temporary.catalog.files.path(of: digest(2))
        #expect(!exists(swept))
        #expect(exists(aside(swept, temporary)))
        next.end()
    }

    @Test("a session's notes for one database do not affect another")
    func otherDatabase() throws {
        let temporary = try TemporaryCatalog()
        let dead = try beginWriting(temporary, for: "one")
        try write("bytes", to: dead.part(key: "part"))
        try dead.finish([
            (part: dead.part(key: "part"), digest: digest(1), fileExtension: "jpg")
        ])
        dead.end(keepingParts: true)
        let next = try beginWriting(temporary, for: "two")
        #expect(next.unfinishedNames.isEmpty)
        try next.sweep { _ in false }
        #expect(exists(temporary.catalog.files.path(of: digest(1))))
        next.end()
    }
}

extension FileStore {
    /// The path of a JPEG's bytes with a digest.
    func path(of digest: FileDigest) -> BytePath {
        path(ofHexadecimal: digest.hexadecimal, fileExtension: "jpg")
    }
}
