import Synchronization

/// Prints rows as soon as they are ready; the gallery calls it from its own threads.
final class RowStream<Item>: Sendable {
    /// The output format; nil to print nothing.
    private let format: RowFormat?
    private let layout: RowLayout<Item>
    private let output: Mutex<Output?>

    /// Creates a stream of rows.
    init(_ format: RowFormat?, _ layout: RowLayout<Item>) {
        self.format = format
        self.layout = layout
        output = Mutex(format.map { Output($0, columns: layout.columns) })
    }

    /// Prints items and flushes them, except in tables, so that a reader of the pipe receives them
    /// immediately.
    ///
    /// - Throws: errors of standard output.
    func append(_ items: [Item]) throws {
        guard let format, !items.isEmpty else { return }
        try output.withLock { output in
            if format.isJSON, let json = layout.json {
                try output?.append(objects: items, json)
            } else {
                for item in items {
                    for row in layout.rows(item, format == .table) { try output?.append(row) }
                }
            }
        }
        if format != .table { try StandardOutput.shared.flush() }
    }

    /// Ends the output, such as with the closing bracket of JSON.
    ///
    /// - Throws: errors of standard output.
    func finish() throws {
        try output.withLock { try $0?.finish() }
    }
}

/// The conversion of items of one type into rows.
struct RowLayout<Item>: Sendable {
    /// The columns of tables and CSV.
    let columns: [Output.Column]
    /// Returns the rows of an item for tables and CSV, usually one.
    let rows: @Sendable (_ item: Item, _ isTable: Bool) -> [[RowValue]]
    /// Appends an item as a JSON object, without a line end; nil if the members are the columns.
    let json: (@Sendable (_ item: Item, _ bytes: inout [UInt8]) -> Void)?

    /// Creates a layout; without `json`, the members of JSON objects are the columns.
    init(
        columns: [Output.Column],
        rows: @escaping @Sendable (_ item: Item, _ isTable: Bool) -> [[RowValue]],
        json: (@Sendable (_ item: Item, _ bytes: inout [UInt8]) -> Void)? = nil
    ) {
        self.columns = columns
        self.rows = rows
        self.json = json
    }

    /// Creates a layout whose JSON members differ from the columns.
    init(
        columns: [Output.Column],
        rows: @escaping @Sendable (_ item: Item, _ isTable: Bool) -> [[RowValue]],
        members: @escaping @Sendable (Item) -> [(String, RowValue)]
    ) {
        self.init(columns: columns, rows: rows) { $1 += RowValue.object(members($0)).json }
    }
}
