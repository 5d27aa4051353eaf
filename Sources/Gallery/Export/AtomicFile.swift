public import Basics
import Foundation
import GalleryModel
import Glibc

/// Writes a file that appears under its name only when it is complete.
///
/// Until `finish` the bytes lie in a hidden file beside it, which goes away with the value.
public final class AtomicFile {
    private let path: BytePath
    private let part: BytePath
    private let isStream: Bool
    private var descriptor: Int32

    /// Begins a file for everybody to read; one that is there keeps its permissions.
    ///
    /// - Throws: `inputOutput` where the folder is missing or not writable, or the path is a folder.
    public convenience init(_ path: BytePath) throws(GalleryError) {
        try self.init(path, permissions: NewFile.standardPermissions)
    }

    /// Begins a file with permissions, which the umask narrows; one that is there keeps its own.
    ///
    /// - Throws: as `init(_:)`.
    init(_ path: BytePath, permissions: mode_t) throws(GalleryError) {
        var status = stat()
        let exists = path.withCString { stat($0, &status) } == 0
        // A device or pipe has no complete state to wait for: the bytes go straight into it.
        isStream =
            exists && status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
        // What a link points at is replaced, not the link.
        self.path = exists ? path.resolved : path
        part =
            isStream
            ? self.path : self.path.parent.appending(".gallery-\(UUID().uuidString).part")
        let flags = isStream ? O_WRONLY | O_CLOEXEC : O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        descriptor = part.withCString { open($0, flags, permissions) }
        guard descriptor >= 0 else { throw AtomicFile.failure(path, errno) }
        if exists, status.st_mode & S_IFMT == S_IFDIR { throw AtomicFile.failure(path, EISDIR) }
        if exists, !isStream { fchmod(descriptor, status.st_mode & 0o7777) }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if !isStream { _ = part.withCString { unlink($0) } }
    }

    /// Appends bytes.
    ///
    /// - Throws: `inputOutput`.
    public func write(_ bytes: [UInt8]) throws(GalleryError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw AtomicFile.failure(path, errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Completes the file: its bytes reach the disk, then it takes the place of what had the name.
    ///
    /// - Throws: `inputOutput`.
    public func finish() throws(GalleryError) { try finish(syncs: true) }

    /// Completes the file.
    ///
    /// - Parameter syncs: whether its bytes reach the disk first; else the caller brings many files there
    ///   together, and can tell one that a power cut tore before that.
    /// - Throws: `inputOutput`.
    func finish(syncs: Bool) throws(GalleryError) {
        defer {
            if descriptor >= 0, isStream { close(descriptor) }
            if isStream { descriptor = -1 }
        }
        if isStream { return }
        guard !syncs || fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
            throw AtomicFile.failure(path, errno)
        }
        guard part.withCString({ from in path.withCString { rename(from, $0) } }) == 0 else {
            throw AtomicFile.failure(path, errno)
        }
        close(descriptor)
        descriptor = -1
    }

    private static func failure(_ path: BytePath, _ number: Int32) -> GalleryError {
        GalleryError(
            .inputOutput,
            "cannot write '\(path.escaped)': \(String(cString: strerror(number))); name another file",
            systemError: number)
    }
}
