import Basics

/// What matching photos with tracks did.
public struct TrackSummary: Hashable, Sendable {
    /// Photos that the tracks tell a position of.
    public var matched = 0
    /// Photos that they tell none of.
    public var unmatched = 0
    /// Photos that have a position and keep it.
    public var kept = 0
    /// Tracks whose line is kept now and was not before.
    public var tracks = 0
    /// Tracks that are damaged: the points up to the damage were used.
    public var failed = 0
    /// The number of the change, for `undo`; nil where nothing was written.
    public var change: Int64?
    /// What the tracks hold that was not used: points without a time, and the like.
    public var warnings: [String] = []

    /// Makes an empty summary.
    public init() {}
}

extension TrackSummary: WorkSummary {
    /// What was done, as a sentence.
    public var sentence: String {
        var parts = ["\(Count.text(matched, "photo")) matched"]
        if unmatched > 0 { parts.append("\(Count.text(unmatched)) not matched") }
        if kept > 0 { parts.append("\(Count.text(kept)) with a position left alone") }
        if tracks > 0 { parts.append("the line of \(Count.text(tracks, "track")) kept") }
        return parts.joined(separator: ", ")
            + (change.map {
                "; written as change \($0): 'gallery undo \($0)' takes it back"
            } ?? "")
    }

    /// What was done, for programs.
    public var members: [SummaryMember] {
        [
            SummaryMember("matched", matched),
            SummaryMember("unmatched", unmatched),
            SummaryMember("kept", kept),
            SummaryMember("tracks", tracks),
            SummaryMember("failed", failed),
            SummaryMember("change", change.map { .count(Int($0)) } ?? .unknown),
        ]
    }

    /// How many items failed.
    public var failedItems: Int { failed }
}
