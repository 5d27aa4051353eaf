import Basics
import GalleryModel
import Glibc

/// Claims on pictures, by which programs that analyse the same catalog share the work.
///
/// A claim is a lock on one byte of the file `thumbnails/claims`, whose content nobody reads. It ends with
/// its program, whatever ends that. Where the file system knows no locks, every claim succeeds: the work
/// is done twice then, with the same result.
package final class PictureClaims: Sendable {
    /// Nil where the claims file cannot be opened.
    private let file: Descriptor?

    fileprivate init(_ path: BytePath, mode: mode_t) {
        file = try? Descriptor(path, for: .both, .create, permissions: mode)
    }

    /// Claims a picture; false where another one has the claim.
    ///
    /// - Parameter sha256: of the picture, hexadecimal.
    package func take(_ sha256: String) -> Bool {
        (try? file?.lockByte(at: offset(sha256))) ?? true
    }

    /// Gives a claim back.
    package func release(_ sha256: String) {
        try? file?.unlockByte(at: offset(sha256))
    }

    /// 60 bits: two pictures on one byte would only wait for each other.
    private func offset(_ sha256: String) -> Int64 { Int64(sha256.prefix(15), radix: 16) ?? 0 }
}

extension PhotoCatalog {
    /// Makes a holder of claims, which has none yet.
    package func makeClaims() -> PictureClaims {
        // Where it cannot be made, the claims file cannot either: every claim succeeds then.
        try? thumbnailFiles.makeFolder()
        return PictureClaims(
            thumbnailFiles.folder.appending("claims"), mode: files.sharedMode.fileMode)
    }
}
