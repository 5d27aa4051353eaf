/// Makes what servers sent fit for messages.
enum SourceText {
    /// The first bytes of an answer: one line of at most 80 characters.
    static func beginning(of bytes: some Sequence<UInt8>) -> String {
        let text = String(decoding: Array(bytes.prefix(240)), as: UTF8.self)
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let printable = line.unicodeScalars.filter { $0.properties.generalCategory != .control }
        return String(String(String.UnicodeScalarView(printable)).prefix(80))
    }
}
