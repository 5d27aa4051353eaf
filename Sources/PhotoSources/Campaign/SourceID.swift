/// Reads and recognises the ids of databases that keep documents.
enum SourceID {
    /// An id: a text, a number, or `{"$oid": …}`; nil for anything else.
    ///
    /// Source: https://www.mongodb.com/docs/manual/reference/mongodb-extended-json/
    static func read(_ value: SourceJSON.Value?) -> String? { value?["$oid"]?.text ?? value?.text }

    /// Whether a text may be an id rather than a name that people chose: digits in hexadecimal numbers with or without
    /// hyphens, or in what is made of at least 16 letters and digits.
    static func isLikely(_ text: String) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard text.utf8.contains(where: digits.contains) else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isHexDigit || $0 == "-") }
            || text.count >= 16 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}
