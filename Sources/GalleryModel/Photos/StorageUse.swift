/// The space that the parts of a catalog take.
public struct StorageUse: Hashable, Sendable {
    /// The files of a part.
    public struct Part: Hashable, Sendable {
        /// The number of photos, or of other files.
        public var count: Int
        /// The total size in bytes.
        public var byteCount: Int64

        /// Creates a part.
        package init(count: Int, byteCount: Int64) {
            self.count = count
            self.byteCount = byteCount
        }
    }

    /// The largest stored picture of each photo outside the trash.
    public var photos: Part
    /// The largest stored picture of each photo in the trash.
    public var trash: Part
    /// The thumbnails.
    public var thumbnails: Part
    /// The copies that links share.
    public var shares: Part

    /// Creates the space of the parts.
    package init(photos: Part, trash: Part, thumbnails: Part, shares: Part) {
        self.photos = photos
        self.trash = trash
        self.thumbnails = thumbnails
        self.shares = shares
    }
}
