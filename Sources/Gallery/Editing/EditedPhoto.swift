public import GalleryModel

/// A photo whose edit was changed, or was to be changed: a row of `gallery edit`.
public struct EditedPhoto: Hashable, Sendable {
    /// The photo's catalog id.
    public var photoID: PhotoID
    /// The photo's title or the name of its file; nil where it has neither.
    public var title: String?
    /// The edit as it is now, in a dry run as it would be; nil for none.
    public var edit: PhotoEdit?
    /// Whether the edit is another one than before.
    public var isChanged: Bool
    /// Why the edit stayed as it was: the value, the cause and the next step; nil where all went well.
    public var error: String?
}
