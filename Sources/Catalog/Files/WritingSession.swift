package import Basics
import Foundation
import Synchronization

/// Owns the unfinished files of one writing process, and moves finished ones into the store.
///
/// Each session has a folder in `incoming/` with a locked `lease` file in it. The lock ends with
/// the process, however it ends; the next session takes over the files of ended ones. Methods may
/// be called from any thread.
package final class WritingSession: Sendable {
    /// A complete part file that is ready for its final name: its path in the session's folder, the
    /// digest of its bytes, and the extension of that name, such as `jpg`.
    package typealias Finished = (part: BytePath, digest: FileDigest, fileExtension: String)

    /// The names of files that interrupted sessions moved into the store, possibly without a row.
    package let unfinishedNames: [BytePath]

    private let store: FileStore
    private let database: String
    private let folder: BytePath
    /// The names of files that have no row yet.
    private let unsettled = Mutex<Set<BytePath>>([])
    /// The file that holds the lock; nil once the session has ended.
    private let lease: Mutex<Descriptor?>

    init(store: FileStore, database: String) throws(CatalogError) {
        self.store = store
        self.database = database
        let name = "\(getpid())-\(UUID().uuidString.prefix(8).lowercased())"
        folder = store.incoming.appending(name)
        for folder in [store.finished, store.incoming] { try store.makeFolder(folder) }
        let gate = try store.lock(store.incoming.appending("gate"), waiting: true)
        defer { extendLifetime(gate) }
        try store.makeFolder(folder)
        guard let lease = try store.lock(folder.appending("lease"), waiting: false) else {
            throw FileStore.failure(EWOULDBLOCK, "lock", folder)
        }
        self.lease = Mutex(consume lease)
        // Takes over resumable parts of sessions whose process has ended, and removes their folders.
        var unfinished: [BytePath] = []
        for child in store.incoming.children()
        where child != BytePath(name) && child != BytePath("gate") {
            let dead = store.incoming.appending(child)
            var deadLease = try? Descriptor(dead.appending("lease"), for: .both)
            // A folder without a lease belongs to no session.
            if deadLease != nil, (try? deadLease?.lock(waiting: false)) != true { continue }
            defer { extendLifetime(deadLease) }
            unfinished += WritingSession.notedNames(in: dead, database: database)
            let names = Set(dead.children())
            for part in names {
                let meta = BytePath(bytes: part.bytes + Array(".meta".utf8))
                guard names.contains(meta) else { continue }
                for moved in [part, meta] {
                    try? dead.appending(moved).rename(to: folder.appending(moved))
                }
            }
            dead.removeFolder()
        }
        unfinishedNames = unfinished
    }

    /// The path to which a transfer writes until it is complete.
    ///
    /// The same key returns the same path, so that an interrupted transfer can be resumed.
    ///
    /// - Parameter key: letters, digits and dashes.
    package func part(key: String) -> BytePath { folder.appending("\(key).part") }

    /// Moves complete files into the store: all bytes are flushed to disk first, then the names.
    ///
    /// If the store already has the bytes the part file is removed. The files become read-only; the
    /// part file's permissions determine who may read them.
    package func finish(_ batch: [Finished]) throws(CatalogError) {
        guard !batch.isEmpty else { return }
        let targets = batch.map { target(of: $0) }
        // A file that already existed must not be removed by this session.
        let new = targets.filter { FileStore.length(of: $0) == nil }.map(\.lastComponent)
        try noteNames { $0.formUnion(new) }
        try syncFileSystem()
        for (part, target) in zip(batch.map(\.part), targets) {
            let length = FileStore.length(of: part)
            if length != nil, FileStore.length(of: target) == length {
                part.remove()
                continue
            }
            try FileStore.attempt(
                "protect", part, part.setPermissions(FileStatus(part).permissions & 0o444))
            try store.move(part, to: target, "move the finished file to")
        }
        try syncFileSystem()
        OrphanFiles(store: store).drop(new)
    }

    /// Ends the session; repeated calls do nothing.
    ///
    /// Names of files that can lack a row are kept for the next session.
    ///
    /// - Parameter keepingParts: true to keep unfinished transfers for the next session.
    package func end(keepingParts: Bool = false) {
        lease.withLock { lease in
            let isSettled = unsettled.withLock(\.isEmpty)
            if lease != nil, !keepingParts, isSettled { folder.removeFolder() }
            lease = nil
        }
    }

    /// Moves files to the orphans that a killed process stored without a row; no other file is
    /// examined.
    ///
    /// Does nothing while another session is active.
    ///
    /// - Parameter isKnown: returns true if a row has the digest, 64 hexadecimal digits.
    package func sweep(isKnown: (String) throws -> Bool) throws {
        guard !unfinishedNames.isEmpty else { return }
        let isSwept: Void? = try whileAlone {
            for name in unfinishedNames {
                let digest = String(
                    decoding: name.bytes.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
                guard FileDigest(hexadecimal: digest) != nil, try !isKnown(digest) else {
                    continue
                }
                try OrphanFiles(store: store).take(name)
            }
        }
        // The files of others can be among these: leave them to a later session.
        if isSwept == nil { try noteNames { $0.formUnion(unfinishedNames) } }
    }

    /// Runs a body while no other session is active, and lets none begin meanwhile.
    ///
    /// - Returns: nil, without running the body, if another session is active: its newest files
    ///   have no rows yet.
    func whileAlone<Value>(_ body: () throws -> Value) throws -> Value? {
        let gate = try store.lock(store.incoming.appending("gate"), waiting: true)
        defer { extendLifetime(gate) }
        // A file, such as one of a desktop, is no session.
        let others = store.incoming.children().filter {
            $0 != folder.lastComponent && store.incoming.appending($0).isFolder
        }
        return gate != nil && others.isEmpty ? try body() : nil
    }

    /// Removes this session's part files except some, to free disk space.
    package func removeParts(except kept: Set<BytePath>) {
        for name in folder.children() where name.bytes.suffix(5).elementsEqual(".part".utf8) {
            let part = folder.appending(name)
            if !kept.contains(part) { part.remove() }
        }
    }

    /// Records that finished files have their rows, so that later sessions skip them.
    package func settle(_ batch: [Finished]) throws(CatalogError) {
        guard !batch.isEmpty else { return }
        let names = batch.map { target(of: $0).lastComponent }
        try noteNames { $0.subtract(names) }
    }

    private func target(of item: Finished) -> BytePath {
        store.path(ofHexadecimal: item.digest.hexadecimal, fileExtension: item.fileExtension)
    }

    /// Changes the recorded names: files about to be stored that have no row yet.
    ///
    /// The file of names is replaced atomically, so that a kill leaves the old or the new one.
    private func noteNames(_ change: (inout Set<BytePath>) -> Void) throws(CatalogError) {
        try unsettled.withLock { names throws(CatalogError) in
            change(&names)
            let path = folder.appending(WritingSession.namesFile)
            let new = folder.appending(WritingSession.namesFile + ".new")
            // The database comes first: with another database it is unknown which files have no
            // row.
            let lines = ([BytePath(database)] + names).flatMap { $0.bytes + [UInt8(ascii: "\n")] }
            try FileStore.attempt("write", new) { () throws(FileError) in
                let file = try Descriptor(
                    new, for: .writing, [.create, .truncate],
                    permissions: store.sharedMode.fileMode)
                try file.write(lines)
            }
            try FileStore.attempt("write", path, new.rename(to: path))
        }
    }

    private static let namesFile = "names"

    /// The names that an ended session recorded for a database; empty if it wrote for another one.
    private static func notedNames(in folder: BytePath, database: String) -> [BytePath] {
        let path = folder.appending(namesFile)
        guard let data = try? path.contents(atMost: .max - 1) else { return [] }
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard let first = lines.first, first.elementsEqual(database.utf8) else { return [] }
        return lines.dropFirst().filter { !$0.isEmpty }.map { BytePath(bytes: $0) }
    }

    /// Waits until all changes of the catalog's files are on the disk.
    func syncFileSystem() throws(CatalogError) {
        let folder = try FileStore.attempt(
            "open", store.folder, Descriptor(folder: store.folder))
        try FileStore.attempt(
            "write to the disk of", store.folder, folder.syncFileSystem(requiresDisk: true))
    }
}
