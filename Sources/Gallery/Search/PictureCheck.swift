import Basics
import Foundation
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
    /// - Throws: `Failure` for other types and for files without their end.
    static func kind(of path: BytePath) throws -> PictureKind {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path.string ?? ""))
        defer { try? handle.close() }
        guard let head = try handle.read(upToCount: 1 << 18) else {
            throw Failure(description: "an empty file")
        }
        let format = head.withUnsafeBytes { PictureFormat.sniff($0) }
        guard let kind = PictureKind(rawValue: format.exiftoolName) else {
            throw Failure(description: "a file of type \(format.exiftoolName)")
        }
        var check = IntegrityCheck(format)
        head.withUnsafeBytes { check.update($0) }
        while let block = try handle.read(upToCount: 1 << 18) {
            block.withUnsafeBytes { check.update($0) }
        }
        if case .damaged(let reason) = check.finish() { throw Failure(description: reason) }
        return kind
    }

    /// Pixels across and down as stored; nil where the file does not say.
    static func size(of path: BytePath) -> (width: Int?, height: Int?) {
        // A picture whose metadata are unreadable is still a picture.
        guard let metadata = try? MetadataReader().read(path: path) else { return (nil, nil) }
        return (metadata.width, metadata.height)
    }
}
