import Catalog
import Foundation
import GalleryModel
import Imaging

/// One change of the edits of a catalog's photos.
///
/// ```
/// catalog, a page at a time → the change applied to each photo's edit → stored together at the end
/// ```
/// Nothing is stored before the last photo was looked at, so that a change is one entry of the
/// journal. Edits wait for that in memory, at most `batchLength` of them.
struct CatalogEdits {
    /// Photos looked at in one page.
    static let pageLength = 512
    /// The most edits stored in one transaction with one entry of the journal.
    static let batchLength = 100_000

    private let gallery: PhotoGallery
    private let change: EditChange
    private let work: WorkOptions
    private let stop: StopFlag
    /// What the change begins with, where that is the same for every photo.
    private let base: PhotoEdit?
    private var summary = EditSummary()
    private var waiting: [(PhotoID, PhotoEdit?)] = []
    private var rows: [EditedPhoto] = []
    private var done = 0

    /// - Throws: `notFound` for a copy of no edit; `usage` for an edit with a value out of its range.
    init(
        gallery: PhotoGallery, change: EditChange, work: WorkOptions, stop: StopFlag
    ) throws(GalleryError) {
        self.gallery = gallery
        self.change = change
        self.work = work
        self.stop = stop
        switch change.base {
        case .own: base = nil
        case .empty: base = PhotoEdit()
        case .edit(let edit):
            do throws(PhotoEditError) { try edit.check() } catch {
                throw GalleryError(.usage, "\(error)")
            }
            base = edit
        case .copy(let id):
            var copied = try gallery.photo(id: id).edit
            if copied == nil { copied = try gallery.edit(of: id) }
            guard let edit = copied else {
                throw GalleryError(
                    .notFound,
                    "photo \(id) has no edit to copy: name another one, or use --reset")
            }
            base = edit
        }
        if !change.needsFrame {
            // What is wrong for every photo is said once, before any is looked at.
            let edit = try change.applied(to: base ?? PhotoEdit()) { _ throws(GalleryError) in
                EditGeometry.Size(width: 1, height: 1)
            }
            try CatalogEdits.checkSquare(of: edit, gallery.settings)
        }
    }

    mutating func run(
        _ selection: PhotoScope, _ body: (@Sendable ([EditedPhoto]) throws -> Void)?
    ) throws -> EditSummary {
        let total = try gallery.total(of: selection)
        summary.isDryRun = work.isDryRun
        let problems = ItemProblems(gallery.catalog, command: "edit", isDryRun: work.isDryRun)
        var isAlone = false
        if case .photos(let ids) = selection, let id = ids.first {
            isAlone = Set(ids).count == 1
            if isAlone { _ = try gallery.photo(id: id) }
        }
        try CatalogEdits.forEachPage(of: selection, in: gallery) { photos in
            if stop.isRaised { throw CancellationError() }
            for photo in photos {
                let row = try edited(photo, isAlone: isAlone, problems)
                summary.count(row)
                if row.isChanged { waiting.append((photo.id, row.edit)) }
                if body != nil { rows.append(row) }
            }
            done += photos.count
            work.progress(.init(activity: "edits", done: done, total: total))
            if waiting.count >= Self.batchLength || rows.count >= Self.batchLength {
                try flush(body)
            }
        }
        try flush(body)
        return summary
    }

    /// The photo with the change applied, or why it does not fit.
    private func edited(
        _ photo: Photo, isAlone: Bool, _ problems: ItemProblems
    ) throws -> EditedPhoto {
        var row = EditedPhoto(
            photoID: photo.id, title: photo.title ?? photo.fileName, edit: photo.edit,
            isChanged: false, error: nil)
        let subject = ProblemSubject.photo(photo.id, .edit)
        do throws(GalleryError) {
            let (present, isDamaged) = try stored(of: photo)
            let edit = try change.applied(to: base ?? present ?? PhotoEdit()) {
                edit throws(GalleryError) in try gallery.editFrame(of: photo, edit: edit)
            }
            try CatalogEdits.checkSquare(of: edit, gallery.settings)
            row.edit = edit.isEmpty ? nil : edit.simplified
            row.isChanged = row.edit != present || isDamaged
        } catch {
            if isAlone { throw error }
            row.error = error.message
            try problems.record(subject, error.message)
            work.itemFailed(ItemFailure(subject: .photo(photo.id), message: error.message))
            return row
        }
        try problems.clear(subject)
        return row
    }

    /// What the photo's edit is.
    ///
    /// Listings have no edit where the stored one cannot be read: such a one may be replaced, but nothing
    /// is known that a change could add to.
    private func stored(
        of photo: Photo
    ) throws(GalleryError) -> (edit: PhotoEdit?, isDamaged: Bool) {
        if let edit = photo.edit { return (edit, false) }
        do throws(GalleryError) {
            return (try gallery.edit(of: photo.id), false)
        } catch {
            guard base != nil, error.kind == .badInput else { throw error }
            return (nil, true)
        }
    }

    /// Refuses a square that could not be rendered.
    private static func checkSquare(
        of edit: PhotoEdit, _ settings: GallerySettings
    ) throws(GalleryError) {
        guard let square = edit.square else { return }
        let side = min(square, edit.longestSide ?? .max)
        let limits = DecodeLimits(settings)
        // What is straightened or turned is held twice.
        let copies = edit.straightening != 0 || edit.orientation != 1 ? 2 : 1
        let most = min(limits.maximumPixels, limits.maximumBytes / (3 * copies))
        guard side * side > most else { return }
        throw GalleryError(
            .usage,
            "a square of '\(square)' pixels is larger than the settings imaging.maximumPixels and "
                + "imaging.maximumDecodeBytes allow: give at most "
                + "\(Int(Double(most).squareRoot())), or raise them")
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
