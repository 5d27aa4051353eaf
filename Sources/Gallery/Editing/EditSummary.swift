import Basics

/// What a change of edits did.
public struct EditSummary: Hashable, Sendable {
    /// Photos that look different now.
    public var changed = 0
    /// Photos whose edit was as wanted before.
    public var unchanged = 0
    /// Photos that the change does not fit.
    public var failed = 0
    /// Whether nothing was changed.
    public var isDryRun = false

    /// Makes an empty summary.
    public init() {}

    mutating func count(_ photo: EditedPhoto) {
        if photo.error != nil {
            failed += 1
        } else if photo.isChanged {
            changed += 1
        } else {
            unchanged += 1
        }
    }
}

extension EditSummary: WorkSummary {
    /// What was done, as a sentence.
    public var sentence: String {
        let facts = Count.list([
            (changed, isDryRun ? "would change" : "changed"), (unchanged, "unchanged"),
            (failed, "failed"),
        ])
        return "edits: \(facts ?? "no photos there")"
    }

    /// What was done, for programs.
    public var members: [SummaryMember] {
        [
            SummaryMember("changed", changed),
            SummaryMember("unchanged", unchanged),
            SummaryMember("failed", failed),
        ]
    }

    /// How many items failed.
    public var failedItems: Int { failed }
}
