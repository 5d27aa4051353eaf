import Basics
import Catalog
public import GalleryModel
import Imaging

/// The edits of a gallery: recipes that are applied when a picture is rendered.
///
/// @Snippet(path: "gallery/Snippets/EditPhotos", slice: "edit")
public struct GalleryEdits: GalleryFeature {
    let gallery: PhotoGallery

    /// Changes the edits of photos; the pictures themselves are not modified.
    ///
    /// The change is one step for `undo`; a change of more than 100,000 photos is one step per
    /// 100,000.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - change: the change.
    ///   - options: progress and failed items; a dry run reports the result and stores nothing.
    ///   - body: receives the photos in order, one page at a time, once they are stored; called on
    ///     one thread at a time. An error it throws ends the work.
    /// - Throws: for a single photo, `usage` if the change does not fit it and `notFound` if the
    ///   change is in pixels and no picture is stored (for several photos these are failed items);
    ///   `usage` for a value out of range; `notFound` if the photo to copy from has no edit; errors
    ///   of the catalog and of `body`; `CancellationError`.
    public func apply(
        _ query: PhotoQuery, _ change: EditChange, options: WorkOptions = WorkOptions(),
        body: (@Sendable ([EditedPhoto]) throws -> Void)? = nil
    ) async throws -> EditSummary {
        try await gallery.perform("edit", options) { [gallery] work in
            var run = try CatalogEdits(gallery: gallery, change: change, work: work)
            return try run.run(try gallery.scope(of: query), body)
        }
    }

    /// Returns a photo's edit; nil if it has none.
    public func recipe(of id: PhotoID) throws(GalleryError) -> PhotoEdit? {
        try translated(catalog.edit(of: id))
    }

    /// Returns an edit in the form that is stored for photos; nil for an empty one.
    ///
    /// - Throws: `usage` for a value out of range.
    package func stored(_ edit: PhotoEdit) throws(GalleryError) -> PhotoEdit? {
        try translated(edit.check())
        try checkSquare(of: edit)
        return edit.isEmpty ? nil : edit.simplified
    }

    /// Refuses a square that exceeds the limits of the settings.
    private func checkSquare(of edit: PhotoEdit) throws(GalleryError) {
        guard let square = edit.square else { return }
        let side = min(square, edit.longEdge ?? .max)
        let limits = DecodeLimits(settings)
        // Straightening and rotating need a second buffer.
        let copies = edit.straightening != 0 || edit.orientation != 1 ? 2 : 1
        let maximumPixels = min(limits.maximumPixels, limits.maximumBytes / (3 * copies))
        guard side * side > maximumPixels else { return }
        throw GalleryError(
            .usage,
            "a square of '\(square)' pixels is larger than the settings imaging.maximumPixels and "
                + "imaging.maximumDecodeBytes allow: give at most "
                + "\(Int(Double(maximumPixels).squareRoot())), or raise them")
    }

    /// Returns a photo's edit; empty if it has none.
    ///
    /// - Throws: `badInput` for a stored edit that cannot be parsed, so that the unedited picture
    ///   is never shown or shared in its place.
    func edit(of photo: Photo) throws(GalleryError) -> PhotoEdit {
        if let edit = photo.edit { return edit }
        return try recipe(of: photo.id) ?? PhotoEdit()
    }

    /// Returns the size of the frame that crops and centers in pixels refer to: the largest stored
    /// picture, upright, rotated and straightened.
    ///
    /// - Throws: `notFound` without a stored picture; `badInput` if its size cannot be read.
    package func frame(of photo: Photo, edit: PhotoEdit) throws(GalleryError) -> EditGeometry.Size {
        let size = try uprightSize(of: photo)
        return EditGeometry(edit, width: size.width, height: size.height).frame
    }
}

/// Applies one change to the edits of a catalog's photos.
///
/// ```
/// catalog, a page at a time → change applied to each photo's edit → stored together at the end
/// ```
/// Nothing is stored before the last photo is examined, so that the change is one undo step. Until
/// then edits are held in memory, at most `batchLength` of them.
struct CatalogEdits {
    /// The number of photos per page.
    static let pageLength = 512
    /// The maximum number of edits stored in one transaction and one undo step.
    static let batchLength = 100_000

    private let gallery: PhotoGallery
    private let change: EditChange
    private let work: WorkContext
    /// The edit that the change starts from, if it is the same for every photo.
    private let base: PhotoEdit?
    private var summary = EditSummary()
    private var waiting: [(PhotoID, PhotoEdit?)] = []
    private var rows: [EditedPhoto] = []
    private var done = 0

    /// - Throws: `notFound` if the photo to copy from has no edit; `usage` for a value out of
    ///   range.
    init(gallery: PhotoGallery, change: EditChange, work: WorkContext) throws(GalleryError) {
        self.gallery = gallery
        self.change = change
        self.work = work
        switch change.base {
        case .own: base = nil
        case .empty: base = PhotoEdit()
        case .edit(let edit):
            try translated(edit.check())
            base = edit
        case .copy(let id):
            let copied = try translated(gallery.photo(id: id).edit ?? gallery.edits.recipe(of: id))
            guard let edit = copied else {
                throw GalleryError(
                    .notFound,
                    "photo \(id) has no edit to copy: name another photo, or use --reset")
            }
            base = edit
        }
        if !change.needsFrame {
            // A mistake common to all photos is reported once, before any photo is examined.
            let edit = try change.applied(to: base ?? PhotoEdit()) { _ throws(GalleryError) in
                EditGeometry.Size(width: 1, height: 1)
            }
            _ = try gallery.edits.stored(edit)
        }
    }

    mutating func run(
        _ selection: PhotoScope, _ body: (@Sendable ([EditedPhoto]) throws -> Void)?
    ) throws -> EditSummary {
        let total = try gallery.total(of: selection)
        summary.isDryRun = work.isDryRun
        var isSinglePhoto = false
        if case .photos(let ids) = selection, let id = ids.first {
            isSinglePhoto = Set(ids).count == 1
            if isSinglePhoto { _ = try gallery.photo(id: id) }
        }
        try CatalogEdits.forEachPage(of: selection, in: gallery) { photos in
            try work.checkCancellation()
            for photo in photos {
                let row = try edited(photo, isSinglePhoto: isSinglePhoto)
                summary.count(row)
                if row.isChanged { waiting.append((photo.id, row.edit)) }
                if body != nil { rows.append(row) }
            }
            done += photos.count
            work.progress("edits", done, of: total)
            if waiting.count >= Self.batchLength || rows.count >= Self.batchLength {
                try flush(body)
            }
        }
        try flush(body)
        return summary
    }

    /// Returns the row for a photo with the change applied, or with the reason why it does not fit.
    private func edited(_ photo: Photo, isSinglePhoto: Bool) throws -> EditedPhoto {
        var row = EditedPhoto(
            photoID: photo.id, title: photo.title ?? photo.fileName, edit: photo.edit,
            isChanged: false, error: nil)
        let subject = ProblemSubject.photo(photo.id, .edit)
        do throws(GalleryError) {
            let (present, isDamaged) = try stored(of: photo)
            let edit = try change.applied(to: base ?? present ?? PhotoEdit()) {
                edit throws(GalleryError) in try gallery.edits.frame(of: photo, edit: edit)
            }
            row.edit = try gallery.edits.stored(edit)
            row.isChanged = row.edit != present || isDamaged
        } catch {
            if isSinglePhoto { throw error }
            row.error = error.message
            try work.fail(.photo(photo.id), error.message, problem: subject)
            return row
        }
        try work.succeed(subject)
        return row
    }

    /// Returns a photo's stored edit.
    ///
    /// Listings omit an edit that cannot be parsed. Such an edit can be replaced, but not modified.
    private func stored(
        of photo: Photo
    ) throws(GalleryError) -> (edit: PhotoEdit?, isDamaged: Bool) {
        if let edit = photo.edit { return (edit, false) }
        do throws(GalleryError) {
            return (try gallery.edits.recipe(of: photo.id), false)
        } catch {
            guard base != nil, error.kind == .badInput else { throw error }
            return (nil, true)
        }
    }

    private mutating func flush(_ body: (([EditedPhoto]) throws -> Void)?) throws {
        if !work.isDryRun, !waiting.isEmpty {
            _ = try gallery.catalog.setEdits(waiting, command: "edit")
        }
        waiting.removeAll(keepingCapacity: true)
        if let body, !rows.isEmpty { try body(rows) }
        rows.removeAll(keepingCapacity: true)
    }
}

extension CatalogEdits {
    /// Passes the photos of a selection to `body` in pages, each photo once.
    static func forEachPage(
        of selection: PhotoScope, in gallery: PhotoGallery, _ body: ([Photo]) throws -> Void
    ) throws {
        switch selection {
        case .everything:
            var last: PhotoID?
            while true {
                let page = try gallery.catalog.latestPhotos(after: last, limit: pageLength)
                guard let end = page.last else { return }
                last = end.id
                try body(page)
            }
        case .section(let section):
            // The body queries the catalog, which is not possible on a thread that is reading from
            // it.
            try gallery.forEachBatchAhead(.section(section), includesRaw: false) { batch in
                try body(batch.map(\.photo))
            }
        case .photos(let ids):
            for page in ids.uniqued().pages(of: pageLength) {
                try body(try gallery.catalog.photos(ids: page))
            }
        }
    }
}
