public import Basics
import Catalog
import Export
import Foundation
import GalleryModel
import Glibc

/// Keeps `metadata.csv`, the table of a folder's copies, over all exports into the folder.
///
/// The rows of a run gather in a hidden file beside the table, each after its copy has reached the disk, and
/// are merged into the table at the end: it is replaced as a whole. What a killed run left there the next one
/// merges first. One export at a time has the folder.
final class OriginalsTable {
    /// The name of the table.
    static let name = "metadata.csv"
    private static let newRowsName = ".gallery-metadata.csv"

    /// The table's path.
    let path: BytePath
    private let folder: BytePath
    private let newRows: BytePath
    /// The folder, locked, and the file of new rows; nil before `begin`.
    private var lockedFolder: Descriptor?
    private var rows: Descriptor?

    init(in folder: BytePath) {
        self.folder = folder
        path = folder.appending(Self.name)
        newRows = folder.appending(Self.newRowsName)
    }

    /// Looks whether the table, if there is one, is one of this program, and can be kept.
    ///
    /// - Throws: `badInput` for a file that anything else wrote.
    func check() throws(GalleryError) {
        _ = try OriginalsRows.lengthOfWholeRows(in: path, isComplete: true)
        _ = try OriginalsRows.lengthOfWholeRows(in: newRows, isComplete: false)
    }

    /// Takes the folder, which is there, and puts rows of a killed run into the table.
    ///
    /// - Throws: `badInput` as `check`; `tryLater` while another export has the folder; `inputOutput`.
    func begin() throws(GalleryError) {
        lockedFolder = try translated { () throws(FileError) in try Descriptor(folder: folder) }
        // A file system without locks has one export at a time by its user's care alone.
        if (try? lockedFolder?.lock(waiting: false)) == false {
            throw GalleryError(
                .tryLater,
                "another export copies into '\(folder.escaped)': wait until it ends, then export again"
            )
        }
        try check()
        if try OriginalsRows.lengthOfWholeRows(in: newRows, isComplete: false) != nil {
            try merge()
        }
        rows = try translated { () throws(FileError) in
            try Descriptor(
                newRows, for: .writing, .new, permissions: NewFile.standardPermissions)
        }
    }

    /// Whether a path leads to the table of a folder, or to where its new rows gather.
    static func isPart(_ path: BytePath, of folder: BytePath) -> Bool {
        let path = place(of: PhotoGallery.absolute(path))
        return [name, newRowsName].contains {
            place(of: PhotoGallery.absolute(folder).appending($0)) == path
        }
    }

    /// The path without links, also of what is not there yet.
    private static func place(of path: BytePath) -> BytePath {
        if path.allows(F_OK) || path.parent == path {
            return path.resolved
        }
        return place(of: path.parent).appending(path.lastComponent)
    }

    /// Adds the bytes of whole rows, the header before the first, when the copies they name and the sidecars
    /// beside those are on the disk.
    ///
    /// - Throws: `inputOutput`.
    func append(_ bytes: [UInt8]) throws(GalleryError) {
        try translated { () throws(FileError) in
            try lockedFolder?.syncFileSystem()
            try rows?.write(bytes)
        }
    }

    /// Puts the rows into the table.
    ///
    /// - Throws: `inputOutput`; the rows stay beside the table then, for the next export.
    func finish() throws(GalleryError) {
        // The new rows need not reach the disk themselves: they go when the table that has them is there.
        try merge()
        release()
    }

    /// Lets the next export have the folder.
    private func release() {
        rows = nil
        lockedFolder = nil
    }

    /// Replaces the table by one with the new rows: what is there keeps its order, a row of the same copy or
    /// photo takes the old one's place, rows of copies that are gone go, and the others follow.
    private func merge() throws(GalleryError) {
        let file = try GalleryError.writing { () throws(FileError) in try AtomicFile(path) }
        try GalleryError.writing { () throws(FileError) in
            try file.write(Array("\(CSVEncoder.wholeHeader)\r\n".utf8))
        }
        var rows = try OriginalsRows(of: newRows)
        try rows.merge(into: path, to: file)
        try GalleryError.writing { () throws(FileError) in try file.finish() }
        // The table's name comes before the end of the rows that it was made of.
        try translated { () throws(FileError) in try lockedFolder?.sync() }
        newRows.remove()
    }

    private func translated<Value: ~Copyable>(
        _ body: () throws(FileError) -> Value
    ) throws(GalleryError) -> Value {
        do throws(FileError) { return try body() } catch { throw GalleryError(error) }
    }
}

extension PhotoGallery {
    /// Whether a path leads to the table that `exportOriginals` keeps in a folder, so that nothing else may be
    /// written there.
    public static func isTable(_ path: BytePath, ofOriginalsIn folder: BytePath) -> Bool {
        OriginalsTable.isPart(path, of: folder)
    }
}

extension FileError {
    /// What to do about it, with a verb for the command.
    func advice(_ verb: String) -> String {
        [ENOSPC, EDQUOT].contains(number)
            ? "free some space and \(verb) again" : "name another folder"
    }
}

extension GalleryError {
    /// Says that what every copy needs cannot be written.
    init(_ failure: FileError) {
        self =
            failure.isDiskFull
            ? .diskFull(failure)
            : GalleryError(.inputOutput, "\(failure)", systemError: failure.number)
    }

    /// Says that nothing more can be copied.
    static func diskFull(_ failure: FileError) -> GalleryError {
        GalleryError(
            .inputOutput, "\(failure): \(failure.advice("export"))",
            systemError: failure.number)
    }

    /// Whether the next file would fail as well.
    package var isDiskFull: Bool { systemError.map(FileError.isDiskFull) ?? false }
}
