/// Turns the bytes of a metadata value into text.
enum MetadataText {
    /// The text up to the first NUL, without trailing blanks; nil where nothing is left.
    ///
    /// Bytes that are not UTF-8 are taken for Windows-1252, which is what exiftool assumes as well.
    static func decode(_ bytes: some Collection<UInt8>) -> String? {
        trimmed(bytes.prefix { $0 != 0 })
    }

    /// EXIF's Copyright: the photographer's and the editor's notice with a NUL between them.
    ///
    /// Source: Exif 2.32, section 4.6.4, Copyright. They are joined by a line end, as exiftool does.
    static func decodeCopyright(_ bytes: some Collection<UInt8>) -> String? {
        let notices = bytes.split(separator: 0).compactMap { trimmed($0) }
        return notices.isEmpty ? nil : notices.joined(separator: "\n")
    }

    /// Text as one line: control characters and line ends are blanks, none at the ends; nil where
    /// nothing is left.
    static func line(_ text: String) -> String? {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
            default: scalars.append(scalar)
            }
        }
        let clean = String(scalars)
        guard let first = clean.firstIndex(where: { !$0.isWhitespace }),
            let last = clean.lastIndex(where: { !$0.isWhitespace })
        else { return nil }
        return String(clean[first...last])
    }

    private static func trimmed(_ bytes: some Collection<UInt8>) -> String? {
        var text = String(validating: bytes, as: UTF8.self) ?? windows1252(bytes)
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text.isEmpty || text.allSatisfy(\.isWhitespace) ? nil : text
    }

    private static func windows1252(_ bytes: some Collection<UInt8>) -> String {
        var text = ""
        for byte in bytes {
            let isSpecial = (0x80...0x9F).contains(byte)
            let code = isSpecial ? specials[Int(byte) - 0x80] : UInt32(byte)
            text.unicodeScalars.append(Unicode.Scalar(code) ?? "\u{FFFD}")
        }
        return text
    }

    /// Where Windows-1252 differs from Unicode's first 256: the bytes 0x80 to 0x9F.
    ///
    /// Source: https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT
    private static let specials: [UInt32] = [
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD,
        0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
    ]
}
