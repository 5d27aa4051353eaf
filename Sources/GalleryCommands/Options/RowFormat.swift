import ArgumentParser
import Foundation
import Gallery
import GalleryModel

/// The output format of rows.
enum RowFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    case table, json, jsonl, csv

    /// True if rows are objects, whose members can differ from the columns.
    var isJSON: Bool { self == .json || self == .jsonl }
}

/// The options of a command that prints rows, with those of all commands.
protocol RowOptions: ParsableArguments {
    /// The catalog and the verbosity.
    var catalog: CatalogOptions { get }
}

/// The option `--format` of commands that print rows.
struct RowFormatOption: RowOptions {
    @Option(name: .customLong("format"), help: "Output format (default: table).")
    private var chosen: RowFormat?

    @OptionGroup var catalog: CatalogOptions

    /// The format of a command whose purpose is to print rows.
    var format: RowFormat { chosen ?? .table }

    /// The format of rows that only report work; nil for no rows.
    ///
    /// `--quiet` suppresses the table unless `--format` was given.
    var requested: RowFormat? { catalog.quiet ? chosen : format }
}

/// The option `--columns`.
struct ColumnsOption: ParsableArguments {
    @Option(
        name: .customLong("columns"),
        help: .value("names", "Columns to print, in this order, comma-separated."),
        completion: .list(ExportOptions.columnNames))
    private var text: String?

    /// The names of the columns; nil for the default columns.
    var names: [String]? {
        text?.split(separator: ",", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }
}

/// The options `--format` and `--columns` of listing commands.
struct ListingOptions: RowOptions {
    @Option(name: .customLong("format"), help: "Output format (default: table).")
    private var chosen: RowFormat?

    @OptionGroup private var columnsOption: ColumnsOption
    @OptionGroup var catalog: CatalogOptions

    /// The output format of the rows.
    var format: RowFormat { chosen ?? .table }
    /// The names of the columns; nil for the default columns.
    var columns: [String]? { columnsOption.names }
}

/// The option `--format` of commands that print rows only on request.
struct OptionalRowFormatOption: RowOptions {
    @Option(help: "Print rows in this format (default: no rows).")
    var format: RowFormat?

    @OptionGroup var catalog: CatalogOptions
}

/// The options `--sort`, `--limit` and `--after` of commands that list photos.
struct PageOptions: ParsableArguments {
    @Option(
        name: .customLong("sort"),
        help: .value(
            "key",
            "Sort by date (taken, or else added), taken, added, title, rating, size or relevance; "
                + "append :desc to reverse."),
        completion: .list(PhotoOrder.Key.allCases.map(\.rawValue)))
    private var sortText: Operand?

    @Option(help: .value("n", "Maximum number of photos to list."))
    var limit: Int?

    @Option(
        name: .customLong("after"),
        help: .value("cursor", "Continue after this cursor, printed by a limited list."))
    private var afterText: Operand?

    func validate() throws {
        let keys = PhotoOrder.Key.allCases.map(\.rawValue).joined(separator: ", ")
        try InvalidValue.check("--sort", sortText?.text, expected: "\(keys), optionally with :desc")
        { PhotoOrder(text: $0) != nil }
        try InvalidValue.check("--limit", limit, in: 0..., expected: "0 or more")
        try InvalidValue.check(
            "--after", afterText?.text,
            expected: "a cursor printed by a limited list, such as 42.n17"
        ) { PhotoCursor(text: $0) != nil }
    }

    /// The requested order; nil for the default.
    var order: PhotoOrder? { sortText.flatMap { PhotoOrder(text: $0.text) } }

    /// The cursor to continue after; nil to start at the beginning.
    var cursor: PhotoCursor? { afterText.flatMap { PhotoCursor(text: $0.text) } }

    /// True if the list is sorted or continued, so that a cursor is printed at its end.
    var isPaging: Bool { cursor != nil || order != nil }

    /// Returns the query with the order, cursor and limit of the options.
    func page(of query: PhotoQuery, offset: Int = 0) -> PhotoQuery {
        query.sorted(by: order ?? query.order).page(after: cursor, offset: offset, limit: limit)
    }

    /// Returns a note with the cursor of the next page; nil after the last page.
    func continuation(at next: PhotoCursor?) -> String? { next.map { "more: --after \($0.text)" } }
}
