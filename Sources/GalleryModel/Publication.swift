public import Foundation

/// A photo that was published on another server, or is being published.
public struct Publication: Hashable, Sendable {
    /// The photo.
    public var photoID: PhotoID
    /// The server's address, as `ServerAddress` spells it.
    public var server: String
    /// Whose photo it is there: the name of an account, or the address of mail of who posted to a campaign; `token`
    /// where nobody was named.
    public var account: String
    /// The campaign; nil for a photo-share server.
    public var campaign: String?
    /// What it was called there.
    public var name: String
    /// The server's own id; nil while no answer came.
    public var remoteID: String?
    /// When it was sent.
    public var dateStarted: Date
    /// When the server had it; nil while no answer came: it may be there or not.
    public var dateSent: Date?

    /// Makes a publication whose answer did not come yet.
    public init(
        photoID: PhotoID, server: String, account: String, campaign: String?, name: String,
        dateStarted: Date
    ) {
        self.photoID = photoID
        self.server = server
        self.account = account
        self.campaign = campaign
        self.name = name
        self.dateStarted = dateStarted
    }
}
