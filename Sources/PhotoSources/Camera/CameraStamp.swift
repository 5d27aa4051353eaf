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
        let status: FileStatus
        do throws(FileError) { status = try FileStatus(path) } catch { throw error.cameraError }
        self.path = path
        byteCount = Int64(status.byteCount)
        modificationNanoseconds = status.modified
        changeNanoseconds = status.changed
        inode = status.identity.inode
        sidecarNanoseconds = SidecarFiles.candidates(beside: path)
            .compactMap { $0.status?.modified }.max()
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
