package import Basics

/// The file types of pictures that servers give; the raw values are exiftool's names.
package enum PictureKind: String, Sendable, Hashable {
    /// JPEG.
    case jpeg = "JPEG"
    /// PNG.
    case png = "PNG"
    /// GIF.
    case gif = "GIF"
    /// WebP.
    case webp = "WEBP"
    /// HEIF with HEVC pictures.
    case heic = "HEIC"
    /// HEIF with AV1 pictures.
    case avif = "AVIF"
    /// TIFF.
    case tiff = "TIFF"
}

/// What became of a download.
package enum PictureOutcome: Sendable, Hashable {
    /// The whole picture is in the file; `finalURL` is where it came from after redirects.
    case downloaded(digest: FileDigest, byteCount: Int64, kind: PictureKind, finalURL: String)
    /// The server has no such picture, or no longer; asking again will not help.
    case unavailable(reason: String)
}
