public import Basics
import Foundation
import GalleryModel

/// What copying pictures out did.
public struct OriginalsSummary: Hashable, Sendable {
    /// Pictures copied in this run.
    public var copied = 0
    /// Pictures whose copy was there already.
    public var present = 0
    /// Photos without a stored picture: they have a row and no copy.
    public var missing = 0
    /// Pictures that could not be read or written.
    public var failed = 0
    /// Sidecars of other programs, which were left alone, and such as could not be written.
    public var failedSidecars = 0
    /// The CSV file in the folder that points at the copies.
    public var csvPath: BytePath

    /// Makes an empty summary.
    public init(csvPath: BytePath) {
        self.csvPath = csvPath
    }
}

extension OriginalsSummary: WorkSummary {
    /// What was done, as a sentence.
    public var sentence: String {
        let facts = Count.list([
            (copied, "copied"), (present, "present"), (missing, "without a picture"),
            (failed, "failed"), (failedSidecars, "sidecars left alone"),
        ])
        return "originals: \(facts ?? "nothing to copy"); table: '\(csvPath)'"
    }

    /// What was done, for programs.
    public var members: [SummaryMember] {
        [
            SummaryMember("copied", copied),
            SummaryMember("present", present),
            SummaryMember("missing", missing),
            SummaryMember("failed", failed),
            SummaryMember("failedSidecars", failedSidecars),
            SummaryMember("table", .text(csvPath.escaped)),
        ]
    }

    /// How many items failed.
    public var failedItems: Int { failed + failedSidecars }
}
