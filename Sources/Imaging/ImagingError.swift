package import Basics
import GalleryModel

/// Says why a picture's bytes could not be read or written.
package enum ImagingError: Error, Hashable, Sendable {
    /// The bytes are no picture whose metadata can be read.
    case unknownType
    /// The file cannot be opened.
    case cannotOpen(BytePath)
    /// There is not enough memory for what the metadata claims to hold.
    case outOfMemory
    /// Metadata could not be read or written, for the reason given.
    case failed(reason: String)
    /// A copy could not be written: the path and the system's error number.
    case cannotWrite(BytePath, errno: Int32)
    /// The path names a folder, a pipe or a device.
    case notAFile(BytePath)
    /// Pictures of this type cannot be decoded.
    case unsupportedType(PictureFormat)
    /// The picture cannot be decoded, for the reason given.
    case damaged(reason: String)
    /// The picture claims more pixels than `DecodeLimits.maximumPixels`.
    case tooManyPixels(width: Int, height: Int, limit: Int)
    /// The file, its decoding or what is made of it takes more memory than `DecodeLimits.maximumBytes`, in bytes.
    case tooMuchMemory(bytes: Int, limit: Int)
    /// A library that is opened only when it is needed cannot be: the Debian package that holds it
    /// and the system's reason.
    case missingLibrary(package: String, reason: String)
    /// The picture cannot be encoded, for the reason given.
    case cannotEncode(reason: String)
    /// Pixels cannot be reduced, edited or given effects, for the reason given.
    case cannotRender(reason: String)
}

extension ImagingError: CustomStringConvertible {
    /// The message for a person to read.
    package var description: String {
        switch self {
        case .unknownType: "the file is of no known picture type"
        case .cannotOpen(let path):
            "cannot open '\(path.escaped)'; check that it is still there and may be read"
        case .outOfMemory: "the file claims more memory than there is; it may be damaged"
        case .failed(let reason): "the metadata cannot be handled: \(reason)"
        case .cannotWrite(let path, let code):
            "cannot write '\(path.escaped)': \(SystemMessage.text(code))"
        case .notAFile(let path):
            "'\(path.escaped)' is a folder, a pipe or a device; name a picture file"
        case .unsupportedType(let format):
            "files of type \(format.exiftoolName) cannot be decoded; "
                + "convert the picture to JPEG, PNG, WebP, HEIC, AVIF, TIFF or GIF"
        case .damaged(let reason): "the picture is damaged: \(reason)"
        case .tooManyPixels(let width, let height, let limit):
            "the picture claims \(width) x \(height) pixels, more than the limit of \(limit); "
                + "if it is meant to be that large, raise the setting imaging.maximumPixels"
        case .tooMuchMemory(let bytes, let limit):
            "working on it takes \(bytes) bytes of memory, more than the limit of \(limit); "
                + "if there is enough, raise the setting imaging.maximumDecodeBytes"
        case .missingLibrary(let package, let reason):
            "a library is missing (\(reason)); install the Debian package \(package)"
        case .cannotEncode(let reason): "the picture cannot be encoded: \(reason)"
        case .cannotRender(let reason): "the picture cannot be rendered: \(reason)"
        }
    }
}
