/// A filter for photos: conditions combined with and, or, not.
///
/// The text form is the query language of `gallery find`: adjacent terms must all match, `or` binds
/// weaker, `not:` negates a term, and parentheses group.
public indirect enum PhotoFilter: Hashable, Sendable {
    /// Matches photos that match every part; all photos if empty.
    case all([PhotoFilter])
    /// Matches photos that match at least one part; no photos if empty.
    case any([PhotoFilter])
    /// Matches photos that do not match the part.
    case not(PhotoFilter)
    /// Matches photos that satisfy the condition.
    case condition(PhotoCondition)

    /// Matches every photo.
    public static let everything = PhotoFilter.all([])

    /// Creates a filter that requires all conditions; without conditions it matches every photo.
    public init(_ conditions: [PhotoCondition] = []) {
        self =
            conditions.count == 1
            ? .condition(conditions[0]) : .all(conditions.map(PhotoFilter.condition))
    }

    /// True if the filter is `everything`.
    public var isEverything: Bool { self == .everything }

    /// Returns the conjunction of both filters.
    public func and(_ other: PhotoFilter) -> PhotoFilter {
        if isEverything { return other }
        if other.isEverything { return self }
        return .all(parts + other.parts)
    }

    /// All conditions in the order of the text, including negated ones.
    package var conditions: [PhotoCondition] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.conditions)
        case .not(let part): part.conditions
        case .condition(let condition): [condition]
        }
    }

    /// Returns the filter with other conditions.
    ///
    /// - Parameter change: returns the replacement for a condition, in the order of ``conditions``.
    package func replacing<Failure>(
        _ change: (PhotoCondition) throws(Failure) -> PhotoCondition
    ) throws(Failure) -> PhotoFilter {
        func changed(_ part: PhotoFilter) throws(Failure) -> PhotoFilter {
            try part.replacing(change)
        }
        switch self {
        case .all(let parts): return .all(try parts.map(changed))
        case .any(let parts): return .any(try parts.map(changed))
        case .not(let part): return .not(try changed(part))
        case .condition(let condition): return .condition(try change(condition))
        }
    }

    /// Joins filters that must all match, without nesting.
    static func every(_ parts: [PhotoFilter]) -> PhotoFilter {
        let parts = parts.flatMap(\.parts)
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    /// Joins filters of which one must match, without nesting.
    static func either(_ parts: [PhotoFilter]) -> PhotoFilter {
        let parts = parts.flatMap { if case .any(let inner) = $0 { inner } else { [$0] } }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    /// The parts of a conjunction.
    private var parts: [PhotoFilter] { if case .all(let parts) = self { parts } else { [self] } }
}

extension PhotoFilter {
    /// The sections used in conditions, in the order of the text.
    package var sections: [SectionReference] {
        conditions.compactMap { condition in
            if case .section(let reference) = condition { reference } else { nil }
        }
    }

    /// Returns the filter with other sections.
    ///
    /// - Parameter change: returns the replacement for a section.
    package func replacingSections<Failure>(
        _ change: (SectionReference) throws(Failure) -> SectionReference
    ) throws(Failure) -> PhotoFilter {
        try replacing { condition throws(Failure) in
            guard case .section(let reference) = condition else { return condition }
            return .section(try change(reference))
        }
    }
}

extension PhotoFilter {
    /// The text form, which parses as an equivalent filter.
    ///
    /// It parses as an equal filter if this one is in normal form: values are expressible as text,
    /// trimmed and not empty, `all` and `any` have at least two parts and none of their own kind,
    /// and `everything` appears only as the whole filter.
    public var text: String {
        switch simple {
        case .everything: ""
        // A condition and its negation match no photo.
        case .any([]): "has:date no:date"
        case let filter: filter.spelled
        }
    }

    /// The filter in normal form; `any` without parts if nothing can match.
    private var simple: PhotoFilter {
        switch self {
        case .condition: return self
        case .not(let part):
            let part = part.simple
            if part.isEverything { return .any([]) }
            return part == .any([]) ? .everything : .not(part)
        case .all(let parts):
            let parts = parts.map(\.simple)
            return parts.contains(.any([])) ? .any([]) : .every(parts)
        case .any(let parts):
            let parts = parts.map(\.simple)
            return parts.contains(.everything) ? .everything : .either(parts)
        }
    }

    private var spelled: String {
        switch self {
        case .condition(let condition): condition.spelled
        case .not(.condition(.has(let property))): "no:\(property.rawValue)"
        case .not(let part): "not:" + part.termText
        case .all(let parts): parts.map(\.termText).joined(separator: " ")
        case .any(let parts): parts.map(\.spelled).joined(separator: " or ")
        }
    }

    /// The text where the grammar requires a single term.
    private var termText: String {
        switch self {
        case .all, .any: "(\(spelled))"
        case .not, .condition: spelled
        }
    }
}

extension PhotoCondition {
    /// The text form of a condition, quoted if necessary.
    fileprivate var spelled: String {
        let (key, value) = parts
        if case .prefix = self { return value }
        let text = PhotoCondition.isBare(value) ? value : PhotoCondition.quoted(value)
        if let key { return "\(key.rawValue):\(text)" }
        let isPlain =
            value.unicodeScalars.first != "-"
            && !value.unicodeScalars.contains { $0 == ":" || $0 == "*" }
            && !(QueryReader.operators + ["not"]).contains(value.lowercased())
        return isPlain ? text : PhotoCondition.quoted(value)
    }

    /// Returns a value between quotes.
    ///
    /// Works on scalars like the parser: a quote followed by a combining accent is still a quote.
    package static func quoted(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { result.append("\\") }
            result.append(scalar)
        }
        return "\"\(String(result))\""
    }

    /// Indicates whether a value needs no quotes.
    private static func isBare(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                ? "_-.,:'/@#+&".unicodeScalars.contains(scalar) || scalar.properties.isAlphabetic
                    || ("0"..."9").contains(scalar)
                : scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
    }
}

/// A query as typed by a user, with its parsed form.
package struct QueryText: Hashable, Sendable {
    /// The text.
    package let text: String
    /// The parsed filter.
    package let filter: PhotoFilter
    /// The conditions in the order of the text with their columns, for errors about values that do
    /// not exist.
    package let terms: [QueryTerm]

    /// Parses the query language of `gallery find`; blank text matches every photo.
    ///
    /// - Throws: `QueryError` with the column of the error.
    package init(_ text: String) throws(QueryError) {
        var reader = QueryReader(text)
        filter = try reader.read()
        terms = reader.terms
        self.text = text
    }

    init(_ text: String, _ filter: PhotoFilter, _ terms: [QueryTerm]) {
        (self.text, self.filter, self.terms) = (text, filter, terms)
    }

    /// Returns an error about the value of a term.
    ///
    /// - Parameter valid: the valid values, if the message describes them.
    package func error(
        _ term: QueryTerm, _ message: Message, expected valid: Message? = nil
    ) -> QueryError {
        QueryError(query: text, column: term.valueColumn, message, expected: valid)
    }
}

extension PhotoFilter {
    /// Parses the text form.
    ///
    /// - Throws: `QueryError` with the column of the error.
    public init(text: String) throws(QueryError) { self = try QueryText(text).filter }
}
