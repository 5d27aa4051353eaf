import Basics
import Export

import GalleryModel
import Imaging

/// What the sidecar of a rendered copy tells of it, so that an export again knows the copy without rendering
/// the photo.
struct RenderedCopy: Hashable, Sendable {
    private static let start = "<!-- gallery-copy "
    private static let end = " -->\n"
    /// A sidecar larger than this is none of ours.
    private static let longestSidecar = 16 << 20

    /// The SHA-256 of all that the rendering is made of, hexadecimal.
    let key: String
    /// The SHA-256 of the copy, hexadecimal.
    let sha256: String
    /// The copy's length in bytes.
    let byteCount: Int
    /// The copy's file type, as exiftool names it.
    let fileType: String
    /// The copy's size in pixels.
    let size: EditGeometry.Size
    /// The size in pixels of the upright picture without the edit.
    let frame: EditGeometry.Size

    /// Describes what was rendered.
    init(_ rendered: RenderedPicture, key: String) {
        self.key = key
        sha256 = FileDigest(of: rendered.bytes).hexadecimal
        byteCount = rendered.bytes.count
        fileType = rendered.fileType
        size = EditGeometry.Size(width: rendered.width, height: rendered.height)
        frame = rendered.frame
    }

    /// Reads the description of a sealed sidecar; nil where it has none.
    private init?(sidecar: [UInt8]) {
        guard XMPSidecar.isSealed(sidecar) else { return nil }
        // It stands behind the packet, a line of its own before the seal.
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

    /// The description as a comment of XML.
    var comment: String {
        let numbers = [byteCount, size.width, size.height, frame.width, frame.height]
        return Self.start
            + ([key, sha256, fileType] + numbers.map(String.init)).joined(separator: " ")
            + Self.end
    }

    /// The key of a photo's rendering: another one where the picture, the edit or anything that goes into
    /// the file is another, or this program is.
    static func key(of photo: Photo, _ edit: PhotoEdit, sha256: String) -> String {
        var told = photo
        told.details.orientation = 1
        let frame = photo.facesPicture
        let regions = (photo.faces ?? []).map { face in
            FaceRegion(
                rectangle: RelativeRectangle(
                    face.rectangle, width: frame?.width ?? 1, height: frame?.height ?? 1),
                name: face.name)
        }
        let packet = XMPSidecar.packet(
            for: told, faces: regions, width: 1, height: 1, includesNames: true)
        let boxes = (photo.faces ?? []).map(\.rectangle.text)
        let text =
            [
                "rendering 1", PhotoGallery.version, "\(EffectParameters.version)", sha256,
                edit.json,
                "\(frame?.width ?? 0) \(frame?.height ?? 0)",
            ] + boxes
        return FileDigest(of: Array(text.joined(separator: "\n").utf8) + packet).hexadecimal
    }

    /// Looks for the copy of a rendering under a name and its numbered ones.
    ///
    /// - Returns: the first file with the rendering's bytes; nil where no sidecar tells of one, or the file
    ///   beside it has changed.
    static func find(_ key: String, at target: BytePath) -> (path: BytePath, copy: RenderedCopy)? {
        var others: [BytePath] = []
        for number in 1...9999 {
            let path = number == 1 ? target : target.numbered(number)
            guard path.exists else { return nil }
            let sidecar = try? FileBytes.read(path.appendingText(".xmp"), atMost: longestSidecar)
            if let copy = sidecar.flatMap(RenderedCopy.init(sidecar:)), copy.key == key,
                copy.isIn(path)
            {
                // One without a sidecar may have the same bytes.
                return (others.first(where: copy.isIn) ?? path, copy)
            }
            others.append(path)
        }
        return nil
    }

    /// Whether a file has the copy's bytes.
    private func isIn(_ path: BytePath) -> Bool {
        guard let status = path.status, status.kind == .file, status.byteCount == byteCount,
            let bytes = try? FileBytes.read(path, atMost: byteCount)
        else { return false }
        return FileDigest(of: bytes).hexadecimal == sha256
    }
}

extension Photo {
    /// The photo as its rendered copy shows it: upright, at the copy's size, with the faces moved.
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
            ExaminedPicture(
                sha256: copy.sha256, width: copy.size.width, height: copy.size.height)
        }
        return photo
    }
}

extension ListedPhoto {
    /// The row with the file type of its rendered copy, which the name's ending says.
    var asRendered: ListedPhoto {
        guard photo.edit != nil,
            let index = photo.pictures.lastIndex(where: { $0.state == .stored }),
            photo.pictures[index].fileType != "PNG"
        else { return self }
        var row = self
        row.photo.pictures[index].fileType = "JPEG"
        return row
    }
}
