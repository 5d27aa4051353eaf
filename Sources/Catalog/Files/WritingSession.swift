package import Basics
import Foundation
import GalleryModel
import Glibc
import Synchronization

/// Owns the unfinished files of one writing process, and moves finished ones into the store.
///
/// Each session has a folder in `incoming/` with a locked `lease` file in it. The lock ends with the
/// process, however it ends; the next session takes over what a dead one left. Methods may be called
/// from any thread.
package final class WritingSession: Sendable {
    /// A complete part file that shall get its final name.
    package struct Finished: Sendable {
        /// The part file, in the session's folder.
        package var part: BytePath
        /// The digest of its bytes.
        package var digest: FileDigest
        /// `jpg`, without the dot.
        package var fileExtension: String

        /// Makes a finished file.
        package init(part: BytePath, digest: FileDigest, fileExtension: String) {
            self.part = part
            self.digest = digest
            self.fileExtension = fileExtension
        }
    }

    /// The files that sessions which ended without finishing gave a name, perhaps without a row.
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
        let gate = try WritingSession.lock(
            store.incoming.appending("gate"), waiting: true, store: store)
        defer { extendLifetime(gate) }
        try store.makeFolder(folder)
        guard
            let lease = try WritingSession.lock(
                folder.appending("lease"), waiting: false, store: store)
        else {
            throw FileStore.failure(EWOULDBLOCK, "lock", folder)
        }
        self.lease = Mutex(consume lease)
        unfinishedNames = WritingSession.takeOver(
            in: store, into: folder, except: name, database: database)
    }

    /// Where a transfer writes until it is complete.
    ///
    /// The same key gives the same path, so that what an
    /// interrupted session left is found again.
    ///
    /// - Parameter key: letters, digits and dashes.
    package func part(key: String) -> BytePath { folder.appending("\(key).part") }

    /// Gives complete files their final names: all bytes reach the disk first, then the names.
    ///
    /// Where the store already has the bytes the part file is removed. The files become read-only; who may
    /// read them was decided when the part was made.
    package func finish(_ batch: [Finished]) throws(CatalogError) {
        guard !batch.isEmpty else { return }
        // A file that was there before is not this session's to be cleared away.
        let new = batch.map { name(of: $0) }.filter { !store.hasFile(named: $0) }
        try noteNames { $0.formUnion(new) }
        try syncFileSystem()
        for item in batch {
            let target = store.path(of: item.digest, fileExtension: item.fileExtension)
            let length = FileStore.length(of: item.part)
            if length != nil, FileStore.length(of: target) == length {
                item.part.remove()
                continue
            }
            try protect(item.part)
            try rename(item.part, to: target)
        }
        try syncFileSystem()
        OrphanFiles(in: store).drop(new)
    }

    /// Ends the session; ending it again does nothing.
    ///
    /// - Parameter keepingParts: true keeps unfinished transfers, and the names of files that may have
    ///   no row, for the next session.
    package func end(keepingParts: Bool = false) {
        lease.withLock { lease in
            if lease != nil, !keepingParts { folder.removeFolder() }
            lease = nil
        }
    }

    /// Puts the files aside that a killed process gave a name but no row; no other file is ever looked at.
    ///
    /// Does nothing while another session lives, because its newest files have no rows yet.
    ///
    /// - Parameter isKnown: whether a row has these 64 hexadecimal digits.
    package func sweep(isKnown: (String) throws -> Bool) throws {
        guard !unfinishedNames.isEmpty,
            let gate = try WritingSession.lock(
                store.incoming.appending("gate"), waiting: true, store: store)
        else { return }
        defer { extendLifetime(gate) }
        let others = store.incoming.children().filter {
            $0 != folder.lastComponent && $0 != BytePath("gate")
        }
        guard others.isEmpty else {
            // Their files may be among these: left for a later session to look at.
            try noteNames { $0.formUnion(unfinishedNames) }
            return
        }
        for name in unfinishedNames {
            let digest = String(
                decoding: name.bytes.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
            guard FileDigest(hexadecimal: digest) != nil, try !isKnown(digest) else { continue }
            try OrphanFiles(in: store).take(name)
        }
    }

    /// Says that the rows of finished files are recorded: no later session looks at these files.
    package func settle(_ batch: [Finished]) throws(CatalogError) {
        guard !batch.isEmpty else { return }
        let names = batch.map { name(of: $0) }
        try noteNames { $0.subtract(names) }
    }

    private func protect(_ part: BytePath) throws(CatalogError) {
        try FileStore.attempt("protect", part) { () throws(FileError) in
            try part.setPermissions(FileStatus(part).permissions & 0o444)
        }
    }

    private func name(of item: Finished) -> BytePath {
        store.path(of: item.digest, fileExtension: item.fileExtension).lastComponent
    }

    /// Changes the noted names: those that files are about to get and that no row has yet.
    private func noteNames(_ change: (inout Set<BytePath>) -> Void) throws(CatalogError) {
        let result = unsettled.withLock { names -> Result<Void, CatalogError> in
            change(&names)
            do throws(CatalogError) { return .success(try write(names)) } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Replaces the file of noted names as a whole, so that a kill leaves the old one or the new one.
    private func write(_ names: Set<BytePath>) throws(CatalogError) {
        let path = folder.appending(WritingSession.namesFile)
        let new = folder.appending(WritingSession.namesFile + ".new")
        // The database comes first: beside another one, nobody can say which files have no row.
        let lines = ([BytePath(database)] + names).flatMap { $0.bytes + [UInt8(ascii: "\n")] }
        try FileStore.attempt("write", new) { () throws(FileError) in
            let file = try Descriptor(
                new, for: .writing, [.create, .truncate], permissions: store.sharedMode.fileMode)
            try file.write(lines)
        }
        try FileStore.attempt("write", path) { () throws(FileError) in try new.rename(to: path) }
    }

    private static let namesFile = "names"

    /// The names noted by a dead session for a database; none where it wrote for another one.
    private static func notedNames(in folder: BytePath, database: String) -> [BytePath] {
        let path = folder.appending(namesFile)
        guard let data = try? path.contents(atMost: .max - 1) else { return [] }
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard let first = lines.first, first.elementsEqual(database.utf8) else { return [] }
        return lines.dropFirst().filter { !$0.isEmpty }.map { BytePath(bytes: $0) }
    }

    private func rename(_ part: BytePath, to target: BytePath) throws(CatalogError) {
        do throws(FileError) { return try part.rename(to: target) } catch {
            guard error.number == ENOENT, FileStore.length(of: part) != nil else {
                throw FileStore.failure(error.number, "move the finished file to", target)
            }
        }
        try store.makeFolder(target.parent)
        try FileStore.attempt("move the finished file to", target) { () throws(FileError) in
            try part.rename(to: target)
        }
    }

    private func syncFileSystem() throws(CatalogError) {
        let folder = try FileStore.attempt("open", store.folder) { () throws(FileError) in
            try Descriptor(folder: store.folder)
        }
        try FileStore.attempt("write to the disk of", store.folder) { () throws(FileError) in
            try folder.syncFileSystem(isDiskNeeded: true)
        }
    }

    /// Locks a file, made when missing; nil where another process has it and `waiting` is false.
    private static func lock(
        _ path: BytePath, waiting: Bool, store: FileStore
    ) throws(CatalogError) -> Descriptor? {
        let file = try FileStore.attempt("write", path) { () throws(FileError) in
            try Descriptor(
                path, for: .both, .create, permissions: store.sharedMode.fileMode)
        }
        let isLocked = try FileStore.attempt("lock", path) { () throws(FileError) in
            try file.lock(waiting: waiting)
        }
        return isLocked ? consume file : nil
    }

    /// Takes resumable parts over from sessions whose process is gone, and removes the rest of them.
    private static func takeOver(
        in store: FileStore, into folder: BytePath, except name: String, database: String
    ) -> [BytePath] {
        var unfinished: [BytePath] = []
        for child in store.incoming.children()
        where child != BytePath(name) && child != BytePath("gate") {
            let dead = store.incoming.appending(child)
            let leasePath = dead.appending("lease")
            let lease = try? Descriptor(leasePath, for: .both)
            // A folder without a lease is nobody's.
            if lease != nil, (try? lease?.lock(waiting: false)) != true { continue }
            defer { extendLifetime(lease) }
            unfinished += notedNames(in: dead, database: database)
            let names = Set(dead.children())
            for part in names
            where names.contains(BytePath(bytes: part.bytes + Array(".meta".utf8))) {
                for moved in [part, BytePath(bytes: part.bytes + Array(".meta".utf8))] {
                    try? dead.appending(moved).rename(to: folder.appending(moved))
                }
            }
            dead.removeFolder()
        }
        return unfinished
    }
}
