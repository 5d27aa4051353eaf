package import Basics
import Foundation
import GRDB
package import GalleryModel
import Synchronization

/// Stores sections, photos and picture files in one folder: `catalog.sqlite`, `files/` and
/// `thumbnails/`.
///
/// Reads and writes block the calling thread; call from a dedicated thread, not from the
/// cooperative pool. Thread-safe: writes are serialized and reads use snapshots.
package struct PhotoCatalog: Sendable {
    /// The catalog's absolute path.
    package let folder: BytePath
    /// The content-addressed picture files.
    let files: FileStore
    /// Publishes the changes made through this value.
    package let changes = ChangeBroadcast()
    /// The kind of user that reads; listings and counts omit what is hidden from this reader.
    package private(set) var reader = PhotoReader.owner

    let database: CatalogDatabase
    /// The identity of the open database file.
    private let identity: FileIdentity?
    /// The clock for thumbnail use.
    let uses = UsageClock()
    /// Merges detections, metadata and decisions into the faces of a picture.
    let faceRule: FaceRule

    /// The same catalog as seen by another kind of user.
    package func seen(by reader: PhotoReader) -> PhotoCatalog {
        var catalog = self
        catalog.reader = reader
        return catalog
    }

    /// Opens the catalog in a folder; creates both if missing.
    ///
    /// An up-to-date catalog is not written to, and a read-only folder is opened for reading.
    ///
    /// - Parameters:
    ///   - folder: an absolute path.
    ///   - busyTimeout: seconds to wait for another process's lock.
    ///   - sharedMode: the users besides the owner who may read new files; existing files keep
    ///     their permissions.
    ///   - maximumSteps: the number of changes that the journal keeps for `undo`.
    ///   - isForReading: true to only read an existing catalog, and create and change nothing.
    ///   - faceRule: merges detections, metadata and decisions into faces; the default returns the
    ///     detections.
    /// - Throws: `unreachable` for a plain file or a folder without permission, and for reading if
    ///   the catalog is missing or was created by an older gallery; `damaged`, `foreign`, `newer`,
    ///   `busy`, `full`.
    package static func open(
        at folder: BytePath, busyTimeout: Double = 5,
        sharedMode: SharedMode = .ownerOnly, maximumSteps: Int = 1000, isForReading: Bool = false,
        faceRule: @escaping FaceRule = { detections, _, _ in detections }
    ) throws(CatalogError) -> PhotoCatalog {
        if isForReading, folder.appending("catalog.sqlite").status == nil {
            throw CatalogError(.unreachable, "catalog '\(folder.escaped)' not found")
        }
        let files = try FileStore(folder: folder, sharedMode: sharedMode)
        guard let path = folder.appending("catalog.sqlite").string else {
            throw CatalogError(
                .unreachable,
                "the catalog folder '\(folder.escaped)' is not valid UTF-8: name another one with --catalog"
            )
        }
        // While another process creates or closes the database, SQLite refuses WAL mode at once,
        // regardless of the busy timeout, so the whole opening is retried within that time. The
        // same applies to read-only openings while the journal is created or removed.
        let start = Date()
        while true {
            do {
                let database = try CatalogDatabase(
                    path: path, sharedMode: sharedMode, busyTimeout: busyTimeout,
                    maximumSteps: maximumSteps, isForReading: isForReading)
                let catalog = PhotoCatalog(
                    folder: folder, files: files, database: database,
                    identity: BytePath(path).status?.identity, faceRule: faceRule)
                if !isForReading { try catalog.reclaimOrphans() }
                return catalog
            } catch {
                let passing = error as? TransientFailure
                let error = passing?.error ?? CatalogError.translating(error, folder: folder)
                let patience =
                    passing != nil
                    ? TransientFailure.patience : error.code == .busy ? busyTimeout : 0
                guard Date() < start + min(patience, busyTimeout) else { throw error }
                usleep(20_000)
            }
        }
    }

    /// Closes the database and checkpoints its journal; later use of the value fails.
    package func close() { database.close() }

    /// Runs a read in a snapshot.
    func read<Value>(_ body: (Database) throws -> Value) throws(CatalogError) -> Value {
        do { return try database.read(body) } catch {
            try checkLocation()
            throw CatalogError.translating(error, folder: folder)
        }
    }

    /// Throws if the catalog's path no longer leads to the open database: rows would go to the
    /// moved folder and files to the new one.
    ///
    /// - Throws: `busy`.
    func checkLocation() throws(CatalogError) {
        guard BytePath(database.path).status?.identity != identity else { return }
        throw CatalogError(
            .busy,
            "the catalog in '\(folder.escaped)' was moved or replaced while it was open: move it back, "
                + "or run the program again with its new path")
    }

    /// Runs a write in one transaction.
    ///
    /// - Parameters:
    ///   - isDurable: true to survive a power loss once this returns.
    ///   - entry: the journal entry that records the changes, if the command has one.
    ///   - keeps: returns false to roll back.
    func write<Value>(
        durably isDurable: Bool = false, noting entry: CommandEntry? = nil,
        if keeps: (Value) -> Bool = { _ in true }, _ body: (Database) throws -> Value
    ) throws(CatalogError) -> Value {
        try checkLocation()
        do {
            return try database.write(durably: isDurable, noting: entry, if: keeps, body)
        } catch {
            throw CatalogError.translating(error, folder: folder)
        }
    }

    /// Runs a statement in a transaction.
    ///
    /// - Returns: true if it changed rows.
    @discardableResult
    func run(_ sql: String, _ arguments: StatementArguments) throws(CatalogError) -> Bool {
        try write { db in
            try db.run(sql, arguments)
            return db.changesCount > 0
        }
    }

    /// Increases with each write through this value, and when `detectWrites` detects writes of
    /// other processes.
    package var revision: UInt64 { database.revision }

    /// Checks whether other processes wrote to the catalog.
    package func detectWrites() { database.detectWrites() }

    /// Seconds since 1970-01-01 UTC.
    static func now() -> Int64 { Int64(Date().timeIntervalSince1970) }
}

extension PhotoCatalog {
    /// True if other users can read the catalog although its setting restricts it to the owner:
    /// existing files keep their permissions when the setting changes.
    package var ignoresRestrictionSetting: Bool {
        guard files.sharedMode == .ownerOnly, let status = folder.status,
            status.owner == geteuid(),
            // Without these bits other users cannot reach the files below.
            status.permissions & 0o011 != 0
        else { return false }
        let database = FileStore.mode(of: folder.appending("catalog.sqlite")) ?? 0
        let pictures = FileStore.mode(of: files.finished) ?? 0
        return database & 0o044 != 0 || pictures & 0o011 != 0
    }

    /// A token that changes when another process, or another value in this process, writes to the
    /// catalog.
    ///
    /// Waits for a running write of this value.
    ///
    /// Source: https://www.sqlite.org/pragma.html#pragma_data_version
    package func mark() throws(CatalogError) -> String {
        // `data_version` changes only with commits of other connections, and this one is the only
        // writer here.
        guard let writer = try? database.writable() else { return database.stamp }
        do {
            return try writer.inDatabase { db in
                try Int.fetchOne(db, sql: "PRAGMA data_version").map(String.init) ?? ""
            }
        } catch {
            throw CatalogError.translating(error, folder: folder)
        }
    }

    /// Reserves one API query within a rolling hour, across the catalog's processes and restarts.
    ///
    /// - Parameters:
    ///   - perHour: the maximum number of queries in any hour.
    ///   - now: seconds since 1970-01-01 UTC; nil for the current time.
    /// - Returns: 0 if the query may be sent now; otherwise the seconds to wait before trying
    ///   again.
    package func reserveQuery(perHour: Int, now: Double? = nil) throws(CatalogError) -> Double {
        try write { db in
            // Read while holding the lock, so that no other process can write a later time in
            // between.
            let now = now ?? Date().timeIntervalSince1970
            try db.run("DELETE FROM apiQuery WHERE date <= ?", [now - 3600])
            // A clock that was set back leaves times in the future; they count from now, not
            // forever.
            try db.run("UPDATE apiQuery SET date = ?1 WHERE date > ?1", [now])
            let spent = try db.count("SELECT count(*) FROM apiQuery")
            guard spent >= max(perHour, 0) else {
                try db.run("INSERT INTO apiQuery (date) VALUES (?)", [now])
                return 0
            }
            let oldest = try Double.fetchOne(
                db, sql: "SELECT date FROM apiQuery ORDER BY date LIMIT 1 OFFSET ?",
                arguments: [max(spent - max(perHour, 1), 0)])
            return max((oldest ?? now) + 3600 - now, 0.001)
        }
    }
}

/// Delivers every change to every listener, in order.
package final class ChangeBroadcast: Sendable {
    private let listeners = Mutex<[Int: AsyncStream<GalleryChange>.Continuation]>([:])
    private let nextKey = Atomic<Int>(0)

    /// The changes from now on, until the consumer stops listening.
    package func stream() -> AsyncStream<GalleryChange> {
        let key = nextKey.wrappingAdd(1, ordering: .relaxed).newValue
        let (stream, continuation) = AsyncStream<GalleryChange>.makeStream()
        continuation.onTermination = { [weak self] _ in
            _ = self?.listeners.withLock { $0.removeValue(forKey: key) }
        }
        listeners.withLock { $0[key] = continuation }
        return stream
    }

    /// Sends a change to every listener.
    func send(_ change: GalleryChange) {
        for continuation in listeners.withLock({ Array($0.values) }) {
            continuation.yield(change)
        }
    }
}
