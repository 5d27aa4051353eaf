import Foundation
package import Glibc

/// Writes a file that appears under its name only when it is complete.
///
/// Until `finish` the bytes lie in a hidden file beside it, which goes away with the value.
public final class AtomicFile {
    private let path: BytePath
    private let part: BytePath
    private let isStream: Bool
    private let file: Descriptor
    private var isFinished = false

    /// Begins a file for everybody to read; one that is there keeps its permissions.
    ///
    /// - Throws: the system's error where the folder is missing or not writable, or the path is a folder.
    public convenience init(_ path: BytePath) throws(FileError) {
        try self.init(path, permissions: NewFile.standardPermissions)
    }

    /// Begins a file with permissions, which the umask narrows.
    ///
    /// - Parameter keepsPermissions: whether one that is there keeps its own.
    /// - Throws: as `init(_:)`.
    package init(
        _ path: BytePath, permissions: mode_t, keepsPermissions: Bool = true
    ) throws(FileError) {
        let status = path.status
        // A device or pipe has no complete state to wait for: the bytes go straight into it.
        isStream = status?.kind == .special
        // What a link points at is replaced, not the link.
        let target = status == nil ? path : path.resolved
        self.path = target
        part = isStream ? target : NewFile.part(beside: target)
        file = try Descriptor(
            part, for: .writing, isStream ? [] : .new, permissions: permissions, toldAs: target)
        guard let status, !isStream else { return }
        if status.kind == .folder { throw FileError(path: path, number: EISDIR) }
        if keepsPermissions { try? file.setPermissions(status.permissions) }
    }

    deinit {
        if !isFinished, !isStream { part.remove() }
    }

    /// Whether a name is one that a file has until it is complete; one that is left is of a killed program.
    package static func isPart(_ name: BytePath) -> Bool {
        let text = name.escaped
        return text.hasPrefix(".gallery-") && text.hasSuffix(".part")
    }

    /// Makes the file one of the same bytes, sharing blocks where the file system can.
    ///
    /// - Throws: the system's error.
    package func copy(_ source: borrowing Descriptor) throws {
        if file.clone(source) { return }
        try source.forEachBlockFromStart { try file.write($0) }
    }

    /// Appends bytes.
    ///
    /// - Throws: the system's error, such as `ENOSPC`.
    public func write(_ bytes: [UInt8]) throws(FileError) { try file.write(bytes) }

    /// Completes the file: its bytes reach the disk, then it takes the place of what had the name.
    ///
    /// - Throws: the system's error.
    public func finish() throws(FileError) { try finish(syncs: true) }

    /// Completes the file.
    ///
    /// - Parameter syncs: whether its bytes reach the disk first; else the caller brings many files there
    ///   together, and can tell one that a power cut tore before that.
    /// - Throws: the system's error.
    package func finish(syncs: Bool) throws(FileError) {
        guard !isStream, !isFinished else { return }
        if syncs { try file.sync() }
        try part.rename(to: path)
        isFinished = true
    }

    /// Replaces what has a name by bytes; the permissions of a file that is there stay.
    ///
    /// - Throws: the system's error.
    package static func replace(
        _ path: BytePath, with bytes: [UInt8],
        permissions: mode_t = NewFile.standardPermissions, syncs: Bool = true
    ) throws(FileError) {
        let file = try AtomicFile(path, permissions: permissions)
        try file.write(bytes)
        try file.finish(syncs: syncs)
    }
}
