package import Basics
internal import CFileSystem
import GalleryModel
import Glibc

/// Calls of the system that Swift's Glibc module lacks.
package enum FileSystemCalls {
    /// Writes everything of the file system that holds an open descriptor to the disk.
    ///
    /// - Returns: the error number of a failure; nil where all is written, or where the file system has
    ///   nothing to write to.
    package static func sync(_ descriptor: Int32) -> Int32? {
        if gallery_syncfs(descriptor) == 0 { return nil }
        let number = errno
        return number == EINVAL || number == ENOSYS || number == EROFS ? nil : number
    }

    /// Gives a file another name of the same file system, unless something has that name.
    ///
    /// - Returns: the error number of a failure; `EEXIST` where the name is taken.
    package static func rename(_ old: BytePath, toNew new: BytePath) -> Int32? {
        let moved = old.withCString { from in new.withCString { gallery_rename_new(from, $0) } }
        return moved == 0 ? nil : errno
    }
}
