/// A text as a QR code that a camera reads: byte mode, error correction level M, versions 1 to 10.
///
/// Source: ISO/IEC 18004:2015.
package struct QRCode: Sendable {
    /// How many modules a side has, without the quiet zone around it.
    package let side: Int
    private var dark: [Bool]
    private var isFixed: [Bool]

    /// Makes the code of a text.
    ///
    /// - Returns: nil for a text beyond 213 bytes of UTF-8.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let version = QRVersion.smallest(for: bytes.count) else { return nil }
        side = version.side
        dark = [Bool](repeating: false, count: side * side)
        isFixed = dark
        drawPatterns(version)
        drawBytes(version.bytes(bytes))
        // The mask that makes the code easiest to read.
        var best = masked(0)
        for mask in 1..<8 {
            let other = masked(mask)
            if other.penalty < best.penalty { best = other }
        }
        dark = best.dark
    }

    private func masked(_ mask: Int) -> QRCode {
        var code = self
        code.apply(mask)
        code.drawFormat(mask)
        return code
    }

    /// Whether a module is dark; those around the code are light.
    package func isDark(_ column: Int, _ row: Int) -> Bool {
        (0..<side).contains(column) && (0..<side).contains(row) && dark[row * side + column]
    }

    /// The code for a terminal, dark on light whatever its colours: two modules above each other in a sign.
    package var terminalText: String {
        var text = ""
        for row in stride(from: -4, to: side + 4, by: 2) {
            text += "\u{1B}[30;107m"
            for column in -4..<side + 4 {
                switch (isDark(column, row), isDark(column, row + 1)) {
                case (false, false): text += " "
                case (true, false): text += "▀"
                case (false, true): text += "▄"
                case (true, true): text += "█"
                }
            }
            text += "\u{1B}[0m\n"
        }
        return text
    }

    // MARK: Drawing

    private mutating func set(_ column: Int, _ row: Int, _ isDark: Bool) {
        dark[row * side + column] = isDark
        isFixed[row * side + column] = true
    }

    private mutating func drawPatterns(_ version: QRVersion) {
        for index in 0..<side {
            set(6, index, index % 2 == 0)
            set(index, 6, index % 2 == 0)
        }
        for (column, row) in [(3, 3), (side - 4, 3), (3, side - 4)] {
            drawFinder(column, row)
        }
        let last = version.alignments.last ?? 0
        for row in version.alignments {
            for column in version.alignments {
                let isAtFinder =
                    (row == 6 && column == 6) || (row == 6 && column == last)
                    || (row == last && column == 6)
                if !isAtFinder { drawAlignment(column, row) }
            }
        }
        // Room for the format, which depends on the mask.
        drawFormat(0)
        drawVersion(version.number)
    }

    private mutating func drawFinder(_ column: Int, _ row: Int) {
        for down in -4...4 {
            for right in -4...4 {
                let (x, y) = (column + right, row + down)
                guard (0..<side).contains(x), (0..<side).contains(y) else { continue }
                let distance = max(abs(right), abs(down))
                set(x, y, distance != 2 && distance != 4)
            }
        }
    }

    private mutating func drawAlignment(_ column: Int, _ row: Int) {
        for down in -2...2 {
            for right in -2...2 {
                set(column + right, row + down, max(abs(right), abs(down)) != 1)
            }
        }
    }

    /// Level M, whose bits are 00, and the mask; twice.
    private mutating func drawFormat(_ mask: Int) {
        var rest = mask
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
        let bits = (mask << 10 | rest) ^ 0x5412
        func isSet(_ bit: Int) -> Bool { bits >> bit & 1 == 1 }
        for bit in 0...5 { set(8, bit, isSet(bit)) }
        set(8, 7, isSet(6))
        set(8, 8, isSet(7))
        set(7, 8, isSet(8))
        for bit in 9..<15 { set(14 - bit, 8, isSet(bit)) }
        for bit in 0..<8 { set(side - 1 - bit, 8, isSet(bit)) }
        for bit in 8..<15 { set(8, side - 15 + bit, isSet(bit)) }
        set(8, side - 8, true)
    }

    private mutating func drawVersion(_ number: Int) {
        guard number >= 7 else { return }
        var rest = number
        for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
        let bits = number << 12 | rest
        for bit in 0..<18 {
            let isSet = bits >> bit & 1 == 1
            set(side - 11 + bit % 3, bit / 3, isSet)
            set(bit / 3, side - 11 + bit % 3, isSet)
        }
    }

    /// Draws bytes in pairs of columns from the right, up and down in turn.
    private mutating func drawBytes(_ bytes: [UInt8]) {
        var bit = 0
        var isUp = true
        var right = side - 1
        while right > 0 {
            if right == 6 { right = 5 }
            for step in 0..<side {
                let row = isUp ? side - 1 - step : step
                for column in [right, right - 1] where !isFixed[row * side + column] {
                    guard bit < bytes.count * 8 else { continue }
                    dark[row * side + column] = bytes[bit >> 3] >> (7 - bit & 7) & 1 == 1
                    bit += 1
                }
            }
            isUp.toggle()
            right -= 2
        }
    }

    private mutating func apply(_ mask: Int) {
        for row in 0..<side {
            for column in 0..<side where !isFixed[row * side + column] {
                if QRCode.inverts(mask, column, row) { dark[row * side + column].toggle() }
            }
        }
    }

    /// Source: table 10 of the standard.
    private static func inverts(_ mask: Int, _ column: Int, _ row: Int) -> Bool {
        switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: row * column % 2 + row * column % 3 == 0
        case 6: (row * column % 2 + row * column % 3) % 2 == 0
        default: ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }

    // MARK: Masks

    /// How hard the code is to read: long runs, blocks, what looks like a finder, and too much of one colour.
    ///
    /// Source: 7.8.3 of the standard.
    private var penalty: Int {
        var penalty = 0
        let lines =
            (0..<side).map { row in (0..<side).map { isDark($0, row) } }
            + (0..<side).map { column in (0..<side).map { isDark(column, $0) } }
        for line in lines {
            penalty += QRCode.runs(line)
            penalty += QRCode.finders(line)
        }
        for row in 0..<side - 1 {
            for column in 0..<side - 1 {
                let isDark = isDark(column, row)
                if isDark == self.isDark(column + 1, row), isDark == self.isDark(column, row + 1),
                    isDark == self.isDark(column + 1, row + 1)
                {
                    penalty += 3
                }
            }
        }
        let percent = dark.count { $0 } * 100 / dark.count
        return penalty + abs(percent - 50) / 5 * 10
    }

    private static func runs(_ line: [Bool]) -> Int {
        var penalty = 0
        var length = 0
        var last: Bool?
        for module in line {
            length = module == last ? length + 1 : 1
            last = module
            if length == 5 { penalty += 3 } else if length > 5 { penalty += 1 }
        }
        return penalty
    }

    private static func finders(_ line: [Bool]) -> Int {
        let finder = [true, false, true, true, true, false, true]
        let light = [false, false, false, false]
        let patterns = [finder + light, light + finder]
        return (0...line.count - 11).count { start in
            patterns.contains { Array(line[start..<start + 11]) == $0 }
        } * 40
    }
}
