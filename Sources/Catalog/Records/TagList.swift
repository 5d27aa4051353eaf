import Basics

/// Keeps tags in one column as a JSON array of strings.
enum TagList {
    /// The JSON text of tags.
    static func encode(_ tags: [String]) -> String {
        if tags.isEmpty { return "[]" }
        // Strings always encode; the empty list stands in for an encoder that breaks that promise.
        return (try? JSONText.encode(tags)) ?? "[]"
    }

    /// The tags of JSON text; what is not an array of strings has none.
    ///
    /// Text without escapes, which is nearly all, is cut at its quotes: a JSON decoder would take
    /// longer than all other columns of a row together.
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> [String] {
        if bytes.count <= 2 { return [] }
        let quote = UInt8(ascii: "\"")
        if bytes.contains(UInt8(ascii: "\\")) {
            return (try? JSONText.decode([String].self, from: bytes)) ?? []
        }
        var tags: [String] = []
        var start: Int?
        for index in bytes.indices where bytes[index] == quote {
            if let begun = start {
                tags.append(
                    String(
                        decoding: UnsafeBufferPointer(rebasing: bytes[begun..<index]), as: UTF8.self
                    ))
                start = nil
            } else {
                start = index + 1
            }
        }
        return tags
    }
}
