import Catalog
import Foundation
public import GalleryModel
import Imaging

extension PhotoGallery {
    /// Makes the thumbnails of photos, as far as they are not there yet, and stores them in the catalog.
    ///
    /// They are upright, in sRGB and show the photo's edit. The same bytes are decoded once in a run.
    /// Where all thumbnails take more than `thumbnails.maximumBytes`, those that were not used for
    /// longest are removed. A damaged picture gives thumbnails of what can be decoded, and a failed item
    /// and a problem; it is not tried again until `again` is asked for. Cancelling the task keeps what
    /// was stored.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - options: the sides, and whether to make anew what is there; a dry run only counts, files under
    ///     `made`.
    ///   - body: gets each photo whose thumbnails were due, once they are stored, in order; called on
    ///     one thread at a time. What it throws ends the work.
    /// - Throws: `usage` for sides that no thumbnail can have; what the catalog or `body` throws;
    ///   `CancellationError`.
    public func makeThumbnails(
        _ query: PhotoQuery, options: ThumbnailOptions = ThumbnailOptions(),
        body: @escaping @Sendable ([MadeThumbnails]) throws -> Void = { _ in }
    ) async throws -> ThumbnailSummary {
        try await perform("thumbnails", options.work) { [self] work in
            let scope = try scope(of: query)
            return try pictureAnalysis(options, nil, work, command: "thumbnails").run(
                scope, total: try total(of: scope)
            ) { rows in
                try body(rows.map(MadeThumbnails.init))
            }.thumbnails
        }
    }

    /// A thumbnail of a photo, made and stored where it is not there yet.
    ///
    /// Tasks that ask for the same one at the same time share the work, which goes with the last of them
    /// unless it was begun.
    ///
    /// - Parameters:
    ///   - photo: the photo.
    ///   - side: the least long edge in pixels; the smallest of `thumbnails.sizes` that reaches it is
    ///     given, the largest where none does.
    /// - Throws: `notFound` where no picture is stored or its file has changed or is away; `badInput`
    ///   where it cannot be decoded; `tryLater` where too many are asked for; what the catalog throws;
    ///   `CancellationError`.
    public func thumbnail(of photo: Photo, side: Int) async throws -> Thumbnail {
        let side = configuredThumbnailSide(for: side)
        let id = photo.id
        let (making, known) = try await offload { [self] in
            let making = try thumbnailMaking(of: id, side: side)
            let isThere = making.work.missing.isEmpty
            return (making, isThere ? try catalog.thumbnails([making.key])[0] : nil)
        }
        if let known { return Thumbnail(known, side: side, of: id) }
        let made = try await thumbnailsInWork.value(of: making.key) { try making.make() }
        return Thumbnail(try made.stored.get(), side: side, of: id)
    }

    /// The thumbnails of photos that are there, such as those of a page.
    ///
    /// - Parameter side: as `thumbnail(of:side:)`.
    /// - Returns: those that are there; the others have no entry: `thumbnail(of:side:)` makes them.
    public func thumbnails(
        of photos: [Photo], side: Int
    ) throws(GalleryError) -> [PhotoID: Thumbnail] {
        let side = configuredThumbnailSide(for: side)
        return try GalleryError.translating {
            var found: [PhotoID: Thumbnail] = [:]
            let page = try catalog.thumbnailWork(
                .photos(photos.map(\.id)), after: 0, limit: max(photos.count, 1), sides: [side],
                cacheKey: thumbnailCacheKey)
            let stored = try catalog.thumbnails(page.works.map { $0.key(side) })
            for (work, thumbnail) in zip(page.works, stored) {
                found[work.photoID] = thumbnail.map {
                    Thumbnail($0, side: side, of: work.photoID)
                }
            }
            return found
        }
    }

    /// How many thumbnails there are and how many bytes they take.
    public func thumbnailUsage() throws(GalleryError) -> ThumbnailUsage {
        let usage = try GalleryError.translating { try catalog.thumbnailUsage() }
        return ThumbnailUsage(count: usage.count, bytes: usage.bytes)
    }

    /// The side that the settings have for one that is asked for.
    func configuredThumbnailSide(for side: Int) -> Int {
        let sides = settings.thumbnails.sizes
        return sides.first { $0 >= side } ?? sides.last ?? max(side, 1)
    }

    /// How thumbnails of a photo with an edit are made, in one text.
    func thumbnailCacheKey(_ edit: PhotoEdit?) -> String {
        ThumbnailParameters(encoding: PictureEncoding(settings.thumbnails)).text(with: edit)
    }

    /// What making a thumbnail takes, and whether it is there.
    ///
    /// - Throws: `notFound` for a photo without a stored picture.
    func thumbnailMaking(of id: PhotoID, side: Int) throws -> ThumbnailMaking {
        let page = try catalog.thumbnailWork(
            .photos([id]), after: 0, limit: 1, sides: [side], cacheKey: thumbnailCacheKey)
        guard let work = page.works.first else { throw try noPicture(of: id) }
        return ThumbnailMaking(catalog: catalog, settings: settings, work: work, side: side)
    }

    /// Why there is no picture of a photo.
    ///
    /// - Throws: `notFound` where there is no such photo.
    func noPicture(of id: PhotoID) throws -> GalleryError {
        .noPicture(of: try catalog.photo(id: id))
    }
}

extension ThumbnailWork {
    /// The key of the photo's thumbnail with a long edge.
    func key(_ side: Int) -> ThumbnailKey {
        ThumbnailKey(sha256: sha256, cacheKey: cacheKey, side: side)
    }
}

extension MadeThumbnails {
    init(_ photo: AnalysedPhoto) {
        self.init(photoID: photo.photoID, path: photo.path)
        thumbnails = photo.thumbnails
        warnings = photo.warnings
        error = photo.error
    }
}
