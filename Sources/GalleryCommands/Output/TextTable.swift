import Basics

/// Lays rows out in aligned columns, a header first.
package struct TextTable {
    /// A column of the table.
    package struct Column: Sendable {
        /// The title in the header.
        package let title: String
        /// Whether cells end at the column's right edge, as numbers do.
        package let isNumeric: Bool
        /// Whether the column is left out where the rows that decide on the widths have nothing in it.
        package let isOptional: Bool

        /// Makes a column.
        package init(_ title: String, isNumeric: Bool = false, isOptional: Bool = false) {
            self.title = title
            self.isNumeric = isNumeric
            self.isOptional = isOptional
        }
    }

    /// How many rows decide on the widths: a table of any length stays in bounded memory.
    package static let sampleCount = 1000

    private let columns: [Column]
    /// The places of the columns that are shown.
    private var shown: [Int]
    private let terminalWidth: Int?
    private let isBold: Bool
    private var sample: [[String]] = []
    private var widths: [Int]?

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - terminalWidth: the columns of the terminal; nil for no limit.
    ///   - isBold: whether the header is bold.
    package init(columns: [Column], terminalWidth: Int?, isBold: Bool) {
        self.columns = columns
        shown = Array(columns.indices)
        self.terminalWidth = terminalWidth
        self.isBold = isBold
    }

    /// Takes a row and returns the text that is ready, often none yet.
    package mutating func append(_ cells: [String]) -> String {
        let row = cells.map(DisplayText.escaped)
        if let widths { return line(row, widths) }
        sample.append(row)
        return sample.count < TextTable.sampleCount ? "" : finish()
    }

    /// Returns the text that is left: the header too, unless it was returned before.
    package mutating func finish() -> String {
        guard widths == nil else { return "" }
        shown = columns.indices.filter { index in
            !columns[index].isOptional || sample.contains { !$0[index].isEmpty }
        }
        let chosen = fitted()
        widths = chosen
        let header = line(columns.map(\.title), chosen, isHeader: true)
        let text = header + sample.map { line($0, chosen) }.joined()
        sample = []
        return text
    }

    /// The natural widths, the widest column narrowed until the row fits the terminal.
    private func fitted() -> [Int] {
        var widths = columns.indices.map { index in
            sample.reduce(DisplayText.width(columns[index].title)) {
                max($0, DisplayText.width($1[index]))
            }
        }
        guard let terminalWidth else { return widths }
        let gaps = 2 * (shown.count - 1)
        while shown.reduce(gaps, { $0 + widths[$1] }) > terminalWidth,
            let widest = shown.filter({ !columns[$0].isNumeric })
                .max(by: { widths[$0] < widths[$1] }), widths[widest] > 6
        {
            widths[widest] -= 1
        }
        return widths
    }

    private func line(_ cells: [String], _ widths: [Int], isHeader: Bool = false) -> String {
        var text = ""
        for index in shown {
            let cell =
                terminalWidth == nil
                ? cells[index] : DisplayText.truncated(cells[index], to: widths[index])
            let padding = String(
                repeating: " ", count: max(widths[index] - DisplayText.width(cell), 0))
            if index != shown.first { text += "  " }
            text +=
                columns[index].isNumeric
                ? padding + cell : cell + (index == shown.last ? "" : padding)
        }
        while text.last == " " { text.removeLast() }
        return (isHeader && isBold ? "\u{1B}[1m\(text)\u{1B}[0m" : text) + "\n"
    }
}
