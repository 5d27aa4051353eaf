import Basics
import Foundation
import Gallery

/// A column of rows and the value that each item has in it.
struct RowColumn<Item>: Sendable {
    /// The key in JSON and the header of CSV.
    let key: String
    /// The column of tables.
    let heading: TextTable.Column
    /// False for a column that tables omit unless it is selected.
    let isInTables: Bool
    /// True for a column that tables and CSV do not have.
    private(set) var isOnlyInJSON = false
    /// Returns the value of an item in CSV.
    let value: @Sendable (Item) -> JSONValue
    /// Returns the value of an item in tables; dates are in the user's time zone.
    let shown: @Sendable (Item) -> JSONValue
    /// Returns the value of an item in JSON; nil if its object has no such member.
    private(set) var json: @Sendable (Item) -> JSONValue?

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - key: the key in JSON and the header of CSV.
    ///   - title: the header in tables; nil for a column that tables omit unless it is selected.
    ///   - shown: returns the value of an item in tables, if it differs.
    ///   - value: returns the value of an item.
    init<Value: JSONConvertible & SendableMetatype>(
        _ key: String, _ title: String?, isNumeric: Bool = false,
        overflow: TextTable.Overflow = .cutEnd,
        shown: (@Sendable (Item) -> (any JSONConvertible)?)? = nil,
        _ value: @escaping @Sendable (Item) -> Value
    ) {
        self.key = key
        heading = TextTable.Column(
            title ?? key.uppercased(), isNumeric: isNumeric, overflow: overflow)
        isInTables = title != nil
        self.value = { value($0).json }
        self.shown = { item in
            guard let shown else { return Self.shown(value(item)) }
            return shown(item).map { Self.shown($0) } ?? .null
        }
        json = self.value
    }

    private static func shown(_ value: some JSONConvertible) -> JSONValue {
        (value as? Date).map { .text($0.localText) } ?? value.json
    }

    /// Creates a column that only JSON has.
    ///
    /// - Parameter value: returns the value of an item; nil if its object has no such member.
    init(onlyInJSON key: String, _ value: @escaping @Sendable (Item) -> JSONValue?) {
        self.init(key, nil) { _ in JSONValue.null }
        isOnlyInJSON = true
        json = value
    }

    /// Returns the column with another value in JSON; nil omits the member.
    func inJSON(_ value: @escaping @Sendable (Item) -> JSONValue?) -> RowColumn {
        var column = self
        column.json = value
        return column
    }

    /// Returns true if the name is the column's key or title, ignoring case.
    func hasName(_ name: String) -> Bool {
        [key, heading.title].contains { $0.lowercased() == name.lowercased() }
    }
}

extension RowColumn where Item: RowSummary {
    /// Creates a column of a member of a summary, which JSON omits if the summary does.
    init(member key: String, _ title: String?, isNumeric: Bool = true) {
        let value = { @Sendable (summary: Item) in
            summary.members.first { $0.key == key }?.value.json
        }
        self = RowColumn(key, title, isNumeric: isNumeric) { value($0) ?? .null }.inJSON(value)
    }
}

/// The conversion of items of one type into rows.
struct RowLayout<Item>: Sendable {
    /// The columns of tables and CSV, and the members of JSON objects.
    let columns: [RowColumn<Item>]
    /// Returns false for an item that tables omit.
    let isInTable: @Sendable (Item) -> Bool

    /// Creates a layout.
    init(
        _ columns: [RowColumn<Item>], isInTable: @escaping @Sendable (Item) -> Bool = { _ in true }
    ) {
        self.columns = columns
        self.isInTable = isInTable
    }

    /// Returns the JSON object of an item.
    func object(_ item: Item) -> JSONValue {
        .object(columns.compactMap { column in column.json(item).map { (column.key, $0) } })
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
