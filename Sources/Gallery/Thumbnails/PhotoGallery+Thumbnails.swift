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
    /// Tasks that ask for the same one at the same time share the work.
    ///
    /// - Parameters:
    ///   - photo: the photo.
    ///   - side: the least long edge in pixels; the smallest of `thumbnails.sizes` that reaches it is
    ///     given, the largest where none does.
    /// - Throws: `notFound` where no picture is stored or its file has changed or is away; `badInput`
    ///   where it cannot be decoded; what the catalog throws.
    public func thumbnail(of photo: Photo, side: Int) async throws -> Thumbnail {
        let side = configuredSide(for: side)
        let id = photo.id
        let (work, known) = try await offload { [self] in
            try lookUp(id, side)
        }
        if let known { return known }
        var thumbnail = try await thumbnailsInWork.value(of: work.key(side)) { [self] in
            try await offload { [self] in
                try makeThumbnail(work, side)
            }
        }
        // Another photo may have the same bytes.
        thumbnail.photoID = id
        return thumbnail
    }

    /// The thumbnails of photos that are there, such as those of a page.
    ///
    /// - Parameter side: as `thumbnail(of:side:)`.
    /// - Returns: those that are there; the others have no entry: `thumbnail(of:side:)` makes them.
    public func thumbnails(
        of photos: [Photo], side: Int
    ) throws(GalleryError) -> [PhotoID: Thumbnail] {
        let side = configuredSide(for: side)
        return try GalleryError.translating {
            var found: [PhotoID: Thumbnail] = [:]
            let page = try catalog.thumbnailWork(
                .photos(photos.map(\.id)), after: 0, limit: max(photos.count, 1), sides: [side],
                cacheKey: cacheKeyText)
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

    private func configuredSide(for side: Int) -> Int {
        let sides = settings.thumbnails.sizes
        return sides.first { $0 >= side } ?? sides.last ?? max(side, 1)
    }

    private func cacheKeyText(_ edit: PhotoEdit?) -> String {
        ThumbnailParameters(encoding: PictureEncoding(settings.thumbnails)).text(with: edit)
    }

    private func lookUp(
        _ id: PhotoID, _ side: Int
    ) throws -> (work: ThumbnailWork, known: Thumbnail?) {
        let page = try catalog.thumbnailWork(
            .photos([id]), after: 0, limit: 1, sides: [side], cacheKey: cacheKeyText)
        guard let work = page.works.first else {
            throw GalleryError(
                .notFound,
                "photo \(id) has no stored picture: 'gallery fetch' downloads it, or import it again"
            )
        }
        guard work.missing.isEmpty else { return (work, nil) }
        let stored = try catalog.thumbnail(sha256: work.sha256, cacheKey: work.cacheKey, side: side)
        return (work, stored.map { Thumbnail($0, side: side, of: id) })
    }

    private func makeThumbnail(_ work: ThumbnailWork, _ side: Int) throws -> Thumbnail {
        let encoding = PictureEncoding(settings.thumbnails)
        let pictures = PictureAnalysis(
            maker: ThumbnailMaker(limits: DecodeLimits(settings), encoding: encoding),
            detection: nil)
        var job = AnalysisJob(
            photoID: work.photoID, sha256: work.sha256, places: work.places, cacheKey: work.cacheKey
        )
        job.thumbnails = .init(sides: [side], edit: work.edit, cacheKey: work.cacheKey)
        let output = try pictures.makeWorker()(job)
        let row = AnalysedPhoto(output)
        let subject = ProblemSubject.photo(work.photoID)
        if let message = output.error?.message ?? row.damage {
            try catalog.recordProblems([(subject, message)], command: "thumbnails")
        } else {
            try catalog.clearProblem(subject: subject, command: "thumbnails")
        }
        try catalog.recordDamage([row.found(in: job)].compactMap(\.self))
        guard let made = try output.thumbnails?.get().first else {
            throw GalleryError(.bug, "no thumbnail was made of photo \(work.photoID)")
        }
        // Room is made first, so that what is given away is still there.
        let room = max(settings.thumbnails.maximumBytes - made.bytes.count, 0)
        _ = try catalog.evictThumbnails(toBytes: Int64(room))
        let stored = try catalog.storeThumbnails([
            NewThumbnail(made, key: work.key(side), encoding: encoding, edit: work.edit)
        ])
        guard let file = stored.first else {
            throw GalleryError(.bug, "no thumbnail was stored of photo \(work.photoID)")
        }
        return Thumbnail(file, side: side, of: work.photoID)
    }
}

extension ThumbnailWork {
    /// The key of the photo's thumbnail with a long edge.
    fileprivate func key(_ side: Int) -> ThumbnailKey {
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
