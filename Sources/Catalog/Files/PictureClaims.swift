import Basics
import GalleryModel
import Glibc

/// Claims on pictures, by which programs that analyse the same catalog share the work.
///
/// A claim is a lock on one byte of the file `thumbnails/claims`, whose content nobody reads. It ends with
/// its program, whatever ends that. Where the file system knows no locks, every claim succeeds: the work
/// is done twice then, with the same result.
package final class PictureClaims: Sendable {
    /// Open file description locks: they hold against other descriptors in the same process too.
    ///
    /// Source: Linux `include/uapi/asm-generic/fcntl.h`.
    private static let setLock: Int32 = 37

    private let descriptor: Int32

    fileprivate init(_ path: BytePath, mode: mode_t) {
        descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_CLOEXEC, mode) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Claims a picture; false where another one has the claim.
    ///
    /// - Parameter sha256: of the picture, hexadecimal.
    package func take(_ sha256: String) -> Bool {
        lock(sha256, Int16(F_WRLCK)) || (errno != EAGAIN && errno != EACCES)
    }

    /// Gives a claim back.
    package func release(_ sha256: String) {
        _ = lock(sha256, Int16(F_UNLCK))
    }

    private func lock(_ sha256: String, _ type: Int16) -> Bool {
        var range = Glibc.flock()
        range.l_type = type
        range.l_whence = Int16(SEEK_SET)
        // 60 bits: two pictures on one byte would only wait for each other.
        range.l_start = off_t(sha256.prefix(15), radix: 16) ?? 0
        range.l_len = 1
        return fcntl(descriptor, Self.setLock, &range) == 0
    }
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
