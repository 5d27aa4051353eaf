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
    private var table: TextTable
    private var count = 0

    /// Creates an output with the columns selected by name; nil selects the default columns.
    ///
    /// - Parameter format: nil prints nothing.
    /// - Throws: `usage` for an unknown column name.
    init(
        _ format: RowFormat?, columns: [Column], choosing names: [String]? = nil
    ) throws(GalleryError) {
        self.format = format
        let all = columns.enumerated().map { (column: $0.element, index: $0.offset) }
        let chosen = try names?.map { name throws(GalleryError) -> (column: Column, index: Int) in
            if let found = all.first(where: { $0.column.hasName(name) }) { return found }
            let keys = columns.map(\.key).joined(separator: ", ")
            throw GalleryError(.usage, "unknown column '\(name)': expected \(keys)")
        }
        self.columns = chosen ?? all.filter { format != .table || $0.column.title != nil }
        table = Output.table(self.columns.map(\.column), keepsEmpty: names != nil)
    }

    /// Creates an output of items.
    ///
    /// - Throws: `usage` for an unknown column name.
    init<Item>(
        _ format: RowFormat?, _ layout: RowLayout<Item>, choosing names: [String]? = nil
    ) throws(GalleryError) {
        try self.init(format, columns: layout.columns.map(\.column), choosing: names)
    }

    /// Writes the rows of all items and ends the output.
    ///
    /// - Throws: `usage` for an unknown column name; errors of standard output.
    static func write<Item>(
        _ items: [Item], as format: RowFormat?, _ layout: RowLayout<Item>,
        choosing names: [String]? = nil
    ) throws {
        var output = try Output(format, layout, choosing: names)
        try output.append(items, layout)
        try output.finish()
    }

    /// Writes the rows of all items of a listing and ends the output.
    ///
    /// - Throws: `usage` for an unknown column name; errors of standard output.
    static func write<Item>(
        _ items: [Item], as options: ListingOptions, _ layout: RowLayout<Item>
    ) throws {
        try write(items, as: options.format, layout, choosing: options.columns)
    }

    /// Writes one JSON object on a separate line.
    ///
    /// - Throws: errors of standard output.
    static func write(object members: [JSONMember]) throws {
        try StandardOutput.shared.write(JSONValue(members).compact + [0x0A])
    }

    /// Writes the rows of items.
    ///
    /// - Throws: errors of standard output.
    mutating func append<Item>(_ items: [Item], _ layout: RowLayout<Item>) throws {
        if let members = layout.members, format?.isJSON == true {
            return try append(objects: items.map { JSONValue(members($0)) })
        }
        for item in items where format != .table || layout.isInTable(item) {
            try append(layout.row(item, isTable: format == .table))
        }
    }

    /// Writes a row; the values are in the order of the columns passed to `init`.
    ///
    /// - Throws: errors of standard output.
    mutating func append(_ row: [JSONValue]) throws {
        switch format {
        case nil: return
        case .table:
            let cells = columns.map { row[$0.index].plain }
            try StandardOutput.shared.write(table.append(cells))
        case .csv:
            if count == 0 { try writeHeader() }
            let cells = columns.map { Output.cell(row[$0.index].plain) }
            try StandardOutput.shared.write(cells.joined(separator: ",") + "\r\n")
        case .json, .jsonl:
            return try append(objects: [.object(columns.map { ($0.column.key, row[$0.index]) })])
        }
        count += 1
    }

    private mutating func append(objects: [JSONValue]) throws {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(objects.count * 224)
        for object in objects {
            if format == .json { bytes += (count == 0 ? "[\n" : ",\n").utf8 }
            object.append(to: &bytes)
            if format != .json { bytes.append(0x0A) }
            count += 1
        }
        try StandardOutput.shared.write(bytes)
    }

    /// Ends the output, such as with the closing bracket of JSON.
    ///
    /// - Throws: errors of standard output.
    mutating func finish() throws {
        switch format {
        case .table: try StandardOutput.shared.write(table.finish())
        case .csv: if count == 0 { try writeHeader() }
        case .json: try StandardOutput.shared.write(count == 0 ? "[]\n" : "\n]\n")
        case .jsonl, nil: break
        }
    }

    private func writeHeader() throws {
        let names = columns.map { Output.cell($0.column.key) }
        try StandardOutput.shared.write(names.joined(separator: ",") + "\r\n")
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

    private static func table(_ columns: [Column], keepsEmpty: Bool) -> TextTable {
        let wantsColor = getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
        let isTerminal = StandardOutput.shared.isTerminal
        return TextTable(
            columns: columns.map {
                TextTable.Column(
                    $0.title ?? $0.key.uppercased(), isNumeric: $0.isNumeric,
                    overflow: $0.overflow)
            }, keepsEmpty: keepsEmpty,
            terminalWidth: isTerminal ? Terminal.width(of: STDOUT_FILENO) : nil,
            isBold: isTerminal && wantsColor && Terminal.obeysEscapes)
    }
}

extension Output.Column {
    /// Returns true if the name is the column's key or title, ignoring case.
    func hasName(_ name: String) -> Bool {
        [key, title].contains { $0?.lowercased() == name.lowercased() }
    }
}
