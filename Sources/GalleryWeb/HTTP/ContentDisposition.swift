import Foundation

/// Tells a browser whether to show a file or to save it, and under which name.
///
/// Source: RFC 6266; for the name in UTF-8 RFC 8187, section 3.2.
struct ContentDisposition: Hashable, Sendable {
    /// Whether the file is to be saved instead of shown.
    var isAttachment: Bool
    /// The file's name, of any characters.
    var name: String

    /// The header's value: the name in ASCII for old programs, and as it is.
    var text: String {
        "\(isAttachment ? "attachment" : "inline"); filename=\"\(plainName)\"; "
            + "filename*=UTF-8''\(encodedName)"
    }

    /// The name without what leads a program elsewhere: separators of folders, control characters, and those
    /// that turn the reading direction, which make an ending look like another.
    private var safeScalars: [Unicode.Scalar] {
        name.unicodeScalars.map { scalar in
            switch scalar {
            case "/", "\\", "\"": return "_"
            case "\u{200E}", "\u{200F}", "\u{061C}", "\u{202A}"..."\u{202E}",
                "\u{2066}"..."\u{2069}":
                return "_"
            default: break
            }
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: return "_"
            default: return scalar
            }
        }
    }

    /// The name in ASCII, with letters without their marks and an underscore for every other character.
    ///
    /// So it is for the percent sign, too, which some programs decode here.
    private var plainName: String {
        var text = ""
        for scalar in String(String.UnicodeScalarView(safeScalars))
            .decomposedStringWithCanonicalMapping.unicodeScalars
        {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: continue
            default: break
            }
            text.unicodeScalars.append(
                scalar.isASCII && scalar != "%" && scalar != "\"" && scalar != "\\"
                    && scalar != "/" ? scalar : "_")
        }
        return text.isEmpty ? "_" : text
    }

    private var encodedName: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in String(String.UnicodeScalarView(safeScalars)).utf8 {
            if ContentDisposition.unreserved.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `attr-char`.
    private static let unreserved = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$&+-.^_`|~".utf8)
}
