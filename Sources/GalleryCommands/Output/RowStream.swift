import Basics
import Foundation
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
    private let value: @Sendable (Item) -> JSONValue
    private let shown: @Sendable (Item) -> JSONValue

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - key: the key in JSON and the header of CSV.
    ///   - title: the header in tables; nil for a column that tables omit unless it is selected.
    ///   - shown: returns the value of an item in tables, if it differs.
    ///   - value: returns the value of an item.
    init<Value: JSONConvertible & SendableMetatype, Shown: JSONConvertible & SendableMetatype>(
        _ key: String, _ title: String?, isNumeric: Bool = false,
        overflow: TextTable.Overflow = .cutEnd,
        shown: @escaping @Sendable (Item) -> Shown,
        _ value: @escaping @Sendable (Item) -> Value
    ) {
        column = Output.Column(key, title, isNumeric: isNumeric, overflow: overflow)
        self.value = { value($0).json }
        self.shown = { item in
            let value = shown(item)
            return (value as? Date).map { .text($0.localText) } ?? value.json
        }
    }

    /// Creates a column with the same value in tables.
    init<Value: JSONConvertible & SendableMetatype>(
        _ key: String, _ title: String?, isNumeric: Bool = false,
        overflow: TextTable.Overflow = .cutEnd, _ value: @escaping @Sendable (Item) -> Value
    ) {
        self.init(key, title, isNumeric: isNumeric, overflow: overflow, shown: value, value)
    }

    /// Returns the value of an item; in tables, dates are in the user's time zone.
    func value(_ item: Item, isTable: Bool) -> JSONValue { isTable ? shown(item) : value(item) }
}

/// The conversion of items of one type into rows.
struct RowLayout<Item>: Sendable {
    /// The columns of tables and CSV and, without `members`, the members of JSON objects.
    let columns: [RowColumn<Item>]
    /// Returns false for an item that tables omit.
    let isInTable: @Sendable (Item) -> Bool
    /// Returns the members of an item's JSON object; nil if they are the columns.
    let members: (@Sendable (Item) -> [JSONMember])?

    /// Creates a layout.
    init(
        _ columns: [RowColumn<Item>], isInTable: @escaping @Sendable (Item) -> Bool = { _ in true },
        members: (@Sendable (Item) -> [JSONMember])? = nil
    ) {
        self.columns = columns
        self.isInTable = isInTable
        self.members = members
    }

    /// Returns the values of an item in the order of the columns.
    func row(_ item: Item, isTable: Bool) -> [JSONValue] {
        columns.map { $0.value(item, isTable: isTable) }
    }
}

extension JSONValue {
    /// The value in a table and, unquoted, in CSV.
    var plain: String {
        switch self {
        case .null: ""
        case .text(let text): text
        default: String(decoding: compact, as: UTF8.self)
        }
    }
}

extension Date {
    /// The date and time in the user's time zone, with its offset, such as `2026-11-25
    /// 21:45:56+01:00`.
    var localText: String {
        formatted(
            Date.ISO8601FormatStyle(
                dateTimeSeparator: .space, timeZoneSeparator: .colon, timeZone: .current))
    }
}
