import Basics
public import GalleryModel

/// What removing tracks did.
public struct TrackRemovalSummary: Hashable, Sendable {
    /// The tracks that were removed.
    public var tracks: [RecordedTrack]
    /// The number of the change, for `undo`; nil where nothing was removed.
    public var change: Int64?
    /// Whether nothing was removed.
    public var isDryRun = false
}

extension TrackRemovalSummary: WorkSummary {
    /// What was done, as a sentence.
    public var sentence: String {
        let names = tracks.prefix(10).map(\.name).joined(separator: ", ")
        return (isDryRun ? "would remove " : "removed ") + Count.text(tracks.count, "track")
            + ": " + names + (tracks.count > 10 ? ", …" : "")
            + (change.map { "; 'gallery undo \($0)' brings back" } ?? "")
    }

    /// What was done, for programs.
    public var members: [SummaryMember] {
        [
            SummaryMember("tracks", .list(tracks.map { .count(Int($0.id)) })),
            SummaryMember("change", change.map { .count(Int($0)) } ?? .unknown),
        ]
    }

    /// How many items failed.
    public var failedItems: Int { 0 }
}
