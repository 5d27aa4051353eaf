public import GalleryModel

/// Options for a long piece of work.
public struct WorkOptions: Sendable {
    /// True to report the outcome without storing, downloading or removing anything.
    public var isDryRun = false
    /// True to wait for a spent budget or a long `Retry-After` instead of giving up.
    public var waitsForBudget = false
    /// Advice for a spent budget; it follows the time at which more is available.
    public var budgetAdvice = "try again then"
    /// The number of concurrent jobs; nil for the setting or the number of cores.
    public var jobs: Int?
    /// Receives progress reports, on any thread.
    public var progress: @Sendable (WorkProgress) -> Void = { _ in }
    /// Receives each item as it fails, on any thread.
    public var itemFailed: @Sendable (ItemFailure) -> Void = { _ in }
    /// Receives notes on items that did not fail, such as unreadable metadata, on any thread.
    public var itemNoted: @Sendable (ItemFailure) -> Void = { _ in }
    /// Receives remarks for the user, such as the benefits of a Flickr key, on any thread.
    public var remark: @Sendable (String) -> Void = { _ in }

    /// Creates default options: not a dry run, without waiting and without reports.
    public init() {}
}

/// An item that failed while the others continued.
public struct ItemFailure: Hashable, Sendable {
    /// The item; nil if it has no name, such as standard input.
    package var subject: ProblemSubject?
    /// The cause and the next step.
    public var message: String
    /// True if a user acknowledged this problem, so it does not affect the exit status.
    public var isIgnored = false

    /// The item for display, such as an escaped path or `photo 42`; nil if it has no name.
    public var item: String? { subject?.text }
    /// The photo; nil for any other item.
    public var photoID: PhotoID? { subject?.photoID }
}

/// Options of one kind of work that include its general options.
package protocol FeatureOptions: Sendable {
    /// General options: jobs, dry run, progress, failed items.
    var work: WorkOptions { get set }
}

extension FeatureOptions {
    /// Returns the same options with other general options.
    package func with(_ work: WorkOptions) -> Self {
        var options = self
        options.work = work
        return options
    }
}
