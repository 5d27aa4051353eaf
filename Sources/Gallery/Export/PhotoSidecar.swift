import Basics
import Catalog
import Export
import Foundation
import GalleryModel
import Glibc
import Imaging

/// Writes the XMP sidecar of a photo's picture: its metadata and faces.
enum PhotoSidecar {
    /// Larger sidecars cannot be from this program.
    static let maximumBytes = 16 << 20

    /// The properties that a sidecar takes from the picture's file.
    struct Source: Sendable {
        /// The file's metadata; nil if it cannot be read, and for a rendered copy.
        var metadata: PictureMetadata?
        /// The rendered copy that the sidecar belongs to; nil for other pictures.
        var copy: RenderedCopy?
        /// The permissions of copies of the picture and of their sidecars.
        var permissions: mode_t

        /// Describes a rendered picture.
        init(permissions: mode_t) { self.permissions = permissions }

        /// Reads the properties of an open file.
        init(_ file: borrowing VerifiedPicture) {
            metadata = try? file.metadata()
            permissions = file.copyPermissions
        }

        /// Reads the properties of a photo's largest stored picture.
        ///
        /// If its file is missing, the sidecar contains only catalog data and is readable only by
        /// the owner.
        init(of photo: Photo, in catalog: PhotoCatalog) {
            if let file = try? PictureBytes.open(photo, in: catalog) {
                self.init(file)
            } else {
                self.init(
                    permissions: photo.picture == nil
                        ? NewFile.standardPermissions : NewFile.ownerOnly)
            }
        }
    }

    /// Returns the packet for a photo's largest stored picture.
    static func bytes(of photo: Photo, _ source: Source) -> [UInt8] {
        let metadata = source.metadata
        let regions = photo.facesPicture.flatMap {
            photo.faces?.regions(width: $0.width, height: $0.height)
        }
        let picture = photo.picture
        // Face regions refer to the pixels as stored in the file, regardless of the orientation in
        // a sidecar or at Flickr, which rotates all its sizes except the original.
        let stored = metadata?.orientation ?? (metadata == nil ? photo.orientation : nil) ?? 1
        let packet = XMPSidecar.bytes(
            for: photo, faces: regions ?? [], storedWidth: picture?.width ?? photo.width,
            storedHeight: picture?.height ?? photo.height, orientation: stored,
            shownOrientation: photo.origin == .camera ? photo.orientation : nil)
        return XMPSidecar.sealed(packet + Array((source.copy?.comment ?? "").utf8))
    }

    /// Writes a packet to a path, unless another program wrote the existing file.
    ///
    /// The caller syncs many of them together. A power cut before that leaves at most the beginning
    /// of a packet, which is recognized and replaced.
    ///
    /// - Returns: `occupied` if another program wrote or changed the existing file.
    /// - Throws: the system's error.
    static func write(
        _ bytes: [UInt8], to path: BytePath, permissions: mode_t
    ) throws(FileError) -> NewFile.Outcome {
        if path.exists {
            guard let old = try? FileBytes.read(path, atMost: maximumBytes) else {
                return .occupied
            }
            if old == bytes { return .present }
            guard XMPSidecar.isSealed(old) || isTorn(old, bytes) else { return .occupied }
        }
        try AtomicFile.replace(path, with: bytes, permissions: permissions, syncs: false)
        return .copied
    }

    /// True if a file contains only the beginning of a packet, possibly followed by zeros of
    /// unwritten blocks.
    private static func isTorn(_ old: [UInt8], _ bytes: [UInt8]) -> Bool {
        let length = old.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        return bytes.starts(with: old[..<length])
    }
}

extension [Face] {
    /// Returns the faces as fractions of the upright picture.
    func regions(width: Int, height: Int) -> [FaceRegion] {
        map { face in
            FaceRegion(
                rectangle: RelativeRectangle(face.rectangle, width: width, height: height),
                name: face.name)
        }
    }
}
