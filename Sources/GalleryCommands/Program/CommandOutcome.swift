import Gallery

/// What a command's own part came to: the frame says it and makes a status of it.
struct CommandOutcome {
    /// What was done; a dry run says them as what would be.
    var sentences: [String] = []
    /// What is said behind that as it stands.
    var notes: [String] = []
    /// How many items failed as far as the summary knows.
    var failed = 0
    /// Whether the catalog keeps what failed as problems.
    var areListed = true
    /// What ended the work early; nil where it reached its end.
    var failure: GalleryError?

    /// Makes an outcome.
    init(
        sentences: [String] = [], notes: [String] = [], failed: Int = 0, areListed: Bool = true,
        failure: GalleryError? = nil
    ) {
        self.sentences = sentences
        self.notes = notes
        self.failed = failed
        self.areListed = areListed
        self.failure = failure
    }

    /// Makes the outcome of a piece of work.
    init(
        _ summary: any WorkSummary, notes: [String] = [], areListed: Bool = true,
        failure: GalleryError? = nil
    ) {
        self.init(
            sentences: summary.sentences, notes: notes, failed: summary.failedItems,
            areListed: areListed, failure: failure)
    }

    /// The end of a command that has nothing to add to what it printed.
    static let printed = CommandOutcome()
}
