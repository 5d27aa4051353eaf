package import Basics
import Export
import Foundation
import Glibc

/// Maintains `metadata.csv`, the table of a folder's copies, across all exports into the folder.
///
/// A run collects its rows in a hidden file beside the table, each after its copy has reached the
/// disk, and merges them into the table at the end by replacing it. Rows of an interrupted run are
/// merged by the next one. The folder is locked for one export at a time.
final class OriginalsTable {
    /// The name of the table.
    static let name = "metadata.csv"
    fileprivate static let newRowsName = ".gallery-metadata.csv"

    /// The table's path.
    let path: BytePath
    private let folder: BytePath
    private let newRows: BytePath
    /// The locked folder and the file of new rows; nil before `begin`.
    private var lockedFolder: Descriptor?
    private var rows: Descriptor?

    init(in folder: BytePath) {
        self.folder = folder
        path = folder.appending(Self.name)
        newRows = folder.appending(Self.newRowsName)
    }

    /// Checks that an existing table was written by this program and can be kept.
    ///
    /// - Throws: `badInput` for a file written by another program.
    func check() throws {
        try check(path, isComplete: true)
        try check(newRows, isComplete: false)
    }

    /// Locks the folder, which must exist, and merges the rows of an interrupted run.
    ///
    /// - Throws: `badInput` like `check`; `tryLater` if another export has locked the folder;
    ///   errors of files.
    func begin() throws {
        lockedFolder = try Descriptor.locked(forExport: folder)
        try check()
        if newRows.exists { try merge() }
        rows = try Descriptor(
            newRows, for: .writing, .new, permissions: NewFile.standardPermissions)
    }

    /// Appends complete rows, with the header before the first, after their copies and sidecars
    /// have reached the disk.
    ///
    /// - Throws: errors of files.
    func append(_ bytes: [UInt8]) throws {
        try lockedFolder?.syncFileSystem()
        try rows?.write(bytes)
    }

    /// Merges the new rows into the table and unlocks the folder.
    ///
    /// - Throws: errors of files; the rows are then kept for the next export.
    func finish() throws {
        // The new rows need not be synced: they are removed once the table that contains them
        // exists.
        try merge()
        rows = nil
        lockedFolder = nil
    }

    /// Replaces the table by one with the new rows.
    ///
    /// Existing rows keep their order, a row of the same copy or photo replaces the old one, rows
    /// of deleted copies are removed, and new rows are appended.
    private func merge() throws {
        let file = try GalleryError.writing { () throws(FileError) in try AtomicFile(path) }
        // Rows are written in larger pieces.
        var piece = Array("\(RowEncoder.wholeHeader)\r\n".utf8)
        func write() throws {
            try GalleryError.writing { () throws(FileError) in try file.write(piece) }
            piece.removeAll(keepingCapacity: true)
        }
        func add(_ row: ArraySlice<UInt8>) throws {
            if row.isEmpty { return }
            piece += row
            if piece.last != UInt8(ascii: "\n") { piece += "\r\n".utf8 }
            if piece.count >= 1 << 16 { try write() }
        }
        if path.exists {
            var rows = try NewRows(newRows)
            var isHeader = true
            try OriginalsTable.forEachRecord(in: path) { record, _ in
                if !isHeader { try add(rows.replacement(of: record)[...]) }
                isHeader = false
            }
            for index in 0..<rows.count { try add(rows.take(index)[...]) }
        } else {
            try NewRows.forEach(in: newRows) { row, _, _ in try add(row) }
        }
        try write()
        try GalleryError.writing { () throws(FileError) in try file.finish() }
        // Sync the table's name before removing the rows it was made from.
        try lockedFolder?.sync()
        newRows.remove()
    }

    /// Checks the header and the number of cells of each row; a missing file passes.
    ///
    /// - Parameter isComplete: false if the last row may be truncated.
    private func check(_ path: BytePath, isComplete: Bool) throws {
        guard path.exists else { return }
        var line = 0
        let header = RowEncoder.wholeHeader
        try OriginalsTable.forEachRecord(in: path) { record, isWhole in
            line += 1
            let isRight =
                if !isWhole, !isComplete {
                    line > 1 || header.utf8.starts(with: record)
                } else if line == 1 {
                    ["\r\n", "\n", ""].contains { record.elementsEqual((header + $0).utf8) }
                } else {
                    CSVRecords.cells(record)?.count == ExportColumn.tabular.count
                }
            guard isRight else { throw OriginalsTable.foreign(path, row: line) }
        }
        if isComplete, line == 0 { throw OriginalsTable.foreign(path, row: 1) }
    }

    /// Passes the records of a table to a closure, the last one possibly without a line end.
    fileprivate static func forEachRecord(
        in path: BytePath, _ body: (_ record: ArraySlice<UInt8>, _ isWhole: Bool) throws -> Void
    ) throws {
        let file = try Descriptor(path, for: .reading, [.nonBlocking, .noTerminal])
        guard (try? file.status().kind) == .file else { throw foreign(path, row: 1) }
        var records = CSVRecords()
        try file.forEachBlockOfFile { block in
            guard try records.take(block, { try body($0, true) }) else {
                throw foreign(path, row: nil)
            }
        }
        if !records.rest.isEmpty { try body(records.rest[...], false) }
    }

    private static func foreign(_ path: BytePath, row: Int?) -> GalleryError {
        let reason =
            switch row {
            case nil: "a row has no end"
            case 1: "the first line differs"
            case let row?: "row \(row) is invalid"
            }
        return GalleryError(
            .badInput,
            "'\(path.escaped)' was not written by 'export --originals' (\(reason)): move it away, "
                + "or export to another folder")
    }
}

/// The new rows of a run, to be merged into an existing table.
///
/// Memory grows by about 60 bytes per row: the rows are indexed by hashes, and a match is verified
/// against the row.
private struct NewRows: ~Copyable {
    private typealias Row = (range: Range<Int>, isTaken: Bool)

    /// The identity of a row.
    struct Subject {
        /// The copy's path, empty for none, and the section.
        let copy: [[UInt8]]
        /// The section and the photo, which can have several copies; as ids belong to one catalog,
        /// the date added is included.
        let photo: [[UInt8]]

        var path: BytePath? { copy.first.flatMap { $0.isEmpty ? nil : BytePath(bytes: $0) } }

        init?(_ record: ArraySlice<UInt8>) {
            guard let cells = CSVRecords.cells(record), cells.count == ExportColumn.tabular.count
            else { return nil }
            let columns: [ExportColumn] = [.sourceFile, .section, .id, .dateAdded]
            let values = zip(ExportColumn.tabular, cells).filter { columns.contains($0.0) }
                .map { CSVRecords.value($0.1) }
            copy = Array(values[...1])
            photo = Array(values[1...])
        }
    }

    private let path: BytePath
    private let file: Descriptor
    private var rows: [Row]
    private let byCopy: [Int: Int]
    private let byPhoto: [Int: Int]

    /// The number of rows.
    var count: Int { rows.count }

    /// Finds the complete rows of a file.
    init(_ path: BytePath) throws {
        var (rows, byCopy, byPhoto) = ([Row](), [Int: Int](), [Int: Int]())
        try NewRows.forEach(in: path) { _, range, subject in
            byCopy[subject.copy.hashValue] = rows.count
            byPhoto[subject.photo.hashValue] = rows.count
            rows.append((range, false))
        }
        file = try Descriptor(path)
        (self.rows, self.byCopy, self.byPhoto) = (rows, byCopy, byPhoto)
        self.path = path
    }

    /// Returns the new row that replaces an old one; empty if the old row is removed, and the old
    /// row if none does.
    mutating func replacement(of record: ArraySlice<UInt8>) throws -> [UInt8] {
        guard let old = Subject(record) else { return Array(record) }
        if old.path != nil, let index = byCopy[old.copy.hashValue],
            try subject(index)?.copy == old.copy
        {
            return try take(index)
        }
        let isMissing = old.path.map(NewRows.isMissing) ?? false
        if let index = byPhoto[old.photo.hashValue], let new = try subject(index),
            new.photo == old.photo
        {
            if old.path == nil || isMissing { return try take(index) }
            // A photo that could not be copied this time keeps the row of its existing copy.
            if new.path == nil { rows[index].isTaken = true }
        }
        return isMissing ? [] : Array(record)
    }

    /// Returns a row; empty if it was already returned.
    mutating func take(_ index: Int) throws -> [UInt8] {
        if rows[index].isTaken { return [] }
        rows[index].isTaken = true
        return try row(index)
    }

    private func subject(_ index: Int) throws -> Subject? { Subject(try row(index)[...]) }

    private func row(_ index: Int) throws -> [UInt8] {
        let range = rows[index].range
        let row = try file.bytes(atMost: range.count, at: range.lowerBound)
        guard row.count == range.count else { throw FileError(path: path, number: EIO) }
        return row
    }

    /// True if a copy was deleted; the existence of a copy with an escaped or relative path is
    /// unknown.
    private static func isMissing(_ copy: BytePath) -> Bool {
        guard copy.isAbsolute, !copy.bytes.contains(UInt8(ascii: "\\")) else { return false }
        do throws(FileError) {
            _ = try FileStatus(copy, followingLink: false)
            return false
        } catch { return error.isMissing }
    }

    /// Passes the complete rows of a file and their ranges of bytes to a closure.
    static func forEach(
        in path: BytePath, _ body: (ArraySlice<UInt8>, Range<Int>, Subject) throws -> Void
    ) throws {
        var offset = 0
        try OriginalsTable.forEachRecord(in: path) { record, isWhole in
            defer { offset += record.count }
            guard isWhole, offset > 0, let subject = Subject(record) else { return }
            try body(record, offset..<(offset + record.count), subject)
        }
    }
}

extension Descriptor {
    /// Opens a folder and locks it for one export at a time.
    ///
    /// - Throws: `tryLater` if another export has locked the folder; the system's error.
    static func locked(forExport folder: BytePath) throws -> Descriptor {
        var descriptor = try Descriptor(folder: folder)
        // On a file system without locks, the user must avoid simultaneous exports.
        if (try? descriptor.lock(waiting: false)) == false {
            throw GalleryError(
                .tryLater,
                "another export is writing to '\(folder.escaped)': wait until it ends, then "
                    + "export again")
        }
        return descriptor
    }
}

extension GalleryExport {
    /// Returns true if a path leads to the table that `originals` maintains in a folder,
    /// where nothing else may be written.
    package static func isTable(_ path: BytePath, ofOriginalsIn folder: BytePath) -> Bool {
        let path = outputPath(of: path)
        return [OriginalsTable.name, OriginalsTable.newRowsName].contains {
            outputPath(of: folder.appending($0)) == path
        }
    }
}

extension FileError {
    /// Returns the advice for the error, with the verb of the command.
    func advice(_ verb: String) -> String {
        [ENOSPC, EDQUOT].contains(number)
            ? "free some space and \(verb) again" : "name another folder"
    }
}

extension GalleryError {
    /// Reports a file that every copy needs and that cannot be written.
    init(_ failure: FileError) {
        let advice = failure.isDiskFull ? ": \(failure.advice("export"))" : ""
        self.init(.inputOutput, "\(failure)\(advice)", systemError: failure.number)
    }

    /// True if every further file would fail as well.
    package var isDiskFull: Bool { systemError.map(FileError.isDiskFull) ?? false }
}
