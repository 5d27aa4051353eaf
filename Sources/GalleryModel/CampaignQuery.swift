/// What fills the section of a campaign.
///
/// Kept with the section, so that `refresh` repeats it.
public struct CampaignQuery: Hashable, Codable, Sendable {
    /// The server of the feed.
    public var server: ServerAddress
    /// The campaign's identifier.
    public var identifier: String
    /// Which picture to download; nil for none.
    public var size: PictureSize?

    /// Makes the query for a campaign's posts.
    public init(server: ServerAddress, identifier: String, size: PictureSize? = .original) {
        self.server = server
        self.identifier = identifier
        self.size = size
    }
}
