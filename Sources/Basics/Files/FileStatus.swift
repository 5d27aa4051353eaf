internal import CFileSystem
package import Glibc

/// The metadata of a file.
package struct FileStatus: Hashable, Sendable {
    /// A type of file.
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

    /// The type of the file.
    package let kind: Kind
    /// The length in bytes.
    package let byteCount: Int
    /// The permission bits with the set-id and sticky bits (07777).
    package let permissions: mode_t
    /// The user ID of the owner.
    package let owner: uid_t
    /// The identity of the file, independent of its path.
    package let identity: FileIdentity
    /// The time of the last change to the contents, in nanoseconds since 1970-01-01 UTC.
    package let modified: Int64
    /// The time of the last change to the inode, in nanoseconds since 1970-01-01 UTC.
    package let changed: Int64

    /// Reads the status of an open file.
    init(of descriptor: Int32, _ path: BytePath) throws(FileError) {
        var status = stat()
        try SystemCall.retrying(path) { fstat(descriptor, &status) }
        self.init(status)
    }

    /// Reads the status of the file at a path.
    ///
    /// - Parameter followingLink: whether to follow a symbolic link at the end of the path.
    /// - Throws: `ENOENT` if nothing is at the path; other errors of stat(2).
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

    /// Converts to nanoseconds; times after the year 2262 are clamped to the largest value.
    private static func nanoseconds(_ time: timespec) -> Int64 {
        let (whole, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflowed) = whole.addingReportingOverflow(Int64(time.tv_nsec))
        return overflow || overflowed ? (time.tv_sec < 0 ? .min : .max) : sum
    }
}

/// Identifies an existing file or folder independent of its path.
package struct FileIdentity: Hashable, Sendable {
    /// The device number of the file system.
    package let device: UInt64
    /// The inode number.
    package let inode: UInt64
}

/// Distinguishes folders that appear at the same path at different times, such as two disks with
/// one mount point.
package struct DiskFolder: Hashable, Sendable {
    /// The UUID of the file system, or the number reported by statfs(2) if it has none.
    package let disk: String
    /// The text stored in the catalog: the disk and, on file systems with stable inodes, the inode
    /// number.
    package let text: String

    /// Reads the identity of a folder; nil if nothing is at the path.
    package init?(_ path: BytePath) {
        var (number, type) = (UInt64(0), UInt(0))
        guard let identity = path.status?.identity,
            path.withCString({ gallery_file_system($0, &number, &type) }) == 0
        else { return nil }
        disk = DiskFolder.uuid(ofDevice: identity.device) ?? String(number, radix: 16)
        text = DiskFolder.withoutInodes.contains(type) ? disk : "\(disk) \(identity.inode)"
    }

    /// Indicates whether a missing file was removed or moved, as opposed to its disk being
    /// unmounted.
    ///
    /// - Parameter stored: the `text` of the file's folder when the file existed; empty if unknown.
    package static func isRemoved(_ path: BytePath, from stored: String) -> Bool {
        guard path.denial(of: F_OK)?.number == ENOENT else { return false }
        var folder = path.parent
        if let present = DiskFolder(folder) { return stored.isEmpty || present.text == stored }
        while folder != folder.parent {
            folder = folder.parent
            guard let present = DiskFolder(folder) else { continue }
            return stored.prefix { $0 != " " } == present.disk
        }
        return false
    }

    /// File systems that assign new inode numbers on each mount: FAT, exFAT, FUSE, CIFS and SMB 2.
    ///
    /// Source: statfs(2) and linux/magic.h.
    private static let withoutInodes: Set<UInt> = [
        0x4d44, 0x2011_BAB0, 0x6573_5546, 0xFF53_4D42, 0xFE53_4D42,
    ]

    /// Returns the UUID that udev lists for the file system of a block device.
    private static func uuid(ofDevice device: UInt64) -> String? {
        let folder = BytePath("/dev/disk/by-uuid")
        return folder.children().first { name in
            var facts = stat()
            let path = folder.appending(name)
            return path.withCString { stat($0, &facts) } == 0 && UInt64(facts.st_rdev) == device
        }?.escaped
    }
}

/// The stamp of a source file, which detects an unchanged file without reading it.
package struct SourceStamp: Hashable, Sendable {
    /// The absolute path.
    package var path: BytePath
    /// The length in bytes.
    package var byteCount: Int64
    /// The last modification, in nanoseconds since 1970-01-01 UTC.
    package var modified: Int64
    /// The file's inode number.
    package var inode: Int64
    /// Changes with the XMP sidecars; nil without sidecars.
    package var sidecar: Int64?
    /// The disk and folder of the path, see `DiskFolder`.
    package var folder: String
    /// The inode's last change, in nanoseconds: if it is later than the last check, the bytes can
    /// differ even if everything else matches.
    package var changed: Int64
    /// The time just before the check, in nanoseconds; 0 if unknown, so that only the bytes
    /// identify the file.
    package var dateSeen: Int64

    /// Creates a stamp.
    package init(
        path: BytePath, byteCount: Int64, modified: Int64, inode: Int64, sidecar: Int64?,
        folder: String = "", changed: Int64 = 0, dateSeen: Int64 = 0
    ) {
        self.path = path
        self.byteCount = byteCount
        self.modified = modified
        self.inode = inode
        self.sidecar = sidecar
        self.folder = folder
        self.changed = changed
        self.dateSeen = dateSeen
    }

    /// The system time, in nanoseconds since 1970-01-01 UTC.
    package static var now: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }
}
