import Basics
import Catalog
import Export
import Foundation
public import GalleryModel
import Imaging

/// An output file format.
public enum RenderFormat: String, Hashable, Sendable, CaseIterable {
    /// JPEG: readable everywhere; transparent areas become white.
    case jpeg
    /// PNG: lossless, large files.
    case png
    /// WebP: smaller files than JPEG.
    case webp

    /// Makes the format for a file name extension, ignoring case; nil for other extensions.
    package init?(fileExtension: String) {
        let name = fileExtension.lowercased()
        self.init(rawValue: ["jpg", "jpe"].contains(name) ? "jpeg" : name)
    }

    func encoding(quality: Int) -> PictureEncoding {
        switch self {
        case .jpeg: .jpeg(quality: quality)
        case .png: .png
        case .webp: .webp(quality: quality)
        }
    }
}

/// The options for rendering a photo to a picture file.
public struct RenderOptions: Hashable, Sendable {
    /// The maximum length of the long edge in pixels; nil for the full size; nothing is enlarged.
    public var longEdge: Int?
    /// The file format; nil for PNG if the stored picture is a PNG, else JPEG.
    public var format: RenderFormat?
    /// The quality of JPEG and WebP, 1...100.
    public var quality = 92
    /// Whether the photo's edit is applied.
    public var includesEdit = true

    /// Makes the default options: full size, edited.
    public init() {}
}

/// A picture file in memory, upright and with the photo's edit applied.
public struct RenderedPicture: Hashable, Sendable {
    /// The file's bytes.
    public var bytes: [UInt8]
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    /// The usual file name extension, without the dot.
    public var fileExtension: String
    /// The file type as exiftool names it, such as `JPEG`.
    public var fileType: String
    /// The faces in pixels of this picture; nil if faces were never detected.
    public var faces: [Face]?
    /// Warnings about damaged input, such as a truncated file: lower-case sentences.
    public var warnings: [String]
    /// The size in pixels of the upright picture without the edit.
    var frame: EditGeometry.Size
}

extension GalleryEdits {
    /// Renders a photo to a picture file in memory: upright, with its edit applied, its metadata
    /// kept and its face regions moved accordingly.
    ///
    /// The same photo always gives the same bytes.
    ///
    /// - Throws: `notFound` without a stored picture; `badInput` if it cannot be decoded or exceeds
    ///   the limits of the settings; `inputOutput` if it cannot be encoded.
    public func render(
        _ photo: Photo, options: RenderOptions = RenderOptions()
    ) async throws -> RenderedPicture {
        try await offload { [self] in
            try rendering(threads: WorkOptions().threadCount).picture(
                of: photo, as: options.includesEdit ? edit(of: photo) : PhotoEdit(),
                longEdge: options.longEdge, format: options.format, quality: options.quality)
        }
    }

    func rendering(threads: Int) -> PictureRendering {
        PictureRendering(catalog: catalog, limits: DecodeLimits(settings), threads: threads)
    }
}

/// The identity of a photo's JPEG rendition, known before it is made.
package struct RenditionFacts: Sendable {
    /// The cache key: depends on the picture's bytes, the edit and the program's version.
    package let identity: String
    /// A file name valid on every file system.
    package let fileName: String

    fileprivate let photo: Photo
    /// The preview; nil for the stored edit at full size.
    fileprivate var preview: EditPreview?
}

extension GalleryEdits {
    /// Returns the facts about a photo's rendition or preview; blocks for some hundred microseconds.
    ///
    /// - Parameter preview: the preview; nil for the rendition.
    /// - Throws: `notFound` if the photo does not exist or has no stored picture.
    package func renditionFacts(
        of id: PhotoID, preview: EditPreview? = nil
    ) throws(GalleryError) -> RenditionFacts {
        let photo = try translated(catalog.photo(id: id))
        guard let sha256 = photo.picture?.sha256 else { throw .noPicture(of: photo) }
        let edit = preview?.edit ?? photo.edit ?? PhotoEdit()
        let key = RenderedCopy.key(of: photo, edit, sha256: sha256)
        if let preview {
            return RenditionFacts(
                identity: FileDigest(of: "\(preview.kind) \(key)").hexadecimal,
                fileName: "\(id).jpg", photo: photo, preview: preview)
        }
        let name = try? NameTemplate("{name}.jpg").path(for: ListedPhoto(photo)).string
        return RenditionFacts(identity: key, fileName: name ?? "\(id).jpg", photo: photo)
    }

    /// Returns the bytes of a photo's rendition or preview; previews have no metadata.
    ///
    /// At most two of each kind are made at a time. Tasks that request the same one share the work;
    /// it is dropped if the last of them is canceled before it starts.
    ///
    /// - Parameter waits: true to wait even if too many are requested.
    /// - Throws: as `render`; `tryLater` if too many are requested; `CancellationError`.
    package func rendition(_ facts: RenditionFacts, waits: Bool = false) async throws -> [UInt8] {
        let inProgress =
            facts.preview == nil ? shared.renditionsInProgress : shared.previewsInProgress
        return try await inProgress.value(of: facts.identity, waits: waits) { [self] in
            let rendering = rendering(threads: WorkOptions().threadCount)
            if let preview = facts.preview {
                return try rendering.preview(preview, of: facts.photo, from: shared.previewSources)
            }
            return try rendering.picture(
                of: facts.photo, as: edit(of: facts.photo), format: .jpeg,
                quality: RenderOptions().quality
            ).bytes
        }
    }
}

/// Renders photos to picture files: decodes, edits, encodes and transfers metadata.
struct PictureRendering: Sendable {
    let catalog: PhotoCatalog
    let limits: DecodeLimits
    /// Threads for one picture.
    let threads: Int

    /// Renders the file.
    ///
    /// - Parameters:
    ///   - photo: the photo; `picture` must be stored.
    ///   - source: the bytes of the stored picture; nil to read them.
    ///   - edit: the edit; empty for none.
    ///   - longEdge: the maximum length of the long edge in pixels; nil for no limit.
    ///   - format: the file format; nil for PNG if the stored picture is a PNG, else JPEG.
    ///   - quality: the encoding quality, 1...100.
    ///   - isSRGB: true to convert colors to sRGB, which every program displays correctly.
    ///   - metadata: the metadata that sharing allows; nil to include everything.
    /// - Throws: `notFound` without a stored picture; `badInput` if it cannot be decoded;
    ///   `inputOutput` if it cannot be encoded.
    func picture(
        of photo: Photo, from source: [UInt8]? = nil, as edit: PhotoEdit, longEdge: Int? = nil,
        format: RenderFormat? = nil, quality: Int, isSRGB: Bool = false,
        metadata: ShareableMetadata? = nil
    ) throws(GalleryError) -> RenderedPicture {
        try GalleryError.translating {
            let source =
                try source ?? PictureBytes.read(of: photo, in: catalog, atMost: limits.maximumBytes)
            let format = format ?? (PictureFormat.sniff(source) == .png ? .png : .jpeg)
            // Effects are defined in sRGB. Otherwise the picture keeps its own colors if the file
            // format can hold their profile.
            let isKept = !isSRGB && edit.effects.isEmpty && format == .jpeg
            let decoded = try source.withBytes { bytes throws(ImagingError) in
                try PictureDecoder(limits: limits).decode(
                    bytes: bytes, as: .bgr, longEdge: longEdge, for: edit,
                    color: isKept ? .kept : .sRGB)
            }
            var pixels = try EditRenderer(threads: threads, limits: limits).render(
                edit, of: decoded, longEdge: longEdge)
            // An RGB profile requires three channels.
            if decoded.profile == nil { pixels = pixels.reducedToGray() }
            let encoding = format.encoding(quality: quality)
            let encoded = try PictureEncoder(encoding, profile: decoded.profile).encode(pixels)
            let geometry = EditGeometry(
                edit, width: decoded.width, height: decoded.height, longEdge: longEdge)
            let faces = PictureRendering.faces(of: photo, geometry)
            let bytes = try transferred(
                from: source, to: encoded, pixels.width, pixels.height, photo, faces, metadata,
                removing: try removedMetadata(of: photo))
            return RenderedPicture(
                bytes: bytes, width: pixels.width, height: pixels.height,
                fileExtension: encoding.fileExtension, fileType: encoding.format.exiftoolName,
                faces: faces, warnings: decoded.warnings, frame: geometry.source)
        }
    }

    /// Returns the faces of a photo in the coordinates of the result.
    static func faces(of photo: Photo, _ geometry: EditGeometry) -> [Face]? {
        photo.faces(of: geometry.source).map(geometry.result(of:))
    }

    private func transferred(
        from source: [UInt8], to encoded: [UInt8], _ width: Int, _ height: Int, _ photo: Photo,
        _ faces: [Face]?, _ metadata: ShareableMetadata?, removing removed: MetadataTransfer.Rules
    ) throws(ImagingError) -> [UInt8] {
        var publicPhoto = metadata?.photo ?? photo
        publicPhoto.details.orientation = 1
        // Face regions without names are omitted as well, because they help to identify people.
        let regions =
            metadata?.keepsNames == false ? nil : faces?.regions(width: width, height: height)
        let packet = XMPSidecar.bytes(
            for: publicPhoto, faces: regions ?? [], storedWidth: width, storedHeight: height)
        return try MetadataTransfer().transferring(
            from: source, to: encoded, rules: metadata?.rules ?? .everything, width: width,
            height: height, packet: packet, removing: removed)
    }

    /// The kinds of texts of which the user left a photo none, although its file can contain some.
    private func removedMetadata(of photo: Photo) throws -> MetadataTransfer.Rules {
        guard let manual = try catalog.metadata(of: photo.id)?.manual else { return [] }
        var removed: MetadataTransfer.Rules = []
        if manual.title == "" { removed.insert(.title) }
        if manual.caption == "" { removed.insert(.description) }
        if photo.tags.isEmpty, !manual.removedTags.isEmpty { removed.insert(.tags) }
        return removed
    }
}
