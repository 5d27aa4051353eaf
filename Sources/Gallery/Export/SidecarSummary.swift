import Basics

/// What writing sidecars did.
public struct SidecarSummary: Hashable, Sendable {
    /// Sidecars that were written.
    public var written = 0
    /// Sidecars that were there as they are.
    public var present = 0
    /// Sidecars of other programs, which were left alone, and such as could not be written.
    public var failed = 0

    /// Makes an empty summary.
    public init() {}
}

extension SidecarSummary: WorkSummary {
    /// What was done, as a sentence.
    public var sentence: String {
        let facts = Count.list([
            (written, "written"), (present, "present"), (failed, "failed"),
        ])
        return "sidecars: \(facts ?? "nothing to write")"
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
