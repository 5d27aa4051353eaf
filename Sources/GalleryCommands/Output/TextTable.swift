import Basics

/// Lays out rows in aligned columns below a header.
package struct TextTable {
    /// The handling of a column if the row does not fit the terminal.
    package enum Overflow: Sendable {
        /// Truncates cells at the end.
        case cutEnd
        /// Truncates cells at the beginning, for paths, which differ at the end.
        case cutStart
        /// Does not truncate cells.
        case keep
        /// Wraps cells below their row.
        case wrap
    }

    /// A column of the table.
    package struct Column: Sendable {
        /// The title in the header.
        package let title: String
        /// True if cells are right-aligned; numbers are never truncated.
        package let isNumeric: Bool
        /// The handling of the column on a narrow terminal.
        package let overflow: Overflow

        /// Creates a column.
        package init(_ title: String, isNumeric: Bool = false, overflow: Overflow = .cutEnd) {
            self.title = title
            self.isNumeric = isNumeric
            self.overflow = isNumeric ? .keep : overflow
        }
    }

    /// The number of rows that determine the column widths; bounds the memory for long tables.
    package static let sampleCount = 1000

    private let columns: [Column]
    /// The indexes of the visible columns.
    private var shown: [Int]
    /// The indexes of the columns wrapped below their rows.
    private var wrapped: [Int] = []
    private let keepsEmpty: Bool
    private let terminalWidth: Int?
    private let isBold: Bool
    private var sample: [[String]] = []
    private var widths: [Int]?

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - keepsEmpty: true to show columns that are empty in all rows.
    ///   - terminalWidth: the width of the terminal in columns; nil for no limit.
    ///   - isBold: true for a bold header.
    package init(columns: [Column], keepsEmpty: Bool = false, terminalWidth: Int?, isBold: Bool) {
        self.columns = columns
        self.keepsEmpty = keepsEmpty
        shown = Array(columns.indices)
        self.terminalWidth = terminalWidth
        self.isBold = isBold
    }

    /// Adds a row and returns the text that is ready to print, often empty.
    package mutating func append(_ cells: [String]) -> String {
        let row = cells.map(DisplayText.escaped)
        if let widths { return line(row, widths) }
        sample.append(row)
        return sample.count < TextTable.sampleCount ? "" : begin(isComplete: false)
    }

    /// Returns the remaining text, with the header if it was not returned before.
    package mutating func finish() -> String { widths == nil ? begin(isComplete: true) : "" }

    /// Returns the header and the rows so far.
    ///
    /// - Parameter isComplete: true if no rows follow, so that empty columns can be omitted.
    private mutating func begin(isComplete: Bool) -> String {
        if isComplete, !keepsEmpty, !sample.isEmpty {
            shown = shown.filter { index in sample.contains { !$0[index].isEmpty } }
        }
        let chosen = fitted()
        widths = chosen
        let header = line(columns.map(\.title), chosen, isHeader: true)
        let text = header + sample.map { line($0, chosen) }.joined()
        sample = []
        return text
    }

    /// Returns the column widths, with the widest columns narrowed until the row fits the terminal.
    private mutating func fitted() -> [Int] {
        var widths = columns.indices.map { index in
            sample.reduce(DisplayText.width(columns[index].title)) {
                max($0, DisplayText.width($1[index]))
            }
        }
        guard let terminalWidth else { return widths }
        func excess() -> Int {
            shown.reduce(2 * (shown.count - 1)) { $0 + widths[$1] } - terminalWidth
        }
        if excess() > 0 {
            wrapped = shown.filter { columns[$0].overflow == .wrap }
            shown = shown.filter { columns[$0].overflow != .wrap }
        }
        while excess() > 0,
            let widest = shown.filter({ columns[$0].overflow != .keep })
                .max(by: { widths[$0] < widths[$1] }), widths[widest] > 6
        {
            widths[widest] -= 1
        }
        return widths
    }

    private func line(_ cells: [String], _ widths: [Int], isHeader: Bool = false) -> String {
        var text = ""
        for index in shown {
            let isWhole = terminalWidth == nil || columns[index].overflow == .keep
            let cell =
                isWhole
                ? cells[index]
                : DisplayText.truncated(
                    cells[index], to: widths[index], keepsEnd: columns[index].overflow == .cutStart)
            let padding = String(
                repeating: " ", count: max(widths[index] - DisplayText.width(cell), 0))
            if index != shown.first { text += "  " }
            text +=
                columns[index].isNumeric
                ? padding + cell : cell + (index == shown.last ? "" : padding)
        }
        while text.last == " " { text.removeLast() }
        if isHeader { return (isBold ? "\u{1B}[1m\(text)\u{1B}[0m" : text) + "\n" }
        for index in wrapped {
            for part in DisplayText.wrapped(cells[index], to: (terminalWidth ?? 0) - 2) {
                text += "\n  " + part
            }
        }
        return text + "\n"
    }
}
