import Foundation

/// Says what is wrong with the JSON form of an edit: the key, what stands there and what should.
enum PhotoEditFault {
    /// What a decoder refused, in words.
    static func reason(of error: DecodingError, in data: Data) -> String {
        switch error {
        case .keyNotFound(let key, let context):
            let place = place(of: context.codingPath + [key])
            return "'\(place)' is missing"
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            return reason(context, wanted(for: type), data)
        case .dataCorrupted(let context):
            // The only values that have the right type and do not fit are numbers; Foundation does not say
            // which.
            return broken(data) ?? reason(context, "a number", data)
        @unknown default: return "it cannot be read"
        }
    }

    /// Refuses keys that an edit does not have, because they would be lost.
    static func refuseUnknownKeys(in decoder: any Decoder) throws {
        let edit = try decoder.container(keyedBy: AnyKey.self)
        try check(edit, PhotoEdit.keys, "")
        for (key, keys) in [("crop", ["x", "y", "width", "height"]), ("center", ["x", "y"])] {
            // What is no object is refused when it is read.
            guard let part = try? edit.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(key))
            else { continue }
            try check(part, keys, "\(key).")
        }
        guard var effects = try? edit.nestedUnkeyedContainer(forKey: AnyKey("effects")) else {
            return
        }
        var index = 0
        while !effects.isAtEnd, let effect = try? effects.nestedContainer(keyedBy: AnyKey.self) {
            try check(effect, ["name", "intensity"], "effects[\(index)].")
            index += 1
        }
    }

    private static func check(
        _ container: KeyedDecodingContainer<AnyKey>, _ keys: [String], _ place: String
    ) throws {
        for key in container.allKeys.map(\.stringValue).sorted() where !keys.contains(key) {
            throw PhotoEditError.unreadable(
                reason: "it has an unknown key '\(place)\(key)': it may have "
                    + keys.joined(separator: ", "))
        }
    }

    private static func reason(
        _ context: DecodingError.Context, _ wanted: String, _ data: Data
    ) -> String {
        let whole = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        let value = context.codingPath.reduce(whole) { value, key in
            if let index = key.intValue {
                let list = value as? [Any] ?? []
                return list.indices.contains(index) ? list[index] : nil
            }
            return (value as? [String: Any])?[key.stringValue]
        }
        guard !context.codingPath.isEmpty else {
            guard let value else { return "it is no JSON object" }
            return "it is \(text(of: value)) and no JSON object"
        }
        let place = place(of: context.codingPath)
        guard let value else { return "'\(place)' has a value that cannot be read: give \(wanted)" }
        return "'\(place)' is \(text(of: value)): give \(wanted)"
    }

    /// Names the first key with a fraction where only whole numbers are.
    private static func broken(_ data: Data) -> String? {
        guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
            return nil
        }
        for key in ["version", "rotation", "square", "longestSide"] {
            guard let number = object[key] as? NSNumber, Int(exactly: number.doubleValue) == nil
            else { continue }
            return "'\(key)' is \(number): give a whole number"
        }
        return "it has a number that is too large"
    }

    private static func place(of path: [any CodingKey]) -> String {
        path.reduce("") { text, key in
            if let index = key.intValue { return "\(text)[\(index)]" }
            return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
        }
    }

    private static func wanted(for type: any Any.Type) -> String {
        if type == Int.self { return "a whole number" }
        if type == Double.self { return "a number" }
        if type == Bool.self { return "true or false" }
        if type == String.self { return "a text" }
        return type == [Any].self ? "a list" : "an object, as docs/edits.md has it"
    }

    private static func text(of value: Any) -> String {
        switch value {
        case is NSNull: "null"
        case is [Any]: "a list"
        case is [String: Any]: "an object"
        case let text as String: "the text '\(text.prefix(40))'"
        // JSONSerialization makes numbers of true and false, of a type of their own.
        case let number as NSNumber where "cB".contains(String(cString: number.objCType)):
            number.boolValue ? "true" : "false"
        default: "\(value)"
        }
    }
}

/// A key of any name.
private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
