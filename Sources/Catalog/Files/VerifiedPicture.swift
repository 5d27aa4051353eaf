package import Basics
import GalleryModel
package import Glibc

/// Says why none of the files of a picture can be read.
package struct PictureAbsence: Error, Hashable, Sendable {
    /// What is in the way.
    package enum Reason: Hashable, Sendable {
        /// No file is there: it was removed or moved, or its disk is away.
        case missing
        /// What is there cannot be opened or read.
        case unreadable
        /// What is there holds other bytes.
        case replaced
    }

    /// What is in the way of the file that says most: another picture says more than none.
    package let reason: Reason
    /// That file; nil where the catalog knows of none.
    package let path: BytePath?
}

/// An open picture file of the catalog whose bytes are those that the catalog knows: the one way to
/// them.
///
/// Files outside of the catalog's folder may be changed or replaced by anybody at any time. One that is
/// as it was when it was last seen (length, modification, inode, and no change of the inode since) is
/// taken as it is, any other one by its SHA-256; in the store, where files are read-only and named by
/// their bytes, the length is enough: what has another one was cut off by a disk. What is read comes from
/// the file that was looked at, whatever has its path by then.
package struct VerifiedPicture: ~Copyable {
    /// The open file.
    package let file: Descriptor
    /// Where the file lay when it was opened, to be told.
    package var path: BytePath { file.path }
    /// The length in bytes.
    package var byteCount: Int { status.byteCount }

    private let sha256: String
    /// The facts under which the bytes were looked at.
    private let status: FileStatus

    /// Opens the first of a picture's places that holds its bytes.
    ///
    /// - Parameters:
    ///   - sha256: of the bytes, 64 lower-case hexadecimal digits.
    ///   - isDamageAllowed: whether what a disk left of a file in the store will do.
    package static func open(
        _ places: [PicturePath], sha256: String, isDamageAllowed: Bool = false
    ) throws(PictureAbsence) -> VerifiedPicture {
        var absence = PictureAbsence(reason: .missing, path: places.first?.path)
        for place in places {
            do throws(PictureAbsence) {
                return try VerifiedPicture(place, sha256: sha256, isDamageAllowed)
            } catch {
                let saysMore = error.reason == .replaced && absence.reason != .replaced
                if absence.reason == .missing || saysMore { absence = error }
            }
        }
        throw absence
    }

    private init(
        _ place: PicturePath, sha256: String, _ isDamageAllowed: Bool
    ) throws(PictureAbsence) {
        let opened = try VerifiedPicture.open(place.path)
        guard let facts = try? opened.status(), facts.kind == .file,
            place.isUnchanged(facts) || isDamageAllowed && place.stamp == nil
                // Other lengths need no reading.
                || Int64(facts.byteCount) == place.byteCount
                    && VerifiedPicture.digest(of: opened) == sha256
        else { throw PictureAbsence(reason: .replaced, path: place.path) }
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

    /// A path that leads to this very file, for libraries that open files by themselves.
    package var descriptorPath: BytePath { file.descriptorPath }

    /// Whether nobody wrote to the file since its bytes were looked at.
    private var isUnchanged: Bool {
        guard let now = try? file.status() else { return false }
        return now.byteCount == status.byteCount && now.modified == status.modified
            && now.changed == status.changed
    }

    /// Refuses a file that somebody wrote to since its bytes were looked at.
    ///
    /// - Throws: `replaced`.
    package func checkUnchanged() throws(PictureAbsence) {
        guard isUnchanged else { throw PictureAbsence(reason: .replaced, path: path) }
    }

    /// The bytes of the picture.
    ///
    /// - Throws: `replaced` where they changed since the file was opened, `unreadable`.
    package func bytes() throws(PictureAbsence) -> [UInt8] {
        let bytes: [UInt8]
        do throws(FileError) { bytes = try file.bytes(byteCount, at: 0) } catch {
            throw PictureAbsence(reason: .unreadable, path: path)
        }
        // A change of the inode alone, such as another mode, leaves the bytes what they were.
        guard
            bytes.count == byteCount && isUnchanged
                || FileDigest(of: bytes).hexadecimal == sha256
        else { throw PictureAbsence(reason: .replaced, path: path) }
        return bytes
    }

    /// Copies the file, sharing blocks where the file system can, as `NewFile` does.
    ///
    /// - Throws: `FileError`; `PictureAbsence` where somebody writes to the picture meanwhile.
    package func copy(to path: BytePath, permissions: mode_t) throws -> NewFile.Outcome {
        try NewFile.copy(file, to: path, permissions: permissions) { try checkUnchanged() }
    }

    /// The SHA-256 of a file, hexadecimal; nil where it cannot be read.
    static func digest(of file: borrowing Descriptor) -> String? {
        var hash = SHA256Hasher()
        do {
            try file.forEachBlockFromStart { block in
                block.withUnsafeBytes { hash.update($0) }
            }
        } catch { return nil }
        return hash.digest.hexadecimal
    }
}
