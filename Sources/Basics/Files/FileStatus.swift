package import Glibc

/// What the file system says of a file, without its bytes.
package struct FileStatus: Hashable, Sendable {
    /// What a path leads to.
    package enum Kind: Hashable, Sendable {
        /// A regular file.
        case file
        /// A folder.
        case folder
        /// A symbolic link.
        case link
        /// A pipe, a socket or a device.
        case special
    }

    /// What it is.
    package let kind: Kind
    /// The length in bytes.
    package let byteCount: Int
    /// The permission bits with the set-id and sticky bits (07777).
    package let permissions: mode_t
    /// The user whose file it is.
    package let owner: uid_t
    /// Which file it is, whichever path led to it.
    package let identity: FileIdentity
    /// When the bytes were last changed, nanoseconds since 1970-01-01 UTC.
    package let modified: Int64
    /// When the inode was last changed, nanoseconds since 1970-01-01 UTC.
    package let changed: Int64

    /// The status of an open file.
    init(of descriptor: Int32, _ path: BytePath) throws(FileError) {
        var status = stat()
        try SystemCall.retrying(path) { fstat(descriptor, &status) }
        self.init(status)
    }

    /// The status of what a path leads to.
    ///
    /// - Parameter followingLink: whether a link at the path's end is followed, or told of itself.
    /// - Throws: `ENOENT` where there is nothing, and what else stat(2) says.
    package init(_ path: BytePath, followingLink: Bool = true) throws(FileError) {
        var status = stat()
        try SystemCall.retrying(path) {
            path.withCString { followingLink ? stat($0, &status) : lstat($0, &status) }
        }
        self.init(status)
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .special
            }
        byteCount = Int(status.st_size)
        permissions = status.st_mode & 0o7777
        owner = status.st_uid
        identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        modified = FileStatus.nanoseconds(status.st_mtim)
        changed = FileStatus.nanoseconds(status.st_ctim)
    }

    /// Times beyond the year 2262, which a file may be given, count as the last moment there is.
    private static func nanoseconds(_ time: timespec) -> Int64 {
        let (whole, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflowed) = whole.addingReportingOverflow(Int64(time.tv_nsec))
        return overflow || overflowed ? (time.tv_sec < 0 ? .min : .max) : sum
    }
}

/// Identifies a file or folder while it exists, whichever path led to it.
package struct FileIdentity: Hashable, Sendable {
    /// The number of the file system.
    package let device: UInt64
    /// The number within it.
    package let inode: UInt64
}
