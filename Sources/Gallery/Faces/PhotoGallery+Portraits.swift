import Catalog
public import GalleryModel

extension PhotoGallery {
    /// The faces that nobody has named, those of the photos added last first.
    ///
    /// Left out are those that an edit cuts off. Blocks for some milliseconds a page, longer where hundreds of
    /// thousands of photos show named faces alone.
    ///
    /// - Parameters:
    ///   - last: where the page before ended: its `next`; nil for the first page.
    ///   - photos: how many photos a page looks at, at most.
    public func unnamedFaces(
        after last: PhotoID? = nil, photos: Int = 60
    ) throws(GalleryError) -> FacePortraits {
        try GalleryError.translating {
            var page = FacePortraits(portraits: [], next: last)
            // Photos whose unnamed faces are all cut off make no page.
            repeat {
                let found = try catalog.photosWithUnnamedFaces(after: page.next, limit: photos + 1)
                let ids = Array(found.prefix(photos))
                page.portraits = try catalog.photos(ids: ids).flatMap(FacePortrait.all).filter {
                    $0.face.name == nil
                }
                page.next = found.count > photos ? ids.last : nil
            } while page.portraits.isEmpty && page.next != nil
            return page
        }
    }

    /// A face of a person: that of the latest photo where it can be seen.
    ///
    /// Blocks for some milliseconds.
    ///
    /// - Parameters:
    ///   - name: the person's name, without regard to case and accents.
    ///   - query: the photos that are looked at.
    /// - Returns: nil where no stored picture of the latest photos shows a face of that name.
    public func portrait(
        of name: String, in query: PhotoQuery = .everything
    ) throws(GalleryError) -> FacePortrait? {
        var query = query.filtered(.condition(.named(name)))
        query.order = PhotoOrder(.date, isDescending: true)
        let key = Place.key(name)
        return try photos(query.page(limit: Self.seenForPortrait)).lazy
            .flatMap { FacePortrait.all(of: $0.photo) }
            .first { $0.face.name.map(Place.key) == key }
    }

    /// How many photos are looked at for a face that can be seen.
    private static let seenForPortrait = 5
}
