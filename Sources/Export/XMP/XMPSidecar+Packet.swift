package import GalleryModel

extension XMPSidecar {
    /// The packet to embed in a copy that was rendered from a photo.
    ///
    /// The copy is upright. What is not to be told of the position was taken out of the photo before, by
    /// `PositionPrivacy`. Keywords and texts stay as they are, with names that are in them.
    ///
    /// - Parameters:
    ///   - faces: in fractions of the copy; those outside of it are left out.
    ///   - width: pixels across of the copy.
    ///   - height: pixels down of the copy.
    ///   - includesNames: whether it is told whose faces they are.
    package static func packet(
        for photo: Photo, faces: [FaceRegion], width: Int, height: Int, includesNames: Bool
    ) -> [UInt8] {
        let shown = faces.map { face in
            includesNames ? face : FaceRegion(rectangle: face.rectangle)
        }
        return bytes(
            for: photo, faces: shown, storedWidth: width, storedHeight: height, orientation: 1)
    }
}
