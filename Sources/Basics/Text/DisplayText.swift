/// Makes text harmless and measures it as a terminal shows it.
package enum DisplayText {
    /// The text without characters that could steer a terminal or hide other text: control
    /// characters as `\n`, `\t`, `\r` or `\u{1b}`, line separators and bidirectional overrides alike.
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

    /// How many columns the text takes on a terminal.
    ///
    /// Source: the East Asian widths of Unicode Standard Annex 11, emoji as Unicode Technical
    /// Standard 51 says they are shown: two columns for a whole sequence.
    package static func width(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + width($1) }
    }

    /// The beginning of the text that fits, with `…` where something is missing.
    package static func truncated(_ text: String, to columns: Int) -> String {
        if width(text) <= columns { return text }
        var result = ""
        var used = 1
        for character in text {
            used += width(character)
            if used > columns { break }
            result.append(character)
        }
        return columns > 0 ? result + "…" : ""
    }

    private static func width(_ character: Character) -> Int {
        var widest = 0
        for scalar in character.unicodeScalars {
            // The emoji variation selector makes two columns of a sign that is narrow as text.
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
        // Regional indicators come in pairs, one character a flag.
        if scalar.properties.isEmojiPresentation || (0x1F1E6...0x1F1FF).contains(scalar.value) {
            return 2
        }
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
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
