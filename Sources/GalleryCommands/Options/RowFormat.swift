import ArgumentParser

/// How rows are printed.
enum RowFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    case table, json, jsonl, csv

    /// Whether rows are objects, whose members need not be the columns.
    var isJSON: Bool { self == .json || self == .jsonl }
}

/// The option `--format` of commands that print rows.
struct RowFormatOption: ParsableArguments {
    @Option(help: "How to print rows.")
    var format = RowFormat.table
}

/// The option `--format` of commands that print rows only where somebody asks for them.
struct OptionalRowFormatOption: ParsableArguments {
    @Option(help: "How to print rows; none are printed without it.")
    var format: RowFormat?
}
