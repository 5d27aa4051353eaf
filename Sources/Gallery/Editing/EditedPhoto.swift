public import GalleryModel

/// A photo whose edit was changed, or was to be changed: a row of `gallery edit`.
public struct EditedPhoto: Hashable, Sendable {
    /// The photo's catalog id.
    public var photoID: PhotoID
    /// The photo's title or the name of its file; nil where it has neither.
    public var title: String?
    /// The edit as it is now, in a dry run as it would be; nil for none.
    public var edit: EditRecipe?
    /// Whether the edit is another one than before.
    public var isChanged: Bool
    /// Why the edit stayed as it was: the value, the cause and the next step; nil where all went well.
    public var error: String?
}

/// What a change of edits did.
public struct EditSummary: Hashable, Sendable {
    /// Photos that look different now.
    public var changed = 0
    /// Photos whose edit was as wanted before.
    public var unchanged = 0
    /// Photos that the change does not fit.
    public var failed = 0

    /// Makes an empty summary.
    public init() {}

    mutating func count(_ photo: EditedPhoto) {
        if photo.error != nil {
            failed += 1
        } else if photo.isChanged {
            changed += 1
        } else {
            unchanged += 1
        }
    }
}
