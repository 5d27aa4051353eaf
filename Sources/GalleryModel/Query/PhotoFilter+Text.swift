import Foundation

extension PhotoFilter {
    /// The text form: it reads as a filter that means the same.
    ///
    /// As an equal one where the filter is in the form that reading gives: the values are such as text can say,
    /// trimmed and not empty, `all` and `any` have two parts or more of which none is of their own kind, and
    /// only the whole filter is `everything`.
    public var text: String {
        switch simple {
        case .everything: ""
        // Nothing is what fits a condition and its opposite.
        case .any([]): "has:date no:date"
        case let filter: filter.spelled
        }
    }

    /// The same filter in the form that reading gives; `any` without parts where nothing can fit.
    private var simple: PhotoFilter {
        switch self {
        case .condition: return self
        case .not(let part):
            let part = part.simple
            if part.isEverything { return .any([]) }
            return part == .any([]) ? .everything : .not(part)
        case .all(let parts):
            let parts = parts.map(\.simple).flatMap { part in
                if case .all(let inner) = part { return inner }
                return [part]
            }
            if parts.contains(.any([])) { return .any([]) }
            return parts.count == 1 ? parts[0] : .all(parts)
        case .any(let parts):
            let parts = parts.map(\.simple).flatMap { part in
                if case .any(let inner) = part { return inner }
                return [part]
            }
            if parts.contains(.everything) { return .everything }
            return parts.count == 1 ? parts[0] : .any(parts)
        }
    }

    private var spelled: String {
        switch self {
        case .condition(let condition): condition.spelled
        case .not(.condition(.has(let property))): "no:\(property.rawValue)"
        case .not(let part): "not:" + part.spelledAsTerm
        case .all(let parts): parts.map(\.spelledAsTerm).joined(separator: " ")
        case .any(let parts): parts.map(\.spelled).joined(separator: " or ")
        }
    }

    /// The text where a single term is wanted.
    private var spelledAsTerm: String {
        switch self {
        case .all, .any: "(\(spelled))"
        case .not, .condition: spelled
        }
    }
}

extension PhotoCondition {
    /// The text form of a condition, with quotes where it needs them.
    fileprivate var spelled: String {
        let (key, value) = parts
        let text = PhotoCondition.isBare(value) ? value : PhotoCondition.quoted(value)
        if let key { return "\(key.rawValue):\(text)" }
        let isPlain =
            value.unicodeScalars.first != "-"
            && !value.unicodeScalars.contains { $0 == ":" || $0 == "*" }
            && !(QueryReader.operators + ["not"]).contains(value.lowercased())
        return isPlain ? text : PhotoCondition.quoted(value)
    }

    /// By scalars, as reading goes: a quote before a combining accent is one.
    private static func quoted(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { result.append("\\") }
            result.append(scalar)
        }
        return "\"\(String(result))\""
    }

    /// Whether a value needs no quotes.
    private static func isBare(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                ? "_-.,:'/@#+&".unicodeScalars.contains(scalar) || scalar.properties.isAlphabetic
                    || ("0"..."9").contains(scalar)
                : scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
    }
}
