import Basics
import Foundation

/// Encodes the parts of mail messages; no text can inject a header or a part.
enum MailSyntax {
    /// Formats a date, such as `Sat, 21 Nov 2026 12:52:17 +0000`. Source: RFC 5322, section 3.3
    static func date(_ unixSeconds: Int64) -> String {
        // Clamp to years with four digits.
        let seconds = min(max(unixSeconds, -2_208_988_800), 253_402_300_799)
        return CivilDate(unixSeconds: seconds).headerText + " +0000"
    }

    /// Encodes free text of a header: unchanged if it is short printable ASCII, otherwise as
    /// encoded words.
    ///
    /// - Parameter after: the number of characters before the text on its line.
    /// Source: RFC 2047, sections 2 and 4.1: at most 75 characters per word, without splitting
    /// characters
    static func unstructured(_ text: String, after: Int) -> String {
        let clean = String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl ? " " : $0 }))
        let isPlain =
            clean.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !clean.contains("=?")
            && clean.utf8.count + after <= 76 && clean.first != " " && clean.last != " "
        if isPlain { return clean }
        // 45 bytes give 60 characters of base64 plus 12 for the delimiters; fewer after the header
        // name.
        var words: [String] = []
        var limit = max((76 - after - 12) / 4 * 3, 4)
        var rest = clean.unicodeScalars[...]
        while !rest.isEmpty {
            var length = 0
            let part = rest.prefix { scalar in
                length += UTF8.width(scalar)
                return length <= limit
            }
            limit = 45
            rest = rest[part.endIndex...]
            words.append("=?utf-8?B?\(Data(String(part).utf8).base64EncodedString())?=")
        }
        return words.joined(separator: "\r\n ")
    }

    /// Encodes a parameter of a header on separate lines: quoted if it is short ASCII, otherwise
    /// percent-encoded and split.
    ///
    /// Source: RFC 2231, sections 3 (continuations) and 4 (charset)
    static func parameter(_ name: String, _ value: String) -> String {
        let isPlain = value.utf8.allSatisfy {
            $0.isLetterOrDigit || " !#$&'()+,-.;=@[]^_`{}~".utf8.contains($0)
        }
        if isPlain, value.utf8.count <= 60 { return "\r\n \(name)=\"\(value)\"" }
        var pieces = [""]
        for scalar in value.unicodeScalars {
            // Many readers decode each piece separately, so a character must not be split.
            let coded = PercentEncoding.encoded(String(scalar))
            if pieces[pieces.count - 1].utf8.count + coded.utf8.count > 50 { pieces.append("") }
            pieces[pieces.count - 1] += coded
        }
        if pieces.count == 1 { return "\r\n \(name)*=utf-8''\(pieces[0])" }
        return pieces.enumerated().map { index, piece in
            "\r\n \(name)*\(index)*=\(index == 0 ? "utf-8''" : "")\(piece)"
        }.joined(separator: ";")
    }

    /// Converts line endings to CRLF. Source: RFC 2046, section 4.1.1
    static func canonical(_ text: String) -> String {
        text.replacingOccurrences(of: "\r\n?|\n", with: "\r\n", options: .regularExpression)
    }

    /// Encodes base64 in lines of 76 characters, each ending with CRLF. Source: RFC 2045, section
    /// 6.8
    static func base64(_ bytes: [UInt8]) -> Data {
        var data = Data(bytes).base64EncodedData(options: [
            .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
        ])
        data.append(contentsOf: [0x0D, 0x0A])
        return data
    }
}
