import Glibc

/// Converts the bytes of metadata values to text.
enum MetadataText {
    /// Decodes the text of a tag, by exiv2's key; nil if it is empty.
    static func decode(_ bytes: [UInt8], of tag: String) -> String? {
        switch tag {
        case "Exif.Image.Copyright": decodeCopyright(bytes)
        case "Exif.Photo.UserComment": decodeComment(bytes)
        case _ where tag.hasPrefix("Exif.Image.XP"): decode(utf16(bytes, isLittleEndian: true).utf8)
        default: decode(bytes)
        }
    }

    /// Decodes text up to the first NUL, without trailing blanks; nil if it is empty.
    ///
    /// Bytes that are not UTF-8 are read as Windows-1252, as in ExifTool.
    static func decode(_ bytes: some Collection<UInt8>) -> String? {
        trimmed(bytes.prefix { $0 != 0 })
    }

    /// Decodes EXIF's Copyright: the photographer's and the editor's notice, separated by a NUL.
    ///
    /// Source: Exif 2.32, section 4.6.4, Copyright. They are joined by a line end, as in ExifTool.
    static func decodeCopyright(_ bytes: some Collection<UInt8>) -> String? {
        let notices = bytes.split(separator: 0).compactMap { trimmed($0) }
        return notices.isEmpty ? nil : notices.joined(separator: "\n")
    }

    /// Decodes EXIF's UserComment, which begins with the name of its character set in eight bytes.
    ///
    /// exiv2 returns Unicode as UTF-8 without the name, which some cameras also omit.
    /// Source: Exif 2.32, section 4.6.5 C, UserComment.
    private static func decodeComment(_ bytes: [UInt8]) -> String? {
        let name = bytes.prefix(8).prefix { $0 != 0 }
        let text = bytes.dropFirst(8)
        if name.elementsEqual("JIS".utf8) {
            let isEscaped = text.contains(0x1B)
            return convert(Array(text), from: isEscaped ? "ISO-2022-JP" : "SHIFT_JIS")
        }
        return decode(name.isEmpty || name.elementsEqual("ASCII".utf8) ? text : bytes[...])
    }

    /// Decodes UTF-16, without a byte order mark.
    static func utf16(_ bytes: [UInt8], isLittleEndian: Bool) -> String {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittleEndian ? second << 8 | first : first << 8 | second
        }
        return String(decoding: units.first == 0xFEFF ? units[1...] : units[...], as: UTF16.self)
    }

    /// Decodes another encoding; nil if the bytes are invalid.
    private static func convert(_ bytes: [UInt8], from encoding: String) -> String? {
        guard let converter = iconv_open("UTF-8", encoding),
            converter != iconv_t(bitPattern: -1)
        else { return nil }
        defer { iconv_close(converter) }
        var input = bytes.map(CChar.init(bitPattern:))
        var output = [CChar](repeating: 0, count: bytes.count * 4)
        var (inputLeft, outputLeft) = (input.count, output.count)
        let failures = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                var (from, to) = (input.baseAddress, output.baseAddress)
                return iconv(converter, &from, &inputLeft, &to, &outputLeft)
            }
        }
        guard failures != -1 else { return nil }
        return decode(output.dropLast(outputLeft).map(UInt8.init(bitPattern:)))
    }

    /// Returns text as one line: control characters and line ends become blanks, and the ends are
    /// trimmed; nil if it is empty.
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

    /// The characters 0x80 to 0x9F of Windows-1252, which differ from Latin-1.
    ///
    /// Source: https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT
    private static let specials: [UInt32] = [
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD,
        0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
    ]
}
