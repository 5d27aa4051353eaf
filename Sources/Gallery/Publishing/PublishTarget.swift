public import GalleryModel

/// Where photos are published, and as whose.
public struct PublishTarget: Hashable, Sendable {
    /// The server: the address that the requests follow behind, such as `http://host/photoserver`.
    public var server: ServerAddress
    /// Whose photos they are there: the name of an account, or the address of mail of who posts to a campaign.
    public var account: String
    /// The campaign that they are posted to; nil for a photo-share server.
    public var campaign: String?
    /// What proves that; kept nowhere.
    public var credential: ServerCredential

    /// Names an account of a photo-share server, or who posts to a campaign.
    public init(
        server: ServerAddress, account: String, campaign: String? = nil,
        credential: ServerCredential
    ) {
        self.server = server
        self.account = account
        self.campaign = campaign
        self.credential = credential
    }
}
