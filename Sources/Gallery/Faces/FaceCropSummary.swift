import Basics

/// What cutting out faces did.
public struct FaceCropSummary: Hashable, Sendable {
    /// Files that were written.
    public var written = 0
    /// Files that were there with the same bytes.
    public var present = 0
    /// Pictures that could not be read.
    public var failed = 0
}

extension FaceCropSummary: WorkSummary {
    /// What was done, as a sentence.
    public var sentence: String {
        let facts = Count.list([
            (written, "written"), (present, "present"), (failed, "failed"),
        ])
        return "faces: \(facts ?? "none are known there; 'gallery faces' looks for some")"
    }

    /// What was done, for programs.
    public var members: [SummaryMember] {
        [
            SummaryMember("written", written),
            SummaryMember("present", present),
            SummaryMember("failed", failed),
        ]
    }

    /// How many items failed.
    public var failedItems: Int { failed }
}
