/// Flickr's XML responses have the same content as its JSON responses: scalars are attributes,
/// `_content` is text.
extension JSONValue {
    /// Writes the value as an element.
    func writeXML(named name: String, to text: inout String, indent: String = "") {
        guard case .object(let members) = self else {
            text += "\(indent)<\(name)>\(JSONValue.escaped(scalar ?? ""))</\(name)>\n"
            return
        }
        text += "\(indent)<\(name)"
        var content = ""
        var children: [(String, JSONValue)] = []
        for (key, value) in members {
            switch value {
            case .object: children.append((key, value))
            case .array(let values): children += values.map { (key, $0) }
            default:
                let written = JSONValue.escaped(value.scalar ?? "")
                if key == "_content" { content = written } else { text += " \(key)=\"\(written)\"" }
            }
        }
        if children.isEmpty {
            text += content.isEmpty ? " />\n" : ">\(content)</\(name)>\n"
            return
        }
        text += ">\(content)\n"
        for (key, child) in children {
            child.writeXML(named: key, to: &text, indent: indent + "  ")
        }
        text += "\(indent)</\(name)>\n"
    }

    private var scalar: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .decimal(let number): String(number)
        case .null: ""
        case .object, .array: nil
        }
    }

    /// Escapes text for XML and for Flickr's own answers: `& < > "`.
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 38 || $0 == 60 || $0 == 62 || $0 == 34 }) else {
            return text
        }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
