/// Reads `Content-Range: bytes FIRST-LAST/LENGTH`.
///
/// Source: RFC 9110, section 14.4.
struct ContentRange: Sendable, Hashable {
    /// The offset of the first byte.
    let first: Int64
    /// The offset of the last byte.
    let last: Int64
    /// The length of the whole in bytes; nil where the server does not know it.
    let length: Int64?

    /// Reads the value; nil for another unit, for `bytes */LENGTH` and for numbers that disagree.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, ends.count == 2, let first = ContentRange.number(ends[0]),
            let last = ContentRange.number(ends[1]), first <= last
        else { return nil }
        self.first = first
        self.last = last
        if parts[1] == "*" {
            length = nil
        } else {
            guard let number = ContentRange.number(parts[1]), last < number else { return nil }
            length = number
        }
    }

    private static func number(_ text: Substring) -> Int64? {
        guard text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else {
            return nil
        }
        return Int64(text)
    }
}
