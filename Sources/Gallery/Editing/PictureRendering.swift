import Catalog
import Export
import GalleryModel
import Imaging

/// Makes picture files of photos: decoded, edited, encoded again, with their metadata.
struct PictureRendering: Sendable {
    /// How much of the metadata goes along.
    enum Metadata: Sendable {
        /// Everything.
        case everything
        /// What may be given away.
        case shared(ShareSecrets)
        /// Nothing, as a preview needs none.
        case nothing
    }

    let catalog: PhotoCatalog
    let limits: DecodeLimits
    /// Threads for one picture.
    let threads: Int

    /// What a photo's edit, size, format and metadata are to be.
    struct Request: Sendable {
        /// The edit; empty for none.
        var edit: PhotoEdit
        /// The most pixels of the long edge; nil for no bound.
        var longestSide: Int?
        /// The file format; nil for PNG where the picture is one, else JPEG.
        var format: RenderFormat?
        /// 1...100.
        var quality: Int
        /// Whether colours are brought to sRGB, which every program shows right.
        var isSRGB: Bool
        /// How much of the metadata goes along.
        var metadata: Metadata
    }

    /// Makes the file.
    ///
    /// - Parameter photo: the photo; `picture` must be stored.
    /// - Throws: `notFound` without a stored picture; `badInput` where it cannot be decoded;
    ///   `inputOutput` where it cannot be encoded.
    func picture(of photo: Photo, _ request: Request) throws(GalleryError) -> RenderedPicture {
        let source = try PictureBytes.read(of: photo, in: catalog, atMost: limits.maximumBytes)
        return try picture(of: photo, from: source, request)
    }

    /// Makes the file from the bytes of the stored picture.
    ///
    /// - Throws: as `picture(of:_:)`.
    func picture(
        of photo: Photo, from source: [UInt8], _ request: Request
    ) throws(GalleryError) -> RenderedPicture {
        do throws(ImagingError) {
            return try rendered(photo, from: source, request)
        } catch {
            throw GalleryError(imaging: error)
        }
    }

    private func rendered(
        _ photo: Photo, from source: [UInt8], _ request: Request
    ) throws(ImagingError) -> RenderedPicture {
        let format =
            request.format ?? (PictureFormat.sniff(source) == .png ? RenderFormat.png : .jpeg)
        let decoded = try decode(source, request, format)
        var pixels = try EditRenderer(threads: threads, limits: limits).render(
            request.edit, of: decoded, longestSide: request.longestSide)
        // An RGB profile fits three channels only.
        if decoded.profile == nil { pixels = pixels.reducedToGrey() }
        let encoding = format.encoding(quality: request.quality)
        let encoded = try PictureEncoder(encoding, profile: decoded.profile).encode(pixels)
        let geometry = EditGeometry(
            request.edit, width: decoded.width, height: decoded.height,
            longestSide: request.longestSide)
        let faces = PictureRendering.faces(of: photo, geometry)
        let bytes = try transferred(
            from: source, to: encoded, pixels.width, pixels.height, photo, faces, request.metadata)
        return RenderedPicture(
            bytes: bytes, width: pixels.width, height: pixels.height,
            fileExtension: encoding.fileExtension, fileType: encoding.format.exiftoolName,
            faces: faces, warnings: decoded.warnings, frame: geometry.source)
    }

    private func decode(
        _ source: [UInt8], _ request: Request, _ format: RenderFormat
    ) throws(ImagingError) -> DecodedPicture {
        // Effects are made for sRGB; elsewhere the picture keeps its own colours where the file can say
        // which they are.
        let isKept = !request.isSRGB && request.edit.effects.isEmpty && format == .jpeg
        let outcome = source.withUnsafeBytes { bytes in
            Result { () throws(ImagingError) in
                let decoder = PictureDecoder(limits: limits)
                return try decoder.decode(
                    bytes: bytes, as: .bgr, longestSide: request.longestSide,
                    for: request.edit, colour: isKept ? .kept : .sRGB)
            }
        }
        return try outcome.get()
    }

    /// The faces of a photo as the result shows them.
    static func faces(of photo: Photo, _ geometry: EditGeometry) -> [Face]? {
        photo.faces(of: geometry.source).map(geometry.result(of:))
    }

    private func transferred(
        from source: [UInt8], to encoded: [UInt8], _ width: Int, _ height: Int, _ photo: Photo,
        _ faces: [Face]?, _ metadata: Metadata
    ) throws(ImagingError) -> [UInt8] {
        var told = photo
        var rules = MetadataTransfer.Rules.everything
        var includesNames = true
        switch metadata {
        case .nothing: return encoded
        case .everything: break
        case .shared(let secrets):
            told = secrets.photo
            rules = secrets.rules
            includesNames = secrets.keepsNames
        }
        told.details.orientation = 1
        let regions = (faces ?? []).map { face in
            FaceRegion(
                rectangle: RelativeRectangle(face.rectangle, width: width, height: height),
                name: face.name)
        }
        // Where faces are helps to find out whose they are.
        let packet = XMPSidecar.packet(
            for: told, faces: includesNames ? regions : [], width: width, height: height,
            includesNames: includesNames)
        return try MetadataTransfer().transferring(
            from: source, to: encoded, rules: rules, width: width, height: height, packet: packet)
    }
}
