import Basics
import Catalog
package import GalleryModel

/// A picture that somebody sends, before it is there: whose it is to be, and where it goes.
package struct PictureDraft: Sendable {
    /// The section that lists it; made where there is none.
    package var section: SectionReference
    /// Where the photo comes from, as the catalog says it.
    package var origin: Origin
    /// Whose photo it is, nil for the owner without an account: the same bytes of somebody else are another photo.
    package var account: Account?
    /// What is said of it, the title first: the same bytes sent as something else are another photo, too.
    ///
    /// Empty for one that waits to be published.
    package var sentAs: [String]
    /// The most bytes that are taken.
    package var maximumBytes: Int
    /// The photo that stands for these bytes already, so that nothing is stored of them; nil for none.
    var known: @Sendable (FileDigest) throws -> PhotoID? = { _ in nil }

    /// Drafts a picture of an account.
    package init(
        section: SectionReference, origin: Origin, account: Account?, sentAs: [String],
        maximumBytes: Int
    ) {
        self.section = section
        self.origin = origin
        self.account = account
        self.sentAs = sentAs
        self.maximumBytes = maximumBytes
    }

    /// The id of the photo at its origin.
    func originID(sha256: String) -> String {
        SentPictureID.text(account: account?.id, sha256: sha256, sentAs: sentAs)
    }
}
