import Basics
import Catalog
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

    /// What a sidecar has of the file of a photo's picture.
    struct Source: Sendable {
        /// What the file says; nil where it cannot be read, and for a rendered copy.
        var metadata: PictureMetadata?
        /// The rendered copy that it stands beside; nil for others.
        var copy: RenderedCopy?
        /// The permissions of copies of the picture, and of what is written beside them.
        var permissions: mode_t

        /// That of a file that is open.
        init(_ file: borrowing VerifiedPicture) {
            metadata = try? file.metadata()
            permissions = FileCopy.permissions(of: file)
        }

        /// That of a picture that was rendered from a file.
        init(renderedFrom file: borrowing VerifiedPicture) {
            permissions = FileCopy.permissions(of: file)
        }

        /// That of a photo's largest stored picture.
        ///
        /// Without its file a photo is described by what is known of it, to its owner alone.
        init(of photo: Photo, in catalog: PhotoCatalog) {
            permissions = photo.picture == nil ? NewFile.standardPermissions : NewFile.ownerOnly
            guard let file = try? PictureBytes.open(photo, in: catalog) else { return }
            metadata = try? file.metadata()
            permissions = FileCopy.permissions(of: file)
        }
    }

    /// The packet for a photo's largest stored picture.
    static func bytes(of photo: Photo, _ source: Source) -> [UInt8] {
        let metadata = source.metadata
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
        let packet = XMPSidecar.bytes(
            for: photo, faces: regions, storedWidth: picture?.width ?? photo.width,
            storedHeight: picture?.height ?? photo.height, orientation: stored,
            shownOrientation: photo.origin == .camera ? photo.orientation : nil)
        return XMPSidecar.sealed(packet + Array((source.copy?.comment ?? "").utf8))
    }

    /// Writes a packet to a path; what another program wrote there is kept.
    ///
    /// The caller brings many of them to the disk together. What a power cut leaves of one before that is
    /// its beginning at most, which is known as such and written again.
    ///
    /// - Throws: `inputOutput`.
    static func write(
        _ bytes: [UInt8], to path: BytePath, permissions: mode_t
    ) throws(GalleryError) -> Outcome {
        if path.allows(F_OK) {
            guard let old = try? FileBytes.read(path, atMost: longest) else { return .foreign }
            if old == bytes { return .present }
            guard XMPSidecar.isSealed(old) || isTorn(old, bytes) else { return .foreign }
        }
        try GalleryError.writing { () throws(FileError) in
            try AtomicFile.replace(path, with: bytes, permissions: permissions, syncs: false)
        }
        return .written
    }

    /// Whether a file holds nothing but the beginning of a packet, and zeros where its blocks never came.
    private static func isTorn(_ old: [UInt8], _ bytes: [UInt8]) -> Bool {
        let length = old.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        return bytes.starts(with: old[..<length])
    }
}
