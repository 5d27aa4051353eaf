/// Draws numbers as horizontal bars of text.
package struct CountBars {
    private let longest: Int
    private let width: Int
    private let hasBlocks: Bool

    /// Makes bars.
    ///
    /// - Parameters:
    ///   - longest: the number whose bar is as wide as there is room.
    ///   - width: the room in columns; no bar is drawn in less than one.
    ///   - hasBlocks: whether the output can show block characters, eighths of them too; else `#`.
    package init(longest: Int, width: Int, hasBlocks: Bool) {
        self.longest = longest
        self.width = width
        self.hasBlocks = hasBlocks
    }

    /// The bar of a number; whatever is more than 0 has one that can be seen.
    package func bar(_ number: Int) -> String {
        guard number > 0, longest > 0, width > 0 else { return "" }
        let parts = hasBlocks ? CountBars.eighths.count : 1
        let share = Double(min(number, longest)) / Double(longest)
        let length = max(1, Int((share * Double(width * parts)).rounded()))
        let whole = String(repeating: hasBlocks ? "█" : "#", count: length / parts)
        return whole + (length % parts == 0 ? "" : CountBars.eighths[length % parts])
    }

    /// One to seven eighths of a block, by their number.
    ///
    /// Source: The Unicode Standard, Block Elements, U+2588 to U+258F
    private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
