import Catalog
package import GalleryModel

/// Pictures that people sent to be published and no post shows: they are the owner's to see, and their sender's.
extension PhotoGallery {
    private static let unpublished = PhotoFilter.condition(.state(.unpublished))

    /// What listings are narrowed by for whoever is no owner; everything where all is published.
    package func publishedPhotos() throws(GalleryError) -> PhotoFilter {
        try count(PhotoQuery.everything.filtered(Self.unpublished)) == 0
            ? .everything : .not(Self.unpublished)
    }

    /// Whether somebody who is no owner may look at a photo outside the trash.
    ///
    /// - Parameter account: whose; nil for whoever has none.
    package func isSeen(_ photo: Photo, by account: Account?) throws(GalleryError) -> Bool {
        let id = photo.details.originID
        // Others are not looked up.
        guard photo.origin == .campaign, id.hasPrefix("/") else { return true }
        if let account, id.hasPrefix(SentPictureID.beginning(ofAccount: account.id)) { return true }
        return try count(PhotoQuery([.photos([photo.id])], filter: Self.unpublished)) == 0
    }
}
