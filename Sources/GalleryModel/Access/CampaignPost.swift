public import Foundation

/// A photo that somebody published in a campaign, with what they say about it.
public struct CampaignPost: Hashable, Sendable {
    /// Who gets to see a post.
    public enum State: String, Hashable, Sendable {
        /// Everybody.
        case shown
        /// Owners of the gallery alone.
        case hidden
        /// Nobody; `undo` brings it back.
        case deleted
    }

    /// The number; never used again.
    public let id: Int64
    /// The photo.
    public let photo: PhotoID
    /// Who published it; nil for the owner by the server's password, and where the account is gone.
    public let account: Account?
    /// The title, which is not empty.
    public let title: String
    /// What is said beside it; empty for nothing.
    public let description: String
    /// When it was published, to the millisecond.
    public let dateCreated: Date
    /// Who gets to see it.
    public let state: State

    /// Makes a value.
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
