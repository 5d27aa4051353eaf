import Basics
import Glibc

/// A file of one JSON object in the folder for what a person configured: replaced as a whole, and for its owner alone.
struct PrivateDocument: Sendable {
    /// The members of the object, in the order of the file.
    typealias Members = [(key: String, value: JSONValue)]

    /// Where the file is, or would be.
    let path: BytePath

    /// Locks the file's folder, which is made where there is none, so that of two programs that change the file one
    /// waits, and neither's change is lost.
    ///
    /// - Returns: what holds the lock while it lives.
    /// - Throws: the system's error.
    func lock() throws(FileError) -> Descriptor {
        let folder = path.parent
        try folder.parent.makeFolders()
        do throws(FileError) { try folder.makeFolder(0o700) } catch {
            guard error.number == EEXIST else { throw error }
        }
        let lock = try Descriptor(folder: folder)
        _ = try lock.lock(waiting: true)
        return lock
    }

    /// Replaces the file.
    ///
    /// - Throws: the system's error.
    func replace(with members: Members) throws(FileError) {
        let file = try AtomicFile(path, permissions: NewFile.ownerOnly, keepsPermissions: false)
        try file.write(JSONValue.object(members).document)
        try file.finish()
    }
}
