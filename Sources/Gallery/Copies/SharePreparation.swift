import Basics
import Export
import GalleryModel
import Imaging

/// A photo prepared for sharing.
struct PreparedPhoto: Sendable {
    /// The photo without private metadata.
    let photo: Photo
    /// The safe file name with extension.
    let name: String
    /// The media type of the file, for email.
    let mediaType: String
    /// True if the copy differs from the original because of an edit.
    var isChanged = false
    /// The file's bytes; empty in a dry run.
    var bytes: [UInt8] = []
    /// The width in pixels; nil if the picture was not decoded.
    var width: Int?
    /// The height in pixels; nil if the picture was not decoded.
    var height: Int?
    /// Warnings about damaged input.
    var warnings: [String] = []
    /// Hints for the user, such as license restrictions.
    var remarks: [String] = []

    /// The credit; nil for none.
    var credit: String? { CreditLine.text(for: photo, isChanged: isChanged) }
}

/// Prepares photos for sharing; belongs to one thread.
struct SharePreparation {
    let gallery: PhotoGallery
    let options: ShareOptions
    /// The format of the files.
    let format: RenderFormat
    let quality: Int
    let isDryRun: Bool
    let rendering: PictureRendering
    let filter: PositionFilter
    let template: NameTemplate

    /// - Parameter threads: the number of threads per picture.
    /// - Throws: `usage` for an invalid template; `configuration` if positions are to be coarsened
    ///   and the index is unusable.
    init(
        _ gallery: PhotoGallery, _ options: ShareOptions, threads: Int = 1, isDryRun: Bool = false
    ) throws(GalleryError) {
        self.gallery = gallery
        self.options = options
        format = options.format ?? .jpeg
        self.isDryRun = isDryRun
        quality = options.quality ?? gallery.settings.share.quality
        template = try options.template()
        rendering = gallery.edits.rendering(threads: threads)
        filter = try PositionFilter(options.positions, settings: gallery.settings)
    }

    /// Prepares one photo.
    ///
    /// - Throws: `notFound` without a stored picture; `badInput` if it cannot be decoded.
    func prepared(_ photo: Photo) throws(GalleryError) -> PreparedPhoto {
        try GalleryError.translating {
            if options.keepsAll {
                let bytes = try bytes(of: photo)
                let type = PictureFormat.sniff(bytes)
                return PreparedPhoto(
                    photo: photo, name: template.fileName(of: photo, ending: type.fileExtension),
                    mediaType: type.mediaType, bytes: isDryRun ? [] : bytes)
            }
            let metadata = try ShareableMetadata(photo, options, filter)
            let edit = try options.includesEdits ? gallery.edits.edit(of: photo) : PhotoEdit()
            let ending = format.encoding(quality: quality).fileExtension
            var prepared = PreparedPhoto(
                photo: metadata.photo, name: template.fileName(of: photo, ending: ending),
                mediaType: "image/\(format.rawValue)", isChanged: !edit.isEmpty)
            if !edit.isEmpty, let license = photo.license, license.forbidsChanges {
                prepared.remarks.append(
                    "its license \(license.name) does not allow sharing modified copies, and this one is edited: "
                        + "share it with --unedited, or ask the owner for permission")
            }
            if isDryRun {
                guard photo.picture?.path != nil else { throw GalleryError.noPicture(of: photo) }
                let source = metadata.needsFileMetadata ? try? bytes(of: photo) : nil
                prepared.remarks += metadata.remarks(on: source ?? [])
                return prepared
            }
            let source = try bytes(of: photo)
            let longEdge = try longEdge(of: photo, edit)
            do throws(GalleryError) {
                let picture = try rendering.picture(
                    of: photo, from: source, as: edit, longEdge: longEdge, format: format,
                    quality: quality, isSRGB: true, metadata: metadata)
                (prepared.bytes, prepared.width, prepared.height) =
                    (picture.bytes, picture.width, picture.height)
                prepared.warnings = picture.warnings
            } catch {
                guard error.isDamagedPicture else { throw error }
                let next =
                    photo.origin == .camera
                    ? "import an intact copy" : "search again to download it again"
                throw GalleryError(
                    error.kind,
                    "\(error.message); \(next), or share it unmodified with --keep-all")
            }
            prepared.remarks += metadata.remarks(on: source)
            return prepared
        }
    }

    /// Returns the maximum length of a photo's long edge in pixels; nil for no limit.
    func longEdge(of photo: Photo, _ edit: PhotoEdit) throws(GalleryError) -> Int? {
        switch options.size {
        case .standard: return gallery.settings.share.longEdge
        case .full: return nil
        case .half:
            let size = try gallery.edits.uprightSize(of: photo)
            return EditGeometry(edit, width: size.width, height: size.height).result.halfLongEdge
        case .longest(let side): return side
        }
    }

    /// Returns the bytes of the stored picture.
    private func bytes(of photo: Photo) throws(GalleryError) -> [UInt8] {
        try PictureBytes.read(of: photo, in: gallery.catalog, atMost: rendering.limits.maximumBytes)
    }
}

extension EditGeometry.Size {
    /// The long edge at half size.
    var halfLongEdge: Int { max((max(width, height) + 1) / 2, 1) }
}

extension NameTemplate {
    /// Returns the name of a photo's file according to the template, which has no folders.
    func fileName(of photo: Photo, ending: String) -> String {
        path(for: ListedPhoto(photo), ending: ending).escaped
    }
}

extension License {
    /// True if the license forbids sharing modified copies: Creative Commons `ND`.
    fileprivate var forbidsChanges: Bool { name.split { $0 == " " || $0 == "-" }.contains("ND") }
}

extension PictureFormat {
    /// The media type.
    ///
    /// Source: IANA, https://www.iana.org/assignments/media-types/
    fileprivate var mediaType: String {
        let types: [PictureFormat: String] = [
            .jpeg: "image/jpeg", .png: "image/png", .gif: "image/gif", .webp: "image/webp",
            .heif: "image/heic", .avif: "image/avif", .tiff: "image/tiff",
        ]
        return types[self] ?? "application/octet-stream"
    }
}
