public import Basics
import Catalog
public import GalleryModel
import Imaging

/// The thumbnails of a gallery, made in advance or on demand.
///
/// @Snippet(path: "gallery/Snippets/EditPhotos", slice: "view")
public struct GalleryThumbnails: GalleryFeature {
    let gallery: PhotoGallery

    /// Makes missing thumbnails of photos and stores them in the catalog.
    ///
    /// Thumbnails are upright, in sRGB and show the photo's edit. Each picture is decoded only once
    /// per run. If all thumbnails exceed `thumbnails.maximumBytes`, the least recently used are
    /// removed. A damaged picture gets thumbnails of the part that can be decoded, and is a failed
    /// item and a stored problem; it is retried only with `again`. Canceling the task keeps
    /// everything stored so far.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - options: the sizes, and whether to rebuild existing thumbnails; a dry run only counts,
    ///     under `made`.
    ///   - body: receives each photo whose thumbnails were due, in order, once they are stored;
    ///     called on one thread at a time. An error it throws ends the work.
    /// - Throws: `usage` for sizes out of range; errors of the catalog and of `body`;
    ///   `CancellationError`.
    public func make(
        _ query: PhotoQuery, options: ThumbnailOptions = ThumbnailOptions(),
        body: @escaping @Sendable ([AnalyzedPicture]) throws -> Void = { _ in }
    ) async throws -> ThumbnailSummary {
        try await gallery.perform("thumbnails", options.work) { [self] work in
            let scope = try gallery.scope(of: query)
            return try gallery.pictureAnalysis(options, nil, work, command: "thumbnails").run(
                scope, total: try gallery.total(of: scope), body: body
            ).thumbnails
        }
    }

    /// Returns a thumbnail of a photo; makes and stores it if missing.
    ///
    /// Tasks that request the same thumbnail at the same time share the work. It is dropped with
    /// the last of them unless it has started.
    ///
    /// - Parameters:
    ///   - photo: the photo.
    ///   - side: the minimum long edge in pixels; the smallest sufficient size of
    ///     `thumbnails.sizes` is used, or the largest.
    /// - Throws: `notFound` if no picture is stored or its file is changed or missing; `badInput`
    ///   if it cannot be decoded; `tryLater` if too many are requested; errors of the catalog;
    ///   `CancellationError`.
    public func thumbnail(of photo: Photo, side: Int) async throws -> Thumbnail {
        let side = configuredSide(for: side)
        let id = photo.id
        let (work, known) = try await offload { [self] in
            let work = try pictureWork(of: id, side: side)
            return (work, work.missing.isEmpty ? try catalog.thumbnails([work.key(side)])[0] : nil)
        }
        let stored = if let known { known } else { try await made(work, side: side).stored.get() }
        return Thumbnail(stored, side: side, of: id)
    }

    /// Returns the stored thumbnails of photos, such as those of a page.
    ///
    /// - Parameter side: as for `thumbnail(of:side:)`.
    /// - Returns: the stored thumbnails; missing ones have no entry and are made by
    ///   `thumbnail(of:side:)`.
    public func stored(of photos: [Photo], side: Int) throws(GalleryError) -> [PhotoID: Thumbnail] {
        let side = configuredSide(for: side)
        return try GalleryError.translating {
            var found: [PhotoID: Thumbnail] = [:]
            let works = try catalog.pictureWork(
                of: photos.map(\.id), sides: [side], cacheKey: cacheKey)
            let stored = try catalog.thumbnails(works.map { $0.key(side) })
            for (work, thumbnail) in zip(works, stored) {
                found[work.photoID] = thumbnail.map { Thumbnail($0, side: side, of: work.photoID) }
            }
            return found
        }
    }

    /// Returns the number of all thumbnails and their total size in bytes.
    public func usage() throws(GalleryError) -> (count: Int, bytes: Int64) {
        try translated(catalog.thumbnailUsage())
    }

    /// Returns the configured size for a requested one.
    func configuredSide(for side: Int) -> Int {
        let sides = settings.thumbnails.sizes
        return sides.first { $0 >= side } ?? sides.last ?? max(side, 1)
    }

    /// Returns the cache key for thumbnails of a photo with an edit: all parameters as text.
    func cacheKey(_ edit: PhotoEdit?) -> String {
        PictureEncoding(settings.thumbnails).cacheKey(edit)
    }

    /// Returns the work on a photo's picture that a thumbnail needs.
    ///
    /// - Throws: `notFound` for a photo without a stored picture.
    func pictureWork(of id: PhotoID, side: Int) throws -> PictureWork {
        let works = try catalog.pictureWork(of: [id], sides: [side], cacheKey: cacheKey)
        guard let work = works.first else {
            throw GalleryError.noPicture(of: try catalog.photo(id: id))
        }
        return work
    }
}

extension PictureWork {
    /// Returns the cache key of the photo's thumbnail with a given long edge.
    func key(_ side: Int) -> ThumbnailKey {
        ThumbnailKey(sha256: sha256, cacheKey: cacheKey, side: side)
    }
}

/// The options of making thumbnails.
///
/// Format and quality come from the settings.
public struct ThumbnailOptions: FeatureOptions {
    /// The long edges in pixels; small pictures are not enlarged.
    public var sides: [Int]
    /// Whether to rebuild existing thumbnails.
    public var again = false
    /// Whether to also report photos whose thumbnails exist, with all their thumbnails; counts as a
    /// use of them.
    public var includesExisting = false

    /// The work options: progress, failed items, dry run, number of threads.
    public var work = WorkOptions()

    /// Makes options with the sizes of the settings.
    public init(settings: GallerySettings = GallerySettings()) { sides = settings.thumbnails.sizes }
}

/// A small upright copy of a photo, in sRGB, with the photo's edit.
public struct Thumbnail: Hashable, Sendable {
    /// The photo's catalog id.
    public var photoID: PhotoID
    /// The absolute path of the file, which may be removed when space is needed.
    public var path: BytePath
    /// The requested long edge in pixels; the file's is shorter if the photo is smaller.
    public var side: Int
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    /// The file's length in bytes.
    public var byteCount: Int64
}

/// The file format of thumbnails.
package enum ThumbnailFormat: String, Hashable, Codable, Sendable, CaseIterable {
    /// JPEG: fastest to make, displayed everywhere.
    case jpeg
    /// WebP: smaller files, slower to make; needs libvips.
    case webp
}

/// The result of making thumbnails.
public struct ThumbnailSummary: Hashable, Sendable {
    /// The number of files made.
    public var made = 0
    /// The number of photos from which they were made.
    public var photos = 0
    /// The number of photos that already had all thumbnails or share their picture with another
    /// photo.
    public var upToDate = 0
    /// The number of photos without a stored picture.
    public var withoutPicture = 0
    /// The number of damaged photos, with thumbnails of the part that could be decoded.
    public var damaged = 0
    /// The number of photos without thumbnails because of errors.
    public var failed = 0
    /// The number of files removed to stay within the size limit.
    public var evicted = 0
    /// The total size of the files made, in bytes.
    public var storedBytes: Int64 = 0
    /// True for a dry run; small photos then get fewer thumbnails than counted.
    public var isDryRun = false
}

extension ThumbnailSummary: WorkSummary {
    /// The result as a sentence.
    public var sentence: String {
        let others = Count.list([
            (upToDate, "up to date"), (withoutPicture, "without a picture"), (damaged, "damaged"),
            (failed, "failed"), (evicted, "removed to stay within thumbnails.maximumBytes"),
        ])
        return (isDryRun && made > 0 ? "at most " : "")
            + "\(Count.text(made, "thumbnail")) of \(Count.text(photos, "photo"))"
            + (storedBytes > 0 ? ", \(ByteCount.text(storedBytes))" : "")
            + (others.map { ", \($0)" } ?? "")
    }

    /// The number of failed items.
    package var failedItems: Int { failed + damaged }
}
