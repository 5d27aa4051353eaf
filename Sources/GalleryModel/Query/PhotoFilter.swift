import Foundation

/// Says which photos are meant: conditions, joined by and, or, not.
///
/// The text form is that of `gallery find`: terms side by side must all fit, `or` is weaker, `not:` takes the
/// opposite of a term, parentheses group.
public indirect enum PhotoFilter: Hashable, Sendable {
    /// Photos that fit every one; all photos where there is none.
    case all([PhotoFilter])
    /// Photos that fit at least one; no photo where there is none.
    case any([PhotoFilter])
    /// Photos that do not fit.
    case not(PhotoFilter)
    /// Photos that fit one condition.
    case condition(PhotoCondition)

    /// Fits every photo.
    public static let everything = PhotoFilter.all([])

    /// Makes a filter whose conditions must all hold; one without any fits every photo.
    public init(_ conditions: [PhotoCondition] = []) {
        self =
            conditions.count == 1
            ? .condition(conditions[0]) : .all(conditions.map(PhotoFilter.condition))
    }

    /// Whether it fits every photo by its form.
    public var isEverything: Bool { self == .everything }

    /// Photos that fit both.
    public func and(_ other: PhotoFilter) -> PhotoFilter {
        if isEverything { return other }
        if other.isEverything { return self }
        return .all(parts + other.parts)
    }

    /// The conditions in the order of the text, negated ones too.
    public var conditions: [PhotoCondition] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.conditions)
        case .not(let part): part.conditions
        case .condition(let condition): [condition]
        }
    }

    /// The same filter with other conditions, which stand in the order of ``conditions`` and are as many.
    package func replacingConditions(_ conditions: [PhotoCondition]) -> PhotoFilter {
        var rest = conditions[...]
        return replacing { rest.popFirst() ?? $0 }
    }

    private func replacing(_ body: (PhotoCondition) -> PhotoCondition) -> PhotoFilter {
        switch self {
        case .all(let parts): .all(parts.map { $0.replacing(body) })
        case .any(let parts): .any(parts.map { $0.replacing(body) })
        case .not(let part): .not(part.replacing(body))
        case .condition(let condition): .condition(body(condition))
        }
    }

    /// What must hold together.
    private var parts: [PhotoFilter] {
        if case .all(let parts) = self { return parts }
        return [self]
    }
}
