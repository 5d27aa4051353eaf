extension PhotoFilter {
    /// The sections that it asks for, in the order of the text.
    public var sections: [SectionReference] {
        conditions.compactMap { condition in
            if case .section(let reference) = condition { reference } else { nil }
        }
    }

    /// The filter that asks for other sections.
    ///
    /// - Parameter change: gives the section that takes the place of one.
    public func mappingSections<Failure>(
        _ change: (SectionReference) throws(Failure) -> SectionReference
    ) throws(Failure) -> PhotoFilter {
        switch self {
        case .all(let parts): return .all(try PhotoFilter.mappingSections(of: parts, change))
        case .any(let parts): return .any(try PhotoFilter.mappingSections(of: parts, change))
        case .not(let part): return .not(try part.mappingSections(change))
        case .condition(.section(let reference)): return .condition(.section(try change(reference)))
        case .condition: return self
        }
    }

    private static func mappingSections<Failure>(
        of parts: [PhotoFilter], _ change: (SectionReference) throws(Failure) -> SectionReference
    ) throws(Failure) -> [PhotoFilter] {
        var changed: [PhotoFilter] = []
        for part in parts { changed.append(try part.mappingSections(change)) }
        return changed
    }
}
