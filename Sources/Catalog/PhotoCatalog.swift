import Foundation
import GRDB
package import GalleryModel
import Glibc

/// Keeps sections, photos and picture files in one folder: `catalog.sqlite` beside `files/` and
/// `thumbnails/`.
///
/// Reads and writes block the calling thread; call from a thread of one's own, not from the
/// cooperative pool. Safe to share: the database pool serialises writes, and readers see snapshots.
package final class PhotoCatalog: Sendable {
    /// The catalog's folder, absolute.
    package let folder: BytePath
    /// The content-addressed picture files.
    package let files: FileStore
    /// Tells what was changed through this value.
    package let changes = ChangeBroadcast()

    let pool: DatabasePool
    /// Tells when thumbnails were used.
    let uses = UseClock()
    /// Makes the faces of a picture of what is known about them.
    let faceRule: FaceRule

    /// How many seconds a statement waits for another program's lock by default.
    package static let defaultBusyTimeout = 5.0

    private init(
        folder: BytePath, files: FileStore, pool: DatabasePool, faceRule: @escaping FaceRule
    ) {
        self.folder = folder
        self.files = files
        self.pool = pool
        self.faceRule = faceRule
    }

    /// Opens the catalog in a folder, and makes both where there are none.
    ///
    /// - Parameters:
    ///   - folder: an absolute path.
    ///   - busyTimeout: seconds to wait for another program's lock.
    ///   - faceRule: makes faces of detections, metadata and decisions; the default shows the detections.
    /// - Throws: `unreachable` for a plain file or a folder without permission, `damaged`, `foreign`,
    ///   `newer`, `busy`, `full`.
    package static func open(
        at folder: BytePath, busyTimeout: Double = defaultBusyTimeout,
        faceRule: @escaping FaceRule = { detections, _, _ in detections }
    ) throws(CatalogError) -> PhotoCatalog {
        let files = try FileStore(folder: folder)
        guard let path = folder.appending("catalog.sqlite").string else {
            throw CatalogError(
                .unreachable,
                "the catalog folder '\(folder.escaped)' is not valid UTF-8: name another one with --catalog"
            )
        }
        // While another program makes or leaves the database, SQLite refuses the write-ahead log at once,
        // whatever the busy timeout says: the opening as a whole is tried again until then.
        let deadline = Date(timeIntervalSinceNow: busyTimeout)
        while true {
            do {
                let pool = try openPool(path, busyTimeout: busyTimeout)
                return PhotoCatalog(
                    folder: folder, files: files, pool: pool, faceRule: faceRule)
            } catch {
                let error = CatalogError.translating(error, folder: folder)
                guard error.code == .busy, Date() < deadline else { throw error }
                usleep(20_000)
            }
        }
    }

    private static func openPool(_ path: String, busyTimeout: Double) throws -> DatabasePool {
        try refuseForeign(path)
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeout)
        configuration.maximumReaderCount = 3
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA synchronous = NORMAL")
            try db.execute(sql: "PRAGMA cache_size = -16384")
            db.add(function: QueryCondition.distance)
        }
        let pool = try DatabasePool(path: path, configuration: configuration)
        try Schema.prepare(pool)
        return pool
    }

    /// Runs a reading body on a snapshot.
    func read<Value>(_ body: (Database) throws -> Value) throws(CatalogError) -> Value {
        do { return try pool.read(body) } catch {
            throw CatalogError.translating(error, folder: folder)
        }
    }

    /// Runs a writing body in one transaction.
    func write<Value>(_ body: (Database) throws -> Value) throws(CatalogError) -> Value {
        do { return try pool.write(body) } catch {
            throw CatalogError.translating(error, folder: folder)
        }
    }

    /// Seconds since 1970-01-01 UTC.
    static func now() -> Int64 { Int64(Date().timeIntervalSince1970) }

    /// Refuses a database file of another program before anything is written to it: opening it as a
    /// pool would already turn it into a write-ahead-log database.
    private static func refuseForeign(_ path: String) throws {
        guard let file = fopen(path, "rb") else { return }
        defer { fclose(file) }
        var header = [UInt8](repeating: 0, count: 100)
        let length = fread(&header, 1, header.count, file)
        if length == 0 { return }
        let magic = Array("SQLite format 3\0".utf8)
        guard length == header.count, header.starts(with: magic) else {
            throw CatalogError(
                .damaged,
                "'\(path)' is not a database: move it away, or name another folder with --catalog")
        }
        let id = header[68..<72].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let schemaCookie = header[40..<44].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard id == Schema.applicationID || (id == 0 && schemaCookie == 0) else {
            throw CatalogError(
                .foreign,
                "'\(path)' is a database of another program: name another folder with --catalog")
        }
    }
}
