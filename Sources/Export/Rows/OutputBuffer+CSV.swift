extension OutputBuffer {
    /// Quotes the cell that begins at `start` and reaches to the end, where it needs quotes.
    ///
    /// Besides what RFC 4180 asks for, cells that begin or end with a space are quoted: exiftool
    /// and others drop such spaces from bare cells.
    @inline(__always)
    mutating func quoteCell(from start: Int) {
        let isBare = tail(from: start) { cell in
            let cell = UnsafeBufferPointer(cell)
            guard let first = cell.first, let last = cell.last else { return true }
            return first != UInt8(ascii: " ") && last != UInt8(ascii: " ")
                && !ByteScan.hasCSVSpecial(cell)
        }
        if !isBare { quote(from: start) }
    }

    private mutating func quote(from start: Int) {
        let mark = UInt8(ascii: "\"")
        let length = count - start
        let quotes = tail(from: start) { cell in cell.count { $0 == mark } }
        write(quotes + 2) { _ in quotes + 2 }
        tail(from: start) { cell in
            // From the end, so that no byte is overwritten before it has moved.
            var target = cell.count - 1
            cell[target] = mark
            var source = length
            while source > 0 {
                source -= 1
                target -= 1
                cell[target] = cell[source]
                if cell[source] == mark {
                    target -= 1
                    cell[target] = mark
                }
            }
            cell[0] = mark
        }
    }

    /// Puts a `'` before the cell that begins at `start`, where a spreadsheet would run it.
    ///
    /// That is text that begins with `=`, `+`, `-`, `@`, their full-width forms, a tab or a line
    /// end.
    /// Source: https://owasp.org/www-community/attacks/CSV_Injection
    mutating func disarmFormula(from start: Int) {
        guard tail(from: start, { OutputBuffer.isFormula(UnsafeBufferPointer($0)) }) else { return }
        append(0)
        tail(from: start) { cell in
            for index in stride(from: cell.count - 1, to: 0, by: -1) {
                cell[index] = cell[index - 1]
            }
            cell[0] = UInt8(ascii: "'")
        }
    }

    private static func isFormula(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        switch cell.first {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"),
            UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
            return true
        case 0xEF:
            return ["＝", "＋", "－", "＠"].contains { cell.starts(with: $0.utf8) }
        default:
            return false
        }
    }
}
