/// The outcome of a piece of work, or of its dry run, as a sentence and as data.
package protocol WorkSummary: Sendable {
    /// The outcome as a sentence, in lower case and without a full stop.
    var sentence: String { get }
    /// The sentence of each part, if the work has several.
    var sentences: [String] { get }
    /// The counts for JSON and CSV, in order.
    var members: [SummaryMember] { get }
    /// The number of failed items, including partly damaged ones; if not 0, the exit status is 1.
    var failedItems: Int { get }
}

extension WorkSummary {
    /// Just the sentence.
    package var sentences: [String] { [sentence] }

    /// 0, for work whose items cannot fail one by one.
    package var failedItems: Int { 0 }
}

/// A count or another value of a summary with its key.
package struct SummaryMember: Hashable, Sendable {
    /// The value of a member.
    package enum Value: Hashable, Sendable {
        /// The value is unknown.
        case unknown
        /// A number of things.
        case count(Int)
        /// A name or a sentence.
        case text(String)
        /// Yes or no.
        case flag(Bool)
        /// Sentences or names.
        case list([Value])
        /// Nested members.
        case group([SummaryMember])
    }

    /// The key in JSON and CSV.
    package var key: String
    /// The value.
    package var value: Value

    /// Creates a member.
    package init(_ key: String, _ value: Value) {
        self.key = key
        self.value = value
    }

    /// Creates a count.
    package init(_ key: String, _ count: Int) {
        self.init(key, .count(count))
    }
}
