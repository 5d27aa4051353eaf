import Basics
import GRDB
import GRDBSQLite
import GalleryModel
import Glibc
import Synchronization

/// Owns the connections to a catalog's database: a pool of readers and one writer.
///
/// Opening an up-to-date catalog writes nothing to its database; SQLite's `-wal` and `-shm` files
/// exist while a connection is open. If the folder is read-only there is no writer and no file is
/// created: the database is read with the journal of another process, or without locks (SQLite's
/// immutable mode) if there is no journal.
final class CatalogDatabase: Sendable {
    // Closed in this order: the last connection to close must be able to checkpoint the journal.
    private let readers: DatabasePool
    private let isFirstReaderFree = Atomic(true)
    private let writer: DatabaseQueue?

    /// The path of the database file.
    let path: String
    /// The file's stamp when it was opened without locks; nil if locks are held.
    private let unlocked: String?

    private let writeCount = Atomic<UInt64>(0)
    /// The stamps of the file and its journal when `detectWrites` last read them.
    private let lastStamps = Mutex<[String?]>([])

    /// Opens a database; creates or migrates it if the folder is writable.
    ///
    /// - Parameters:
    ///   - maximumSteps: the number of changes that the journal keeps.
    ///   - isForReading: true to treat the folder as read-only.
    /// - Throws: errors of GRDB; `foreign`, `damaged`, `newer`; `unreachable` if the folder is
    ///   read-only and the database is missing, older, or has changes only in its journal.
    init(
        path: String, sharedMode: SharedMode, busyTimeout: Double, maximumSteps: Int,
        isForReading: Bool
    ) throws {
        self.path = path
        let file = BytePath(path)
        let configuration = Self.configuration(busyTimeout: busyTimeout, maximumSteps: maximumSteps)
        var reading = configuration
        reading.readonly = true
        let number = isForReading ? EROFS : Self.writeDenial(path)
        if let number {
            guard let status = file.status, status.byteCount > 0 else {
                throw Self.notWritable(path, number, "create")
            }
            unlocked = try Self.canReadWithoutLocks(path) ? status.stamp : nil
            writer = nil
        } else {
            unlocked = nil
            if file.status == nil {
                // SQLite also applies the permissions to the journal.
                _ = try FileStore.attempt("create", file) { () throws(FileError) in
                    try Descriptor(file, for: .writing, .create, permissions: sharedMode.fileMode)
                }
            }
            if FileStore.length(of: BytePath(path + "-wal")) ?? 0 > 0 {
                // The last writable connection to close checkpoints the journal, even if it only
                // read; a read-only connection leaves both files of a foreign or newer database
                // untouched.
                let queue = try DatabaseQueue(path: path, configuration: reading)
                try Schema.check(queue, path: path)
                try queue.close()
            }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            // Before anything is written, so that another program's database is left untouched.
            let version = try Schema.check(queue, path: path)
            try queue.inDatabase { db in
                if try String.fetchOne(db, sql: "PRAGMA journal_mode") != "wal" {
                    try db.execute(sql: "PRAGMA journal_mode = WAL")
                }
            }
            if version != Schema.version { try Schema.migrate(queue) }
            writer = queue
        }
        let location = unlocked == nil ? path : Self.immutable(path)
        readers =
            writer == nil
            ? try Self.openReaders(path, location, reading)
            : try DatabasePool(path: location, configuration: reading)
    }

    /// Opens the readers of a catalog that has no writer.
    ///
    /// - Throws: `busy` if the journal was created or removed since it was checked.
    private static func openReaders(
        _ path: String, _ location: String, _ configuration: Configuration
    ) throws -> DatabasePool {
        do {
            let readers = try DatabasePool(path: location, configuration: configuration)
            try Schema.check(readers, path: path, isReadOnly: true)
            return readers
        } catch let error as DatabaseError
            where [.SQLITE_READONLY, .SQLITE_CANTOPEN].contains(error.resultCode)
            && ["", "-wal", "-shm"].allSatisfy({ access(path + $0, R_OK) == 0 || errno == ENOENT })
        {
            throw CatalogError(
                .busy,
                "another program is opening or closing the catalog '\(path)': try again; if "
                    + "no program is running, '\(path)-wal' was left by a killed program: run "
                    + "'gallery sections' as the catalog's owner")
        }
    }

    /// Runs a read in a snapshot, also within another read.
    ///
    /// The pool always has one connection, read-only here, which its reads do not use. It serves
    /// one read at a time: a short command opens no other, which would take 2 ms to parse the
    /// schema.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        func snapshot(_ db: Database) throws -> Value {
            if db.isInsideTransaction { return try body(db) }
            try db.beginTransaction(.deferred)
            defer { try? db.rollback() }
            return try body(db)
        }
        let result = Result {
            let isFree = isFirstReaderFree.exchange(false, ordering: .acquiring)
            guard isFree else { return try readers.unsafeReentrantRead(snapshot) }
            defer { isFirstReaderFree.store(true, ordering: .releasing) }
            return try readers.writeWithoutTransaction(snapshot)
        }
        // A read during a change can mix old and new pages, even if it failed.
        if let unlocked, unlocked != BytePath(path).status?.stamp {
            throw CatalogError(
                .busy,
                "the catalog '\(path)' was changed by another program while it was read: run the "
                    + "command again")
        }
        return try result.get()
    }

    /// Runs a write in one transaction.
    ///
    /// - Parameters:
    ///   - isDurable: true to survive a power loss once this returns.
    ///   - entry: the journal entry that records the changes, if the command has one.
    ///   - keeps: returns false to roll back. A savepoint would copy each page that changes.
    /// - Throws: `unreachable` if the folder is read-only.
    func write<Value>(
        durably isDurable: Bool = false, noting entry: CommandEntry? = nil,
        if keeps: (Value) -> Bool = { _ in true }, _ body: (Database) throws -> Value
    ) throws -> Value {
        defer { countWrite() }
        let writer = try writable()
        func transaction() throws -> Value {
            try writer.writeWithoutTransaction { db in
                try CommandEntry.transaction(db, noting: entry, if: keeps, body)
            }
        }
        if !isDurable { return try transaction() }
        func set(_ mode: String) throws {
            try writer.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA synchronous = \(mode)")
            }
        }
        try set("FULL")
        // A connection left in this mode is only slower.
        defer { try? set("NORMAL") }
        return try transaction()
    }

    /// The writer.
    ///
    /// - Throws: `unreachable` if the folder is read-only.
    func writable() throws -> DatabaseQueue {
        if let writer { return writer }
        throw Self.notWritable(path, Self.writeDenial(path) ?? EACCES, "write to")
    }

    /// Changes with the database file or its journal, without opening them; other processes can
    /// write at any time.
    var stamp: String {
        [path, path + "-wal"].compactMap { BytePath($0).status }.filter { $0.byteCount > 0 }
            .map(\.stamp).joined(separator: " ")
    }

    /// Increases with each write of this process, and when `detectWrites` detects writes of others,
    /// so that cached results can be invalidated.
    var revision: UInt64 { writeCount.load(ordering: .acquiring) }

    private func countWrite() { writeCount.add(1, ordering: .acquiringAndReleasing) }

    /// Counts writes of other processes, detected by the files' stamps.
    ///
    /// A change within the file system's clock resolution can be followed by one with the same
    /// time, so it counts at every look.
    func detectWrites() {
        let found = [path, path + "-wal"].map { BytePath($0).status }
        let last = found.compactMap { $0?.modified }.max() ?? 0
        let isSettled = SourceStamp.now - last > 2 * PicturePath.clockTick
        let stamps = found.map { $0?.stamp }
        let isNew = lastStamps.withLock { known in
            defer { known = stamps }
            return known != stamps
        }
        if isNew || !isSettled { countWrite() }
    }

    /// Closes the connections and checkpoints the journal; later use fails.
    func close() {
        // The end of the process closes what fails to close here, without loss of data.
        try? readers.close()
        try? writer?.close()
    }

    private static func configuration(busyTimeout: Double, maximumSteps: Int) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeout)
        configuration.maximumReaderCount = 3
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA synchronous = NORMAL")
            try db.execute(sql: "PRAGMA cache_size = -16384")
            db.add(function: DistanceFunction.function)
            db.add(function: LabelKey.function)
            db.add(function: ShownAspect.function)
            db.add(function: ManualTags.function)
            db.add(function: MaximumSteps.function(maximumSteps))
            for function in TakenColumns.functions { db.add(function: function) }
            db.add(tokenizer: WordTokenizer.self)
        }
        return configuration
    }

    /// The errno that keeps the database or its folder from being written; nil if both are
    /// writable.
    private static func writeDenial(_ path: String) -> Int32? {
        if let denial = BytePath(path).parent.denial(of: W_OK | X_OK) { return denial.number }
        let denial = BytePath(path).denial(of: W_OK)
        return denial.flatMap { $0.number == ENOENT ? nil : $0.number }
    }

    private static func notWritable(
        _ path: String, _ number: Int32, _ action: String
    ) -> CatalogError {
        CatalogError(
            .unreachable,
            "cannot \(action) the catalog '\(path)': \(SystemMessage.text(number)); check the "
                + "permissions of its folder, or name another one with --catalog")
    }

    /// Indicates whether a database in a read-only folder is read without its journal.
    ///
    /// - Throws: `TransientFailure` if the journal has changes and cannot be read.
    private static func canReadWithoutLocks(_ path: String) throws -> Bool {
        let journal = FileStore.length(of: BytePath(path + "-wal"))
        if journal != nil, FileStore.length(of: BytePath(path + "-shm")) != nil { return false }
        guard journal ?? 0 == 0 else {
            // The last process to close removes the index first and the journal a moment later.
            throw TransientFailure(
                error: CatalogError(
                    .unreachable,
                    "the catalog '\(path)' has changes in '\(path)-wal' that cannot be read because its "
                        + "folder is read-only: copy the folder to a writable disk, or run "
                        + "'gallery sections' as its owner to move the changes into the database"))
        }
        return true
    }

    /// The URI with which SQLite opens a file as immutable.
    ///
    /// Source: https://www.sqlite.org/uri.html, "The URI Path" and "immutable".
    private static func immutable(_ path: String) -> String {
        let plain = PercentEncoding.encoded(path) {
            $0 == UInt8(ascii: "/") || $0 >= 0x80 || $0.isLetterOrDigit
        }
        return "file:\(plain)?immutable=1"
    }
}

/// A failure to open that can pass in a moment, while another process removes SQLite's journal.
struct TransientFailure: Error {
    /// The longest time to keep retrying, in seconds.
    static let patience = 0.2
    /// The error to report if the failure persists.
    let error: CatalogError
}

extension FileStatus {
    /// Text that changes with the file's identity, length or modification time.
    var stamp: String { "\(byteCount) \(identity.device) \(identity.inode) \(modified)" }
}

extension Database {
    /// SQLite VM instructions between two checks of the clock: some microseconds.
    private static let stride: Int32 = 1_000

    /// Runs statements with a time limit.
    ///
    /// - Returns: nil if the time limit was exceeded.
    /// - Throws: errors of `body`.
    func within<Value>(_ time: Duration, _ body: () throws -> Value) throws -> Value? {
        // The handler's pointer to this value is valid only within the closure below.
        var end = ContinuousClock.now.advanced(by: time)
        return try withUnsafeMutablePointer(to: &end) { end in
            sqlite3_progress_handler(
                sqliteConnection, Database.stride,
                { end in
                    let end = end?.assumingMemoryBound(to: ContinuousClock.Instant.self).pointee
                    return end.map { ContinuousClock.now > $0 } ?? false ? 1 : 0
                }, end)
            defer { sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
            do { return try body() } catch let error as DatabaseError
                where error.resultCode == .SQLITE_INTERRUPT
            {
                return nil
            }
        }
    }
}
