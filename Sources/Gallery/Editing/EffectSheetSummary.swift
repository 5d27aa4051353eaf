public import Basics

/// What showing effects did.
public struct EffectSheetSummary: Hashable, Sendable {
    /// Files that were written.
    public var written = 0
    /// Files that were there with the same bytes.
    public var present = 0
    /// The files, the contact sheet first.
    public var files: [EffectFile] = []
    /// What was read with doubt, such as a picture that ends early: lower-case sentences.
    public var warnings: [String] = []
    /// Where the files are, as it was given.
    public var folder: BytePath

    /// Makes an empty summary.
    public init(folder: BytePath) {
        self.folder = folder
    }
}

extension EffectSheetSummary: WorkSummary {
    /// What was done, as a sentence.
    public var sentence: String {
        "effects: \(Count.text(written, "file")) written"
            + (present > 0 ? ", \(Count.text(present)) present" : "") + " in '\(folder)'"
    }

    /// What was done, for programs.
    public var members: [SummaryMember] {
        [
            SummaryMember("written", written),
            SummaryMember("present", present),
            SummaryMember("folder", .text(folder.escaped)),
        ]
    }

    /// How many items failed.
    public var failedItems: Int { 0 }
}
