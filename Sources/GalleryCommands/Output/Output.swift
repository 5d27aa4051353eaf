import Basics
import Gallery
import Glibc
import Synchronization

/// Prints rows to standard output as soon as they are ready; all commands print rows through it,
/// and the gallery calls it from its own threads.
final class Output<Item>: Sendable {
    private struct State {
        var table: TextTable
        var count = 0
    }

    /// The format; nil to print nothing.
    private let format: RowFormat?
    /// The printed columns.
    private let layout: RowLayout<Item>
    private let state: Mutex<State>

    /// Creates an output with the columns selected by name; nil selects the default columns.
    ///
    /// - Parameter format: nil prints nothing.
    /// - Throws: `usage` for an unknown column name.
    init(
        _ format: RowFormat?, _ layout: RowLayout<Item>, choosing names: [String]? = nil
    ) throws(GalleryError) {
        self.format = format
        let all = layout.columns.filter { format?.isJSON == true || !$0.isOnlyInJSON }
        let chosen = try names?.map { name throws(GalleryError) -> RowColumn<Item> in
            if let found = all.first(where: { $0.hasName(name) }) { return found }
            let keys = all.map(\.key).joined(separator: ", ")
            throw GalleryError(.usage, "unknown column '\(name)': expected \(keys)")
        }
        let columns = chosen ?? all.filter { format != .table || $0.isInTables }
        self.layout = RowLayout(columns, isInTable: layout.isInTable)
        // A table fits the terminal if standard output is one.
        let isTerminal = StandardOutput.shared.isTerminal
        let wantsColor = getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
        let table = TextTable(
            columns: columns.map(\.heading), keepsEmpty: names != nil,
            terminalWidth: isTerminal ? Terminal.width(of: STDOUT_FILENO) : nil,
            isBold: isTerminal && wantsColor && Terminal.obeysEscapes)
        state = Mutex(State(table: table))
    }

    /// Writes the rows of all items and ends the output.
    ///
    /// - Returns: The outcome of a command that prints only these rows.
    /// - Throws: `usage` for an unknown column name; errors of standard output.
    @discardableResult
    static func write(
        _ items: [Item], as format: RowFormat?, _ layout: RowLayout<Item>,
        choosing names: [String]? = nil
    ) throws -> CommandOutcome {
        let output = try Output(format, layout, choosing: names)
        try output.write(items)
        try output.finish()
        return .printed
    }

    /// Writes the rows of all items of a listing and ends the output.
    ///
    /// - Returns: The outcome of a command that prints only these rows.
    /// - Throws: `usage` for an unknown column name; errors of standard output.
    @discardableResult
    static func write(
        _ items: [Item], as options: ListingOptions, _ layout: RowLayout<Item>
    ) throws -> CommandOutcome {
        try write(items, as: options.format, layout, choosing: options.columns)
    }

    /// Prints the results of long work and flushes them, except in tables, so that a reader of the
    /// pipe receives them immediately.
    ///
    /// - Throws: errors of standard output.
    func append(_ items: [Item]) throws {
        try write(items)
        if let format, format != .table, !items.isEmpty { try StandardOutput.shared.flush() }
    }

    /// Prints items.
    ///
    /// - Throws: errors of standard output.
    func write(_ items: [Item]) throws {
        guard let format, !items.isEmpty else { return }
        try state.withLock { state in
            switch format {
            case .table:
                for item in items where layout.isInTable(item) {
                    let cells = layout.columns.map { $0.shown(item).plain }
                    try StandardOutput.shared.write(state.table.append(cells))
                }
                return
            case .csv:
                if state.count == 0 { try writeHeader() }
                for item in items { try writeCSV(layout.columns.map { $0.value(item).plain }) }
            case .json, .jsonl:
                var bytes: [UInt8] = []
                bytes.reserveCapacity(items.count * 224)
                for (index, item) in items.enumerated() {
                    if format == .json { bytes += (state.count + index == 0 ? "[\n" : ",\n").utf8 }
                    layout.object(item).append(to: &bytes)
                    if format != .json { bytes.append(0x0A) }
                }
                try StandardOutput.shared.write(bytes)
            }
            state.count += items.count
        }
    }

    /// Ends the output, such as with the closing bracket of JSON.
    ///
    /// - Throws: errors of standard output.
    func finish() throws {
        try state.withLock { state in
            switch format {
            case .table: try StandardOutput.shared.write(state.table.finish())
            case .csv: if state.count == 0 { try writeHeader() }
            case .json: try StandardOutput.shared.write(state.count == 0 ? "[]\n" : "\n]\n")
            case .jsonl, nil: break
            }
        }
    }

    private func writeHeader() throws { try writeCSV(layout.columns.map(\.key)) }

    /// Writes a row of CSV, with quotes where necessary.
    ///
    /// Source: RFC 4180, section 2
    private func writeCSV(_ cells: [String]) throws {
        let quoted = cells.map { text in
            let needsQuotes = text.utf8.contains { byte in
                byte == 0x22 || byte == 0x2C || byte == 0x0A || byte == 0x0D
            }
            return needsQuotes ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
        }
        try StandardOutput.shared.write(quoted.joined(separator: ",") + "\r\n")
    }
}
