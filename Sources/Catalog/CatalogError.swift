import Basics
import Foundation
import GRDB
import GalleryModel

/// Says why the catalog could not do what was asked.
package struct CatalogError: Error, CustomStringConvertible {
    /// What kind of failure it is; exit statuses follow from it.
    package enum Code: Hashable, Sendable {
        /// Another program kept the database locked for longer than the busy timeout.
        case busy
        /// The database file is damaged.
        case damaged
        /// The folder holds a database that no version of this program made.
        case foreign
        /// The catalog was made by a newer version of this program.
        case newer(found: Int, supported: Int)
        /// The path of the catalog is not a folder, or cannot be read or written.
        case unreachable
        /// The disk is full.
        case full
        /// A file operation failed with this errno.
        case fileSystem(Int32)
        /// No such section.
        case noSection
        /// A section cannot be made, renamed or removed as was asked.
        case refusedSection
        /// The bare name fits more than one section.
        case ambiguousSection
        /// No such photo.
        case noPhoto
        /// No such track.
        case noTrack
        /// No such entry in the journal, or none that could be taken back.
        case noEntry
        /// An entry of the journal cannot be taken back.
        case notUndoable
        /// A cursor is of another order.
        case badCursor
        /// A statement failed for a reason that is a mistake of this program.
        case statement
    }

    /// The kind of failure.
    package let code: Code
    /// The message for a person: value, cause, next step.
    package let message: String

    /// Makes an error.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    package var description: String { message }

    /// Translates what the database library throws.
    static func translating(_ error: any Error, folder: BytePath) -> CatalogError {
        if let error = error as? CatalogError { return error }
        guard let error = error as? DatabaseError else {
            return CatalogError(.statement, "the catalog failed unexpectedly: \(error)")
        }
        let file = "'\(folder.appending("catalog.sqlite").escaped)'"
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return CatalogError(
                .busy,
                "the catalog \(file) is locked by another program: try again when it has finished")
        case .SQLITE_CORRUPT:
            return CatalogError(
                .damaged,
                "the catalog \(file) is damaged (\(error.message ?? "malformed")): keep a copy, then try "
                    + "'sqlite3 catalog.sqlite .recover', or restore a backup; picture files are untouched"
            )
        case .SQLITE_NOTADB:
            return CatalogError(
                .damaged,
                "the catalog \(file) is not a database: move it away, or name another folder with --catalog"
            )
        case .SQLITE_FULL:
            return CatalogError(
                .full, "the disk with \(file) is full: free some space and run the command again")
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_AUTH:
            return CatalogError(
                .unreachable,
                "cannot read or write \(file) (\(error.message ?? "input/output error")): check the "
                    + "folder's permissions, or name another one with --catalog")
        case .SQLITE_ERROR where error.message?.hasPrefix("no such") == true:
            return CatalogError(
                .damaged,
                "the catalog \(file) is damaged (\(error.message ?? "")): restore a backup; picture files "
                    + "are untouched")
        default:
            return CatalogError(
                .statement,
                "the catalog \(file) refused a statement (\(error.message ?? "code \(error.resultCode)"))"
            )
        }
    }
}
