import GRDB

/// A condition as SQL, its names looked up.
struct FoundCondition {
    /// Which index finds its photos, in words.
    var index: String
    /// Tests the row `photoSummary AS s`: true or false, never NULL.
    var test: SQLFragment
    /// The same for very many rows: it finds all photos of the condition first.
    var bulkTest: SQLFragment?
    /// Gives `photoID` of all photos outside the trash that it holds for, each once, and perhaps of some
    /// within; nil where no index finds them.
    var source: SQLFragment?
    /// How many photos it holds for; a guess where no index tells.
    var estimate: Int
    /// How many photos outside the trash it holds for, where a count is kept.
    var kept: Int?
    /// The range of a column of `photoSummary AS s` that it is, as an index is asked for it; nil for others.
    var range: (column: String, test: SQLFragment)?
    /// Whether the test reads more of the row than `s.photoID`.
    var readsSummary = false

    /// Makes a condition that the row of `photoSummary` tells.
    init(summary test: SQLFragment, of total: Int) {
        index = "the summaries"
        self.test = test
        estimate = total / 2
        readsSummary = true
    }

    /// Makes a condition that an index finds.
    init(index: String, test: SQLFragment, source: SQLFragment, estimate: Int) {
        self.index = index
        self.test = test
        self.source = source
        self.estimate = estimate
    }

    /// Tests some rows.
    func test(candidates: Int) -> SQLFragment {
        // Source: measured with a million photos, a look into the index of words for one of them takes as
        // long as reading some 60 of those that it gives.
        guard let bulkTest, candidates > estimate / 60 else { return test }
        return bulkTest
    }
}
