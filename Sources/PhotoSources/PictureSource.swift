package import GalleryModel

/// Where one picture of a photo can be fetched.
package struct PictureSource: Sendable, Hashable {
    /// The size that was asked for; the picture is smaller where the photo is.
    package var size: PictureSize
    /// The picture's URL, http or https.
    package var url: String
    /// Whether the URL was built from server, id and secret instead of sent by Flickr.
    package var isBuilt: Bool
    /// The server that listed the photo, where that says where its picture may come from.
    package var server: ServerAddress?

    /// Makes a source.
    package init(size: PictureSize, url: String, isBuilt: Bool = false) {
        self.size = size
        self.url = url
        self.isBuilt = isBuilt
    }
}
