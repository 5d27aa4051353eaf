import Basics
import Hummingbird

/// A page of a list: `{"items":[…],"next":cursor|null}`.
struct ListAnswer: Sendable {
    /// The items of the page.
    var items: [JSONValue]
    /// Where the next page begins; nil at the end.
    var next: String?
    /// What the list tells beside its items.
    var members: [(key: String, value: JSONValue)] = []

    /// Makes a page of its items.
    init(_ items: [JSONValue], next: String?) {
        self.items = items
        self.next = next
    }

    /// Makes a page of a list in memory, such as counts.
    ///
    /// The cursor is the place and the name of the last item, so that the next page begins behind that item
    /// though others come and go.
    ///
    /// - Parameters:
    ///   - all: all items, in order.
    ///   - name: tells items apart.
    /// - Throws: 400 for a wrong `limit` or `cursor`.
    init<Item>(
        _ all: [Item], for request: WebRequest, name: (Item) -> String,
        value: (Item) -> JSONValue
    ) throws(Problem) {
        let limit = try request.limit()
        let start = try request.cursor(ListAnswer.place).map { after in
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

    /// The answer.
    var response: Response {
        .json(.object([("items", .list(items)), ("next", JSONValue(next))] + members))
    }

    private static func place(_ text: String) -> (count: Int, name: String)? {
        guard let dot = text.firstIndex(of: "."), let count = Int(text[..<dot]), count >= 0 else {
            return nil
        }
        return (count, String(text[text.index(after: dot)...]))
    }
}
