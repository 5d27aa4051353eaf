import Basics
import Foundation
import GRDB
import GalleryModel
import Testing

@testable import Catalog

@Suite("Emptying the trash of a catalog")
struct EmptyTrashTests {
    private let temporary: TemporaryCatalog
    private let section: PhotoSection
    private var catalog: PhotoCatalog { temporary.catalog }

    init() throws {
        temporary = try TemporaryCatalog()
        section = try temporary.makeSection("dogs")
    }

    private func file(_ byte: UInt8) -> PictureFile {
        PictureFile(
            digest: digest(byte), byteCount: 5, fileType: "JPEG", fileExtension: "jpg", width: 4,
            height: 3)
    }

    private func path(_ byte: UInt8) -> BytePath { catalog.files.path(of: digest(byte)) }

    /// Moves 5 bytes with a digest into the store.
    private func finish(_ byte: UInt8, in session: WritingSession) throws {
        let part = session.part(key: "\(byte)")
        try Data("bytes".utf8).write(to: URL(fileURLWithPath: part.string ?? ""))
        let finished = [(part: part, digest: digest(byte), fileExtension: "jpg")]
        try session.finish(finished)
        try session.settle(finished)
    }

    /// Stores a picture of a photo with its bytes, like a search.
    private func store(
        _ byte: UInt8, of photo: PhotoID, noting entry: CommandEntry? = nil
    ) throws {
        let session = try catalog.beginWriting()
        try finish(byte, in: session)
        try catalog.record(
            [PictureResult(photoID: photo, size: .medium, outcome: .stored(file(byte)))],
            command: "search", noting: entry)
        session.end()
    }

    /// Adds photos with pictures of these bytes.
    private func add(_ bytes: UInt8...) throws -> [PhotoID] {
        let page = (1...bytes.count).map { flickrDetails("\($0)") }
        let ids = try catalog.store(page, in: section, command: "search").map(\.id)
        for (id, byte) in zip(ids, bytes) { try store(byte, of: id) }
        return ids
    }

    /// Empties the trash.
    @discardableResult
    private func empty() throws -> RemovedFiles {
        let session = try catalog.beginWriting(deletesFiles: false)
        defer { session.end() }
        let contents = try catalog.trashContents(removedUntil: nil)
        let deleted = try catalog.deleteTrashed(contents.photos, removedUntil: nil)
        #expect(deleted == contents.photos)
        try catalog.deleteUnreferenced()
        return try catalog.deleteRecordedFiles(in: session)
    }

    private func count(_ table: String) throws -> Int {
        try catalog.read { try $0.count("SELECT count(*) FROM \(table)") }
    }

    @Test("bytes are deleted with the last photo that has them")
    func shared() throws {
        let ids = try add(1, 1, 2)
        _ = try catalog.trash([ids[0], ids[2]])
        let contents = try catalog.trashContents(removedUntil: nil)
        #expect(contents.photos == [ids[0], ids[2]])
        #expect(contents.files == 1 && contents.byteCount == 5)
        #expect(try empty() == RemovedFiles(files: 1, byteCount: 5))
        #expect(path(1).exists && !path(2).exists)
        #expect(try temporary.rows(section).map(\.photo.id) == [ids[1]])
        #expect(try temporary.rows(section).map(\.position) == [1])
        #expect(try catalog.trashedPhotos().isEmpty)
        #expect(throws: CatalogError.self) { try catalog.photo(id: ids[0]) }
        #expect(try count("file") == 1 && count("fileRemoval") == 0)
        _ = try catalog.trash([ids[1]])
        #expect(try empty().files == 1)
        #expect(!path(1).exists)
        // The origin's photo is new when it is listed again.
        let again = try catalog.store([flickrDetails("1")], in: section, command: "search")
        #expect(again[0].outcome == .new && again[0].id.rawValue > ids[2].rawValue)
    }

    @Test("bytes that an undo needs are deleted only with their photo")
    func undoable() throws {
        let ids = try add(1, 1)
        try store(2, of: ids[0], noting: CommandEntry("search"))
        _ = try catalog.trash([ids[1]])
        #expect(try empty().files == 0)
        #expect(path(1).exists && path(2).exists)
        _ = try catalog.trash([ids[0]])
        #expect(try catalog.trashContents(removedUntil: nil).byteCount == 10)
        #expect(try empty() == RemovedFiles(files: 2, byteCount: 10))
        #expect(!path(1).exists && !path(2).exists)
        #expect(try count("file") == 0)
    }

    @Test("an undo restores a picture whose bytes another photo had when it was deleted")
    func undone() throws {
        let ids = try add(1, 1)
        let entry = CommandEntry("search")
        try store(2, of: ids[0], noting: entry)
        _ = try catalog.trash([ids[1]])
        try empty()
        _ = try catalog.undo(entry.id)
        let picture = try catalog.photo(id: ids[0]).pictures.first
        #expect(picture?.path == path(1) && picture?.sha256 == digest(1).hexadecimal)
        #expect(path(1).exists)
        // The bytes that a redo needs are deleted with the photo.
        _ = try catalog.trash([ids[0]])
        #expect(try empty().files == 2)
        #expect(!path(1).exists && !path(2).exists)
    }

    @Test("files that no photo has any more are deleted, unless an undo restores them")
    func unreferenced() throws {
        let ids = try add(1, 2)
        // Replaced without and with a change to undo, and downloaded for a deleted photo.
        try store(3, of: ids[0])
        try store(4, of: ids[1], noting: CommandEntry("search"))
        try store(5, of: PhotoID(rawValue: 99))
        let contents = try catalog.trashContents(removedUntil: nil)
        #expect(contents.photos.isEmpty && contents.files == 2 && contents.byteCount == 10)
        #expect(try empty() == RemovedFiles(files: 2, byteCount: 10))
        let bytes: [UInt8] = [1, 2, 3, 4, 5]
        #expect(bytes.map { path($0).exists } == [false, true, true, true, false])
        // The change was dropped from the journal.
        try catalog.write { try $0.execute(sql: "DELETE FROM journal") }
        #expect(try empty() == RemovedFiles(files: 1, byteCount: 5))
        #expect(bytes.map { path($0).exists } == [false, false, true, true, false])
        #expect(try empty() == RemovedFiles())
    }

    @Test("a photo that was deleted while its metadata were read again stays deleted")
    func readAgain() throws {
        let details = PhotoDetails(origin: .camera, originID: digest(1).hexadecimal)
        let photo = ImportedPhoto(source: nil, file: file(1), details: details, isStored: true)
        let entry = CommandEntry("analyse")
        #expect(try catalog.store([photo], noting: entry, onlyKnown: true).isEmpty)
        #expect(try count("photo") == 0 && count("file") == 0)
        let id = try catalog.store([photo])[0].id
        let again = try catalog.store([photo], noting: entry, onlyKnown: true)
        #expect(again.map(\.id) == [id] && again.map(\.kind) == [.unchanged])
    }

    @Test("files in place and their folders are untouched")
    func inPlace() throws {
        let original = temporary.folder.appending("original.jpg")
        try Data("bytes".utf8).write(to: URL(fileURLWithPath: original.string ?? ""))
        let status = try #require(original.status)
        let stamp = SourceStamp(
            path: original, byteCount: 5, modified: status.modified,
            inode: Int64(bitPattern: status.identity.inode), sidecar: nil)
        let photo = ImportedPhoto(
            source: stamp, file: file(1),
            details: PhotoDetails(origin: .camera, originID: digest(1).hexadecimal),
            isStored: false)
        let id = try catalog.store([photo])[0].id
        _ = try catalog.trash([id])
        #expect(try empty() == RemovedFiles())
        #expect(original.exists)
        #expect(try count("file") == 0 && count("sourceFile") == 0)
        // The file is a new photo when it is imported again.
        #expect(try catalog.store([photo])[0].kind == .new)
    }

    @Test("only photos removed at the limit or earlier are deleted, and none restored meanwhile")
    func older() throws {
        let ids = try add(1, 2, 3)
        _ = try catalog.trash(ids)
        try catalog.write { db in
            for (index, id) in ids.enumerated() {
                try db.execute(
                    sql: "UPDATE photo SET dateTrashed = ? WHERE id = ?",
                    arguments: [1_000 + index, id.rawValue])
            }
        }
        for (time, count) in [
            (-1e19, 0), (999.9, 0), (1_000, 1), (1_001.9, 2), (1_002, 3), (1e19, 3),
        ] {
            let limit = Date(timeIntervalSince1970: time)
            let contents = try catalog.trashContents(removedUntil: limit)
            #expect(contents.photos == Array(ids.prefix(count)))
            #expect(contents.byteCount == Int64(count * 5))
        }
        _ = try catalog.restore([ids[0]])
        let limit = Date(timeIntervalSince1970: 1_001)
        #expect(try catalog.deleteTrashed(ids, removedUntil: limit) == [ids[1]])
        #expect(try catalog.trashedPhotos().map(\.id) == [ids[2]])
    }

    @Test(
        "a photo stays while a post shows it or could show it again",
        arguments: [CampaignPost.State.shown, .hidden, .deleted])
    func posts(state: CampaignPost.State) throws {
        let ids = try add(1, 2)
        let post = try catalog.add(
            (section: section.id, photo: ids[0], account: nil, title: "dog", description: ""),
            command: "post")
        try catalog.setState(state, ofPost: post.id, command: "post")
        _ = try catalog.trash(ids)
        let kept = state == .deleted ? [] : [ids[0]]
        let contents = try catalog.trashContents(removedUntil: nil)
        #expect(contents.posted == kept)
        #expect(contents.photos == ids.filter { !kept.contains($0) })
        #expect(contents.files == contents.photos.count)
        // A post that was made meanwhile also keeps its photo.
        #expect(try catalog.deleteTrashed(ids, removedUntil: nil) == contents.photos)
        _ = try catalog.restore(ids)
        let shown = try catalog.posts(in: section.id, includesHidden: true)
        #expect(shown.map(\.photo) == kept)
    }

    @Test("files stay while another program adds pictures, and those that it stores are kept")
    func storedMeanwhile() throws {
        let ids = try add(1, 2)
        let other = try catalog.beginWriting()
        _ = try catalog.trash(ids)
        // A file beside the sessions is none.
        let stray = catalog.files.incoming.appending(".DS_Store")
        try Data([1]).write(to: URL(fileURLWithPath: stray.string ?? ""))
        #expect(try empty() == RemovedFiles(pending: 2))
        #expect(path(1).exists && path(2).exists)
        // The other program finds the bytes in the store.
        try finish(1, in: other)
        let new = try catalog.store([flickrDetails("9")], in: section, command: "search")[0].id
        try catalog.record(
            [PictureResult(photoID: new, size: .medium, outcome: .stored(file(1)))],
            command: "search")
        other.end()
        #expect(try empty() == RemovedFiles(files: 1, byteCount: 5))
        #expect(path(1).exists && !path(2).exists)
        #expect(try count("fileRemoval") == 0)
        #expect(try catalog.photo(id: new).pictures.first?.path == path(1))
    }

    @Test("the next session deletes the files of a killed run, except those that changed since")
    func interrupted() throws {
        let ids = try add(1, 2)
        _ = try catalog.trash(ids)
        _ = try catalog.deleteTrashed(ids, removedUntil: nil)
        #expect(try count("fileRemoval") == 2)
        // As if it was stored again beside another database, which was replaced by this one.
        try catalog.write { db in
            try db.execute(
                sql: "UPDATE fileRemoval SET changed = changed - 1 WHERE sha256 = ?",
                arguments: [digest(2).hexadecimal])
        }
        try catalog.beginWriting().end()
        #expect(try count("fileRemoval") == 0)
        #expect(!path(1).exists && !path(2).exists)
        let orphans = OrphanFiles(store: catalog.files)
        #expect(orphans.names() == [path(2).lastComponent])
    }

    @Test("nothing about deleted photos and their bytes is left, except in the journal")
    func nothingLeft() throws {
        let box = RelativeRectangle(x: 0.1, y: 0.1, width: 0.1, height: 0.2)
        let ids = try add(1, 2)
        let picture = ExaminedPicture(sha256: digest(1).hexadecimal, width: 4, height: 3)
        _ = try catalog.record(
            [
                (
                    photoID: ids[0], sha256: digest(1).hexadecimal,
                    found: FoundFaces(
                        width: 4, height: 3, faces: [FaceCandidate(rectangle: box, source: .haar)])
                )
            ], analysis: FaceAnalysis(parameters: "detector=haar", version: 1))
        _ = try catalog.decideFaces(in: picture, of: ids[0], command: "faces add") { _, old in
            old + [FaceDecision(kind: .added, rectangle: box, name: "Ana")]
        }
        var edit = PhotoEdit()
        edit.isMirrored = true
        try catalog.setEdits([(ids[0], edit)], command: "edit")
        try catalog.recordProblems(
            [
                (.photo(ids[0]), "a"), (.photo(ids[0], .share), "b"), (.photo(ids[1]), "c"),
                (.photo(PhotoID(rawValue: 11)), "d"),
            ], command: "share")
        try catalog.ignoreProblems(try catalog.problems().filter { $0.message == "a" }, true)
        let link = try catalog.addShareLink(
            hash: digest(9).hexadecimal, section: nil, photos: ids, contents: ShareContents(),
            passwordHash: nil, expires: nil)
        let shared = SharedFileRecord(
            photoID: ids[0], key: "a", fileName: "a.jpg", fileExtension: "jpg", byteCount: 1,
            checksum: 2)
        try catalog.storeSharedFile(shared, bytes: [1], ofShareLink: link)
        let key = ThumbnailKey(sha256: digest(1).hexadecimal, cacheKey: "1 jpeg", side: 640)
        let thumbnail = try catalog.storeThumbnails([
            (
                key: key, isWhole: false, width: 4, height: 3, bytes: [1, 2, 3],
                fileExtension: "jpg", color: 0, edit: nil
            )
        ])[0]
        _ = try catalog.trash(ids)
        try empty()
        #expect(try catalog.evictThumbnails(toBytes: .max).unused == 1)
        #expect(!thumbnail.path.exists)
        let sharedPath = catalog.path(ofSharedFile: "a.jpg", shareLink: link)
        #expect(!sharedPath.exists)
        // The link was making it again when the photo was deleted.
        try catalog.storeSharedFile(shared, bytes: [1], ofShareLink: link)
        #expect(!sharedPath.exists)
        let tables = try catalog.read { db in
            try db.texts(
                """
                SELECT m.name FROM sqlite_master m WHERE m.type = 'table'
                    AND m.name NOT GLOB 'journal*' AND m.sql NOT LIKE 'CREATE VIRTUAL%'
                    AND EXISTS (SELECT 1 FROM pragma_table_info(m.name)
                        WHERE name IN ('photoID', 'fileID', 'sha256'))
                """)
        }
        #expect(tables.count > 15)
        for table in tables + ["photo", "file"] { #expect(try count(table) == 0, "\(table)") }
        #expect(try catalog.problems(includingIgnored: true).map(\.message) == ["d"])
        #expect(try count("ignoredProblem") == 0)
        #expect(try catalog.shareLink(id: link)?.subject == .photos(0))
        #expect(try catalog.nameCounts(.tag).allSatisfy { $0.photos == 0 })
        #expect(try temporary.rows(section).isEmpty)
    }
}
