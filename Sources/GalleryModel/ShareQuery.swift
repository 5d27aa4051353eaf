/// What fills the section of a person on a photo-share server.
///
/// Kept with the section, so that `refresh` repeats it.
public struct ShareQuery: Hashable, Codable, Sendable {
    /// The server.
    public var server: ServerAddress
    /// The server's own id of the person.
    public var userID: String
    /// What the server called the person when it was last asked; empty where it gives no name.
    public var name: String
    /// Which picture to download; nil for none.
    public var size: PictureSize?

    /// Makes the query for a person's photos.
    public init(
        server: ServerAddress, userID: String, name: String, size: PictureSize? = .original
    ) {
        self.server = server
        self.userID = userID
        self.name = name
        self.size = size
    }
}
