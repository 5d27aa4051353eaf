package import Foundation

/// A photo published in a campaign, with its title and description.
package struct CampaignPost: Hashable, Sendable {
    /// The visibility of a post.
    package enum State: String, Hashable, Sendable {
        /// Visible to everyone.
        case shown
        /// Visible only to owners of the gallery.
        case hidden
        /// Visible to no one; `undo` restores it.
        case deleted
    }

    /// The catalog ID; never reused.
    package let id: Int64
    /// The photo.
    package let photo: PhotoID
    /// The author; nil for the owner who used the server password, or if the account was deleted.
    package let account: Account?
    /// The title; never empty.
    package let title: String
    /// The description; empty for none.
    package let description: String
    /// The publication date, to the millisecond.
    package let dateCreated: Date
    /// The visibility.
    package let state: State

    /// Creates a post from stored values.
    package init(
        id: Int64, photo: PhotoID, account: Account?, title: String, description: String,
        dateCreated: Date, state: State
    ) {
        self.id = id
        self.photo = photo
        self.account = account
        self.title = title
        self.description = description
        self.dateCreated = dateCreated
        self.state = state
    }
}
