package import Basics
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

    let database: CatalogDatabase
    private let writes: WriteCount
    /// The connections that read.
    var pool: DatabasePool { database.readers }
    /// Tells when thumbnails were used.
    let uses = UseClock()
    /// Makes the faces of a picture of what is known about them.
    let faceRule: FaceRule

    /// How many seconds a statement waits for another program's lock by default.
    package static let defaultBusyTimeout = 5.0

    private init(
        folder: BytePath, files: FileStore, database: CatalogDatabase,
        faceRule: @escaping FaceRule
    ) {
        self.folder = folder
        self.files = files
        self.database = database
        writes = WriteCount(database: database.path)
        self.faceRule = faceRule
    }

    /// Opens the catalog in a folder, and makes both where there are none.
    ///
    /// What is there and up to date is not written to; a folder that cannot be written can be read.
    ///
    /// - Parameters:
    ///   - folder: an absolute path.
    ///   - busyTimeout: seconds to wait for another program's lock.
    ///   - sharedMode: who but the owner may read what is made; what is there stays as it is.
    ///   - faceRule: makes faces of detections, metadata and decisions; the default shows the detections.
    /// - Throws: `unreachable` for a plain file or a folder without permission, `damaged`, `foreign`,
    ///   `newer`, `busy`, `full`.
    package static func open(
        at folder: BytePath, busyTimeout: Double = defaultBusyTimeout,
        sharedMode: SharedMode = .ownerOnly,
        faceRule: @escaping FaceRule = { detections, _, _ in detections }
    ) throws(CatalogError) -> PhotoCatalog {
        let files = try FileStore(folder: folder, sharedMode: sharedMode)
        guard let path = folder.appending("catalog.sqlite").string else {
            throw CatalogError(
                .unreachable,
                "the catalog folder '\(folder.escaped)' is not valid UTF-8: name another one with --catalog"
            )
        }
        // While another program makes or leaves the database, SQLite refuses the write-ahead log at once,
        // whatever the busy timeout says: the opening as a whole is tried again until then.
        // The same holds for one that cannot write, while the journal comes or goes.
        let start = Date()
        while true {
            do {
                let database = try CatalogDatabase(
                    path: path, sharedMode: sharedMode, busyTimeout: busyTimeout)
                let catalog = PhotoCatalog(
                    folder: folder, files: files, database: database, faceRule: faceRule)
                try catalog.reclaimOrphans()
                return catalog
            } catch {
                let passing = error as? PassingFailure
                let error = passing?.error ?? CatalogError.translating(error, folder: folder)
                let patience = passing?.patience ?? (error.code == .busy ? busyTimeout : 0)
                guard Date() < start + min(patience, busyTimeout) else { throw error }
                usleep(20_000)
            }
        }
    }

    /// Opens the catalog in a folder to read it alone; makes nothing and changes nothing.
    ///
    /// - Throws: as `open(at:)`, and `unreachable` where there is none or an earlier program made it.
    package static func openForReading(
        at folder: BytePath, busyTimeout: Double
    ) throws(CatalogError) -> PhotoCatalog {
        do {
            let path = folder.appending("catalog.sqlite")
            guard path.status != nil, let name = path.string else {
                throw CatalogError(.unreachable, "there is no catalog '\(folder.escaped)'")
            }
            let database = try CatalogDatabase(
                path: name, sharedMode: .ownerOnly, busyTimeout: busyTimeout, isForReading: true)
            return PhotoCatalog(
                folder: folder, files: try FileStore(folder: folder, sharedMode: .ownerOnly),
                database: database, faceRule: { detections, _, _ in detections })
        } catch {
            throw CatalogError.translating(
                (error as? PassingFailure)?.error ?? error, folder: folder)
        }
    }

    /// Closes the database and moves what its journal holds into it; a later use of the value fails.
    package func close() { database.close() }

    /// Runs a reading body on a snapshot.
    func read<Value>(_ body: (Database) throws -> Value) throws(CatalogError) -> Value {
        do { return try database.read(body) } catch {
            throw CatalogError.translating(error, folder: folder)
        }
    }

    /// Runs a writing body in one transaction.
    func write<Value>(_ body: (Database) throws -> Value) throws(CatalogError) -> Value {
        defer { writes.add() }
        do { return try database.write(body) } catch {
            throw CatalogError.translating(error, folder: folder)
        }
    }

    /// Writes in one transaction, which outlives a power cut once this returns.
    func writeDurably<Value>(
        _ body: (Database) throws -> Value
    ) throws(CatalogError) -> Value {
        defer { writes.add() }
        do { return try database.writeDurably(body) } catch {
            throw CatalogError.translating(error, folder: folder)
        }
    }

    /// Another number once something was written through this value, and once `lookForWrites` found that
    /// others wrote.
    package var revision: UInt64 { writes.value }

    /// Looks whether other programs wrote to the catalog.
    package func lookForWrites() { writes.look() }

    /// Seconds since 1970-01-01 UTC.
    static func now() -> Int64 { Int64(Date().timeIntervalSince1970) }
}
