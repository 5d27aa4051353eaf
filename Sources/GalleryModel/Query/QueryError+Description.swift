import Basics

extension QueryError: CustomStringConvertible {
    /// Three lines for a person: the column with the reason, the query, and a caret under the fault.
    public var description: String {
        "invalid query at column \(column): \(DisplayText.escaped(reason))\n\(excerpt)"
    }

    /// How many columns of a terminal the query gets.
    private static let width = 76
    /// How many of them are kept before the fault where the query is longer.
    private static let widthBefore = 48

    /// The query, or what of it stands around the fault, on a line, and a caret on the next.
    package var excerpt: String {
        let signs = query.map(QueryError.sign)
        let widths = signs.map(DisplayText.width)
        let fault = min(max(column - 1, 0), signs.count)
        var (first, before) = (0, widths[..<fault].reduce(0, +))
        if before + widths[fault...].reduce(0, +) > QueryError.width {
            while before > QueryError.widthBefore {
                before -= widths[first]
                first += 1
            }
        }
        var (last, used) = (first, 0)
        while last < signs.count, used + widths[last] <= QueryError.width {
            used += widths[last]
            last += 1
        }
        let front = first > 0 ? "…" : ""
        let line = front + signs[first..<last].joined() + (last < signs.count ? "…" : "")
        let caret = String(repeating: " ", count: before + front.count) + "^"
        return "  \(line)\n  \(caret)"
    }

    /// A character as it is shown: what would break the line or hide others is a blank or stands for itself.
    private static func sign(_ character: Character) -> String {
        if character.isWhitespace { return " " }
        let text = String(character)
        return DisplayText.escaped(text) == text ? text : "\u{FFFD}"
    }
}
