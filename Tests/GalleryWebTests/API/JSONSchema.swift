import Basics

/// Checks values against the subset of JSON Schema that the API description uses, with one stricter
/// rule: an object with described properties has no other properties.
///
/// Source: https://json-schema.org/draft/2020-12/json-schema-validation
struct JSONSchema {
    /// The document that references point into.
    let document: JSONValue

    /// The faults of a value; empty if it matches the schema.
    func faults(of value: JSONValue, by schema: JSONValue, at path: String = "$") -> [String] {
        let schema = resolved(schema)
        guard case .object(let keywords) = schema else { return ["\(path): no schema"] }
        var faults: [String] = []
        for (keyword, rule) in keywords {
            faults += self.faults(of: value, keyword, rule, schema, path)
        }
        return faults
    }

    /// Resolves a reference; any other schema is returned unchanged.
    func resolved(_ schema: JSONValue) -> JSONValue {
        guard let text = schema["$ref"]?.string else { return schema }
        var found = document
        for part in text.split(separator: "/").dropFirst() {
            found = found[String(part)] ?? .null
        }
        return resolved(found)
    }

    private func faults(
        of value: JSONValue, _ keyword: String, _ rule: JSONValue, _ schema: JSONValue,
        _ path: String
    ) -> [String] {
        switch keyword {
        case "type":
            let types = rule.items?.compactMap(\.string) ?? [rule.string ?? ""]
            return types.contains { fits(value, $0) } ? [] : ["\(path): \(value) is no \(types)"]
        case "properties": return objectFaults(of: value, rule, schema, path)
        case "required":
            guard case .object = value else { return [] }
            return (rule.items ?? []).compactMap { name in
                value[name.string ?? ""] == nil ? "\(path): no \(name.string ?? "")" : nil
            }
        case "items":
            return (value.items ?? []).enumerated().flatMap { index, item in
                faults(of: item, by: rule, at: "\(path)[\(index)]")
            }
        case "enum":
            let isOne = (rule.items ?? []).contains { $0.compact == value.compact }
            return isOne ? [] : ["\(path): \(value) is none of \(rule)"]
        case "oneOf":
            let fitting = (rule.items ?? []).count { faults(of: value, by: $0).isEmpty }
            return fitting == 1 ? [] : ["\(path): \(value) fits \(fitting) of its schemas"]
        case "minimum", "maximum":
            guard let number = value.double, let bound = rule.double else { return [] }
            let fits = keyword == "minimum" ? number >= bound : number <= bound
            return fits ? [] : ["\(path): \(number) is beyond the \(keyword) \(bound)"]
        case "minItems", "maxItems":
            guard let count = value.items?.count, let bound = rule.whole else { return [] }
            let fits = keyword == "minItems" ? count >= bound : count <= bound
            return fits ? [] : ["\(path): \(count) items"]
        case "minLength": return (value.string?.count ?? .max) >= (rule.whole ?? 0) ? [] : [path]
        case "pattern":
            guard let text = value.string, let pattern = rule.string else { return [] }
            let regex = try? Regex(pattern)
            return regex.flatMap { text.firstMatch(of: $0) } == nil
                ? ["\(path): '\(text)' is not as \(pattern)"] : []
        case "format":
            guard rule.string == "date-time", let text = value.string else { return [] }
            let form = /\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z/
            return text.wholeMatch(of: form) == nil ? ["\(path): '\(text)' is no date-time"] : []
        case "additionalProperties", "description", "default", "example", "examples": return []
        default: return ["\(path): this test does not know the keyword '\(keyword)'"]
        }
    }

    private func objectFaults(
        of value: JSONValue, _ properties: JSONValue, _ schema: JSONValue, _ path: String
    ) -> [String] {
        guard case .object(let members) = value else { return [] }
        return members.flatMap { key, member in
            if let rule = properties[key] {
                return faults(of: member, by: rule, at: "\(path).\(key)")
            }
            guard let rule = schema["additionalProperties"], case .object = rule else {
                return ["\(path): the key '\(key)' is not described"]
            }
            return faults(of: member, by: rule, at: "\(path).\(key)")
        }
    }

    private func fits(_ value: JSONValue, _ type: String) -> Bool {
        switch (type, value) {
        case ("null", .null), ("boolean", .flag), ("number", .number), ("string", .text),
            ("array", .list), ("object", .object):
            true
        case ("integer", .number(let number)): number == number.rounded()
        default: false
        }
    }
}
