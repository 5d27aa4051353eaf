package import GalleryModel

/// A picture that somebody sends, before it is there: whose it is to be, and where it goes.
package struct PictureDraft: Sendable {
    /// The section that lists it; made where there is none.
    package var section: SectionReference
    /// Where the photo comes from, as the catalog says it.
    package var origin: Origin
    /// Whose photo it is, nil for the owner without an account: the same bytes of somebody else are another photo.
    package var account: Account?
    /// The title; nil for none.
    package var title: String?
    /// The description; nil for what the picture itself says.
    package var caption: String?
    /// The most bytes that are taken.
    package var maximumBytes: Int

    /// Drafts a picture of an account.
    package init(
        section: SectionReference, origin: Origin, account: Account?, title: String?,
        maximumBytes: Int
    ) {
        self.section = section
        self.origin = origin
        self.account = account
        self.title = title
        self.maximumBytes = maximumBytes
    }

    /// The id of the photo at its origin: `/ACCOUNT/SHA256`, where those of other servers are `SERVER/ID`.
    func originID(sha256: String) -> String { Self.originIDs(ofAccount: account?.id) + sha256 }

    /// What the ids of an account's photos begin with; nil for the owner without an account.
    static func originIDs(ofAccount id: Int64?) -> String { "/\(id ?? 0)/" }
}
