import Mustache

/// Writes text into pages so that it stays text: between tags, and in attributes within double quotes.
///
/// Mustache's own way looks at characters as people see them, and lets a quote through that a combining mark
/// stands behind; browsers look at code points. Templates are read with this type alone, see `PageTemplates`.
/// Source: HTML, section 13.1.2.3 (attributes) and 13.2.3.5 (what a page may not contain).
struct PageText: MustacheContentType {
    /// The name in `{{% CONTENT_TYPE: … }}`.
    static let name = "PAGE"

    func escapeText(_ text: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t", "\n": escaped.unicodeScalars.append(scalar)
            case "\r": escaped += "\n"
            case let other where PageText.isForbidden(other): escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Control characters, and code points that never are characters.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: true
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }
}
