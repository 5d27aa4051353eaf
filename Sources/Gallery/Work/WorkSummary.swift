/// What a piece of work did, or in a dry run would do: told once, for people and for programs.
public protocol WorkSummary: Sendable {
    /// What was done, as a sentence for a person: in lower case, without a full stop.
    var sentence: String { get }
    /// The sentence of each part, where the work has several.
    var sentences: [String] { get }
    /// What was done, for programs: the counts in their order, under the keys of JSON and CSV.
    var members: [SummaryMember] { get }
    /// How many items failed, those too of which only a part is damaged; any makes the status 1.
    var failedItems: Int { get }
}

extension WorkSummary {
    /// The sentence alone.
    public var sentences: [String] { [sentence] }
}

/// A count of a summary, or something else that it tells, under its key.
public struct SummaryMember: Hashable, Sendable {
    /// What a member tells.
    public enum Value: Hashable, Sendable {
        /// Nobody knows.
        case unknown
        /// A number of things.
        case count(Int)
        /// A name or a sentence.
        case text(String)
        /// Yes or no.
        case flag(Bool)
        /// Sentences or names.
        case list([Value])
        /// Members of its own.
        case group([SummaryMember])
    }

    /// The key, as JSON and CSV have it.
    public var key: String
    /// What it tells.
    public var value: Value

    /// Makes a member.
    public init(_ key: String, _ value: Value) {
        self.key = key
        self.value = value
    }

    /// Makes a count.
    public init(_ key: String, _ count: Int) {
        self.init(key, .count(count))
    }
}
