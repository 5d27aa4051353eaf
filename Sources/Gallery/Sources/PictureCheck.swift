import Basics
import GalleryModel
import Imaging
import PhotoSources

/// Looks into downloaded files, so that only whole pictures are stored.
enum PictureCheck {
    /// A file that is no whole picture.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// What kind of whole picture a file is.
    ///
    /// - Throws: `OtherFileType` for types that `import` does not take; `Failure` for what is no file of a known type,
    ///   and for files without their end.
    static func kind(of path: BytePath) throws -> PictureKind {
        let head = try FileBytes.head(path, length: PictureFormat.sniffLength)
        guard !head.isEmpty else { throw Failure(description: "an empty file") }
        let sniffed = PictureFormat.sniff(head)
        // What cannot be read is found out below.
        let format = (try? PictureFormat.refine(sniffed, path)) ?? sniffed
        guard format.isSupported, let kind = PictureKind(rawValue: format.exiftoolName) else {
            // Pages and other texts come from servers in trouble.
            if [.unknown, .html, .xmp].contains(format) {
                throw Failure(description: "a file of type \(format.exiftoolName)")
            }
            throw OtherFileType(format.exiftoolName)
        }
        if case .damaged(let reason) = try PictureIntegrity.check(format, path) {
            throw Failure(description: reason)
        }
        return kind
    }

    /// Pixels across and down as stored; nil where the file does not say.
    static func size(of path: BytePath) -> (width: Int?, height: Int?) {
        // A picture whose metadata are unreadable is still a picture.
        guard let metadata = try? MetadataReader().read(path: path) else { return (nil, nil) }
        return (metadata.width, metadata.height)
    }
}
