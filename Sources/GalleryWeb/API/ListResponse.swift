import Basics
import Hummingbird

/// A page of a list, encoded as `{"items":[…],"next":cursor|null}`.
struct ListResponse: Sendable {
    var items: [JSONValue]
    /// The cursor of the next page; nil on the last page.
    var next: String?
    /// Additional members of the JSON object.
    var members: [JSONMember] = []
}

extension ListResponse {
    /// Creates a page of the items found after the previous page.
    ///
    /// - Parameters:
    ///   - found: at least one item more than `limit`, unless the page is the last one.
    ///   - cursor: returns the cursor of the page after an item.
    ///   - value: returns the JSON value of an item; nil to omit it.
    init<Item>(
        _ found: [Item], limit: Int, cursor: (Item) -> String?, value: (Item) -> JSONValue?
    ) {
        let page = found.prefix(limit)
        items = page.compactMap(value)
        next = found.count > limit ? page.last.flatMap(cursor) : nil
    }

    /// Creates a page of an in-memory list, such as counts.
    ///
    /// The cursor holds the index and the name of the last item, so that the next page starts after
    /// that item even if other items were added or removed.
    ///
    /// - Parameters:
    ///   - all: all items, in order.
    ///   - name: returns the unique name of an item.
    /// - Throws: 400 for an invalid `limit` or `cursor`.
    init<Item>(
        _ all: [Item], for request: WebRequest, name: (Item) -> String,
        value: (Item) -> JSONValue
    ) throws(Problem) {
        let limit = try request.limit()
        let start = try request.cursor(ListResponse.position).map { after in
            if after.count <= all.count, after.count > 0, name(all[after.count - 1]) == after.name {
                return after.count
            }
            let index = all.firstIndex { name($0) == after.name }
            return index.map { $0 + 1 } ?? min(after.count, all.count)
        }
        let page = all.dropFirst(start ?? 0).prefix(limit)
        items = page.map(value)
        next = page.last.flatMap { last in
            page.endIndex < all.count ? "\(page.endIndex).\(name(last))" : nil
        }
    }

    /// Returns the response, which is compressed if the client accepts gzip.
    ///
    /// - Parameter isTranslated: true if the items depend on the language of the request.
    func response(for request: WebRequest, isTranslated: Bool = false) -> Response {
        .json(
            JSONValue([("items", items), ("next", next)] + members), for: request,
            isTranslated: isTranslated)
    }

    private static func position(_ text: String) -> (count: Int, name: String)? {
        guard let dot = text.firstIndex(of: "."), let count = Int(text[..<dot]), count >= 0 else {
            return nil
        }
        return (count, String(text[text.index(after: dot)...]))
    }
}
