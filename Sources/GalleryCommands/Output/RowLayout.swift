/// How items of a kind are told in rows.
struct RowLayout<Item>: Sendable {
    /// The columns of tables and CSV.
    let columns: [Output.Column]
    /// The rows of an item for tables and CSV, in the order of the columns; often one.
    let rows: @Sendable (_ item: Item, _ isTable: Bool) -> [[RowValue]]
    /// Appends an item as an object of JSON, without a line end; nil where the columns are the members.
    let json: (@Sendable (_ item: Item, _ bytes: inout [UInt8]) -> Void)?

    /// Makes a layout; without JSON of its own the columns are the members.
    init(
        columns: [Output.Column],
        rows: @escaping @Sendable (_ item: Item, _ isTable: Bool) -> [[RowValue]],
        json: (@Sendable (_ item: Item, _ bytes: inout [UInt8]) -> Void)? = nil
    ) {
        self.columns = columns
        self.rows = rows
        self.json = json
    }

    /// Makes a layout with members of its own.
    init(
        columns: [Output.Column],
        rows: @escaping @Sendable (_ item: Item, _ isTable: Bool) -> [[RowValue]],
        members: @escaping @Sendable (Item) -> [(String, RowValue)]
    ) {
        self.init(columns: columns, rows: rows) { $1 += RowValue.object(members($0)).json }
    }
}
