import Basics
import Catalog
import Export
import Foundation
import GalleryModel
import Glibc
import Imaging

/// Puts bytes into files that were not there before: complete or not at all, never over another file.
enum NewFile {
    /// The permissions of a file that its owner alone may read.
    static let ownerOnly: mode_t = 0o600
    /// The permissions of a file about nobody's secrets; the umask narrows them.
    static let standardPermissions: mode_t = 0o644

    /// Writes bytes under a path; folders on the way are made.
    ///
    /// - Throws: `FileError`.
    static func place(
        _ bytes: [UInt8], at path: BytePath, permissions: mode_t = standardPermissions
    ) throws -> FileCopy.Outcome {
        try path.parent.makeFolders()
        let part = path.parent.appending(".gallery-\(UUID().uuidString).part")
        if path.exists { return holds(bytes, path) ? .present : .occupied }
        do { try write(bytes, to: part, permissions) } catch {
            _ = part.withCString { unlink($0) }
            throw FileError(path: path, number: error.number)
        }
        return try rename(part, to: path) ? .copied : (holds(bytes, path) ? .present : .occupied)
    }

    private static func write(
        _ bytes: [UInt8], to path: BytePath, _ permissions: mode_t
    ) throws(FileError) {
        let descriptor = path.withCString {
            open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
        }
        guard descriptor >= 0 else { throw FileError(path: path, number: errno) }
        defer { close(descriptor) }
        try FileCopy.write(bytes[...], to: descriptor, path)
        try sync(descriptor, path)
    }

    /// Brings a file to the disk, so that no name stands for half of it after a power cut.
    static func sync(_ descriptor: Int32, _ path: BytePath) throws(FileError) {
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
            throw FileError(path: path, number: errno)
        }
    }

    /// Brings everything that was written to the file system of a folder to the disk.
    static func sync(below folder: BytePath) throws(FileError) {
        let descriptor = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw FileError(path: folder, number: errno) }
        defer { close(descriptor) }
        if let number = FileSystemCalls.sync(descriptor) {
            throw FileError(path: folder, number: number)
        }
    }

    /// Gives a complete file its name unless something has it; the file goes away where it cannot.
    ///
    /// - Returns: whether the file got the name.
    /// - Throws: `FileError`.
    static func rename(_ part: BytePath, to path: BytePath) throws -> Bool {
        defer { _ = part.withCString { unlink($0) } }
        guard var number = FileSystemCalls.rename(part, toNew: path) else { return true }
        if number == EINVAL || number == ENOSYS {
            // Without RENAME_NOREPLACE, as on NFS, link(2) refuses a name that is taken.
            if part.withCString({ from in path.withCString { link(from, $0) } }) == 0 {
                return true
            }
            number = errno
        }
        if number == EEXIST { return false }
        // Without hard links either, or with as many as there may be, somebody may take the name in between.
        guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(number), !path.exists,
            part.withCString({ from in path.withCString { Glibc.rename(from, $0) } }) == 0
        else { throw FileError(path: path, number: number) }
        return true
    }

    /// Writes bytes beside what is there: a name that other bytes have gets ` (2)` and so on.
    ///
    /// - Returns: where the bytes are, and whether they were there before.
    /// - Throws: `FileError`.
    static func placeNumbered(
        _ bytes: [UInt8], at path: BytePath, permissions: mode_t = standardPermissions
    ) throws -> (path: BytePath, isPresent: Bool) {
        for number in 1...9_999 {
            let candidate = number == 1 ? path : path.numbered(number)
            switch try place(bytes, at: candidate, permissions: permissions) {
            case .copied: return (candidate, false)
            case .present: return (candidate, true)
            case .occupied: continue
            }
        }
        throw FileError(path: path, number: EEXIST)
    }

    /// Whether a regular file has these bytes.
    static func holds(_ bytes: [UInt8], _ path: BytePath) -> Bool {
        (try? FileBytes.read(path, atMost: bytes.count)) == bytes
    }
}
