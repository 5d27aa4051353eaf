import Foundation
public import GalleryModel
import Imaging

extension PhotoGallery {
    /// Makes a picture file of a photo in memory: upright, with its edit applied, its metadata kept and
    /// its faces moved along.
    ///
    /// The same photo gives the same bytes.
    ///
    /// - Throws: `notFound` without a stored picture; `badInput` where it cannot be decoded or is
    ///   larger than the settings allow; `inputOutput` where it cannot be encoded.
    public func render(
        _ photo: Photo, options: RenderOptions = RenderOptions()
    ) async throws -> RenderedPicture {
        try await offload { [self] in try rendered(photo, options: options) }
    }

    /// As `render`, on the thread of the caller.
    func rendered(
        _ photo: Photo, options: RenderOptions = RenderOptions()
    ) throws(GalleryError) -> RenderedPicture {
        // A stored edit that cannot be read must not give the unedited picture instead.
        var edit: PhotoEdit?
        if options.includesEdit {
            edit = photo.edit
            if edit == nil { edit = try self.edit(of: photo.id) }
        }
        return try rendering(threads: PhotoGallery.coreCount).picture(
            of: photo,
            PictureRendering.Request(
                edit: edit ?? PhotoEdit(),
                longestSide: options.longestSide, format: options.format, quality: options.quality,
                isSRGB: false, metadata: .everything))
    }

    func rendering(threads: Int) -> PictureRendering {
        PictureRendering(catalog: catalog, limits: DecodeLimits(settings), threads: threads)
    }

    static var coreCount: Int { max(ProcessInfo.processInfo.activeProcessorCount, 1) }
}
