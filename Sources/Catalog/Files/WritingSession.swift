package import Basics
internal import CFileSystem
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
    /// The descriptor that holds the lock; nil once the session has ended.
    private let lease: Mutex<Int32?>

    init(store: FileStore, database: String) throws(CatalogError) {
        self.store = store
        self.database = database
        let name = "\(getpid())-\(UUID().uuidString.prefix(8).lowercased())"
        folder = store.incoming.appending(name)
        for folder in [store.finished, store.incoming] { try store.makeFolder(folder) }
        let gate = try WritingSession.lock(
            store.incoming.appending("gate"), waiting: true, store: store)
        defer { close(gate ?? -1) }
        try store.makeFolder(folder)
        guard
            let lease = try WritingSession.lock(
                folder.appending("lease"), waiting: false, store: store)
        else {
            throw FileStore.failure(EWOULDBLOCK, "lock", folder)
        }
        self.lease = Mutex(lease)
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
                _ = item.part.withCString { unlink($0) }
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
        let descriptor = lease.withLock { lease in
            defer { lease = nil }
            return lease
        }
        guard let descriptor else { return }
        if !keepingParts { WritingSession.removeFolder(folder) }
        close(descriptor)
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
        defer { close(gate) }
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
        var status = stat()
        let isProtected = part.withCString { path in
            stat(path, &status) == 0 && chmod(path, status.st_mode & 0o444) == 0
        }
        guard isProtected else { throw FileStore.failure(errno, "protect", part) }
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
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
        let descriptor = new.withCString { open($0, flags, store.sharedMode.fileMode) }
        guard descriptor >= 0 else { throw FileStore.failure(errno, "write", new) }
        // The database comes first: beside another one, nobody can say which files have no row.
        let lines = ([BytePath(database)] + names).flatMap { $0.bytes + [UInt8(ascii: "\n")] }
        let count = lines.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        let number = errno
        close(descriptor)
        guard count == lines.count else {
            throw FileStore.failure(count < 0 ? number : ENOSPC, "write", new)
        }
        guard new.withCString({ from in path.withCString { Glibc.rename(from, $0) } }) == 0 else {
            throw FileStore.failure(errno, "write", path)
        }
    }

    private static let namesFile = "names"

    /// The names noted by a dead session for a database; none where it wrote for another one.
    private static func notedNames(in folder: BytePath, database: String) -> [BytePath] {
        let path = folder.appending(namesFile).string ?? ""
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard let first = lines.first, first.elementsEqual(database.utf8) else { return [] }
        return lines.dropFirst().filter { !$0.isEmpty }.map { BytePath(bytes: $0) }
    }

    private func rename(_ part: BytePath, to target: BytePath) throws(CatalogError) {
        let move = { part.withCString { from in target.withCString { Glibc.rename(from, $0) } } }
        if move() == 0 { return }
        if errno == ENOENT, FileStore.length(of: part) != nil {
            try store.makeFolder(target.parent)
            if move() == 0 { return }
        }
        throw FileStore.failure(errno, "move the finished file to", target)
    }

    private func syncFileSystem() throws(CatalogError) {
        let descriptor = store.folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw FileStore.failure(errno, "open", store.folder) }
        defer { close(descriptor) }
        guard gallery_syncfs(descriptor) == 0 else {
            throw FileStore.failure(errno, "write to the disk of", store.folder)
        }
    }

    /// Locks a file, made when missing; nil where another process has it and `waiting` is false.
    private static func lock(
        _ path: BytePath, waiting: Bool, store: FileStore
    ) throws(CatalogError) -> Int32? {
        let descriptor = path.withCString {
            open($0, O_RDWR | O_CREAT | O_CLOEXEC, store.sharedMode.fileMode)
        }
        guard descriptor >= 0 else { throw FileStore.failure(errno, "write", path) }
        if flock(descriptor, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) == 0 { return descriptor }
        let number = errno
        close(descriptor)
        if number == EWOULDBLOCK { return nil }
        throw FileStore.failure(number, "lock", path)
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
            let descriptor = leasePath.withCString { open($0, O_RDWR | O_CLOEXEC) }
            if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                close(descriptor)
                continue
            }
            unfinished += notedNames(in: dead, database: database)
            let names = Set(dead.children())
            for part in names
            where names.contains(BytePath(bytes: part.bytes + Array(".meta".utf8))) {
                for moved in [part, BytePath(bytes: part.bytes + Array(".meta".utf8))] {
                    _ = dead.appending(moved).withCString { from in
                        folder.appending(moved).withCString { Glibc.rename(from, $0) }
                    }
                }
            }
            removeFolder(dead)
            if descriptor >= 0 { close(descriptor) }
        }
        return unfinished
    }

    private static func removeFolder(_ folder: BytePath) {
        for child in folder.children() {
            _ = folder.appending(child).withCString { unlink($0) }
        }
        _ = folder.withCString { rmdir($0) }
    }
}
