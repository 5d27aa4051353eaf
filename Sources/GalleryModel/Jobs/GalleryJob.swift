package import Foundation

/// A piece of work that somebody asked a server for: what it is, how far it is, and what came of it.
package struct GalleryJob: Hashable, Identifiable, Sendable {
    /// What is done.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Asks Flickr and fills a term's section.
        case search
        /// Asks the origins of sections again.
        case refresh
        /// Fetches missing pictures.
        case fetch
        /// Looks for faces.
        case faces
        /// Makes the files of a share link.
        case share
    }

    /// How far it is.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// Others are before it.
        case waiting
        /// It is under way.
        case running
        /// All is done, but for items that failed.
        case done
        /// Something ended it early; what came is kept.
        case failed
        /// Somebody stopped it; what came is kept.
        case stopped
        /// The server ended before it did; what came is kept.
        case interrupted

        /// Whether nothing more happens.
        package var isOver: Bool { self != .waiting && self != .running }
    }

    /// How much of it is done.
    package struct Progress: Hashable, Sendable {
        /// What is being done, such as `pictures`.
        package var activity: String
        /// How many items are done.
        package var done: Int
        /// How many items there are; nil while unknown.
        package var total: Int?

        /// Makes a progress.
        package init(activity: String, done: Int, total: Int?) {
            self.activity = activity
            self.done = done
            self.total = total
        }
    }

    /// An item that failed while the others went on.
    package struct Failure: Hashable, Codable, Sendable {
        /// What a person calls the item; nil where it has no name.
        package var subject: String?
        /// The cause and the next step.
        package var message: String

        /// Makes a failure.
        package init(subject: String?, message: String) {
            self.subject = subject
            self.message = message
        }
    }

    /// How many failed items and remarks are kept.
    package static let kept = 100

    /// Its number in the catalog, never used again.
    package let id: Int64
    /// What is done.
    package let kind: Kind
    /// What was asked for, such as `search 'dogs'`.
    package let title: String
    /// The name of who asked; empty for the owner.
    package let asker: String
    /// When it was asked for, to the second.
    package let dateCreated: Date
    /// How far it is.
    package var state = State.waiting
    /// When it began; nil before.
    package var dateStarted: Date?
    /// When it ended; nil before, and where nobody was there to see it.
    package var dateEnded: Date?
    /// How much of it is done; nil before anything is.
    package var progress: Progress?
    /// What was done, as the text of a JSON object; nil where nothing tells.
    package var summary: String?
    /// What was done, as a sentence.
    package var sentence: String?
    /// The first items that failed.
    package var failures: [Failure] = []
    /// How many items failed.
    package var failedItems = 0
    /// What a person should read, such as what a key would add.
    package var remarks: [String] = []
    /// Why it ended early: the cause and the next step.
    package var error: String?
    /// After how many seconds another attempt makes sense; nil where nobody said.
    package var retryAfter: Int?

    /// Makes a job that waits.
    package init(id: Int64, kind: Kind, title: String, asker: String, dateCreated: Date) {
        self.id = id
        self.kind = kind
        self.title = title
        self.asker = asker
        self.dateCreated = dateCreated
    }
}
