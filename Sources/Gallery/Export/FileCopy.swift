import Basics
import Catalog
import Export
import Glibc

/// Copies a picture out of the catalog: complete or not at all, sharing blocks where the file system
/// can.
enum FileCopy {
    /// Copies a picture; folders on the way are made.
    ///
    /// Nobody may read the copy who may not read the picture.
    ///
    /// - Throws: `FileError`; `PictureAbsence` where somebody writes to the picture meanwhile.
    static func copy(
        from picture: borrowing VerifiedPicture, to target: BytePath
    ) throws -> NewFile.Outcome {
        let permissions = permissions(of: picture)
        return try picture.copy(to: target, permissions: permissions)
    }

    /// The permissions of a file that is made of a picture, which the umask narrows.
    ///
    /// Who may read the picture may read it, and its owner may write it.
    static func permissions(of picture: borrowing VerifiedPicture) -> mode_t {
        guard let status = try? picture.file.status() else { return NewFile.ownerOnly }
        return NewFile.ownerOnly | status.permissions & 0o444
    }
}

extension NewFile {
    /// Writes bytes beside what is there: a name that other bytes have gets ` (2)` and so on.
    ///
    /// - Returns: where the bytes are, and whether they were there before.
    /// - Throws: the system's error.
    static func placeNumbered(
        _ bytes: [UInt8], at path: BytePath, permissions: mode_t = standardPermissions
    ) throws(FileError) -> (path: BytePath, isPresent: Bool) {
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
}
