import ArgumentParser
import Gallery
import GalleryModel

/// The options `--sort`, `--limit` and `--after` of commands that list photos.
struct PageOptions: ParsableArguments {
    @Option(
        name: .customLong("sort"),
        help: ArgumentHelp(
            "The order: date (taken, else added), taken, added, title, rating, size or relevance; "
                + "backwards as taken:desc.",
            valueName: "key"))
    private var sortText: Operand?

    @Option(help: ArgumentHelp("How many photos at most.", valueName: "n"))
    var limit: Int?

    @Option(
        name: .customLong("after"),
        help: ArgumentHelp("Go on where --limit ended, which says how.", valueName: "cursor"))
    private var afterText: Operand?

    func validate() throws {
        if let sortText, order == nil {
            throw ValidationError(
                InvalidValue.message(
                    "--sort", sortText.text,
                    expected: PhotoOrder.Key.allCases.map(\.rawValue).joined(separator: ", ")
                        + ", each also with :desc"))
        }
        try InvalidValue.check("--limit", limit, in: 0..., expected: "0 or more")
        if let afterText, cursor == nil {
            throw ValidationError(
                InvalidValue.message(
                    "--after", afterText.text, expected: "what --limit told, such as 42.n17"))
        }
    }

    /// The order; nil where none was asked for.
    var order: PhotoOrder? { sortText.flatMap { PhotoOrder(text: $0.text) } }

    /// Where to go on; nil for the beginning.
    var cursor: PhotoCursor? { afterText.flatMap { PhotoCursor(text: $0.text) } }

    /// Whether photos are asked for page after page.
    var isPaging: Bool { cursor != nil || order != nil }

    /// The page of a query that the options say.
    func page(of query: PhotoQuery, offset: Int = 0) -> PhotoQuery {
        query.sorted(by: order ?? query.order).page(after: cursor, offset: offset, limit: limit)
    }

    /// Says how to go on behind a page that the limit cut; nothing at the end.
    func continuation(at next: PhotoCursor?) -> [String] {
        next.map { ["there is more: go on with --after \($0.text)"] } ?? []
    }
}
