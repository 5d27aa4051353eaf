package import Basics
package import GalleryModel

/// The outcome of a piece of work, or of its dry run, as a sentence.
package protocol WorkSummary: Sendable {
    /// The outcome as a sentence, in lower case and without a full stop.
    var sentence: String { get }
    /// The sentence of each part, if the work has several.
    var sentences: [String] { get }
    /// The number of failed items, including partly damaged ones; if not 0, the exit status is 1.
    var failedItems: Int { get }
}

extension WorkSummary {
    /// Just the sentence.
    package var sentences: [String] { [sentence] }

    /// 0, for work whose items cannot fail one by one.
    package var failedItems: Int { 0 }
}

/// The outcome of work that programs can read as data.
package protocol RowSummary: WorkSummary {
    /// The counts for JSON and CSV, in order.
    var members: [JSONMember] { get }
}

/// The outcome of work that servers run as jobs, whose sentence is translated on pages.
package protocol JobSummary: RowSummary {
    /// The sentence with its values.
    var message: Message { get }
}
