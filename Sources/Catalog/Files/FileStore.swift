package import Basics
import Foundation
import GalleryModel
import Glibc

/// Keeps picture files under their content's SHA-256: `files/ab/abcd….jpg`, read-only, never changed.
///
/// A file gets its final name only when it is complete and on disk. Until then it lies in the folder
/// of the writing session that makes it (`incoming/…/….part`).
package struct FileStore: Sendable {
    /// The catalog's folder.
    let folder: BytePath

    /// Who but the owner may read what is made.
    let sharedMode: SharedMode

    /// The path of the folder of finished files, and a slash.
    private let finishedPrefix: [UInt8]

    /// The folder of finished files.
    var finished: BytePath { folder.appending("files") }

    /// The folder of writing sessions.
    var incoming: BytePath { folder.appending("incoming") }

    /// Opens the store in a catalog's folder, which is made where there is none.
    ///
    /// - Throws: `unreachable` where the path is no folder or permission is missing, `full`.
    init(folder: BytePath, sharedMode: SharedMode) throws(CatalogError) {
        self.folder = folder
        self.sharedMode = sharedMode
        finishedPrefix = folder.appending("files/").bytes
        try makeFolders(folder)
        if let denial = folder.denial(of: R_OK | X_OK) {
            throw FileStore.failure(denial.number, "read the catalog folder", folder)
        }
    }

    /// Where the bytes with a digest lie, whether or not they are there.
    ///
    /// - Parameter fileExtension: `jpg`, without the dot.
    package func path(of digest: FileDigest, fileExtension: String) -> BytePath {
        path(ofHexadecimal: digest.hexadecimal, fileExtension: fileExtension)
    }

    /// As `path(of:fileExtension:)`, in one allocation: a listing asks for a path a row.
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

    /// Whether a finished file is there with the given length in bytes.
    package func holds(_ digest: FileDigest, fileExtension: String, byteCount: Int64) -> Bool {
        FileStore.length(of: path(of: digest, fileExtension: fileExtension)) == byteCount
    }

    /// Where a finished file with a name of the store lies.
    func path(named name: BytePath) -> BytePath {
        finished.appending(BytePath(bytes: name.bytes.prefix(2))).appending(name)
    }

    /// Whether a finished file with a name is there, whole or not.
    func hasFile(named name: BytePath) -> Bool { FileStore.length(of: path(named: name)) != nil }

    /// Begins to write: makes a session that owns its unfinished files.
    ///
    /// - Parameter database: the identity of the database that gets the rows.
    package func beginWriting(for database: String = "") throws(CatalogError) -> WritingSession {
        try WritingSession(store: self, database: database)
    }

    /// A file's length in bytes, or nil where there is no regular file.
    static func length(of path: BytePath) -> Int64? {
        guard let status = try? FileStatus(path, followingLink: false), status.kind == .file else {
            return nil
        }
        return Int64(status.byteCount)
    }

    /// A file's permission bits, or nil where there is none.
    static func mode(of path: BytePath) -> mode_t? {
        path.status.map { $0.permissions & 0o777 }
    }

    /// Makes a folder that is not there yet; the permissions of one that is stay as they are.
    func makeFolder(_ path: BytePath) throws(CatalogError) {
        do throws(FileError) { try path.makeFolder(sharedMode.folderMode) } catch {
            guard error.number == EEXIST else {
                throw FileStore.failure(error.number, "make the folder", path)
            }
        }
        let status = try FileStore.attempt("read the folder", path) { () throws(FileError) in
            try FileStatus(path)
        }
        guard status.kind == .folder else {
            throw CatalogError(
                .unreachable,
                "'\(path.escaped)' is a file, not a folder: name a folder for the catalog with --catalog"
            )
        }
    }

    private func makeFolders(_ path: BytePath) throws(CatalogError) {
        if path.denial(of: F_OK)?.number == ENOENT, path.parent != path {
            try makeFolders(path.parent)
        }
        try makeFolder(path)
    }

    /// Runs a body and says of its failure what was attempted.
    static func attempt<Value: ~Copyable>(
        _ action: String, _ path: BytePath, _ body: () throws(FileError) -> Value
    ) throws(CatalogError) -> Value {
        do throws(FileError) { return try body() } catch {
            throw failure(error.number, action, path)
        }
    }

    static func failure(_ number: Int32, _ action: String, _ path: BytePath) -> CatalogError {
        let cause = SystemMessage.text(number)
        let code: CatalogError.Code
        let advice: String
        switch number {
        case ENOSPC, EDQUOT:
            code = .full
            advice = "free some space and run the command again"
        case EACCES, EPERM, EROFS, ENOTDIR, ELOOP, ENAMETOOLONG:
            code = .unreachable
            advice = "check its permissions, or name another catalog with --catalog"
        default:
            code = .fileSystem(number)
            advice = "check the disk and run the command again"
        }
        return CatalogError(code, "cannot \(action) '\(path.escaped)': \(cause); \(advice)")
    }
}
