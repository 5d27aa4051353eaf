import Basics

/// The files that are made for one share link: a folder of their own, which goes as a whole.
struct SharedFiles: Sendable {
    private let store: FileStore
    private let folder: BytePath

    /// Makes the folder's description.
    init(of link: Int64, in store: FileStore) {
        self.store = store
        folder = store.folder.appending("shares").appending("\(link)")
    }

    /// Whether the folder is there.
    var areThere: Bool { folder.isFolder }

    /// Where a file lies.
    func path(_ name: String) -> BytePath { folder.appending(name) }

    /// Writes a file, whole or not at all.
    ///
    /// - Throws: `full`, `unreachable`, `fileSystem`.
    func write(_ bytes: [UInt8], as name: String) throws(CatalogError) {
        try store.makeFolder(folder.parent)
        try store.makeFolder(folder)
        let path = path(name)
        try FileStore.attempt("write", path) { () throws(FileError) in
            let file = try AtomicFile(
                path, permissions: store.sharedMode.fileMode, keepsPermissions: false)
            try file.write(bytes)
            try file.finish()
        }
    }

    /// Removes a file; one that is not there is no error.
    func remove(_ name: String) { path(name).remove() }

    /// Removes all of it.
    func remove() { folder.removeFolder() }
}
