package import Basics
import Glibc

/// Claims on pictures, by which processes that analyze the same catalog divide the work.
///
/// A claim is a lock on one byte of the file `thumbnails/claims`, whose content is unused. It ends
/// with its process. On file systems without locks every claim succeeds, and the work is done twice
/// with the same result.
package final class PictureClaims: Sendable {
    /// Nil if the claims file cannot be opened.
    private let file: Descriptor?

    fileprivate init(_ path: BytePath, mode: mode_t) {
        file = try? Descriptor(path, for: .both, .create, permissions: mode)
    }

    /// Claims a picture; returns false if another process holds the claim.
    ///
    /// - Parameter sha256: the picture's digest, hexadecimal.
    package func take(_ sha256: String) -> Bool {
        (try? file?.lockByte(at: offset(sha256))) ?? true
    }

    /// Releases a claim.
    package func release(_ sha256: String) { try? file?.unlockByte(at: offset(sha256)) }

    /// 60 bits: two pictures that share a byte only wait for each other.
    private func offset(_ sha256: String) -> Int64 { Int64(sha256.prefix(15), radix: 16) ?? 0 }
}

extension PhotoCatalog {
    /// Creates a claim holder without claims.
    package func makeClaims() -> PictureClaims {
        // If the folder cannot be created, neither can the claims file, and every claim succeeds.
        try? files.makeFolder(files.thumbnails)
        return PictureClaims(files.thumbnails.appending("claims"), mode: files.sharedMode.fileMode)
    }

    /// Takes the lock on the file `serving.lock` of the one server that works on the catalog's jobs,
    /// which ends with its process; the file's content is unused.
    ///
    /// - Returns: nil if another process holds it or locks are unavailable.
    package func takeServerLock() -> Descriptor? {
        try? files.lock(folder.appending("serving.lock"), waiting: false)
    }
}
