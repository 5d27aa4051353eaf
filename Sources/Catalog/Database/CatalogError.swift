import Basics
import GRDB
package import GalleryModel
import Glibc

/// The error of the catalog: a code and a message.
package struct CatalogError: Error, CustomStringConvertible {
    /// The kind of failure, which determines the exit status.
    package enum Code: Hashable, Sendable {
        /// Another program kept the database locked for longer than the busy timeout.
        case busy
        /// The database file is damaged.
        case damaged
        /// The folder contains a database that was not created by this program.
        case foreign
        /// The catalog was made by a newer version of this program.
        case newer(found: Int, supported: Int)
        /// The path of the catalog is not a folder, or cannot be read or written.
        case unreachable
        /// The disk is full.
        case full
        /// A file operation failed with this errno.
        case fileSystem(Int32)
        /// The section does not exist.
        case noSection
        /// The section cannot be created, renamed or removed as requested.
        case refusedSection
        /// The bare name matches more than one section.
        case ambiguousSection
        /// The photo does not exist.
        case noPhoto
        /// The track does not exist.
        case noTrack
        /// The journal has no such entry, or no entry to undo.
        case noEntry
        /// The journal entry cannot be undone.
        case notUndoable
        /// Later journal entries prevent that it is undone or done again.
        case blocked
        /// A cursor belongs to another sort order.
        case badCursor
        /// A statement failed because of a bug in this program.
        case statement
    }

    /// The kind of failure.
    package let code: Code
    /// The message for the user, with its translations: value, cause, next step.
    package let text: Message

    /// Creates an error whose message is always in English.
    package init(_ code: Code, _ message: String) {
        self.init(code, message: Message(key: message))
    }

    /// Creates an error whose message has translations.
    init(_ code: Code, message: Message) {
        self.code = code
        text = message
    }

    /// The message in English.
    package var message: String { text.description }
    /// The message in English.
    package var description: String { message }

    /// Converts an error of GRDB.
    static func translating(_ error: any Error, folder: BytePath) -> CatalogError {
        if let error = error as? CatalogError { return error }
        guard let error = error as? DatabaseError else {
            return CatalogError(.statement, "the catalog failed unexpectedly: \(error)")
        }
        let path = folder.appending("catalog.sqlite")
        let file = "'\(path.escaped)'"
        func failure(_ code: Code, _ problem: String) -> CatalogError {
            CatalogError(code, "the catalog \(file) \(problem)")
        }
        func damaged(_ cause: String) -> CatalogError {
            failure(
                .damaged, "is damaged (\(cause)): restore a backup; picture files are untouched")
        }
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return failure(.busy, "is locked by another program: try again when it has finished")
        case .SQLITE_CORRUPT:
            return failure(
                .damaged,
                "is damaged (\(error.message ?? "malformed")): keep a copy, then try "
                    + "'sqlite3 catalog.sqlite .recover', or restore a backup; picture files are untouched"
            )
        case .SQLITE_NOTADB:
            return failure(
                .damaged, "is not a database: move it away, or name another folder with --catalog")
        case .SQLITE_FULL:
            return CatalogError(
                .full, "the disk with \(file) is full: free some space and run the command again")
        // SQLite itself never writes a header that forbids writing.
        case .SQLITE_READONLY
        where error.extendedResultCode == .SQLITE_READONLY
            && [folder, path].allSatisfy({ $0.allows(W_OK) }):
            return damaged("its header forbids writing")
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_AUTH:
            return CatalogError(
                .unreachable,
                "cannot read or write \(file) (\(error.message ?? "input/output error")): check the "
                    + "folder's permissions, or name another one with --catalog")
        case .SQLITE_ERROR
        where ["no such", "unsupported file format"].contains {
            error.message?.hasPrefix($0) == true
        }:
            return damaged(error.message ?? "")
        default:
            return failure(
                .statement, "refused a statement (\(error.message ?? "code \(error.resultCode)"))")
        }
    }
}
