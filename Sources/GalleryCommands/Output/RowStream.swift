import Synchronization

/// Prints rows as soon as they are ready; the gallery calls it from its own threads.
final class RowStream<Item>: Sendable {
    /// The output format; nil to print nothing.
    private let format: RowFormat?
    private let layout: RowLayout<Item>
    private let output: Mutex<Output>

    /// Creates a stream of rows.
    init(_ format: RowFormat?, _ layout: RowLayout<Item>) throws {
        self.format = format
        self.layout = layout
        output = Mutex(try Output(format, layout))
    }

    /// Prints items and flushes them, except in tables, so that a reader of the pipe receives them
    /// immediately.
    ///
    /// - Throws: errors of standard output.
    func append(_ items: [Item]) throws {
        guard let format, !items.isEmpty else { return }
        try output.withLock { try $0.append(items, layout) }
        if format != .table { try StandardOutput.shared.flush() }
    }

    /// Ends the output, such as with the closing bracket of JSON.
    ///
    /// - Throws: errors of standard output.
    func finish() throws {
        try output.withLock { try $0.finish() }
    }
}

/// A column of rows and the value that each item has in it.
struct RowColumn<Item>: Sendable {
    /// The names and the appearance of the column.
    let column: Output.Column
    /// The value of an item.
    let value: @Sendable (Item) -> RowValue
    /// The value of an item in tables, if it differs.
    private let shown: (@Sendable (Item) -> RowValue)?

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - key: the key in JSON and the header of CSV.
    ///   - title: the header in tables; nil for a column that tables omit unless it is selected.
    init<Value: RowConvertible>(
        _ key: String, _ title: String?, isNumeric: Bool = false,
        overflow: TextTable.Overflow = .cutEnd, shown: (@Sendable (Item) -> RowValue)? = nil,
        _ value: @escaping @Sendable (Item) -> Value
    ) {
        column = Output.Column(key, title, isNumeric: isNumeric, overflow: overflow)
        self.shown = shown
        self.value = { value($0).rowValue }
    }

    /// Returns the value of an item in tables or in other formats.
    func value(_ item: Item, isTable: Bool) -> RowValue {
        isTable ? shown?(item) ?? value(item) : value(item)
    }
}

/// The conversion of items of one type into rows.
struct RowLayout<Item>: Sendable {
    /// The columns of tables and CSV and, without `json`, the members of JSON objects.
    let columns: [RowColumn<Item>]
    /// Returns false for an item that tables omit.
    let isInTable: @Sendable (Item) -> Bool
    /// Appends an item as a JSON object, without a line end; nil if the members are the columns.
    let json: (@Sendable (_ item: Item, _ bytes: inout [UInt8]) -> Void)?

    /// Creates a layout.
    init(
        _ columns: [RowColumn<Item>], isInTable: @escaping @Sendable (Item) -> Bool = { _ in true },
        json: (@Sendable (_ item: Item, _ bytes: inout [UInt8]) -> Void)? = nil
    ) {
        self.columns = columns
        self.isInTable = isInTable
        self.json = json
    }

    /// Creates a layout whose JSON members differ from the columns.
    init(
        _ columns: [RowColumn<Item>], isInTable: @escaping @Sendable (Item) -> Bool = { _ in true },
        members: @escaping @Sendable (Item) -> [(String, RowValue)]
    ) {
        self.init(columns, isInTable: isInTable) { $1 += RowValue.object(members($0)).json }
    }

    /// Returns the values of an item in the order of the columns.
    func row(_ item: Item, isTable: Bool) -> [RowValue] {
        columns.map { $0.value(item, isTable: isTable) }
    }
}
