package import Basics

/// A file as it lies in its folder: what tells an unchanged file without reading it.
package struct SourceStamp: Hashable, Sendable {
    /// The absolute path.
    package var path: BytePath
    /// The length in bytes.
    package var byteCount: Int64
    /// The last modification, in nanoseconds since 1970-01-01 UTC.
    package var modified: Int64
    /// The file's inode number.
    package var inode: Int64
    /// The newest modification of an XMP sidecar, in nanoseconds; nil where there is none.
    package var sidecar: Int64?
    /// The last change of the inode, in nanoseconds: where it is later than the file was last seen, the
    /// bytes may be others in spite of everything else.
    package var changed: Int64
    /// The moment before the file was looked at, in nanoseconds; 0 where nobody can tell, so that only its
    /// bytes say what it is.
    package var dateSeen: Int64

    /// Makes a stamp.
    package init(
        path: BytePath, byteCount: Int64, modified: Int64, inode: Int64, sidecar: Int64?,
        changed: Int64 = 0, dateSeen: Int64 = 0
    ) {
        self.path = path
        self.byteCount = byteCount
        self.modified = modified
        self.inode = inode
        self.sidecar = sidecar
        self.changed = changed
        self.dateSeen = dateSeen
    }
}
