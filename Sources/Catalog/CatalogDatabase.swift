import Basics
import Foundation
import GRDB
import GalleryModel
import Glibc

/// Owns the connections to a catalog's database: a pool that reads, and one connection that writes.
///
/// Opening changes no byte of a catalog that is up to date; SQLite's `-wal` and `-shm` are there while a
/// connection is. Where the folder cannot be written there is no writing connection, and nothing is made:
/// the database is read together with the journal that somebody keeps beside it, or without any locks
/// (SQLite's immutable mode) where there is none.
final class CatalogDatabase: Sendable {
    // Released in this order: the last connection to close must be the one that may tidy up the journal.
    let readers: DatabasePool
    private let writer: DatabaseQueue?

    /// The database's file.
    let path: String
    /// What the file was like when it was opened without locks; nil where locks are held.
    private let unlocked: FileStamp?

    /// Opens a database; makes it, or brings it up to date, where the folder can be written.
    ///
    /// - Parameter isForReading: whether it is opened as if the folder could not be written.
    /// - Throws: what GRDB throws; `foreign`, `damaged`, `newer`; `unreachable` where a folder that cannot
    ///   be written has no database, an older one or one with changes that only its journal knows.
    init(
        path: String, sharedMode: SharedMode, busyTimeout: Double, isForReading: Bool = false
    ) throws {
        self.path = path
        let number = isForReading ? EROFS : Self.whyNotWritable(path)
        if let number {
            guard FileStamp(path).length > 0 else {
                throw Self.notWritable(path, number, "make")
            }
            unlocked = try Self.needsNoLocks(path) ? FileStamp(path) : nil
            writer = nil
        } else {
            unlocked = nil
            if !FileStamp(path).exists { try Self.make(path, sharedMode) }
            if FileStore.length(of: BytePath(path + "-wal")) ?? 0 > 0 {
                try Self.checkJournalled(path, busyTimeout)
            }
            let queue = try DatabaseQueue(
                path: path, configuration: Self.configuration(busyTimeout: busyTimeout))
            // Before anything is written: another program's database stays as it is.
            let version = try Schema.foundVersion(in: queue, path: path)
            try queue.inDatabase { db in
                if try String.fetchOne(db, sql: "PRAGMA journal_mode") != "wal" {
                    try db.execute(sql: "PRAGMA journal_mode = WAL")
                }
            }
            if version != Schema.version { try Schema.migrate(queue) }
            writer = queue
        }
        var configuration = Self.configuration(busyTimeout: busyTimeout)
        configuration.readonly = true
        let location = unlocked == nil ? path : Self.immutable(path)
        readers =
            writer == nil
            ? try Self.readersAlone(path, location, configuration)
            : try DatabasePool(path: location, configuration: configuration)
    }

    /// Opens the connections that read where there is none that writes.
    ///
    /// - Throws: `PassingFailure` where the journal was made or taken away since somebody looked for it.
    private static func readersAlone(
        _ path: String, _ location: String, _ configuration: Configuration
    ) throws -> DatabasePool {
        do {
            let readers = try DatabasePool(path: location, configuration: configuration)
            try Schema.check(readers, path: path)
            return readers
        } catch let error as DatabaseError
            where [.SQLITE_READONLY, .SQLITE_CANTOPEN].contains(error.resultCode)
            && ["", "-wal", "-shm"].allSatisfy({
                access(path + $0, R_OK) == 0 || errno == ENOENT
            })
        {
            throw PassingFailure(
                patience: .infinity,
                error: CatalogError(
                    .busy,
                    "another program is opening or closing the catalog '\(path)': try again; if there is "
                        + "none, one that was killed left '\(path)-wal': run 'gallery sections' as the "
                        + "catalog's owner"))
        }
    }

    /// Refuses another program's database, or a newer one, that has a journal.
    ///
    /// The last connection to close that can write moves the journal into the database, whatever it was
    /// opened for; one that only reads leaves both as they are.
    private static func checkJournalled(_ path: String, _ busyTimeout: Double) throws {
        var configuration = configuration(busyTimeout: busyTimeout)
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        _ = try Schema.foundVersion(in: queue, path: path)
        try queue.close()
    }

    /// Runs a reading body on a snapshot.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let result = Result { try readers.read(body) }
        // What was read while the file changed may be neither the old nor the new, also where it failed.
        if let unlocked, unlocked != FileStamp(path) {
            throw CatalogError(
                .busy,
                "the catalog '\(path)' was changed by another program while it was read: run the "
                    + "command again")
        }
        return try result.get()
    }

    /// Runs a writing body in one transaction.
    ///
    /// - Throws: `unreachable` where the folder cannot be written.
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try writable().write(body)
    }

    /// Runs a writing body in one transaction, which outlives a power cut once this returns.
    ///
    /// - Throws: as `write`.
    func writeDurably<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let writer = try writable()
        func set(_ mode: String) throws {
            try writer.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA synchronous = \(mode)")
            }
        }
        try set("FULL")
        // A connection that stays so is slower, and nothing worse.
        defer { try? set("NORMAL") }
        return try writer.write(body)
    }

    /// The connection that writes.
    ///
    /// - Throws: `unreachable` where the folder cannot be written.
    func writable() throws -> DatabaseQueue {
        if let writer { return writer }
        throw Self.notWritable(path, Self.whyNotWritable(path) ?? EACCES, "write to")
    }

    /// What tells, without a look into it, that the database is as it was; others may write at any time.
    var stamp: String {
        let journal = FileStamp(path + "-wal")
        return FileStamp(path).text + (journal.length > 0 ? " " + journal.text : "")
    }

    /// Closes the connections and moves what the journal holds into the database; a later use fails.
    func close() {
        // What cannot be closed is closed by the end of the process, and loses nothing.
        try? readers.close()
        try? writer?.close()
    }

    private static func configuration(busyTimeout: Double) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeout)
        configuration.maximumReaderCount = 3
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA synchronous = NORMAL")
            try db.execute(sql: "PRAGMA cache_size = -16384")
            db.add(function: DistanceFunction.function)
            db.add(function: LabelKey.function)
            db.add(function: ShownAspect.function)
            db.add(tokenizer: WordTokenizer.self)
        }
        return configuration
    }

    /// Makes an empty file with the permissions that SQLite gives the journal, too.
    private static func make(_ path: String, _ sharedMode: SharedMode) throws {
        let path = BytePath(path)
        _ = try FileStore.attempt("make", path) { () throws(FileError) in
            try Descriptor(path, for: .writing, .create, permissions: sharedMode.fileMode)
        }
    }

    /// Why neither the database nor its folder can be written, as an errno; nil where they can.
    private static func whyNotWritable(_ path: String) -> Int32? {
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

    /// Whether a database in a folder that cannot be written is read without its journal.
    ///
    /// - Throws: `PassingFailure` where the journal has changes and cannot be read.
    private static func needsNoLocks(_ path: String) throws -> Bool {
        let journal = FileStore.length(of: BytePath(path + "-wal"))
        if journal != nil, FileStore.length(of: BytePath(path + "-shm")) != nil { return false }
        guard journal ?? 0 == 0 else {
            // The last program to leave takes the index away first, and the journal a moment later.
            throw PassingFailure(
                patience: 0.2,
                error: CatalogError(
                    .unreachable,
                    "the catalog '\(path)' has changes in '\(path)-wal', which cannot be read where its "
                        + "folder cannot be written: copy the folder to where it can be written, or run "
                        + "'gallery sections' there as its owner, which moves them into the database"
                ))
        }
        return true
    }

    /// The name by which SQLite reads a file that nobody changes.
    ///
    /// Source: https://www.sqlite.org/uri.html, "The URI Path" and "immutable".
    private static func immutable(_ path: String) -> String {
        let plain = path.utf8.map { byte in
            byte == UInt8(ascii: "/") || byte >= 0x80 || Character(UnicodeScalar(byte)).isLetter
                || Character(UnicodeScalar(byte)).isNumber
                ? [byte]
                : Array("%\(String(byte >> 4, radix: 16))\(String(byte & 15, radix: 16))".utf8)
        }
        return "file:\(String(decoding: plain.joined(), as: UTF8.self))?immutable=1"
    }
}

/// What keeps a catalog from being opened and may be over in a moment: SQLite's journal, which another
/// program makes or takes away.
struct PassingFailure: Error {
    /// For how many seconds the opening is tried again at most.
    let patience: Double
    /// What is the matter if it does not pass.
    let error: CatalogError
}

/// Tells whether a file was changed: its identity, length and time of change.
struct FileStamp: Equatable {
    private let numbers: [Int64]

    /// The facts of a file; those of none where it is not there.
    ///
    /// Nothing is opened: closing a descriptor would end the locks that SQLite has on the same file.
    init(_ path: String) {
        numbers =
            BytePath(path).status.map { status in
                let (seconds, rest) = status.modified.quotientAndRemainder(
                    dividingBy: 1_000_000_000)
                return [
                    Int64(status.byteCount), Int64(bitPattern: status.identity.device),
                    Int64(bitPattern: status.identity.inode), seconds, rest,
                ]
            } ?? []
    }

    /// The facts as text.
    var text: String { numbers.map(String.init).joined(separator: " ") }

    /// Whether there is such a file.
    var exists: Bool { !numbers.isEmpty }

    /// When the bytes were last changed, nanoseconds since 1970-01-01 UTC; 0 where there is none.
    var modified: Int64 { numbers.count > 4 ? numbers[3] &* 1_000_000_000 &+ numbers[4] : 0 }

    /// The length in bytes; 0 where there is none.
    var length: Int64 { numbers.first ?? 0 }
}
