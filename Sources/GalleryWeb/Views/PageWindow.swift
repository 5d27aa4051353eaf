import Basics

/// Which of the items of a list a page shows: those from the parameter `position` on.
struct PageWindow {
    /// The items that are shown; none behind the last one.
    let shown: Range<Int>
    /// Whether the page lies behind the last item.
    let isBehindTheLast: Bool
    private let previous: Int?
    private let next: Int?

    /// Reads the parameter `position`, from 1.
    ///
    /// - Parameters:
    ///   - count: how many items there are.
    ///   - size: how many a page has.
    ///   - index: the item, from 0, whose page it is without the parameter; nil for the first one.
    /// - Throws: 400 for what is no position.
    init(
        _ request: WebRequest, of count: Int, size: Int, at index: Int? = nil
    ) throws(Problem) {
        var first = (index ?? 0) / size * size
        if let text = request.parameter("position") {
            guard let position = Int(text), (1...1_000_000_000).contains(position) else {
                throw request.invalid("position", text, TextMessage(say: "expected.from-one"))
            }
            first = position - 1
        }
        let end = min(first + size, count)
        shown = first < end ? first..<end : 0..<0
        isBehindTheLast = first >= count
        previous = first > 0 ? max(first - size, 0) : nil
        next = end < count ? end : nil
    }

    /// Adds the ways to the pages before and behind to the values of a template.
    ///
    /// - Parameters:
    ///   - path: the page's path.
    ///   - parameters: its other parameters.
    func addPages(
        _ path: String, _ parameters: [(name: String, value: String?)] = [],
        to values: inout [String: Any]
    ) {
        func address(_ first: Int) -> String {
            let position = first > 0 ? String(first + 1) : nil
            return PageAddress.with(parameters + [("position", position)], path)
        }
        values["previousAddress"] = previous.map(address)
        values["nextAddress"] = next.map(address)
        values["hasPages"] = previous != nil || next != nil
    }
}
