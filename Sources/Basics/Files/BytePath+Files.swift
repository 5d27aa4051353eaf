internal import CFileSystem
package import Glibc

extension BytePath {
    /// The status of what the path leads to; nil where there is nothing, or where it cannot be told.
    package var status: FileStatus? { try? FileStatus(self) }

    /// Whether anything has the name, also a link that leads nowhere.
    package var exists: Bool { (try? FileStatus(self, followingLink: false)) != nil }

    /// Whether the path leads to a folder.
    package var isFolder: Bool { status?.kind == .folder }

    /// Why the program may not do with what the path leads to what is asked; nil where it may.
    ///
    /// - Parameter mode: `R_OK`, `W_OK` and `X_OK`, joined; `F_OK` for whether it is there.
    package func denial(of mode: Int32) -> FileError? {
        do throws(FileError) {
            try SystemCall.retrying(self) { withCString { access($0, mode) } }
            return nil
        } catch { return error }
    }

    /// Whether the program may do with what the path leads to what is asked.
    ///
    /// - Parameter mode: as for `denial(of:)`.
    package func allows(_ mode: Int32) -> Bool { denial(of: mode) == nil }

    /// Gives the file permissions, whatever the umask.
    package func setPermissions(_ permissions: mode_t) throws(FileError) {
        try SystemCall.retrying(self) { withCString { chmod($0, permissions) } }
    }

    /// Removes the file, if there is one and it can be.
    package func remove() { _ = withCString { unlink($0) } }

    /// Removes a folder and the files in it; folders below it stay, and with them the folder.
    package func removeFolder() {
        for name in children() { appending(name).remove() }
        _ = withCString { rmdir($0) }
    }

    /// The names in a folder, without `.` and `..`, as the file system orders them; empty where it cannot
    /// be read.
    package func children() -> [BytePath] {
        guard var listing = try? FolderListing(self) else { return [] }
        var names: [BytePath] = []
        while let (name, _) = listing.popFirst() { names.append(name) }
        return names
    }

    /// Makes a folder.
    ///
    /// - Parameter permissions: of the folder, which the umask narrows.
    /// - Throws: `EEXIST` where something has the name.
    package func makeFolder(_ permissions: mode_t) throws(FileError) {
        try SystemCall.retrying(self) { withCString { mkdir($0, permissions) } }
    }

    /// Makes a folder for everybody to read and those on the way; something that has the name is none of
    /// its business.
    package func makeFolders() throws(FileError) {
        do throws(FileError) { return try makeFolder(0o755) } catch {
            if error.number == EEXIST { return }
            guard error.number == ENOENT, parent != self else { throw error }
        }
        try parent.makeFolders()
        do throws(FileError) { try makeFolder(0o755) } catch {
            guard error.number == EEXIST else { throw error }
        }
    }

    /// Gives a file another name, in place of what has it.
    ///
    /// - Throws: the error, about the new path.
    package func rename(to path: BytePath) throws(FileError) {
        try SystemCall.retrying(path) {
            withCString { old in path.withCString { Glibc.rename(old, $0) } }
        }
    }

    /// Gives a file a name that nothing has yet.
    ///
    /// - Throws: the error, about the new path; `EEXIST` where the name is taken.
    package func rename(toNew path: BytePath) throws(FileError) {
        do throws(FileError) {
            try SystemCall.retrying(path) {
                withCString { old in path.withCString { gallery_rename_new(old, $0) } }
            }
            return
        } catch {
            guard error.number == EINVAL || error.number == ENOSYS else { throw error }
        }
        // Where the system cannot tell, as on NFS, link(2) refuses a name that is taken.
        try SystemCall.retrying(path) { withCString { old in path.withCString { link(old, $0) } } }
        remove()
    }

    /// The bytes of a regular file.
    ///
    /// A file that shrinks meanwhile gives what is left of it.
    ///
    /// - Throws: what open(2) and read(2) say; `EISDIR` for a folder, `EINVAL` for what else is no regular
    ///   file, `EFBIG` for one that is longer than `limit`.
    package func contents(atMost limit: Int) throws(FileError) -> [UInt8] {
        let file = try Descriptor.file(self, for: .reading, .noTerminal)
        let length = try file.status().byteCount
        guard length <= limit else { throw FileError(path: self, number: EFBIG) }
        return try file.bytes(atMost: length)
    }

    /// What a link says; nil where the path is none.
    package var linkTarget: BytePath? {
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX) + 1)
        let length = target.withUnsafeMutableBytes { buffer in
            withCString { path in
                buffer.withMemoryRebound(to: CChar.self) { characters in
                    characters.baseAddress.map { readlink(path, $0, characters.count) } ?? 0
                }
            }
        }
        guard length > 0, length < target.count else { return nil }
        return BytePath(bytes: target[..<length])
    }

    /// The path without links; as it is where nothing is there.
    package var resolved: BytePath {
        guard let real = withCString({ realpath($0, nil) }) else { return self }
        defer { free(real) }
        return BytePath(bytes: UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }
}
