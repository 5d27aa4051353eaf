import Foundation
public import GalleryModel

/// How a long piece of work is to be done.
public struct WorkOptions: Sendable {
    /// How much of the work is done, for a progress bar.
    public struct Progress: Hashable, Sendable {
        /// What is being done, such as `pictures`.
        public var activity: String
        /// How many items are done.
        public var done: Int
        /// How many items there are; nil while unknown.
        public var total: Int?

        /// Makes a progress report.
        public init(activity: String, done: Int, total: Int?) {
            self.activity = activity
            self.done = done
            self.total = total
        }
    }

    /// Whether to say what would be done without storing, downloading or removing anything.
    public var isDryRun = false
    /// Whether to wait for a spent budget or a long `Retry-After` instead of giving up.
    public var waitsForBudget = false
    /// What to do where a budget is spent, in words that follow the time when there is more of it.
    public var budgetAdvice = "try again then"
    /// How many things to do at the same time; nil for the setting or the number of cores.
    public var jobs: Int?
    /// Gets progress reports, from any thread.
    public var progress: @Sendable (Progress) -> Void = { _ in }
    /// Gets each failed item as it fails, from any thread.
    public var itemFailed: @Sendable (ItemFailure) -> Void = { _ in }
    /// Gets remarks a person should read, such as what a Flickr key would add, from any thread.
    public var remark: @Sendable (String) -> Void = { _ in }

    /// Makes options: do it, do not wait, be silent.
    public init() {}
}

/// An item that failed while the others went on.
public struct ItemFailure: Hashable, Sendable {
    /// The item; nil where it has no name, such as the one that standard input is.
    public var subject: ProblemSubject?
    /// The cause and the next step.
    public var message: String

    /// Makes a failure.
    public init(subject: ProblemSubject?, message: String) {
        self.subject = subject
        self.message = message
    }
}
