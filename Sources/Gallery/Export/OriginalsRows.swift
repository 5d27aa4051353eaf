import Basics
import Export
import Foundation
import GalleryModel
import Glibc

/// The rows of a run, in a file, on their way into the table of a folder.
///
/// Memory grows by some 60 bytes a row, and only where a table is there already: hashes, each of which is
/// held against the row it stands for.
struct OriginalsRows: ~Copyable {
    /// Where a row stands in the file of new rows.
    private struct Entry {
        let offset: Int
        let length: Int
        var isWritten = false
    }

    /// What a row is about.
    private struct Subject: Hashable {
        /// The copy and the section.
        let copy: [[UInt8]]
        /// The photo and the section: an id is of one catalog, so the date when it got the photo belongs to it.
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

    /// Writes the rows of a table with those of the run in place of older ones, then the rest of the run's.
    mutating func merge(into table: BytePath, to file: AtomicFile) throws(GalleryError) {
        let isNew = !table.exists
        var offset = 0
        var rows: [UInt8] = []
        try Self.forEachRecord(in: path) { record, isWhole throws(GalleryError) in
            defer { offset += record.count }
            guard isWhole, let subject = Self.subject(of: record), offset > 0 else { return }
            if isNew { return try Self.add(record, to: &rows, file) }
            byCopy[subject.copy.hashValue] = entries.count
            // A photo may have several copies: a row without one stands for the photo.
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

    /// The new row in an old one's place, or the old one; nothing where the new one stands already, and where
    /// the old one's copy is gone.
    private mutating func replacement(of record: ArraySlice<UInt8>) throws(GalleryError) -> [UInt8]
    {
        guard let old = Self.subject(of: record) else { return Array(record) }
        if old.hasCopy, let index = byCopy[old.copy.hashValue],
            try subject(index)?.copy == old.copy
        {
            return try take(index)
        }
        let isGone = old.hasCopy && Self.isGone(BytePath(bytes: old.copy.first ?? []))
        if let index = byPhoto[old.photo.hashValue], let new = try subject(index),
            new.photo == old.photo
        {
            if !old.hasCopy || isGone { return try take(index) }
            // What could not be copied this time keeps the row of its copy.
            if !new.hasCopy { entries[index].isWritten = true }
        }
        return isGone ? [] : Array(record)
    }

    /// Whether nothing is left of a copy; false where that cannot be said: without permission, and of a path
    /// that is relative to who knows what, or stands escaped because it is not UTF-8.
    private static func isGone(_ copy: BytePath) -> Bool {
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

    /// Gathers rows, and gives them to the file some at a time.
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
                CSVEncoder.index(of: column).map { CSVRecords.value(cells[$0]) } ?? []
            }
        }
        return Subject(copy: values(copyColumns), photo: values(photoColumns))
    }

    /// How many bytes of a table are whole rows; nil where there is no file.
    ///
    /// - Parameter isComplete: whether the file was put in place whole, so that every byte must be right; else
    ///   its end may be missing.
    /// - Throws: `badInput` for a file that has another header or other rows than a table of this program.
    static func lengthOfWholeRows(
        in path: BytePath, isComplete: Bool
    ) throws(GalleryError) -> Int? {
        guard path.exists else { return nil }
        var line = 0
        var length = 0
        try forEachRecord(in: path) { record, isWhole throws(GalleryError) in
            line += 1
            if !isWhole, !isComplete {
                let isTorn = line > 1 || CSVEncoder.wholeHeader.utf8.starts(with: record)
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
        ["\r\n", "\n", ""].contains { record.elementsEqual((CSVEncoder.wholeHeader + $0).utf8) }
    }

    /// Hands out the records of a file, and what follows the last line end as one that may not be whole.
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

    /// - Parameter row: the number of the row that is wrong; nil where it has no end.
    private static func foreign(_ path: BytePath, row: Int?) -> GalleryError {
        let reason =
            switch row {
            case nil: "it has a row without end"
            case 1: "its first line is another"
            case let row?: "its row \(row) is broken"
            }
        return GalleryError(
            .badInput,
            "'\(path.escaped)' is no table that 'export --originals' wrote (\(reason)): move it away, "
                + "or copy into another folder")
    }

    private static func failure(_ error: FileError) -> GalleryError {
        GalleryError(.inputOutput, "\(error)", systemError: error.number)
    }
}
