import Foundation
package import Glibc

/// Creates files atomically and never overwrites an existing file.
package enum NewFile {
    /// The outcome of writing a file.
    package enum Outcome: Sendable {
        /// The file was written.
        case copied
        /// A file with the same bytes already existed.
        case present
        /// A file with different bytes exists; nothing was written.
        case occupied
    }

    /// The permissions of a file that only its owner can read.
    package static let ownerOnly: mode_t = 0o600
    /// The permissions of a file without secrets; restricted by the umask.
    package static let standardPermissions: mode_t = 0o644

    /// Returns a hidden name for an incomplete file in the folder of its destination.
    package static func part(beside path: BytePath) -> BytePath {
        path.parent.appending(".gallery-\(UUID().uuidString).part")
    }

    /// Writes bytes to a path and creates missing folders.
    ///
    /// - Throws: The system's error.
    package static func place(
        _ bytes: [UInt8], at path: BytePath, permissions: mode_t = standardPermissions
    ) throws(FileError) -> Outcome {
        try path.parent.makeFolders()
        if path.exists { return holds(bytes, path) ? .present : .occupied }
        let part = part(beside: path)
        do throws(FileError) {
            let file = try Descriptor(
                part, for: .writing, .new, permissions: permissions, errorPath: path)
            try file.write(bytes)
            try file.sync()
        } catch {
            part.remove()
            throw error
        }
        return try rename(part, to: path) ? .copied : (holds(bytes, path) ? .present : .occupied)
    }

    /// Copies a file, sharing blocks if the file system supports it, and creates missing folders.
    ///
    /// Every copy is synced to the disk before it gets its name. A copy truncated by a power
    /// failure would look like a different file to later exports and keep its name forever.
    ///
    /// - Parameters:
    ///   - permissions: the permissions of the copy; restricted by the umask.
    ///   - check: throws if the source has changed; called before the copy gets its name, and
    ///     before an existing file counts as identical.
    /// - Throws: `FileError`; any error thrown by `check`.
    package static func copy(
        _ source: borrowing Descriptor, to path: BytePath, permissions: mode_t,
        check: () throws -> Void
    ) throws -> Outcome {
        if let outcome = try found(source, at: path, check) { return outcome }
        try path.parent.makeFolders()
        let part = part(beside: path)
        do {
            let file = try Descriptor(
                part, for: .writing, .new, permissions: permissions, errorPath: path)
            if !file.clone(source) {
                try source.forEachBlockOfFile { try file.write($0) }
            }
            try check()
            try file.sync()
        } catch {
            part.remove()
            throw error
        }
        if try rename(part, to: path) { return .copied }
        return try found(source, at: path, check) ?? .occupied
    }

    /// Compares the source with the file already at the path; nil if it cannot be opened.
    private static func found(
        _ source: borrowing Descriptor, at path: BytePath, _ check: () throws -> Void
    ) throws -> Outcome? {
        let existing: Descriptor
        do throws(FileError) {
            existing = try Descriptor(path, for: .reading, .nonBlocking)
        } catch { return nil }
        guard try source.hasSameBytes(as: existing) else { return .occupied }
        // The comparison is valid only if the source has not changed meanwhile.
        try check()
        return .present
    }

    /// Renames a complete file unless the name is taken; removes the file if that fails.
    ///
    /// - Returns: True if the file got the name.
    /// - Throws: The system's error.
    package static func rename(_ part: BytePath, to path: BytePath) throws(FileError) -> Bool {
        defer { part.remove() }
        do throws(FileError) {
            try part.rename(toNew: path)
            return true
        } catch {
            if error.number == EEXIST { return false }
            // Without hard links, or with too many of them, another process can take the name
            // between the check and the rename.
            guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.number), !path.exists else {
                throw error
            }
            do throws(FileError) { try part.rename(to: path) } catch _ { throw error }
            return true
        }
    }

    /// Indicates whether a regular file contains exactly these bytes.
    package static func holds(_ bytes: [UInt8], _ path: BytePath) -> Bool {
        (try? path.contents(atMost: bytes.count)) == bytes
    }

    /// Indicates whether two files contain the same bytes.
    ///
    /// - Throws: The system's error.
    package static func isSame(_ left: BytePath, _ right: BytePath) throws(FileError) -> Bool {
        let first = try Descriptor(left)
        return try first.hasSameBytes(as: Descriptor(right, for: .reading, .nonBlocking))
    }
}

/// Writes a file that appears under its name only once it is complete.
///
/// Until `finish`, the bytes are in a hidden file in the same folder, which is removed on
/// deinitialization.
public final class AtomicFile {
    private let path: BytePath
    private let part: BytePath
    private let isStream: Bool
    private let file: Descriptor
    private var isFinished = false

    /// Creates a world-readable file; an existing file keeps its permissions.
    ///
    /// - Throws: The system's error if the folder is missing or not writable, or if the path is a
    ///   folder.
    public convenience init(_ path: BytePath) throws(FileError) {
        try self.init(path, permissions: NewFile.standardPermissions)
    }

    /// Creates a file with permissions restricted by the umask.
    ///
    /// - Parameters:
    ///   - keepsPermissions: whether an existing file keeps its permissions.
    ///   - followsLink: whether to replace the target of a symbolic link instead of the link.
    /// - Throws: Same as `init(_:)`.
    package init(
        _ path: BytePath, permissions: mode_t = NewFile.standardPermissions,
        keepsPermissions: Bool = true, followsLink: Bool = true
    ) throws(FileError) {
        let status = try? FileStatus(path, followingLink: followsLink)
        // Devices and pipes cannot be replaced atomically: the bytes are written directly.
        isStream = status?.kind == .special
        let target = status == nil || !followsLink ? path : path.resolved
        self.path = target
        part = isStream ? target : NewFile.part(beside: target)
        file = try Descriptor(
            part, for: .writing, isStream ? [] : .new, permissions: permissions, errorPath: target)
        guard let status, !isStream else { return }
        if status.kind == .folder { throw FileError(path: path, number: EISDIR) }
        if keepsPermissions, status.kind == .file { try? file.setPermissions(status.permissions) }
    }

    deinit {
        if !isFinished, !isStream { part.remove() }
    }

    /// Indicates whether a name belongs to an incomplete file.
    ///
    /// A leftover one is from a killed process.
    package static func isIncompleteName(_ name: BytePath) -> Bool {
        let text = name.escaped
        return text.hasPrefix(".gallery-") && text.hasSuffix(".part")
    }

    /// Copies the bytes of another file, sharing blocks if the file system supports it.
    ///
    /// - Throws: The system's error.
    package func copy(_ source: borrowing Descriptor) throws {
        if file.clone(source) { return }
        try source.forEachBlockOfFile { try file.write($0) }
    }

    /// Appends bytes.
    ///
    /// - Throws: The system's error, such as `ENOSPC`.
    public func write(_ bytes: [UInt8]) throws(FileError) { try file.write(bytes) }

    /// Completes the file: syncs its bytes to the disk, then renames it over any existing file.
    ///
    /// - Throws: The system's error.
    public func finish() throws(FileError) { try finish(syncs: true) }

    /// Completes the file, with an optional sync.
    ///
    /// - Parameter syncs: whether to sync the bytes first; if false, the caller syncs many files
    ///   together and can detect files truncated by a power failure.
    /// - Throws: The system's error.
    package func finish(syncs: Bool) throws(FileError) {
        guard !isStream, !isFinished else { return }
        if syncs { try file.sync() }
        try part.rename(to: path)
        isFinished = true
    }

    /// Replaces the contents of a file; an existing file keeps its permissions.
    ///
    /// - Throws: The system's error.
    package static func replace(
        _ path: BytePath, with bytes: [UInt8],
        permissions: mode_t = NewFile.standardPermissions, syncs: Bool = true,
        followsLink: Bool = true
    ) throws(FileError) {
        let file = try AtomicFile(path, permissions: permissions, followsLink: followsLink)
        try file.write(bytes)
        try file.finish(syncs: syncs)
    }
}
