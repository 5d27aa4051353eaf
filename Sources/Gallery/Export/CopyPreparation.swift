import Basics
import Catalog
import Export
import GalleryModel

/// Makes ready what may be made of copies in any order: edited photos are rendered, unless their copy is
/// there.
struct CopyPreparation: Sendable {
    /// What was made ready; nil where the stored picture itself is to be copied.
    typealias Outcome = Result<PreparedRendering?, any Error>

    let gallery: PhotoGallery
    /// Where the copies go.
    let folder: BytePath
    let includesEdits: Bool
    /// Threads for one picture.
    let threads: Int

    /// Makes a row's copy ready.
    func outcome(of row: NamedRow) -> Outcome {
        guard case .copy(let named) = row, let name = named.name, includesEdits,
            named.row.photo.picture != nil
        else { return .success(nil) }
        return Result { try rendering(of: named.row.photo, at: folder.appending(name)) }
    }

    private func rendering(of photo: Photo, at target: BytePath) throws -> PreparedRendering? {
        // A stored edit that cannot be read must not give the unedited picture instead.
        guard let edit = try photo.edit ?? gallery.edit(of: photo.id) else { return nil }
        let file = try PictureBytes.open(photo, in: gallery.catalog)
        var source = PhotoSidecar.Source(renderedFrom: file)
        let key = RenderedCopy.key(of: photo, edit, sha256: photo.picture?.sha256 ?? "")
        if let found = RenderedCopy.find(key, at: target) {
            source.copy = found.copy
            let frame = found.copy.frame
            return PreparedRendering(
                copy: found.copy, present: found.path, bytes: [],
                faces: PictureRendering.faces(
                    of: photo, EditGeometry(edit, width: frame.width, height: frame.height)),
                warnings: [], source: source)
        }
        let usual = RenderOptions()
        let rendered = try gallery.rendering(threads: threads).picture(
            of: photo,
            PictureRendering.Request(
                edit: edit, longestSide: nil, format: nil, quality: usual.quality,
                isSRGB: false, metadata: .everything))
        let copy = RenderedCopy(rendered, key: key)
        // One of a damaged picture is rendered again, so that the damage is told again.
        source.copy = rendered.warnings.isEmpty ? copy : nil
        return PreparedRendering(
            copy: copy, present: nil, bytes: rendered.bytes, faces: rendered.faces,
            warnings: rendered.warnings, source: source)
    }
}

/// A rendered copy that waits for its name.
struct PreparedRendering: Sendable {
    /// What is known of the copy.
    let copy: RenderedCopy
    /// Where the copy is already; nil where it is to be written.
    let present: BytePath?
    /// The bytes to write.
    let bytes: [UInt8]
    /// The faces in pixels of the copy.
    let faces: [Face]?
    /// What was read with doubt.
    let warnings: [String]
    /// What its sidecar has of the picture's file.
    let source: PhotoSidecar.Source
}
