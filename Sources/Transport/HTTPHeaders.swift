/// Holds the header lines of a request or an answer in their order.
package struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// One header line.
    package struct Field: Sendable, Hashable {
        /// The name as it was written.
        package let name: String
        /// The value without surrounding white space.
        package let value: String
    }

    /// The lines in their order.
    package private(set) var fields: [Field] = []

    /// Makes headers of names and values; a name may occur more than once.
    package init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name: name, value: value) }
    }

    /// The value of the first line with a name, compared without case; nil where there is none.
    package subscript(name: String) -> String? {
        fields.first { HTTPHeaders.isSame($0.name, name) }?.value
    }

    /// The values of all lines with a name, compared without case.
    package func values(_ name: String) -> [String] {
        fields.filter { HTTPHeaders.isSame($0.name, name) }.map(\.value)
    }

    /// Adds a line at the end.
    package mutating func append(name: String, value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Whether every line can be sent: names are tokens, values hold no control character but tab.
    ///
    /// Source: RFC 9110, sections 5.1 and 5.5.
    var isSendable: Bool {
        fields.allSatisfy { field in
            !field.name.isEmpty
                && field.name.utf8.allSatisfy { byte in
                    (0x21...0x7E).contains(byte) && !HTTPHeaders.delimiters.contains(byte)
                }
                && field.value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
        }
    }

    private static let delimiters = Set("\"(),/:;<=>?@[\\]{}".utf8)

    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count
            && zip(left.utf8, right.utf8).allSatisfy { lowercased($0) == lowercased($1) }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
