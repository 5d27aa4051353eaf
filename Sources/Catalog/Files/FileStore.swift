import Basics
import GalleryModel
import Glibc

/// Stores picture files by the SHA-256 of their content: `files/ab/abcd….jpg`, read-only and
/// immutable.
///
/// A file gets its final name only when it is complete and on disk. Until then it is in the folder
/// of its writing session (`incoming/…/….part`).
struct FileStore: Sendable {
    /// The catalog's folder.
    let folder: BytePath

    /// The users besides the owner who may read new files.
    let sharedMode: SharedMode

    /// The path of the folder of finished files, with a trailing slash.
    private let finishedPrefix: [UInt8]

    /// The folder of finished files.
    var finished: BytePath { folder.appending("files") }

    /// The folder of writing sessions.
    var incoming: BytePath { folder.appending("incoming") }

    /// Opens the store in a catalog's folder; creates the folder if missing.
    ///
    /// - Throws: `unreachable` if the path is not a folder or permission is missing, `full`.
    init(folder: BytePath, sharedMode: SharedMode) throws(CatalogError) {
        self.folder = folder
        self.sharedMode = sharedMode
        finishedPrefix = folder.appending("files/").bytes
        try makeFolders(folder)
        if let denial = folder.denial(of: R_OK | X_OK) {
            throw FileStore.failure(denial.number, "read the catalog folder", folder)
        }
    }

    /// The path for content with a digest, whether or not it is stored, in one allocation: listings
    /// compute a path per row.
    ///
    /// - Parameter fileExtension: `jpg`, without the dot.
    func path(ofHexadecimal digest: String, fileExtension: String) -> BytePath {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(
            finishedPrefix.count + digest.utf8.count + fileExtension.utf8.count + 4)
        bytes += finishedPrefix
        bytes += digest.utf8.prefix(2)
        bytes.append(UInt8(ascii: "/"))
        bytes += digest.utf8
        bytes.append(UInt8(ascii: "."))
        bytes += fileExtension.utf8
        return BytePath(bytes: bytes)
    }

    /// True if the bytes of a file's row are stored.
    func holds(_ file: FileRecord) -> Bool {
        FileStore.length(of: path(of: file)) == file.byteCount
    }

    /// The path of a stored file.
    func path(of file: FileRecord) -> BytePath {
        path(ofHexadecimal: file.sha256, fileExtension: file.fileExtension)
    }

    /// The path of a finished file with a name of the store.
    func path(named name: BytePath) -> BytePath {
        finished.appending(BytePath(bytes: name.bytes.prefix(2))).appending(name)
    }

    /// A file's length in bytes; nil if it is not a regular file.
    static func length(of path: BytePath) -> Int64? { status(of: path).map { Int64($0.byteCount) } }

    /// The status of a regular file; nil for anything else.
    static func status(of path: BytePath) -> FileStatus? {
        let status = try? FileStatus(path, followingLink: false)
        return status?.kind == .file ? status : nil
    }

    /// A file's permission bits; nil if it does not exist.
    static func mode(of path: BytePath) -> mode_t? { path.status.map { $0.permissions & 0o777 } }

    /// Creates a folder; an existing one keeps its permissions.
    func makeFolder(_ path: BytePath) throws(CatalogError) {
        do throws(FileError) { try path.makeFolder(sharedMode.folderMode) } catch {
            guard error.number == EEXIST else {
                throw FileStore.failure(error.number, "create the folder", path)
            }
        }
        let status = try FileStore.attempt("read the folder", path, FileStatus(path))
        guard status.kind == .folder else {
            throw CatalogError(
                .unreachable,
                "'\(path.escaped)' is a file, not a folder: name a folder for the catalog with --catalog"
            )
        }
    }

    /// Moves a file to its final path, whose folder is created if missing.
    ///
    /// - Parameter action: the attempt in words, for an error.
    func move(_ part: BytePath, to target: BytePath, _ action: String) throws(CatalogError) {
        do throws(FileError) { return try part.rename(to: target) } catch {
            guard error.number == ENOENT, FileStore.length(of: part) != nil else {
                throw FileStore.failure(error.number, action, target)
            }
        }
        try makeFolders(target.parent)
        try FileStore.attempt(action, target, part.rename(to: target))
    }

    /// Deletes a stored file.
    func delete(_ path: BytePath) throws(CatalogError) {
        do throws(FileError) { try path.delete() } catch {
            guard error.number != ENOENT else { return }
            throw FileStore.failure(error.number, "delete", path)
        }
    }

    /// Opens and locks a file, creating it if missing; nil if another process holds the lock and
    /// `waiting` is false.
    func lock(_ path: BytePath, waiting: Bool) throws(CatalogError) -> Descriptor? {
        var file = try FileStore.attempt(
            "write", path,
            Descriptor(path, for: .both, .create, permissions: sharedMode.fileMode))
        let isLocked = try FileStore.attempt("lock", path, file.lock(waiting: waiting))
        return isLocked ? consume file : nil
    }

    private func makeFolders(_ path: BytePath) throws(CatalogError) {
        if path.denial(of: F_OK)?.number == ENOENT, path.parent != path {
            try makeFolders(path.parent)
        }
        try makeFolder(path)
    }

    /// Runs a body and adds the attempted action to its error.
    static func attempt<Value: ~Copyable>(
        _ action: String, _ path: BytePath, _ body: () throws(FileError) -> Value
    ) throws(CatalogError) -> Value {
        do throws(FileError) { return try body() } catch {
            throw failure(error.number, action, path)
        }
    }

    /// Evaluates an expression and adds the attempted action to its error.
    static func attempt<Value: ~Copyable>(
        _ action: String, _ path: BytePath, _ body: @autoclosure () throws(FileError) -> Value
    ) throws(CatalogError) -> Value {
        do throws(FileError) { return try body() } catch {
            throw failure(error.number, action, path)
        }
    }

    static func failure(_ number: Int32, _ action: String, _ path: BytePath) -> CatalogError {
        let cause = SystemMessage.text(number)
        let (code, advice): (CatalogError.Code, String) =
            switch number {
            case ENOSPC, EDQUOT: (.full, "free some space and run the command again")
            case EACCES, EPERM, EROFS, ENOTDIR, ELOOP, ENAMETOOLONG:
                (.unreachable, "check its permissions, or name another catalog with --catalog")
            default: (.fileSystem(number), "check the disk and run the command again")
            }
        return CatalogError(code, "cannot \(action) '\(path.escaped)': \(cause); \(advice)")
    }
}

/// Stores picture files without a row in the database: `orphans/abcd….jpg`.
///
/// A missing row proves little: the database can be an older copy of the one that has the row, and
/// all copies have the same identity. So a file without a row is not deleted but moved here, and
/// moved back when a database refers to it. A file is deleted from here only if its bytes are in
/// the store again; other deletions are left to the user, to whom `gallery problems` reports the
/// count.
struct OrphanFiles: Sendable {
    let store: FileStore

    /// The folder of orphans.
    var folder: BytePath { store.folder.appending("orphans") }

    /// The names of the files, as in the store.
    func names() -> [BytePath] { folder.children() }

    /// The file that records in which database they were last looked up.
    private var note: BytePath { store.folder.appending("orphans.seen") }

    /// True if the orphans were looked up in a database with this stamp, or there are none.
    func wereCheckedWith(in database: String) -> Bool {
        guard folder.status != nil else { return true }
        let lookup = Array(lookup(in: database).utf8)
        return (try? note.contents(atMost: lookup.count)) == lookup
    }

    /// Records that the orphans were looked up; failures are ignored.
    func recordLookup(in database: String) {
        // A truncated record matches no stamp.
        let file = try? Descriptor(
            note, for: .writing, [.create, .truncate], permissions: store.sharedMode.fileMode)
        try? file?.write(Array(lookup(in: database).utf8))
    }

    private func lookup(in database: String) -> String {
        "\(folder.status?.stamp ?? "") \(database)"
    }

    /// Moves a finished file to the orphans.
    ///
    /// Its name can be taken there, by the same bytes or by a truncated copy. The file with the
    /// correct digest keeps the name and the other gets a number, so that the complete picture is
    /// the one that is moved back.
    func take(_ name: BytePath) throws(CatalogError) {
        let (path, aside) = (store.path(named: name), folder.appending(name))
        try store.makeFolder(folder)
        if try isMoved(path, toNew: aside) { return }
        guard !isWhole(aside, name), isWhole(path, name) else {
            return try takeNumbered(path, name)
        }
        try takeNumbered(aside, name)
        _ = try isMoved(path, toNew: aside)
    }

    /// Moves a file to the first free name of `abcd….jpg.1`, `abcd….jpg.2` and so on.
    private func takeNumbered(_ path: BytePath, _ name: BytePath) throws(CatalogError) {
        for suffix in 1...9_999 {
            let aside = folder.appending(BytePath(bytes: name.bytes + Array(".\(suffix)".utf8)))
            if try isMoved(path, toNew: aside) { return }
        }
        throw FileStore.failure(EEXIST, "set aside", path)
    }

    /// Moves a file, unless it is missing.
    ///
    /// - Returns: false if the name is taken.
    private func isMoved(_ path: BytePath, toNew aside: BytePath) throws(CatalogError) -> Bool {
        do throws(FileError) { try path.rename(toNew: aside) } catch {
            if error.number == EEXIST { return false }
            if error.number != ENOENT { throw FileStore.failure(error.number, "set aside", path) }
        }
        return true
    }

    /// True if a file's SHA-256 is the one in its name.
    private func isWhole(_ path: BytePath, _ name: BytePath) -> Bool {
        guard let file = try? Descriptor(path, for: .reading, .noFollow) else { return false }
        return VerifiedPicture.digest(of: file).map { name.bytes.starts(with: $0.utf8) } ?? false
    }

    /// Moves a file back into the store unless the store has one of the same length; truncated
    /// files stay here.
    ///
    /// Failures are ignored, so that opening a catalog does not fail because of an orphan.
    func moveBack(_ name: BytePath, byteCount: Int64) {
        let (aside, path) = (folder.appending(name), store.path(named: name))
        guard FileStore.length(of: aside) == byteCount else { return }
        if FileStore.length(of: path) == byteCount {
            aside.remove()
        } else {
            try? store.move(aside, to: path, "move back")
        }
    }

    /// Deletes those of the named orphans whose bytes are in the store again.
    func drop(_ candidates: [BytePath]) {
        let names = Set(names())
        for name in candidates where names.contains(name) {
            let length = FileStore.length(of: folder.appending(name))
            if length != nil, FileStore.length(of: store.path(named: name)) == length {
                folder.appending(name).remove()
            }
        }
    }
}

/// Permission bits of the catalog's files and folders; the umask narrows them.
extension SharedMode {
    /// The permissions of folders: 0700 by default, as XDG specifies.
    ///
    /// Source: https://specifications.freedesktop.org/basedir-spec/latest/, "Referencing this
    /// specification".
    var folderMode: mode_t {
        switch self {
        case .ownerOnly: 0o700
        case .group: 0o750
        case .everyone: 0o755
        }
    }

    /// The permissions of files that the owner writes: database, thumbnails, locks.
    var fileMode: mode_t { folderMode & 0o666 }
}
