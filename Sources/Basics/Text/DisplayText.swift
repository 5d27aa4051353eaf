/// Escapes and measures text for a terminal.
package enum DisplayText {
    /// Escapes characters that could control a terminal or hide other text: control characters
    /// (`\n`, `\t`, `\r` or `\u{1b}`), line separators and bidirectional overrides.
    package static func escaped(_ text: String) -> String {
        if !text.unicodeScalars.contains(where: isDangerous) { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case let other where isDangerous(other):
                result += "\\u{\(String(other.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns the number of terminal columns that the text takes.
    ///
    /// Source: East Asian widths from Unicode Standard Annex 11; emoji from Unicode Technical
    /// Standard 51, two columns per sequence.
    package static func width(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + width($1) }
    }

    /// Truncates text to a width, keeping its beginning or its end, and marks the cut with `…`.
    package static func truncated(
        _ text: String, to columns: Int, keepsEnd: Bool = false
    ) -> String {
        if width(text) <= columns { return text }
        guard columns > 0 else { return "" }
        var kept: [Character] = []
        var used = 1
        for character in keepsEnd ? Array(text.reversed()) : Array(text) {
            used += width(character)
            if used > columns { break }
            kept.append(character)
        }
        return keepsEnd ? "…" + String(kept.reversed()) : String(kept) + "…"
    }

    /// Wraps text to a width at spaces, and within words that are longer than a line.
    package static func wrapped(_ text: String, to columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in text.split(separator: " ") {
            let length = width(String(word))
            if used > 0, used + 1 + length <= columns {
                line += " " + word
                used += 1 + length
                continue
            }
            if used > 0 { lines.append(line) }
            (line, used) = ("", 0)
            for character in word {
                if used > 0, used + width(character) > columns {
                    lines.append(line)
                    (line, used) = ("", 0)
                }
                line.append(character)
                used += width(character)
            }
        }
        return used > 0 ? lines + [line] : lines
    }

    private static func width(_ character: Character) -> Int {
        var widest = 0
        for scalar in character.unicodeScalars {
            // The emoji variation selector widens a narrow symbol to two columns.
            if scalar.value == 0xFE0F { return 2 }
            widest = max(widest, width(scalar))
        }
        return widest
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        // Regional indicators come in pairs, one character per flag.
        if scalar.properties.isEmojiPresentation || (0x1F1E6...0x1F1FF).contains(scalar.value) {
            return 2
        }
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// Returns true for control characters, line separators and bidirectional overrides.
    package static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
        0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
        0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
        0x1F200...0x1F2FF, 0x20000...0x3FFFD,
    ]
}

/// Removes control characters from names and descriptions.
package enum PlainText {
    /// Returns the text as one line; each run of control characters, including line breaks, becomes
    /// a space.
    package static func line(_ text: String) -> String {
        withoutControls(text.unicodeScalars, keeping: [])
    }

    /// Returns the text with lines ending in `\n`; each run of other control characters except tabs
    /// becomes a space.
    package static func lines(_ text: String) -> String {
        let breaks = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        return withoutControls(breaks.unicodeScalars, keeping: ["\n", "\t"])
    }

    private static func withoutControls(
        _ text: String.UnicodeScalarView, keeping kept: Set<Unicode.Scalar>
    ) -> String {
        var result = String.UnicodeScalarView()
        var isWithinRun = false
        for scalar in text {
            let isPlain = scalar.properties.generalCategory != .control || kept.contains(scalar)
            if isPlain { result.append(scalar) } else if !isWithinRun { result.append(" ") }
            isWithinRun = !isPlain
        }
        return String(result)
    }
}

extension Unicode.Scalar {
    /// True for control characters, among them line feeds, and for separators of lines.
    package var isControl: Bool {
        [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
    }
}

extension String {
    /// Returns true if the text has control characters other than the kept ones.
    package func hasControls(except kept: String = "") -> Bool {
        unicodeScalars.contains {
            $0.properties.generalCategory == .control && !kept.unicodeScalars.contains($0)
        }
    }
}
