package import Basics
import GalleryModel
import Glibc

/// Tells whether a picture file is as it was, without reading it.
package struct CameraStamp: Hashable, Sendable {
    /// The file.
    package let path: BytePath
    /// Its length in bytes.
    package let byteCount: Int64
    /// When it was last changed, in nanoseconds since 1970-01-01 UTC.
    package let modificationNanoseconds: Int64
    /// Its number within the file system.
    package let inode: UInt64
    /// When its inode was last changed, which nobody can set, in nanoseconds since 1970-01-01 UTC.
    package let changeNanoseconds: Int64
    /// The moment before the file was looked at, by the system's clock: whatever changed it later bears a
    /// later time, but for a tick of the file system's clock.
    package let dateSeenNanoseconds: Int64
    /// When the newest XMP sidecar beside it was last changed; nil where there is none.
    package let sidecarNanoseconds: Int64?

    /// Looks at a file and the sidecars beside it.
    ///
    /// - Throws: `missing` or `unreadable`.
    package init(of path: BytePath) throws(CameraError) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        dateSeenNanoseconds = CameraStamp.nanoseconds(now)
        let status: stat
        switch fileStatus(path) {
        case .success(let found): status = found
        case .failure(let error): throw error.cameraError(path)
        }
        self.path = path
        byteCount = Int64(status.st_size)
        modificationNanoseconds = CameraStamp.modification(status)
        changeNanoseconds = CameraStamp.nanoseconds(status.st_ctim)
        inode = UInt64(status.st_ino)
        sidecarNanoseconds = SidecarFiles.candidates(beside: path).compactMap { sidecar in
            guard case .success(let found) = fileStatus(sidecar) else { return nil }
            return CameraStamp.modification(found)
        }.max()
    }

    private static func modification(_ status: stat) -> Int64 {
        nanoseconds(status.st_mtim)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
