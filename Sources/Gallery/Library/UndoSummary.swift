import Basics
import Foundation
public import GalleryModel

/// What `undo` took back.
public struct UndoSummary: Hashable, Sendable {
    /// The change that was taken back.
    public var entry: GalleryJournalEntry
    /// Photos that are as they were before it.
    public var changed: [PhotoID]
    /// Sections that are as they were before it: there again, called so again, or no more there.
    public var sections: [SectionReference]
    /// Tracks that are as they were before it: no more there, or there again.
    public var tracks: [Int64]
    /// Photos that were left alone because something changed them since.
    public var kept: [PhotoID]
    /// Whether nothing was taken back.
    public var isDryRun = false
}

extension UndoSummary: WorkSummary {
    /// What was done, as a sentence.
    public var sentence: String {
        let date = entry.date.formatted(Date.ISO8601FormatStyle())
        let photos =
            changed.isEmpty && !(sections.isEmpty && tracks.isEmpty)
            ? [] : [Count.text(changed.count, "photo")]
        let lines = tracks.isEmpty ? [] : [Count.text(tracks.count, "track")]
        let others =
            sections.count > 10 ? [Count.text(sections.count - 10, "other section")] : []
        let facts =
            "\(isDryRun ? "would take" : "took") back change \(entry.id) (\(entry.command), \(date)): "
            + (sections.prefix(10).map(\.text) + others + photos + lines).joined(separator: ", ")
        guard !kept.isEmpty else { return facts }
        return facts
            + ", \(Count.text(kept.count)) left alone because something changed them since: "
            + kept.prefix(10).map(\.description).joined(separator: ", ")
            + (kept.count > 10 ? ", …" : "")
    }

    /// What was done, for programs.
    public var members: [SummaryMember] {
        [
            SummaryMember("change", Int(entry.id)),
            SummaryMember("command", .text(entry.command)),
            SummaryMember("sections", .list(sections.map { .text($0.text) })),
            SummaryMember("tracks", .list(tracks.map { .count(Int($0)) })),
            SummaryMember("photos", .list(changed.map { .count(Int($0.rawValue)) })),
            SummaryMember("kept", .list(kept.map { .count(Int($0.rawValue)) })),
        ]
    }

    /// How many items failed.
    public var failedItems: Int { 0 }
}
