import Basics
import Foundation
import Gallery
import Glibc

/// Writes rows to standard output in the requested format; all commands print rows through it.
struct Output {
    /// A column of the output.
    struct Column {
        /// The key in JSON and the header of CSV.
        let key: String
        /// The header in tables; nil for a column that tables omit unless it is selected.
        let title: String?
        /// True if the cells are numbers.
        let isNumeric: Bool
        /// The handling of cells that do not fit the terminal.
        let overflow: TextTable.Overflow

        init(
            _ key: String, _ title: String?, isNumeric: Bool = false,
            overflow: TextTable.Overflow = .cutEnd
        ) {
            self.key = key
            self.title = title
            self.isNumeric = isNumeric
            self.overflow = overflow
        }
    }

    /// The format; nil to print nothing.
    private let format: RowFormat?
    /// The printed columns and their indexes in a row.
    private let columns: [(column: Column, index: Int)]
    private let stream: StandardOutput
    private var table: TextTable
    private var count = 0

    /// Creates an output with the given columns.
    ///
    /// - Parameter format: nil prints nothing.
    init(_ format: RowFormat?, columns: [Column], to stream: StandardOutput = .shared) {
        let shown = columns.enumerated().filter { format != .table || $0.element.title != nil }
        self.init(
            format, shown.map { (column: $0.element, index: $0.offset) }, keepsEmpty: false, stream)
    }

    /// Creates an output with the columns selected by name; nil selects the default columns.
    ///
    /// - Throws: `usage` for an unknown column name.
    init(
        _ format: RowFormat?, columns: [Column], choosing names: [String]?
    ) throws(GalleryError) {
        guard let names else {
            self.init(format, columns: columns)
            return
        }
        let chosen = try names.map { name throws(GalleryError) -> (column: Column, index: Int) in
            guard let index = columns.firstIndex(where: { $0.hasName(name) }) else {
                let keys = columns.map(\.key).joined(separator: ", ")
                throw GalleryError(.usage, "unknown column '\(name)': expected \(keys)")
            }
            return (columns[index], index)
        }
        self.init(format, chosen, keepsEmpty: true, .shared)
    }

    private init(
        _ format: RowFormat?, _ columns: [(column: Column, index: Int)], keepsEmpty: Bool,
        _ stream: StandardOutput
    ) {
        self.format = format
        self.columns = columns
        self.stream = stream
        table = Output.table(columns.map(\.column), keepsEmpty: keepsEmpty, on: stream)
    }

    /// Writes all rows and ends the output.
    ///
    /// - Throws: errors of standard output.
    static func write(
        _ rows: [[RowValue]], as format: RowFormat?, columns: [Column],
        choosing names: [String]? = nil
    ) throws {
        var output = try Output(format, columns: columns, choosing: names)
        for row in rows { try output.append(row) }
        try output.finish()
    }

    /// Writes all rows of a listing and ends the output.
    ///
    /// - Throws: `usage` for an unknown column name; errors of standard output.
    static func write(
        _ rows: [[RowValue]], as options: ListingOptions, columns: [Column]
    ) throws {
        try write(rows, as: options.format, columns: columns, choosing: options.columns)
    }

    /// Writes one JSON object on a separate line.
    ///
    /// - Throws: errors of standard output.
    static func write(object members: [(String, RowValue)]) throws {
        try StandardOutput.shared.write(RowValue.object(members).json + [0x0A])
    }

    /// Writes a row; the values are in the order of the columns passed to `init`.
    ///
    /// - Throws: errors of standard output.
    mutating func append(_ row: [RowValue]) throws {
        switch format {
        case nil: return
        case .table: try stream.write(table.append(columns.map { row[$0.index].shown }))
        case .csv:
            if count == 0 { try writeHeader() }
            let cells = columns.map { Output.cell(row[$0.index].plain) }
            try stream.write(cells.joined(separator: ",") + "\r\n")
        case .json, .jsonl:
            try append(object: columns.map { ($0.column.key, row[$0.index]) })
            return
        }
        count += 1
    }

    /// Writes a JSON row whose members can differ from the columns.
    ///
    /// - Throws: errors of standard output.
    mutating func append(object members: [(String, RowValue)]) throws {
        try append(objects: [members]) { $1 += RowValue.object($0).json }
    }

    /// Writes JSON rows that `spell` appends one at a time, without line ends.
    ///
    /// - Throws: errors of standard output.
    mutating func append<Item>(
        objects items: [Item], _ spell: (_ item: Item, _ bytes: inout [UInt8]) -> Void
    ) throws {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(items.count * 224)
        for item in items {
            if format == .json { bytes += (count == 0 ? "[\n" : ",\n").utf8 }
            spell(item, &bytes)
            if format != .json { bytes.append(0x0A) }
            count += 1
        }
        try stream.write(bytes)
    }

    /// Ends the output, such as with the closing bracket of JSON.
    ///
    /// - Throws: errors of standard output.
    mutating func finish() throws {
        switch format {
        case .table: try stream.write(table.finish())
        case .csv: if count == 0 { try writeHeader() }
        case .json: try stream.write(count == 0 ? "[]\n" : "\n]\n")
        case .jsonl, nil: break
        }
    }

    private func writeHeader() throws {
        let names = columns.map { Output.cell($0.column.key) }
        try stream.write(names.joined(separator: ",") + "\r\n")
    }

    /// Returns a CSV cell, quoted if necessary.
    ///
    /// Source: RFC 4180, section 2
    private static func cell(_ text: String) -> String {
        let needsQuotes = text.utf8.contains { byte in
            byte == 0x22 || byte == 0x2C || byte == 0x0A || byte == 0x0D
        }
        return needsQuotes ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
    }

    private static func table(
        _ columns: [Column], keepsEmpty: Bool, on stream: StandardOutput
    ) -> TextTable {
        let wantsColor = getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
        return TextTable(
            columns: columns.map {
                TextTable.Column(
                    $0.title ?? $0.key.uppercased(), isNumeric: $0.isNumeric,
                    overflow: $0.overflow)
            }, keepsEmpty: keepsEmpty,
            terminalWidth: stream.isTerminal ? Terminal.width(of: STDOUT_FILENO) : nil,
            isBold: stream.isTerminal && wantsColor && Terminal.obeysEscapes)
    }
}

extension Output.Column {
    /// Returns true if the name is the column's key or title, ignoring case.
    func hasName(_ name: String) -> Bool {
        [key, title].contains { $0?.lowercased() == name.lowercased() }
    }
}

/// A value in a row of a section, a problem, a summary and so on.
enum RowValue {
    case none
    case text(String)
    case integer(Int)
    case decimal(Double)
    case flag(Bool)
    case instant(Date)
    case list([RowValue])
    case object([(String, RowValue)])
    /// JSON text.
    case json([UInt8])

    init(_ text: String?) {
        self = text.map { .text($0) } ?? .none
    }

    init(_ number: Int?) {
        self = number.map { .integer($0) } ?? .none
    }

    init(_ number: Double?) {
        self = number.map { .decimal($0) } ?? .none
    }

    init(instant: Date?) {
        self = instant.map { .instant($0) } ?? .none
    }

    /// The value in a table; instants are in the user's time zone.
    var shown: String {
        if case .instant(let date) = self { RowValue.localText(ofInstant: date) } else { plain }
    }

    /// The value in CSV, unquoted; instants are in UTC.
    var plain: String {
        switch self {
        case .none: ""
        case .text(let text): text
        case .integer(let number): String(number)
        case .decimal(let number): Int(exactly: number).map(String.init) ?? String(number)
        case .flag(let flag): flag ? "true" : "false"
        case .instant(let date): RowValue.text(ofInstant: date)
        case .list, .object, .json: String(decoding: json, as: UTF8.self)
        }
    }

    /// The value as JSON, on one line. Source: RFC 8259
    var json: [UInt8] {
        switch self {
        case .none: return Array("null".utf8)
        case .text(let text): return JSONText.quoted(text)
        case .instant: return JSONText.quoted(plain)
        case .decimal(let number) where !number.isFinite: return Array("null".utf8)
        case .integer, .decimal, .flag: return Array(plain.utf8)
        case .json(let bytes): return bytes
        case .list(let items):
            return [0x5B] + items.map(\.json).joined(separator: [0x2C]) + [0x5D]
        case .object(let members):
            let spelled = members.map { JSONText.quoted($0.0) + [0x3A] + $0.1.json }
            return [0x7B] + spelled.joined(separator: [0x2C]) + [0x7D]
        }
    }

    /// An instant in the user's time zone, with its offset, such as `2026-11-25 21:45:56+01:00`.
    static func localText(ofInstant date: Date) -> String {
        date.formatted(
            Date.ISO8601FormatStyle(
                dateTimeSeparator: .space, timeZoneSeparator: .colon, timeZone: .current))
    }

    /// An instant as ISO 8601 with `Z`.
    static func text(ofInstant date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle())
    }
}

extension WorkSummary {
    /// The members of the summary's JSON object.
    var row: [(String, RowValue)] { members.map { ($0.key, RowValue($0.value)) } }
}

extension RowValue {
    /// Creates the value of a summary's member.
    init(_ value: SummaryMember.Value) {
        self =
            switch value {
            case .unknown: .none
            case .count(let number): .integer(number)
            case .text(let text): .text(text)
            case .flag(let flag): .flag(flag)
            case .list(let values): .list(values.map { RowValue($0) })
            case .group(let members): .object(members.map { ($0.key, RowValue($0.value)) })
            }
    }
}
