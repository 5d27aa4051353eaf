import Catalog
import Foundation
public import GalleryModel
import Imaging

extension PhotoGallery {
    /// Changes how photos look; the pictures themselves stay as they are.
    ///
    /// The change is one entry of the journal, which `undo` takes back; a change of more than 100,000
    /// photos is one for each 100,000.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - change: what is to be changed.
    ///   - options: progress and failed items; a dry run says what would be, and stores nothing.
    ///   - body: gets the photos in order, a page at a time, once they are stored; called on one thread
    ///     at a time. What it throws ends the work.
    /// - Throws: for a single photo `usage` where the change does not fit it and `notFound` where pixels
    ///   are given and no picture is stored (of several photos these are failed items); `usage` for a
    ///   value out of its range; `notFound` for a copy of no edit; what the catalog or `body` throws;
    ///   `CancellationError`.
    public func edit(
        _ query: PhotoQuery, _ change: EditChange, options: WorkOptions = WorkOptions(),
        body: (@Sendable ([EditedPhoto]) throws -> Void)? = nil
    ) async throws -> EditSummary {
        try await stoppable { [self] stop in
            var run = try CatalogEdits(gallery: self, change: change, work: options, stop: stop)
            return try run.run(try scope(of: query), body)
        }
    }

    /// What a person changed about how a photo looks; nil where nothing was.
    public func edit(of id: PhotoID) throws(GalleryError) -> PhotoEdit? {
        try GalleryError.translating { try catalog.edit(of: id) }
    }

    /// The size of the frame that crops and centres in pixels refer to: the largest stored picture,
    /// upright, turned and straightened.
    ///
    /// - Throws: `notFound` without a stored picture; `badInput` where its size cannot be read.
    public func editFrame(
        of photo: Photo, edit: PhotoEdit
    ) throws(GalleryError) -> EditGeometry.Size {
        let size = try PictureSizeReader(catalog: catalog, limits: DecodeLimits(settings))
            .uprightSize(of: photo)
        return EditGeometry(edit, width: size.width, height: size.height).frame
    }
}
