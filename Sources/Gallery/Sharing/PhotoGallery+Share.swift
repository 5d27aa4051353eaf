import Foundation
public import GalleryModel

extension PhotoGallery {
    /// Gives copies of photos away: as a file, into a folder or an archive, by mail or on paper.
    ///
    /// Copies are upright, edited, in sRGB and at most as large as asked for. Positions, serial numbers
    /// and all that is text stay behind unless they are asked for, in file names as well; the title, the
    /// licence and the credit of a photo that is public on Flickr go along. No file is overwritten: in
    /// folders a name that is taken gets ` (2)` and so on, a file, archive or message under the name given
    /// is refused, unless it has the same bytes.
    ///
    /// A photo that cannot be given away is a failed item, and the others go on.
    ///
    /// - Parameters:
    ///   - query: the photos, in order.
    ///   - target: where they go.
    ///   - options: the size, and what is kept; a dry run says the names, and writes, mails and prints
    ///     nothing.
    /// - Throws: `usage` for options that do not fit each other or the target; `notFound` for a
    ///   photo in the trash; `inputOutput` where the target cannot be written; `configuration` where a
    ///   program to print is missing; `CancellationError`.
    public func share(
        _ query: PhotoQuery, to target: ShareTarget, options: ShareOptions = ShareOptions()
    ) async throws -> ShareSummary {
        try await perform("share", options.work) { [self] work in
            let run = try ShareRun(
                gallery: self, photos: try photosToGive(query), target: target, options: options,
                work: work)
            return try run.run()
        }
    }

    /// The photos of a query that are to be given away, in order: who names one twice has it twice.
    ///
    /// - Throws: `notFound` for a photo in the trash.
    func photosToGive(_ query: PhotoQuery) throws(GalleryError) -> [Photo] {
        var ids = try photoIDs(query)
        if case .photos(let named) = try scope(of: query) { ids = named }
        let photos = try ids.map { id throws(GalleryError) in try photo(id: id) }
        if let photo = photos.first(where: { $0.dateTrashed != nil }) {
            throw GalleryError(
                .notFound,
                "photo '\(photo.id)' lies in the trash: 'gallery restore \(photo.id)' brings it back"
            )
        }
        return photos
    }
}
