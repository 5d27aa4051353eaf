import Basics
import Foundation
import GalleryModel
import Glibc
import Testing

@testable import Catalog

/// A file is examined, read, and stored later: changes in between must be detected.
@Suite("Files left in their folders")
struct SeenFileTests {
    private static func now() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return nanoseconds(now)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private static func status(_ path: BytePath) throws -> stat {
        var status = stat()
        try #require(path.withCString { stat($0, &status) } == 0)
        return status
    }

    /// Waits until the clock has passed a file's last change, so that the resolution of the file
    /// system's clock does not hide the effect.
    private static func rest(_ path: BytePath) throws {
        let changed = nanoseconds(try status(path).st_ctim)
        while now() <= changed + 2 * PicturePath.clockTick { usleep(1000) }
    }

    private static func look(_ path: BytePath) throws -> SourceStamp {
        let seen = now()
        let status = try status(path)
        return SourceStamp(
            path: path, byteCount: Int64(status.st_size), modified: nanoseconds(status.st_mtim),
            inode: Int64(bitPattern: UInt64(status.st_ino)), sidecar: nil,
            changed: nanoseconds(status.st_ctim), dateSeen: seen)
    }

    /// Writes the same number of bytes and restores the file's old time.
    private static func overwrite(_ path: BytePath) throws {
        let before = try status(path)
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path.string ?? ""))
        try handle.write(contentsOf: Data("BBBB".utf8))
        try handle.close()
        let times = [before.st_atim, before.st_mtim]
        try #require(path.withCString { utimensat(AT_FDCWD, $0, times, 0) } == 0)
    }

    private func store(_ stamp: SourceStamp, in catalog: PhotoCatalog) throws {
        let file = PictureFile(
            digest: digest(1), byteCount: 4, fileType: "JPEG", fileExtension: "jpg", width: 1,
            height: 1)
        _ = try catalog.store([
            ImportedPhoto(
                source: stamp, file: file,
                details: PhotoDetails(origin: .camera, originID: digest(1).hexadecimal),
                isStored: false)
        ])
    }

    /// True if the file is trusted as the one that was read, without reading it.
    private func isTrusted(_ catalog: PhotoCatalog) throws -> Bool {
        let sha256 = digest(1).hexadecimal
        do {
            let picture = try VerifiedPicture.open(
                try catalog.paths(sha256: sha256), sha256: sha256)
            return picture.byteCount == 4
        } catch is PictureAbsence { return false }
    }

    @Test(
        "a file written before its row is stored is not trusted",
        arguments: [false, true])
    func written(isKnown: Bool) throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let path = temporary.folder.appending("a.jpg")
        try Data("AAAA".utf8).write(to: URL(fileURLWithPath: path.string ?? ""))
        try Self.rest(path)
        if isKnown {
            try store(try Self.look(path), in: catalog)
            #expect(try isTrusted(catalog))
        }
        let stamp = try Self.look(path)
        #expect(try catalog.unchanged([stamp], inPlace: true).isEmpty == !isKnown)
        try Self.overwrite(path)
        try Self.rest(path)
        if isKnown { try catalog.touch([stamp]) } else { try store(stamp, in: catalog) }
        #expect(try !isTrusted(catalog))
        #expect(try catalog.unchanged([try Self.look(path)], inPlace: true).isEmpty)
    }

    @Test("the same bytes received later do not change the warnings about a file's metadata")
    func warnings() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let file = PictureFile(
            digest: digest(1), byteCount: 4, fileType: "JPEG", fileExtension: "jpg", width: 1,
            height: 1)
        let sha256 = digest(1).hexadecimal
        var photo = ImportedPhoto(
            source: SourceStamp(
                path: BytePath("/photos/a.jpg"), byteCount: 4, modified: 1, inode: 1, sidecar: nil,
                changed: 1, dateSeen: 1),
            file: file, details: PhotoDetails(origin: .camera, originID: sha256), isStored: true,
            warnings: ["odd"])
        let id = try #require(try catalog.store([photo]).first).id
        let received = ReceivedPicture(account: nil, sha256: sha256, sentAs: ["dog"])
        let section = try catalog.makeSection(SectionReference(kind: .share, name: "eva"))
        photo.source = nil
        photo.details = PhotoDetails(origin: .share, originID: received.originID)
        photo.received = received
        for warnings in [["other"], []] {
            photo.warnings = warnings
            _ = try catalog.store([photo], in: section, noting: CommandEntry("upload"))
            #expect(try catalog.metadataWarnings(of: id) == ["odd"])
        }
    }

    @Test("a file found unchanged is trusted, also after a change of its mode")
    func seenAgain() throws {
        let temporary = try TemporaryCatalog()
        let path = temporary.folder.appending("a.jpg")
        try Data("AAAA".utf8).write(to: URL(fileURLWithPath: path.string ?? ""))
        try Self.rest(path)
        try store(try Self.look(path), in: temporary.catalog)
        #expect(path.withCString { chmod($0, 0o600) } == 0)
        try Self.rest(path)
        #expect(try !isTrusted(temporary.catalog))
        try temporary.catalog.touch([try Self.look(path)])
        #expect(try isTrusted(temporary.catalog))
    }
}
