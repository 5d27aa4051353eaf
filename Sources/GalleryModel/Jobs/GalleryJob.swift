package import Foundation

/// A long-running operation on a server, with its state, progress and result.
package struct GalleryJob: Hashable, Identifiable, Sendable {
    /// The kind of operation.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Queries Flickr and fills the section of a search term.
        case search
        /// Refreshes sections from their origins.
        case refresh
        /// Downloads missing pictures.
        case fetch
        /// Detects faces.
        case faces
        /// Creates the files of a share link.
        case share
        /// Changes photos.
        case batch
        /// Finds photos that look the same.
        case duplicates
        /// Empties the trash.
        case trash
    }

    /// The state of a job.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// Waiting for earlier jobs.
        case waiting
        /// Running.
        case running
        /// Finished, possibly with failed items.
        case done
        /// Ended early by an error; partial results are kept.
        case failed
        /// Stopped by a user; partial results are kept.
        case stopped
        /// Interrupted when the server exited; partial results are kept.
        case interrupted

        /// True if the job has ended.
        package var isOver: Bool { self != .waiting && self != .running }
    }

    /// An item that failed while the job continued.
    package struct Failure: Hashable, Codable, Sendable {
        /// The display name of the item; nil if it has none.
        package var subject: String?
        /// The cause and the next step.
        package var message: String

        /// Creates a failure.
        package init(subject: String?, message: String) {
            self.subject = subject
            self.message = message
        }
    }

    /// The maximum number of failures and of remarks that are stored.
    package static let kept = 100

    /// The catalog ID; never reused.
    package let id: Int64
    /// The kind of operation.
    package let kind: Kind
    /// The request, such as `search 'dogs'`.
    package let title: Message
    /// The name of the user who started the job; empty for the owner.
    package let requester: String
    /// The creation date, to the second.
    package let dateCreated: Date
    /// The current state.
    package var state = State.waiting
    /// The start date; nil while waiting.
    package var dateStarted: Date?
    /// The end date; nil before the end and for interrupted jobs.
    package var dateEnded: Date?
    /// The progress; nil before the first item.
    package var progress: WorkProgress?
    /// The result as JSON object text; nil if the job has no summary.
    package var summary: String?
    /// The result as a sentence.
    package var sentence: Message?
    /// The first failed items.
    package var failures: [Failure] = []
    /// The number of failed items.
    package var failedItems = 0
    /// Messages for the user, such as a hint that an API key would give more results.
    package var remarks: [String] = []
    /// The error that ended the job early: the cause and the next step.
    package var error: String?
    /// The delay in seconds after which a retry is useful; nil if unknown.
    package var retryAfter: Int?

    /// Creates a waiting job.
    package init(id: Int64, kind: Kind, title: Message, requester: String, dateCreated: Date) {
        self.id = id
        self.kind = kind
        self.title = title
        self.requester = requester
        self.dateCreated = dateCreated
    }
}

/// The progress of a piece of work, for a progress bar.
public struct WorkProgress: Hashable, Sendable {
    /// The items being processed, such as `pictures`.
    public var activity: String
    /// The number of items done.
    public var done: Int
    /// The total number of items; nil while unknown.
    public var total: Int?

    /// Creates a progress report.
    package init(activity: String, done: Int, total: Int?) {
        self.activity = activity
        self.done = done
        self.total = total
    }
}

/// A change that this process made to the gallery.
public enum GalleryChange: Hashable, Sendable {
    /// A section was created or restored.
    case sectionAdded(SectionReference)
    /// An album was renamed.
    case sectionRenamed(SectionReference, to: SectionReference)
    /// A section was removed.
    case sectionRemoved(SectionReference)
    /// Photos were added to a section, in this order.
    case photosAdded([PhotoID], section: SectionReference)
    /// The metadata or pictures of photos changed.
    case photosUpdated([PhotoID])
    /// Photos were moved to the trash.
    case photosRemoved([PhotoID])
    /// Photos were restored from the trash.
    case photosRestored([PhotoID])
}
