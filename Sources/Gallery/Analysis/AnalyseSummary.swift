/// What an analysis did, or would do.
public struct AnalyseSummary: Hashable, Sendable {
    /// What was done about thumbnails.
    public var thumbnails = ThumbnailSummary()
    /// What was done about faces.
    public var faces = FaceSummary()
    /// What was done about places.
    public var places = LocateSummary()
    /// Photos that something failed for.
    public var failed = 0

    /// Makes an empty summary.
    public init() {}
}

extension AnalyseSummary: WorkSummary {
    /// What was done, in one line.
    public var sentence: String { sentences.joined(separator: "; ") }

    /// What was done about thumbnails, faces and places.
    public var sentences: [String] {
        [
            "thumbnails: \(thumbnails.sentence)", "faces: \(faces.sentence)",
            "places: \(places.sentence)",
        ]
    }

    /// What was done, for programs.
    public var members: [SummaryMember] {
        [
            SummaryMember("thumbnails", thumbnails.made),
            SummaryMember("faces", faces.faces),
            SummaryMember("located", places.located),
            SummaryMember("failed", failed),
        ]
    }

    /// How many items failed.
    public var failedItems: Int { failed }
}
