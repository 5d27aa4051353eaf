package import Basics
import Foundation
import GRDB
package import Glibc

/// The reason why no file of a picture can be read.
package struct PictureAbsence: Error, Hashable, Sendable {
    /// The kind of obstacle.
    package enum Reason: Hashable, Sendable {
        /// The file does not exist: it was removed or moved, or its disk is not mounted.
        case missing
        /// The file cannot be opened or read.
        case unreadable
        /// The file has other bytes.
        case replaced
    }

    /// The obstacle of the most informative file: other bytes say more than a missing file.
    package let reason: Reason
    /// The path of that file; nil if the catalog knows no path.
    package let path: BytePath?
}

/// An open picture file whose bytes are verified; the only way to read pictures of the catalog.
///
/// Files outside of the catalog's folder can be changed or replaced at any time. A file that is
/// unchanged since its last check (length, modification, inode, and no later inode change) is
/// trusted; any other is verified by its SHA-256. In the store, where files are read-only and named
/// by their digest, the length suffices: a different length means a truncated file. Reads use the
/// verified file, even if its path leads elsewhere by then.
package struct VerifiedPicture: ~Copyable {
    /// The open file.
    package let file: Descriptor
    /// The path at which the file was opened, for display.
    package var path: BytePath { file.path }
    /// The length in bytes.
    package var byteCount: Int { status.byteCount }

    private let sha256: String
    /// The metadata at the time of verification.
    private let status: FileStatus

    /// Opens the first of a picture's paths that has its bytes.
    ///
    /// - Parameters:
    ///   - sha256: the digest of the bytes, 64 lowercase hexadecimal digits.
    ///   - isDamageAllowed: true to accept a truncated file in the store.
    package static func open(
        _ paths: [PicturePath], sha256: String, isDamageAllowed: Bool = false
    ) throws(PictureAbsence) -> VerifiedPicture {
        var absence = PictureAbsence(reason: .missing, path: paths.first?.path)
        for candidate in paths {
            do throws(PictureAbsence) {
                return try VerifiedPicture(candidate, sha256: sha256, isDamageAllowed)
            } catch {
                let saysMore = error.reason == .replaced && absence.reason != .replaced
                if absence.reason == .missing || saysMore { absence = error }
            }
        }
        throw absence
    }

    private init(
        _ candidate: PicturePath, sha256: String, _ isDamageAllowed: Bool
    ) throws(PictureAbsence) {
        let opened = try VerifiedPicture.open(candidate.path)
        guard let facts = try? opened.status(), facts.kind == .file,
            candidate.isUnchanged(facts) || isDamageAllowed && candidate.stamp == nil
                // A file of another length need not be read.
                || Int64(facts.byteCount) == candidate.byteCount
                    && VerifiedPicture.digest(of: opened) == sha256
        else { throw PictureAbsence(reason: .replaced, path: candidate.path) }
        file = opened
        status = facts
        self.sha256 = sha256
    }

    private static func open(_ path: BytePath) throws(PictureAbsence) -> Descriptor {
        do throws(FileError) {
            // Without O_NONBLOCK opening a pipe would wait for a writer.
            return try Descriptor(path, for: .reading, [.nonBlocking, .noTerminal])
        } catch {
            throw PictureAbsence(reason: error.isMissing ? .missing : .unreadable, path: path)
        }
    }

    /// A path to this very file, for libraries that open files themselves.
    package var descriptorPath: BytePath { file.descriptorPath }

    /// True if the file was not written to since it was verified.
    private var isUnchanged: Bool {
        guard let now = try? file.status() else { return false }
        return now.byteCount == status.byteCount && now.modified == status.modified
            && now.changed == status.changed
    }

    /// Throws if the file was written to since it was verified.
    ///
    /// - Throws: `replaced`.
    package func checkUnchanged() throws(PictureAbsence) {
        guard isUnchanged else { throw PictureAbsence(reason: .replaced, path: path) }
    }

    /// The bytes of the picture.
    ///
    /// - Throws: `replaced` if they changed since the file was opened, `unreadable`.
    package func bytes() throws(PictureAbsence) -> [UInt8] {
        let bytes: [UInt8]
        do throws(FileError) { bytes = try file.bytes(atMost: byteCount, at: 0) } catch {
            throw PictureAbsence(reason: .unreadable, path: path)
        }
        // A change of the inode only, such as its mode, leaves the bytes unchanged.
        guard bytes.count == byteCount && isUnchanged || FileDigest(of: bytes).hexadecimal == sha256
        else { throw PictureAbsence(reason: .replaced, path: path) }
        return bytes
    }

    /// Copies the file as `NewFile` does, sharing blocks if the file system supports it.
    ///
    /// - Throws: `FileError`; `PictureAbsence` if the picture is written to meanwhile.
    package func copy(to path: BytePath, permissions: mode_t) throws -> NewFile.Outcome {
        try NewFile.copy(file, to: path, permissions: permissions) { try checkUnchanged() }
    }

    /// The SHA-256 of a file, hexadecimal; nil if it cannot be read.
    static func digest(of file: borrowing Descriptor) -> String? {
        var hash = SHA256Hasher()
        do {
            try file.forEachBlockOfFile { block in block.withUnsafeBytes { hash.update($0) } }
        } catch { return nil }
        return hash.digest.hexadecimal
    }
}

extension PhotoCatalog {
    /// Starts a writing session; files left by a killed process are first moved to the orphans.
    ///
    /// - Parameter deletesFiles: true to also delete the files that an interrupted emptying of the
    ///   trash left.
    package func beginWriting(deletesFiles: Bool = true) throws(CatalogError) -> WritingSession {
        try checkLocation()
        do {
            _ = try database.writable()
            let identity = try read { try $0.text("SELECT id FROM identity") ?? "" }
            let session = try WritingSession(store: files, database: identity)
            try session.sweep { try isStored(hexadecimal: $0) }
            // Failures are reported by the next emptying of the trash.
            if deletesFiles { _ = try? deleteRecordedFiles(in: session) }
            return session
        } catch {
            throw CatalogError.translating(error, folder: folder)
        }
    }

    /// True if a file is the database or the source of a picture, in the store or in place.
    ///
    /// - Parameters:
    ///   - path: the absolute path.
    ///   - identity: the identity of the file at the path.
    package func usesFile(
        at path: BytePath, _ identity: FileIdentity
    ) throws(CatalogError) -> Bool {
        if BytePath(database.path).status?.identity == identity { return true }
        let isReference = try read { db in
            try db.holds(
                "SELECT 1 FROM sourceFile WHERE path = ? AND isReference = 1", [Data(path.bytes)])
        }
        if isReference { return true }
        // Another path can lead to the same file.
        guard let file = try? Descriptor.file(path), let digest = VerifiedPicture.digest(of: file)
        else { return false }
        return try paths(sha256: digest).contains { $0.path.status?.identity == identity }
    }

    /// The number of picture files without a row, and their folder.
    package var unreferencedFiles: (count: Int, folder: BytePath) {
        let orphans = OrphanFiles(store: files)
        return (orphans.names().count, orphans.folder)
    }

    /// Moves orphans back into the store that the database refers to, for example after it was
    /// restored from a backup.
    ///
    /// Does nothing while the database is unchanged.
    func reclaimOrphans() throws(CatalogError) {
        let orphans = OrphanFiles(store: files)
        let stamp = database.stamp
        guard !orphans.wereCheckedWith(in: stamp) else { return }
        let names = orphans.names()
        guard !names.isEmpty else { return }
        let lengths = try read { db in
            var lengths: [BytePath: Int64] = [:]
            for name in names {
                lengths[name] = try db.integer(
                    """
                    SELECT byteCount FROM file
                    WHERE sha256 || '.' || extension = ?1 AND sha256 = substr(?1, 1, 64)
                        AND isStored = 1
                    """, [name.string ?? ""])
            }
            return lengths
        }
        for (name, byteCount) in lengths { orphans.moveBack(name, byteCount: byteCount) }
        orphans.recordLookup(in: stamp)
    }
}
