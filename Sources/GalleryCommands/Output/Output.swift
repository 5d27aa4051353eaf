import Gallery
import Glibc

/// Renders rows on standard output in the format that was asked for: the one place that does.
struct Output {
    /// A column of rows that are not photos.
    struct Column {
        /// The key in JSON and the header of CSV.
        let key: String
        /// The header of the table; nil for a column that tables leave out.
        let title: String?
        /// Whether cells are numbers.
        let isNumeric: Bool
        /// Whether a table leaves the column out where it is empty.
        let isOptional: Bool

        init(
            _ key: String, _ title: String?, isNumeric: Bool = false, isOptional: Bool = false
        ) {
            self.key = key
            self.title = title
            self.isNumeric = isNumeric
            self.isOptional = isOptional
        }
    }

    private let format: RowFormat
    private let columns: [Column]
    private let stream: StandardOutput
    private var table: TextTable
    private var count = 0

    /// Makes an output of rows with these columns.
    init(_ format: RowFormat, columns: [Column], to stream: StandardOutput = .shared) {
        self.format = format
        self.columns = columns
        self.stream = stream
        table = Output.table(columns.filter { $0.title != nil }, on: stream)
    }

    /// Writes the rows and what closes them.
    ///
    /// - Throws: what standard output throws.
    static func write(
        _ rows: [[RowValue]], as format: RowFormat, columns: [Column]
    ) throws {
        var output = Output(format, columns: columns)
        for row in rows { try output.append(row) }
        try output.finish()
    }

    /// Writes one JSON object on a line of its own.
    ///
    /// - Throws: what standard output throws.
    static func write(object members: [(String, RowValue)]) throws {
        try StandardOutput.shared.write(RowValue.object(members).json + [0x0A])
    }

    /// Writes a row, whose values stand in the order of the columns.
    ///
    /// - Throws: what standard output throws.
    mutating func append(_ row: [RowValue]) throws {
        switch format {
        case .table:
            let shown = zip(columns, row).filter { $0.0.title != nil }
            try stream.write(table.append(shown.map { $0.1.plain }))
        case .csv:
            if count == 0 { try writeHeader() }
            try stream.write(row.map { Output.cell($0.plain) }.joined(separator: ",") + "\r\n")
        case .json, .jsonl:
            try append(object: zip(columns, row).map { ($0.0.key, $0.1) })
            return
        }
        count += 1
    }

    /// Writes a row of JSON whose members are not always the columns.
    ///
    /// - Throws: what standard output throws.
    mutating func append(object members: [(String, RowValue)]) throws {
        try append(objects: [members]) { $1 += RowValue.object($0).json }
    }

    /// Writes rows of JSON that a body spells one by one, without line ends.
    ///
    /// - Throws: what standard output throws.
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

    /// Writes what closes the rows.
    ///
    /// - Throws: what standard output throws.
    mutating func finish() throws {
        switch format {
        case .table: try stream.write(table.finish())
        case .csv: if count == 0 { try writeHeader() }
        case .json: try stream.write(count == 0 ? "[]\n" : "\n]\n")
        case .jsonl: break
        }
    }

    private func writeHeader() throws {
        try stream.write(columns.map { Output.cell($0.key) }.joined(separator: ",") + "\r\n")
    }

    /// A cell, in quotes where it needs them.
    ///
    /// Source: RFC 4180, section 2
    private static func cell(_ text: String) -> String {
        let needsQuotes = text.utf8.contains { byte in
            byte == 0x22 || byte == 0x2C || byte == 0x0A || byte == 0x0D
        }
        return needsQuotes ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
    }

    private static func table(_ columns: [Column], on stream: StandardOutput) -> TextTable {
        let wantsColor = getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
        return TextTable(
            columns: columns.map {
                TextTable.Column(
                    $0.title ?? "", isNumeric: $0.isNumeric, isOptional: $0.isOptional)
            },
            terminalWidth: stream.isTerminal ? Terminal.width(of: STDOUT_FILENO) : nil,
            isBold: stream.isTerminal && wantsColor && Terminal.obeysEscapes)
    }
}
