public import Basics
import Faces
import Foundation
public import GalleryModel
import Imaging

extension PhotoGallery {
    /// The long edge of a picture with frames, in pixels.
    private static var framedSide: Int { 2_048 }

    /// Draws a photo's picture upright with a numbered frame around each face, as a JPEG file, so that a
    /// person can check them.
    ///
    /// - Parameters:
    ///   - photo: the photo.
    ///   - path: the file; what has the name is replaced once the new file is complete.
    /// - Throws: `notFound` where nobody looked for faces or the picture is not there; `badInput` where it
    ///   cannot be read; `inputOutput`.
    public func drawFaces(of photo: Photo, to path: BytePath) async throws {
        try await offload { [self] in try drawFrames(of: photo, to: path) }
    }

    private func drawFrames(of photo: Photo, to path: BytePath) throws(GalleryError) {
        guard let examined = photo.facesPicture, let faces = photo.faces else {
            throw GalleryError(
                .notFound,
                "photo \(photo.id) has no faces to draw: look for some with 'gallery faces \(photo.id)'"
            )
        }
        let limits = DecodeLimits(settings)
        let source = try PictureBytes.read(
            examined.sha256, of: photo, in: catalog, atMost: limits.maximumBytes)
        let bytes: [UInt8]
        do {
            var picture = try PictureDecoder(limits: limits).decode(
                source, as: .bgr, longestSide: Self.framedSide)
            picture.pixels = try picture.pixels.bounded(toLongestSide: Self.framedSide)
            // Rectangles may be in pixels of a larger size of the photo.
            picture.width = examined.width
            picture.height = examined.height
            let framed = try FaceFrames.draw(faces.map(\.rectangle), on: picture)
            bytes = try JPEGEncoder().encode(framed)
        } catch {
            throw GalleryError(translating: error)
        }
        try GalleryError.writing { () throws(FileError) in
            try AtomicFile.replace(path, with: bytes)
        }
    }
}

extension GalleryError {
    static func pictureAway(_ photo: Photo) -> GalleryError {
        GalleryError(
            .notFound,
            "the picture that the faces of photo \(photo.id) were found in was changed, moved or is on "
                + "a disk that is away: import it again")
    }
}
