import Export
import Foundation
import GalleryModel
import Glibc
import Imaging

/// Writes the XMP sidecar of a photo's picture: what is known, with the faces.
enum PhotoSidecar {
    /// What became of a sidecar.
    enum Outcome {
        /// It was written, or replaced an older one of this program.
        case written
        /// It was there as it is.
        case present
        /// Another program wrote or changed the one that is there: it was left alone.
        case foreign
    }

    /// A sidecar larger than this is none of ours.
    private static let longest = 16 << 20

    /// The packet for a photo's largest stored picture.
    ///
    /// - Parameter metadata: what the file of the picture says; nil where it cannot be read.
    static func bytes(of photo: Photo, metadata: PictureMetadata?) -> [UInt8] {
        var regions: [FaceRegion] = []
        if let examined = photo.facesPicture, let faces = photo.faces {
            regions = faces.map {
                FaceRegion(
                    rectangle: RelativeRectangle(
                        $0.rectangle, width: examined.width, height: examined.height),
                    name: $0.name)
            }
        }
        let picture = photo.picture
        // Faces refer to the pixels as the file stores them, whatever a sidecar says, or Flickr, which
        // turns all its sizes upright but for the original.
        let stored = metadata?.storedOrientation ?? (metadata == nil ? photo.orientation : nil) ?? 1
        return XMPSidecar.sealed(
            XMPSidecar.bytes(
                for: photo, faces: regions, storedWidth: picture?.width ?? photo.width,
                storedHeight: picture?.height ?? photo.height, orientation: stored,
                shownOrientation: photo.origin == .camera ? photo.orientation : nil))
    }

    /// Writes a packet to a path; what another program wrote there is kept.
    ///
    /// - Throws: `inputOutput`.
    static func write(_ bytes: [UInt8], to path: BytePath) throws(GalleryError) -> Outcome {
        if path.withCString({ access($0, F_OK) }) == 0 {
            guard let old = try? FileBytes.read(path, atMost: longest) else { return .foreign }
            if old == bytes { return .present }
            guard XMPSidecar.isSealed(old) else { return .foreign }
        }
        let file = try AtomicFile(path)
        try file.write(bytes)
        try file.finish()
        return .written
    }
}
