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
    private static let newRowsName = ".gallery-metadata.csv"

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
    func check() throws(GalleryError) {
        _ = try OriginalsRows.lengthOfWholeRows(in: path, isComplete: true)
        _ = try OriginalsRows.lengthOfWholeRows(in: newRows, isComplete: false)
    }

    /// Locks the folder, which must exist, and merges the rows of an interrupted run.
    ///
    /// - Throws: `badInput` like `check`; `tryLater` if another export has locked the folder;
    ///   `inputOutput`.
    func begin() throws(GalleryError) {
        lockedFolder = try translated { () throws(FileError) in try Descriptor(folder: folder) }
        // On a file system without locks, the user must avoid simultaneous exports.
        if (try? lockedFolder?.lock(waiting: false)) == false {
            throw GalleryError(
                .tryLater,
                "another export is writing to '\(folder.escaped)': wait until it ends, then "
                    + "export again"
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

    /// Returns true if a path leads to the table of a folder, or to the file of its new rows.
    static func isPart(_ path: BytePath, of folder: BytePath) -> Bool {
        let path = PhotoGallery.outputPath(of: path)
        return [name, newRowsName].contains {
            PhotoGallery.outputPath(of: folder.appending($0)) == path
        }
    }

    /// Appends complete rows, with the header before the first, after their copies and sidecars
    /// have reached the disk.
    ///
    /// - Throws: `inputOutput`.
    func append(_ bytes: [UInt8]) throws(GalleryError) {
        try translated { () throws(FileError) in
            try lockedFolder?.syncFileSystem()
            try rows?.write(bytes)
        }
    }

    /// Merges the new rows into the table.
    ///
    /// - Throws: `inputOutput`; the rows are then kept for the next export.
    func finish() throws(GalleryError) {
        // The new rows need not be synced: they are removed once the table that contains them
        // exists.
        try merge()
        release()
    }

    /// Unlocks the folder.
    private func release() {
        rows = nil
        lockedFolder = nil
    }

    /// Replaces the table by one with the new rows.
    ///
    /// Existing rows keep their order, a row of the same copy or photo replaces the old one, rows
    /// of deleted copies are removed, and new rows are appended.
    private func merge() throws(GalleryError) {
        let file = try GalleryError.writing { () throws(FileError) in try AtomicFile(path) }
        try GalleryError.writing { () throws(FileError) in
            try file.write(Array("\(RowEncoder.wholeHeader)\r\n".utf8))
        }
        var rows = try OriginalsRows(of: newRows)
        try rows.merge(into: path, to: file)
        try GalleryError.writing { () throws(FileError) in try file.finish() }
        // Sync the table's name before removing the rows it was made from.
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
    /// Returns true if a path leads to the table that `exportOriginals` maintains in a folder,
    /// where nothing else may be written.
    package static func isTable(_ path: BytePath, ofOriginalsIn folder: BytePath) -> Bool {
        OriginalsTable.isPart(path, of: folder)
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
        self =
            failure.isDiskFull
            ? .diskFull(failure)
            : GalleryError(.inputOutput, "\(failure)", systemError: failure.number)
    }

    /// Reports that nothing more can be copied.
    static func diskFull(_ failure: FileError) -> GalleryError {
        GalleryError(
            .inputOutput, "\(failure): \(failure.advice("export"))",
            systemError: failure.number)
    }

    /// True if every further file would fail as well.
    package var isDiskFull: Bool { systemError.map(FileError.isDiskFull) ?? false }
}

/// The new rows of a run, in a file, to be merged into the table of a folder.
///
/// Memory grows by about 60 bytes per row, and only if a table already exists: the rows are indexed
/// by hashes, and a match is verified against the row.
struct OriginalsRows: ~Copyable {
    /// The location of a row in the file of new rows.
    private struct Entry {
        let offset: Int
        let length: Int
        var isWritten = false
    }

    /// The identity of a row.
    private struct Subject: Hashable {
        /// The copy and the section.
        let copy: [[UInt8]]
        /// The photo and the section; as ids belong to one catalog, the date added is included.
        let photo: [[UInt8]]

        var hasCopy: Bool { copy.first?.isEmpty == false }
    }

    private static let columns = ExportColumn.tabular.count
    private static let copyColumns: [ExportColumn] = [.sourceFile, .section]
    private static let photoColumns: [ExportColumn] = [.section, .id, .dateAdded]

    private let path: BytePath
    private let file: Descriptor
    private var entries: [Entry] = []
    private var byCopy: [Int: Int] = [:]
    private var byPhoto: [Int: Int] = [:]

    /// - Parameter path: the file of new rows.
    init(of path: BytePath) throws(GalleryError) {
        self.path = path
        do throws(FileError) { file = try Descriptor(path) } catch { throw Self.failure(error) }
    }

    /// Writes the rows of a table, replacing older ones by those of the run, then the remaining
    /// rows of the run.
    mutating func merge(into table: BytePath, to file: AtomicFile) throws(GalleryError) {
        let isNew = !table.exists
        var offset = 0
        var rows: [UInt8] = []
        try Self.forEachRecord(in: path) { record, isWhole throws(GalleryError) in
            defer { offset += record.count }
            guard isWhole, let subject = Self.subject(of: record), offset > 0 else { return }
            if isNew { return try Self.add(record, to: &rows, file) }
            byCopy[subject.copy.hashValue] = entries.count
            // A photo may have several copies: a row without one identifies only the photo.
            byPhoto[subject.photo.hashValue] = entries.count
            entries.append(Entry(offset: offset, length: record.count))
        }
        if !isNew {
            var isHeader = true
            try Self.forEachRecord(in: table) { record, _ throws(GalleryError) in
                if isHeader { return isHeader = false }
                try Self.add(try replacement(of: record)[...], to: &rows, file)
            }
            for index in entries.indices where !entries[index].isWritten {
                try Self.add(try row(index)[...], to: &rows, file)
            }
        }
        try GalleryError.writing { () throws(FileError) in try file.write(rows) }
    }

    /// Returns the row that replaces an old one, or the old row itself; empty if the new row has
    /// already been written or the old row's copy was deleted.
    private mutating func replacement(of record: ArraySlice<UInt8>) throws(GalleryError) -> [UInt8]
    {
        guard let old = Self.subject(of: record) else { return Array(record) }
        if old.hasCopy, let index = byCopy[old.copy.hashValue],
            try subject(index)?.copy == old.copy
        {
            return try take(index)
        }
        let isMissing = old.hasCopy && Self.isMissing(BytePath(bytes: old.copy.first ?? []))
        if let index = byPhoto[old.photo.hashValue], let new = try subject(index),
            new.photo == old.photo
        {
            if !old.hasCopy || isMissing { return try take(index) }
            // A photo that could not be copied this time keeps the row of its existing copy.
            if !new.hasCopy { entries[index].isWritten = true }
        }
        return isMissing ? [] : Array(record)
    }

    /// True if a copy was deleted; false if this is unknown: without permission, for a relative
    /// path, and for a path that is escaped because it is not UTF-8.
    private static func isMissing(_ copy: BytePath) -> Bool {
        guard copy.isAbsolute, !copy.bytes.contains(UInt8(ascii: "\\")) else { return false }
        do throws(FileError) {
            _ = try FileStatus(copy, followingLink: false)
            return false
        } catch { return error.isMissing }
    }

    private mutating func take(_ index: Int) throws(GalleryError) -> [UInt8] {
        if entries[index].isWritten { return [] }
        entries[index].isWritten = true
        return try row(index)
    }

    private func subject(_ index: Int) throws(GalleryError) -> Subject? {
        Self.subject(of: try row(index)[...])
    }

    private func row(_ index: Int) throws(GalleryError) -> [UInt8] {
        let entry = entries[index]
        let row: [UInt8]
        do throws(FileError) { row = try file.bytes(entry.length, at: entry.offset) } catch {
            throw Self.failure(error)
        }
        guard row.count == entry.length else {
            throw Self.failure(FileError(path: path, number: EIO))
        }
        return row
    }

    /// Collects rows and writes them to the file in larger pieces.
    private static func add(
        _ record: ArraySlice<UInt8>, to rows: inout [UInt8], _ file: AtomicFile
    ) throws(GalleryError) {
        if record.isEmpty { return }
        rows += record
        if rows.last != UInt8(ascii: "\n") { rows += Array("\r\n".utf8) }
        guard rows.count >= 1 << 16 else { return }
        try GalleryError.writing { () throws(FileError) in try file.write(rows) }
        rows.removeAll(keepingCapacity: true)
    }

    private static func subject(of record: ArraySlice<UInt8>) -> Subject? {
        guard let cells = CSVRecords.cells(record), cells.count == columns else { return nil }
        func values(_ columns: [ExportColumn]) -> [[UInt8]] {
            columns.map { column in
                ExportColumn.tabular.firstIndex(of: column).map { CSVRecords.value(cells[$0]) }
                    ?? []
            }
        }
        return Subject(copy: values(copyColumns), photo: values(photoColumns))
    }

    /// Returns the number of bytes of complete rows in a table; nil if the file does not exist.
    ///
    /// - Parameter isComplete: true if the file was replaced as a whole, so every byte must be
    ///   valid; false if its end may be missing.
    /// - Throws: `badInput` if the header or a row does not match a table of this program.
    static func lengthOfWholeRows(
        in path: BytePath, isComplete: Bool
    ) throws(GalleryError) -> Int? {
        guard path.exists else { return nil }
        var line = 0
        var length = 0
        try forEachRecord(in: path) { record, isWhole throws(GalleryError) in
            line += 1
            if !isWhole, !isComplete {
                let isTorn = line > 1 || RowEncoder.wholeHeader.utf8.starts(with: record)
                guard isTorn else { throw foreign(path, row: line) }
                return
            }
            let isRight =
                line == 1
                ? isHeader(record) : CSVRecords.cells(record).map { $0.count == columns } == true
            guard isRight else { throw foreign(path, row: line) }
            length += record.count
        }
        if isComplete, line == 0 { throw foreign(path, row: 1) }
        return length
    }

    private static func isHeader(_ record: ArraySlice<UInt8>) -> Bool {
        ["\r\n", "\n", ""].contains { record.elementsEqual((RowEncoder.wholeHeader + $0).utf8) }
    }

    /// Passes the records of a file to a closure; text after the last line end is passed as
    /// possibly incomplete.
    private static func forEachRecord(
        in path: BytePath,
        _ body: (_ record: ArraySlice<UInt8>, _ isWhole: Bool) throws(GalleryError) -> Void
    ) throws(GalleryError) {
        let file: Descriptor
        do throws(FileError) {
            file = try Descriptor(path, for: .reading, [.nonBlocking, .noTerminal])
        } catch { throw failure(error) }
        guard (try? file.status().kind) == .file else { throw foreign(path, row: 1) }
        var records = CSVRecords()
        do {
            try file.forEachBlock { block in
                guard try records.take(block, { try body($0, true) }) else {
                    throw foreign(path, row: nil)
                }
            }
        } catch let failure as FileError {
            throw Self.failure(failure)
        } catch {
            throw GalleryError(translating: error)
        }
        if !records.rest.isEmpty { try body(records.rest[...], false) }
    }

    /// - Parameter row: the number of the invalid row; nil if a row has no end.
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

    private static func failure(_ error: FileError) -> GalleryError {
        GalleryError(.inputOutput, "\(error)", systemError: error.number)
    }
}
