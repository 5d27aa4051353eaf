import Foundation
package import Glibc

/// Puts bytes into files that were not there before: complete or not at all, never over another file.
package enum NewFile {
    /// What became of a file.
    package enum Outcome: Sendable {
        /// The file was written.
        case copied
        /// A file with the same bytes was there.
        case present
        /// A file with other bytes is there; nothing was written.
        case occupied
    }

    /// The permissions of a file that its owner alone may read.
    package static let ownerOnly: mode_t = 0o600
    /// The permissions of a file about nobody's secrets; the umask narrows them.
    package static let standardPermissions: mode_t = 0o644

    /// A hidden name for a file that is not complete yet, in the folder of its place.
    package static func part(beside path: BytePath) -> BytePath {
        path.parent.appending(".gallery-\(UUID().uuidString).part")
    }

    /// Writes bytes under a path; folders on the way are made.
    ///
    /// - Throws: the system's error.
    package static func place(
        _ bytes: [UInt8], at path: BytePath, permissions: mode_t = standardPermissions
    ) throws(FileError) -> Outcome {
        try path.parent.makeFolders()
        if path.exists { return holds(bytes, path) ? .present : .occupied }
        let part = part(beside: path)
        do throws(FileError) {
            let file = try Descriptor(
                part, for: .writing, .new, permissions: permissions, toldAs: path)
            try file.write(bytes)
            try file.sync()
        } catch {
            part.remove()
            throw error
        }
        return try rename(part, to: path) ? .copied : (holds(bytes, path) ? .present : .occupied)
    }

    /// Copies a file, sharing blocks where the file system can; folders on the way are made.
    ///
    /// Every copy goes to the disk before it gets its name. One that a power cut tore would be a file with
    /// other bytes to whoever copies later, and would keep the name for good.
    ///
    /// - Parameters:
    ///   - permissions: of the copy, which the umask narrows.
    ///   - check: throws where the source is no more what it was; called before the copy gets its name, and
    ///     before a file counts as the same.
    /// - Throws: `FileError`; what `check` throws.
    package static func copy(
        _ source: borrowing Descriptor, to path: BytePath, permissions: mode_t,
        check: () throws -> Void
    ) throws -> Outcome {
        if let outcome = try found(source, at: path, check) { return outcome }
        try path.parent.makeFolders()
        let part = part(beside: path)
        do {
            let file = try Descriptor(
                part, for: .writing, .new, permissions: permissions, toldAs: path)
            if !file.clone(source) {
                try source.forEachBlockFromStart { try file.write($0) }
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

    /// What has a file's name already, held against the file; nil where nothing can be opened.
    private static func found(
        _ source: borrowing Descriptor, at path: BytePath, _ check: () throws -> Void
    ) throws -> Outcome? {
        let there: Descriptor
        do throws(FileError) {
            there = try Descriptor(path, for: .reading, .nonBlocking)
        } catch { return nil }
        guard try source.hasSameBytes(as: there) else { return .occupied }
        // The bytes that it is the same as must be the source's.
        try check()
        return .present
    }

    /// Gives a complete file its name unless something has it; the file goes away where it cannot.
    ///
    /// - Returns: whether the file got the name.
    /// - Throws: the system's error.
    package static func rename(_ part: BytePath, to path: BytePath) throws(FileError) -> Bool {
        defer { part.remove() }
        do throws(FileError) {
            try part.rename(toNew: path)
            return true
        } catch {
            if error.number == EEXIST { return false }
            // Without hard links either, or with as many as there may be, somebody may take the name in
            // between.
            guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.number), !path.exists else {
                throw error
            }
            do throws(FileError) { try part.rename(to: path) } catch _ { throw error }
            return true
        }
    }

    /// Whether a regular file has these bytes.
    package static func holds(_ bytes: [UInt8], _ path: BytePath) -> Bool {
        (try? path.contents(atMost: bytes.count)) == bytes
    }

    /// Whether two files have the same bytes.
    ///
    /// - Throws: the system's error.
    package static func isSame(_ left: BytePath, _ right: BytePath) throws(FileError) -> Bool {
        let first = try Descriptor(left)
        return try first.hasSameBytes(as: Descriptor(right, for: .reading, .nonBlocking))
    }
}
