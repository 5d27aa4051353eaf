package import Basics

/// What making a site did, or would do.
package struct SiteSummary: Hashable, Sendable {
    /// Pages, and what they are made up with, that were written.
    package var pages = 0
    /// Picture files that were written.
    package var pictures = 0
    /// Files that were there as they are to be.
    package var present = 0
    /// Files that were removed, as what they showed is no more.
    package var removed = 0
    /// Photos whose pictures could not be made, and files that could not be written.
    package var failed = 0
    /// The bytes of the files that were written.
    package var writtenBytes: Int64 = 0
    /// The folder.
    package var path: BytePath

    init(path: BytePath) { self.path = path }
}

extension SiteSummary: WorkSummary {
    /// What was done, as a sentence.
    package var sentence: String {
        let facts = Count.list([
            (pages, pages == 1 ? "page" : "pages"),
            (pictures, pictures == 1 ? "picture" : "pictures"),
            (present, "present"), (removed, "removed"), (failed, "failed"),
        ])
        return "site: \(facts ?? "nothing to write") in '\(path.escaped)'"
            + (writtenBytes > 0 ? ", \(ByteCount.text(writtenBytes))" : "")
    }

    /// What was done, for programs.
    package var members: [SummaryMember] {
        [
            SummaryMember("pages", pages), SummaryMember("pictures", pictures),
            SummaryMember("present", present), SummaryMember("removed", removed),
            SummaryMember("failed", failed), SummaryMember("writtenBytes", Int(writtenBytes)),
            SummaryMember("path", .text(path.escaped)),
        ]
    }

    /// How many items failed.
    package var failedItems: Int { failed }
}
