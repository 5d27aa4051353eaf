import Basics
import Export
import GalleryModel
import Imaging

/// A photo made ready to be given away.
struct PreparedPhoto: Sendable {
    /// The photo as it may be told.
    let photo: Photo
    /// The name of its file, safe and with its ending.
    let name: String
    /// The file's bytes; empty in a dry run.
    let bytes: [UInt8]
    /// Pixels across; nil where it was not decoded.
    let width: Int?
    /// Pixels down; nil where it was not decoded.
    let height: Int?
    /// What the file is, as mail says it.
    let mediaType: String
    /// Whether it shows something else than the original.
    let isChanged: Bool
    /// What was read with doubt.
    let warnings: [String]
    /// What a person should know before giving it away.
    var remarks: [String] = []
}

/// Makes photos ready to be given away; belongs to one thread.
struct SharePreparation {
    let gallery: PhotoGallery
    let options: ShareOptions
    /// The format of the files.
    let format: RenderFormat
    /// The most pixels of the long edge; nil for no bound.
    let longestSide: Int?
    let quality: Int
    let isDryRun: Bool
    let rendering: PictureRendering
    let filter: PositionFilter
    private let template: NameTemplate

    /// - Parameter threads: threads for one picture.
    /// - Throws: `usage` for a bad template; `configuration` where positions are to be coarse and the index
    ///   cannot be used.
    init(
        _ gallery: PhotoGallery, _ options: ShareOptions, format: RenderFormat, isPrinted: Bool,
        threads: Int, isDryRun: Bool
    ) throws(GalleryError) {
        self.gallery = gallery
        self.options = options
        self.format = format
        self.isDryRun = isDryRun
        longestSide =
            switch options.size {
            case .standard: isPrinted ? nil : gallery.settings.share.longestSide
            case .full, .half: nil
            case .longest(let side): side
            }
        quality = options.quality ?? gallery.settings.share.quality
        template = try options.template()
        rendering = gallery.rendering(threads: threads)
        filter = try PositionFilter(options.positions, settings: gallery.settings)
    }

    /// Makes one photo ready.
    ///
    /// - Throws: `notFound` without a stored picture; `badInput` where it cannot be decoded.
    func prepared(_ photo: Photo) throws(GalleryError) -> PreparedPhoto {
        try GalleryError.translating {
            let secrets = try ShareSecrets(photo, options, filter)
            return options.keepsAll ? try original(of: photo) : try rendered(photo, secrets)
        }
    }

    private func rendered(_ photo: Photo, _ secrets: ShareSecrets) throws -> PreparedPhoto {
        // A stored edit that cannot be read must not give the unedited picture away.
        let edit =
            options.includesEdits
            ? try photo.edit ?? gallery.edit(of: photo.id) ?? PhotoEdit() : PhotoEdit()
        let encoding = format.encoding(quality: quality)
        let name = name(of: photo, ending: encoding.fileExtension)
        let remarks = SharePreparation.remarks(on: photo, isChanged: !edit.isEmpty)
        guard !isDryRun else {
            guard photo.picture?.path != nil else { throw GalleryError.noPicture(of: photo) }
            let source = secrets.asksFile ? try? bytes(of: photo) : nil
            return PreparedPhoto(
                photo: secrets.photo, name: name, bytes: [], width: nil, height: nil,
                mediaType: format.mediaType, isChanged: !edit.isEmpty, warnings: [],
                remarks: remarks + secrets.remarks(on: source ?? []))
        }
        let source = try bytes(of: photo)
        let picture = try picture(
            of: photo, from: source,
            PictureRendering.Request(
                edit: edit, longestSide: try longestSide(of: photo, edit), format: format,
                quality: quality,
                isSRGB: true, metadata: .shared(secrets)))
        return PreparedPhoto(
            photo: secrets.photo, name: name, bytes: picture.bytes, width: picture.width,
            height: picture.height, mediaType: format.mediaType, isChanged: !edit.isEmpty,
            warnings: picture.warnings, remarks: remarks + secrets.remarks(on: source))
    }

    /// The most pixels of a photo's long edge; nil for no bound.
    private func longestSide(of photo: Photo, _ edit: PhotoEdit) throws(GalleryError) -> Int? {
        guard options.size == .half else { return longestSide }
        let upright = try PictureSizeReader(catalog: gallery.catalog, limits: rendering.limits)
            .uprightSize(of: photo)
        let size = EditGeometry(edit, width: upright.width, height: upright.height).result
        return size.halfOfLongEdge
    }

    /// The picture as it is stored.
    private func bytes(of photo: Photo) throws(GalleryError) -> [UInt8] {
        try PictureBytes.read(
            of: photo, in: gallery.catalog, atMost: rendering.limits.maximumBytes)
    }

    private func picture(
        of photo: Photo, from source: [UInt8], _ request: PictureRendering.Request
    ) throws(GalleryError) -> RenderedPicture {
        do throws(GalleryError) {
            return try rendering.picture(of: photo, from: source, request)
        } catch {
            guard error.message.hasPrefix("the picture is damaged") else { throw error }
            let next =
                photo.origin == .camera
                ? "import a whole copy of it" : "search again to fetch it anew"
            throw GalleryError(
                error.kind,
                "\(error.message); \(next), or give it away as it is with --keep-all")
        }
    }

    /// The name of a photo's file, by the template, which takes what it asks for from the photo.
    func name(of photo: Photo, ending: String) -> String {
        var named = photo
        for index in named.pictures.indices {
            named.pictures[index].fileType = nil
            named.pictures[index].path = named.pictures[index].path.map { _ in
                BytePath("copy.\(ending)")
            }
        }
        return template.path(for: ListedPhoto(section: "", position: 0, photo: named)).escaped
    }

    /// What a person should know before giving a changed copy away.
    private static func remarks(on photo: Photo, isChanged: Bool) -> [String] {
        guard isChanged, let license = photo.license, license.forbidsChanges else { return [] }
        return [
            "its licence \(license.name) lets nobody give changed copies away, and this one is edited: "
                + "share it with --unedited, or ask its owner"
        ]
    }

    private func original(of photo: Photo) throws -> PreparedPhoto {
        let bytes = try bytes(of: photo)
        let type = PictureFormat.sniff(bytes)
        return PreparedPhoto(
            photo: photo, name: name(of: photo, ending: type.fileExtension),
            bytes: isDryRun ? [] : bytes, width: nil, height: nil, mediaType: type.mediaType,
            isChanged: false, warnings: [])
    }
}

extension EditGeometry.Size {
    /// The long edge of a picture that is half as large.
    var halfOfLongEdge: Int { max((max(width, height) + 1) / 2, 1) }
}

extension License {
    /// Whether changed copies may not be given away: Creative Commons' `ND`.
    fileprivate var forbidsChanges: Bool {
        name.split { $0 == " " || $0 == "-" }.contains("ND")
    }
}

extension RenderFormat {
    fileprivate var mediaType: String { "image/\(rawValue)" }
}

extension PictureFormat {
    /// The type as mail says it.
    ///
    /// Source: IANA, https://www.iana.org/assignments/media-types/
    fileprivate var mediaType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .gif: "image/gif"
        case .webp: "image/webp"
        case .heif: "image/heic"
        case .avif: "image/avif"
        case .tiff: "image/tiff"
        default: "application/octet-stream"
        }
    }
}
