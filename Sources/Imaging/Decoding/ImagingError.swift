package import Basics
import Glibc

/// The reason why a picture could not be read or written.
package enum ImagingError: Error, Hashable, Sendable {
    /// The bytes are not a known picture type.
    case unknownType
    /// The file cannot be opened.
    case cannotOpen(BytePath)
    /// Memory ran out, possibly because of a damaged size in the file.
    case outOfMemory
    /// Metadata cannot be read or written, for the reason given.
    case failed(reason: String)
    /// The path is a folder, a pipe or a device.
    case notAFile(BytePath)
    /// Pictures of this type cannot be decoded.
    case unsupportedType(PictureFormat)
    /// The picture cannot be decoded, for the reason given.
    case damaged(reason: String)
    /// The picture has more pixels than `DecodeLimits.maximumPixels`.
    case tooManyPixels(width: Int, height: Int, limit: Int)
    /// The file, its decoding or the result takes more memory than `DecodeLimits.maximumBytes`, in
    /// bytes.
    case tooMuchMemory(bytes: Int, limit: Int)
    /// A library that is loaded on demand is missing: its Debian package and the system's reason.
    case missingLibrary(package: String, reason: String)
    /// The picture cannot be encoded, for the reason given.
    case cannotEncode(reason: String)
    /// Pixels cannot be reduced, edited or given effects, for the reason given.
    case cannotRender(reason: String)
}

extension ImagingError: CustomStringConvertible {
    /// The message for users.
    package var description: String {
        switch self {
        case .unknownType: "the file is not a known picture type"
        case .cannotOpen(let path):
            "cannot open '\(path.escaped)'; check that it exists and is readable"
        case .outOfMemory: "not enough memory; the file may be damaged"
        case .failed(let reason): "cannot process the metadata: \(reason)"
        case .notAFile(let path):
            "'\(path.escaped)' is a folder, a pipe or a device; specify a picture file"
        case .unsupportedType(let format):
            "files of type \(format.exiftoolName) cannot be decoded; "
                + "convert the picture to JPEG, PNG, WebP, HEIC, AVIF, TIFF or GIF"
        case .damaged(let reason): "the picture is damaged: \(reason)"
        case .tooManyPixels(let width, let height, let limit):
            "the picture has \(width) x \(height) pixels, more than the limit of \(limit); "
                + "if this is correct, raise the setting imaging.maximumPixels"
        case .tooMuchMemory(let bytes, let limit):
            "processing it takes \(bytes) bytes of memory, more than the limit of \(limit); "
                + "to allow this, raise the setting imaging.maximumDecodeBytes"
        case .missingLibrary(let package, let reason):
            "a library is missing (\(reason)); install the Debian package \(package)"
        case .cannotEncode(let reason): "the picture cannot be encoded: \(reason)"
        case .cannotRender(let reason): "the picture cannot be rendered: \(reason)"
        }
    }
}

extension String {
    /// Creates a text from a C array of characters that ends at the first NUL.
    package init(terminated characters: some Any) {
        self = withUnsafeBytes(of: characters) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

/// Reads picture files and reports failures as `ImagingError`.
package enum FileBytes {
    /// Reads a regular file of at most `limit` bytes.
    ///
    /// Opening never blocks, so a pipe without a writer cannot hang the caller. If the file shrinks
    /// while being read, the remaining bytes are returned.
    package static func read(_ path: BytePath, atMost limit: Int) throws(ImagingError) -> [UInt8] {
        do throws(FileError) { return try path.contents(atMost: limit) } catch {
            switch error.number {
            case EISDIR, EINVAL: throw .notAFile(path)
            case EFBIG:
                let length = path.status?.byteCount ?? 0
                throw .tooMuchMemory(bytes: max(length, limit + 1), limit: limit)
            default: throw .cannotOpen(path)
            }
        }
    }

    /// Reads at most `length` bytes from the start of a regular file.
    package static func head(_ path: BytePath, length: Int) throws(ImagingError) -> [UInt8] {
        do throws(FileError) {
            return try Descriptor.file(path).bytes(atMost: max(length, 0))
        } catch {
            throw error.number == EISDIR || error.number == EINVAL
                ? .notAFile(path) : .cannotOpen(path)
        }
    }
}
