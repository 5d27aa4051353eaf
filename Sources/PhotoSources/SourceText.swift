import Foundation

/// Makes what servers sent fit for messages.
enum SourceText {
    /// The first bytes of an answer: one line of at most 80 characters.
    static func beginning(of bytes: some Sequence<UInt8>) -> String {
        let text = String(decoding: Array(bytes.prefix(240)), as: UTF8.self)
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let printable = line.unicodeScalars.filter { $0.properties.generalCategory != .control }
        return String(String(String.UnicodeScalarView(printable)).prefix(80))
    }

    /// As many characters from the beginning of a text as have so many bytes of UTF-8 together.
    static func prefix(_ text: String, bytes: Int) -> String {
        if text.utf8.count <= bytes { return text }
        var result = ""
        var count = 0
        for character in text {
            count += character.utf8.count
            if count > bytes { break }
            result.append(character)
        }
        return result
    }

    /// A text of UTF-8; nil for bytes that are none.
    ///
    /// - Parameter isCut: whether the bytes may end within a character.
    static func utf8(_ bytes: Data, isCut: Bool) -> String? {
        (0...(isCut ? 3 : 0)).lazy.compactMap {
            String(validating: bytes.dropLast($0), as: UTF8.self)
        }.first
    }

    /// A text of one byte a character, as Western Europe wrote before UTF-8.
    static func westernEuropean(_ bytes: Data) -> String? {
        String(data: bytes, encoding: .windowsCP1252) ?? String(data: bytes, encoding: .isoLatin1)
    }
}
