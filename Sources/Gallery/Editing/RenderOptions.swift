public import GalleryModel
import Imaging

/// The file formats that pictures are written in.
public enum RenderFormat: String, Hashable, Sendable, CaseIterable {
    /// JPEG: everyone can open it; what is transparent becomes white.
    case jpeg
    /// PNG: no loss, large files.
    case png
    /// WebP: smaller files than JPEG.
    case webp

    /// The format that an ending of a file name stands for, without regard to case; nil for others.
    public init?(fileExtension: String) {
        switch fileExtension.lowercased() {
        case "jpg", "jpeg", "jpe": self = .jpeg
        case "png": self = .png
        case "webp": self = .webp
        default: return nil
        }
    }

    func encoding(quality: Int) -> PictureEncoding {
        switch self {
        case .jpeg: .jpeg(quality: quality)
        case .png: .png
        case .webp: .webp(quality: quality)
        }
    }
}

/// How a photo is made into a picture file of its own.
public struct RenderOptions: Hashable, Sendable {
    /// The most pixels of the long edge; nil for as many as there are, nothing is enlarged.
    public var longestSide: Int?
    /// The file format; nil for PNG where the picture is one, else JPEG.
    public var format: RenderFormat?
    /// The quality of JPEG and WebP, 1...100.
    public var quality = 92
    /// Whether the photo's edit is applied.
    public var includesEdit = true

    /// Makes the usual options: the whole size, edited.
    public init() {}
}

/// A picture file in memory, with the photo's edit applied and upright.
public struct RenderedPicture: Hashable, Sendable {
    /// The file's bytes.
    public var bytes: [UInt8]
    /// Pixels across.
    public var width: Int
    /// Pixels down.
    public var height: Int
    /// The usual ending of the file's name, without the dot.
    public var fileExtension: String
    /// The file type as exiftool names it, such as `JPEG`.
    public var fileType: String
    /// The faces in pixels of this picture; nil where nobody looked for any.
    public var faces: [Face]?
    /// What was read with doubt, such as a file that ends early: lower-case sentences.
    public var warnings: [String]
    /// The size in pixels of the upright picture without the edit.
    var frame: EditGeometry.Size
}
