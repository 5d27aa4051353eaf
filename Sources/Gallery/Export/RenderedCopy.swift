import Basics
import Export
import GalleryModel
import Imaging

/// The description of a rendered copy in its sidecar, by which a later export recognizes the copy
/// without rendering the photo.
struct RenderedCopy: Hashable, Sendable {
    private static let start = "<!-- gallery-copy "
    private static let end = " -->\n"

    /// The SHA-256 of all inputs of the rendering, hexadecimal.
    let key: String
    /// The SHA-256 of the copy, hexadecimal.
    let sha256: String
    /// The copy's length in bytes.
    let byteCount: Int
    /// The copy's file type by exiftool's name.
    let fileType: String
    /// The copy's size in pixels.
    let size: EditGeometry.Size
    /// The size in pixels of the upright picture without the edit.
    let frame: EditGeometry.Size

    /// Describes a rendered picture.
    init(_ rendered: RenderedPicture, key: String) {
        self.key = key
        sha256 = FileDigest(of: rendered.bytes).hexadecimal
        byteCount = rendered.bytes.count
        fileType = rendered.fileType
        size = EditGeometry.Size(width: rendered.width, height: rendered.height)
        frame = rendered.frame
    }

    /// Reads the description from a sealed sidecar; nil if it has none.
    private init?(sidecar: [UInt8]) {
        guard XMPSidecar.isSealed(sidecar) else { return nil }
        // The description follows the packet, on a line of its own before the seal.
        let lines = sidecar.suffix(1024).split(separator: UInt8(ascii: "\n"))
        guard let line = lines.dropLast().last,
            case let text = String(decoding: line, as: UTF8.self) + "\n",
            text.hasPrefix(Self.start), text.hasSuffix(Self.end)
        else { return nil }
        let parts = text.dropFirst(Self.start.count).dropLast(Self.end.count).split(separator: " ")
        let numbers = parts.dropFirst(3).compactMap { Int($0) }
        guard parts.count == 8, numbers.count == 5, numbers.allSatisfy({ $0 > 0 }) else {
            return nil
        }
        key = String(parts[0])
        sha256 = String(parts[1])
        fileType = String(parts[2])
        byteCount = numbers[0]
        size = EditGeometry.Size(width: numbers[1], height: numbers[2])
        frame = EditGeometry.Size(width: numbers[3], height: numbers[4])
    }

    /// The description as an XML comment.
    var comment: String {
        let numbers = [byteCount, size.width, size.height, frame.width, frame.height]
        return Self.start
            + ([key, sha256, fileType] + numbers.map(String.init)).joined(separator: " ")
            + Self.end
    }

    /// Returns the key of a photo's rendering; it differs if the picture, the edit, other content
    /// of the file or the program version differs.
    static func key(of photo: Photo, _ edit: PhotoEdit, sha256: String) -> String {
        var upright = photo
        upright.details.orientation = 1
        let frame = photo.facesPicture
        let faces = photo.faces ?? []
        let regions = faces.regions(width: frame?.width ?? 1, height: frame?.height ?? 1)
        let packet = XMPSidecar.bytes(for: upright, faces: regions, storedWidth: 1, storedHeight: 1)
        let boxes = faces.map(\.rectangle.text)
        let text =
            [
                "rendering 1", PhotoGallery.version, "\(EffectParameters.version)", sha256,
                edit.json, "\(frame?.width ?? 0) \(frame?.height ?? 0)",
            ] + boxes
        return FileDigest(of: Array(text.joined(separator: "\n").utf8) + packet).hexadecimal
    }

    /// Finds the copy of a rendering under a name or its numbered variants.
    ///
    /// - Returns: the first file with the rendering's bytes; nil if no sidecar describes it, or the
    ///   file has changed.
    static func find(_ key: String, at target: BytePath) -> (path: BytePath, copy: RenderedCopy)? {
        var others: [BytePath] = []
        for number in 1...9999 {
            let path = number == 1 ? target : target.numbered(number)
            guard path.exists else { return nil }
            let sidecar = try? FileBytes.read(
                path.appendingText(".xmp"), atMost: PhotoSidecar.maximumBytes)
            if let copy = sidecar.flatMap(RenderedCopy.init(sidecar:)), copy.key == key,
                copy.isIn(path)
            {
                // An earlier file without a sidecar may have the same bytes.
                return (others.first(where: copy.isIn) ?? path, copy)
            }
            others.append(path)
        }
        return nil
    }

    /// True if a file has the copy's bytes.
    private func isIn(_ path: BytePath) -> Bool {
        guard let status = path.status, status.kind == .file, status.byteCount == byteCount,
            let bytes = try? FileBytes.read(path, atMost: byteCount)
        else { return false }
        return FileDigest(of: bytes).hexadecimal == sha256
    }
}

extension Photo {
    /// Returns the photo as shown by its rendered copy: upright, at the copy's size, with adjusted
    /// faces.
    func rendered(_ copy: RenderedCopy, faces: [Face]?, at path: BytePath) -> Photo {
        guard let index = pictures.lastIndex(where: { $0.state == .stored }) else { return self }
        var photo = self
        photo.pictures[index].path = path
        photo.pictures[index].fileType = copy.fileType
        photo.pictures[index].byteCount = Int64(copy.byteCount)
        photo.pictures[index].sha256 = copy.sha256
        photo.pictures[index].width = copy.size.width
        photo.pictures[index].height = copy.size.height
        photo.details.orientation = 1
        photo.faces = faces
        photo.facesPicture = faces.map { _ in
            ExaminedPicture(sha256: copy.sha256, width: copy.size.width, height: copy.size.height)
        }
        return photo
    }
}

extension GalleryEdits {
    /// Renders an edited photo whose copy does not exist yet; nil for a photo without an edit.
    ///
    /// - Parameter threads: the number of threads per picture.
    func rendering(
        of photo: Photo, at target: BytePath, threads: Int
    ) throws -> PreparedRendering? {
        // An unreadable edit must not result in an unedited copy.
        guard let edit = try photo.edit ?? recipe(of: photo.id) else { return nil }
        let file = try PictureBytes.open(photo, in: catalog)
        var source = PhotoSidecar.Source(permissions: file.copyPermissions)
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
        let rendered = try rendering(threads: threads).picture(
            of: photo, as: edit, quality: RenderOptions().quality)
        let copy = RenderedCopy(rendered, key: key)
        // A damaged picture is rendered again, so that the damage is reported again.
        source.copy = rendered.warnings.isEmpty ? copy : nil
        return PreparedRendering(
            copy: copy, present: nil, bytes: rendered.bytes, faces: rendered.faces,
            warnings: rendered.warnings, source: source)
    }
}

/// A rendered copy that has not been named yet.
struct PreparedRendering: Sendable {
    /// The description of the copy.
    let copy: RenderedCopy
    /// The path of an existing copy; nil if it must be written.
    let present: BytePath?
    /// The bytes to write.
    let bytes: [UInt8]
    /// The faces in pixels of the copy.
    let faces: [Face]?
    /// Problems while reading the picture.
    let warnings: [String]
    /// The properties for its sidecar.
    let source: PhotoSidecar.Source
}
