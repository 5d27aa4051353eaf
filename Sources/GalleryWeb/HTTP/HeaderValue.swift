/// The value of a header such as `Content-Type`: a name, and parameters behind semicolons.
///
/// Source: RFC 9110, section 5.6.6; RFC 7578, section 4.2 on what browsers put between the quotes.
struct HeaderValue {
    /// What stands first, such as `multipart/form-data`.
    let name: String
    /// The parameters by their names in lower case; of two of a name the first.
    let parameters: [String: String]

    /// Reads a value; nil for one that ends between quotes.
    init?(_ text: String) {
        var rest = Substring(text)
        name = HeaderValue.trimmed(rest.prefix { $0 != ";" })
        rest = rest.drop { $0 != ";" }
        var found: [String: String] = [:]
        while rest.popFirst() != nil {
            rest = rest.drop { $0 == " " || $0 == "\t" }
            let key = HeaderValue.trimmed(rest.prefix { $0 != "=" && $0 != ";" }).lowercased()
            rest = rest.drop { $0 != "=" && $0 != ";" }
            guard rest.first == "=" else { continue }
            rest.removeFirst()
            let value: String
            if rest.first == "\"" {
                guard let quoted = HeaderValue.quoted(&rest) else { return nil }
                value = quoted
            } else {
                value = HeaderValue.trimmed(rest.prefix { $0 != ";" })
            }
            rest = rest.drop { $0 != ";" }
            if found[key] == nil { found[key] = value }
        }
        parameters = found
    }

    /// Reads a text between quotes; a backslash stands before a quote alone, as file names have others.
    private static func quoted(_ rest: inout Substring) -> String? {
        rest.removeFirst()
        var value = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return value
            case "\\" where rest.first == "\"":
                value.append("\"")
                rest.removeFirst()
            default: value.append(character)
            }
        }
        return nil
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " || $0 == "\t" }
        let end = start.lastIndex { $0 != " " && $0 != "\t" }
        return end.map { String(start[...$0]) } ?? ""
    }
}
