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
    package func replacingSections<Failure>(
        _ change: (SectionReference) throws(Failure) -> SectionReference
    ) throws(Failure) -> PhotoFilter {
        var changed: [PhotoCondition] = []
        for condition in conditions {
            if case .section(let reference) = condition {
                changed.append(.section(try change(reference)))
            } else {
                changed.append(condition)
            }
        }
        return replacingConditions(changed)
    }
}
