import Basics
public import GalleryModel

/// What removing sections did.
public struct SectionRemovalSummary: Hashable, Sendable {
    /// The sections that were removed.
    public var sections: [SectionReference]
    /// Photos that went into the trash, as no other section lists them.
    public var trashed: [PhotoID]
    /// How many photos stay, as another section lists them.
    public var kept: Int
    /// Whether nothing was removed.
    public var isDryRun = false
}

extension SectionRemovalSummary: WorkSummary {
    /// What was done, as a sentence.
    public var sentence: String {
        let names = sections.map(\.text).joined(separator: ", ")
        let photos = Count.list([
            (trashed.count, "into the trash"), (kept, "in other sections stay"),
        ])
        return (isDryRun ? "would remove " : "removed ") + names
            + (photos.map { "; photos: \($0)" } ?? "")
            + (isDryRun ? "" : "; to bring back: gallery undo")
    }

    /// What was done, for programs.
    public var members: [SummaryMember] {
        [
            SummaryMember("sections", .list(sections.map { .text($0.text) })),
            SummaryMember("trashed", .list(trashed.map { .count(Int($0.rawValue)) })),
            SummaryMember("kept", kept),
        ]
    }

    /// How many items failed.
    public var failedItems: Int { 0 }
}
