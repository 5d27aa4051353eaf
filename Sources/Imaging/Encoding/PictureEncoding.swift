/// How pixels become a file.
package enum PictureEncoding: Hashable, Sendable {
    /// Baseline JPEG with halved colours (4:2:0) at libjpeg's quality, 1...100.
    case jpeg(quality: Int)
    /// Lossy WebP at libwebp's quality, 1...100.
    case webp(quality: Int)
    /// PNG, lossless.
    case png

    /// The type of the file.
    package var format: PictureFormat {
        switch self {
        case .jpeg: .jpeg
        case .webp: .webp
        case .png: .png
        }
    }

    /// The usual end of the file's name, without a dot.
    package var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .webp: "webp"
        case .png: "png"
        }
    }

    /// The text that tells encodings apart, such as `jpeg q80`.
    package var text: String {
        switch self {
        case .jpeg(let quality): "jpeg q\(quality)"
        case .webp(let quality): "webp q\(quality)"
        case .png: "png"
        }
    }
}
