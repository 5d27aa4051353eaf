import Foundation

/// A name for one file or folder that every common file system takes, made of any text.
///
/// NFC; at most 255 bytes of UTF-8, cut between graphemes, with the ending kept; no control or
/// direction characters and none of `/ \ : * ? " < > |`, which become `_`; does not begin with a
/// dot, dash or space nor end with a dot or space; is no device name of Windows; is never empty.
/// Source: https://learn.microsoft.com/windows/win32/fileio/naming-a-file
package struct SafeFileName {
    /// The name up to its ending.
    let stem: String
    /// The ending with its dot, such as `.jpg`; empty where there is none.
    let ending: String
    /// The whole name.
    package var text: String { stem + ending }

    /// What file systems allow for one name, in bytes.
    static let maximumByteCount = 255

    /// Makes the name of a text.
    package init(_ text: String) {
        var name = SafeFileName.trimmed(SafeFileName.cleaned(text))
        if let first = name.unicodeScalars.first, first == "." || first == "-" {
            name = "_" + String(name.unicodeScalars.dropFirst())
        } else if SafeFileName.joinsWhatIsBefore(name) {
            name = "_" + name
        }
        let stemEnd = SafeFileName.stemEnd(of: name)
        var stem = String(name.unicodeScalars[..<stemEnd])
        let ending = String(name.unicodeScalars[stemEnd...])
        if SafeFileName.isDevice(stem) { stem = "_" + stem }
        if stem.isEmpty { stem = "_" }
        self.init(stem: stem, ending: ending)
    }

    /// Takes a name as it is, whoever gave it.
    init(unchanged name: String) {
        let end = SafeFileName.stemEnd(of: name)
        stem = String(name.unicodeScalars[..<end])
        ending = String(name.unicodeScalars[end...])
    }

    /// The name with ` (number)` before its ending, cut to fit.
    package func numbered(_ number: Int) -> SafeFileName {
        let suffix = " (\(number))"
        let room = SafeFileName.maximumByteCount - ending.utf8.count - suffix.utf8.count
        return SafeFileName(
            stem: SafeFileName.shortened(stem, to: room) + suffix, ending: ending)
    }

    private init(stem: String, ending: String) {
        let room = SafeFileName.maximumByteCount - ending.utf8.count
        self.stem = SafeFileName.shortened(stem, to: room)
        self.ending = ending
    }

    /// The text in NFC, with `_` for each character that a name must not have.
    static func cleaned(_ text: String) -> String {
        let name = String(String.UnicodeScalarView(text.unicodeScalars.map(replaced)))
        return name.utf8.allSatisfy { $0 < 0x80 }
            ? name : name.precomposedStringWithCanonicalMapping
    }

    /// At most `limit` bytes of the text, without the spaces and dots that a cut leaves at its end.
    static func shortened(_ text: String, to limit: Int) -> String {
        text.utf8.count <= limit ? text : trimmedEnd(cut(text, to: limit))
    }

    private static func replaced(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": return "_"
        // Overrides of the reading direction make a name look like another.
        case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": return "_"
        default: break
        }
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F ? "_" : scalar }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .unassigned: return "_"
        default: return scalar
        }
    }

    /// Whether the text begins with a mark that a reader would see on the slash before it.
    private static func joinsWhatIsBefore(_ name: String) -> Bool {
        "/\(name)".first != "/"
    }

    /// Without the spaces around and the dots after it, which Windows drops by itself.
    private static func trimmed(_ name: String) -> String {
        trimmedEnd(String(name.unicodeScalars.drop { $0.properties.isWhitespace }))
    }

    private static func trimmedEnd(_ name: String) -> String {
        var scalars = name.unicodeScalars[...]
        while let last = scalars.last, last.properties.isWhitespace || last == "." {
            scalars.removeLast()
        }
        return scalars.isEmpty && !name.isEmpty ? "_" : String(scalars)
    }

    /// Where the ending begins: at the last dot, if a short word without spaces follows it.
    private static func stemEnd(of name: String) -> String.UnicodeScalarView.Index {
        let scalars = name.unicodeScalars
        guard let dot = scalars.lastIndex(of: "."), dot > scalars.startIndex,
            scalars[dot...].allSatisfy({ $0.isASCII && !$0.properties.isWhitespace }),
            scalars[dot...].count <= 17
        else { return scalars.endIndex }
        return dot
    }

    /// At most `limit` bytes of the text, whole graphemes where one fits, else whole scalars.
    private static func cut(_ text: String, to limit: Int) -> String {
        var end = text.startIndex
        while end < text.endIndex {
            let next = text.index(after: end)
            if text.utf8.distance(from: text.startIndex, to: next) > limit { break }
            end = next
        }
        if end > text.startIndex { return String(text[..<end]) }
        while end < text.endIndex {
            let next = text.unicodeScalars.index(after: end)
            if text.utf8.distance(from: text.startIndex, to: next) > limit { break }
            end = next
        }
        return String(text[..<end])
    }

    /// Whether Windows takes the name for a device, with any ending.
    private static func isDevice(_ stem: String) -> Bool {
        let name = stem.prefix { $0 != "." }.uppercased().trimmingCharacters(in: .whitespaces)
        if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(name) { return true }
        let ports = ["COM", "LPT"]
        return name.count == 4 && ports.contains(String(name.prefix(3)))
            && "0123456789¹²³".contains(name.suffix(1))
    }
}
