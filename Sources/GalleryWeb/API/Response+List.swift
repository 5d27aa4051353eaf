import Basics
import Hummingbird

extension Response {
    /// Creates a page of a list, encoded as `{"items":[…],"next":cursor|null}`; must not be called
    /// on an event loop.
    ///
    /// - Parameters:
    ///   - next: the cursor of the next page; nil on the last page.
    ///   - members: additional members of the JSON object.
    ///   - isTranslated: true if the items depend on the language of the request.
    static func list(
        _ items: [JSONValue], next: String? = nil, _ members: [JSONMember] = [],
        for request: WebRequest, isTranslated: Bool = false
    ) -> Response {
        .json(
            JSONValue([("items", items), ("next", next)] + members), for: request,
            isTranslated: isTranslated)
    }

    /// Creates a page of the items found after the previous page.
    ///
    /// - Parameters:
    ///   - found: at least one item more than `limit`, unless the page is the last one.
    ///   - cursor: returns the cursor of the page after an item.
    ///   - value: returns the JSON value of an item; nil to omit it.
    static func list<Item>(
        _ found: [Item], limit: Int, for request: WebRequest, isTranslated: Bool = false,
        cursor: (Item) -> String?, value: (Item) -> JSONValue?
    ) -> Response {
        let page = found.prefix(limit)
        return .list(
            page.compactMap(value), next: found.count > limit ? page.last.flatMap(cursor) : nil,
            for: request, isTranslated: isTranslated)
    }

    /// Creates a page of an in-memory list, such as counts.
    ///
    /// The cursor holds the index and the name of the last item, so that the next page starts after
    /// that item even if other items were added or removed.
    ///
    /// - Parameters:
    ///   - all: all items, in order.
    ///   - members: additional members of the JSON object.
    ///   - name: returns the unique name of an item.
    /// - Throws: 400 for an invalid `limit` or `cursor`; errors of `value`.
    static func list<Item>(
        _ all: [Item], _ members: [JSONMember] = [], for request: WebRequest,
        name: (Item) -> String, value: (Item) throws -> JSONValue
    ) throws -> Response {
        let limit = try request.limit()
        let after = try request.cursor { text -> (count: Int, name: String)? in
            guard let dot = text.firstIndex(of: "."), let count = Int(text[..<dot]), count >= 0
            else { return nil }
            return (count, String(text[text.index(after: dot)...]))
        }
        let start = after.map { after in
            if after.count <= all.count, after.count > 0, name(all[after.count - 1]) == after.name {
                return after.count
            }
            let index = all.firstIndex { name($0) == after.name }
            return index.map { $0 + 1 } ?? min(after.count, all.count)
        }
        let page = all.dropFirst(start ?? 0).prefix(limit)
        let next = page.last.flatMap { last in
            page.endIndex < all.count ? "\(page.endIndex).\(name(last))" : nil
        }
        return .list(try page.map(value), next: next, members, for: request)
    }
}
