import GalleryModel

extension PictureMetadata {
    /// Takes the face regions of the first source that has any that can be used: a sidecar's before
    /// the picture's own.
    ///
    /// They refer to the pixels as they are stored, so what counts is the orientation in the picture
    /// itself, not that of a sidecar.
    /// Microsoft's regions count where a source has no face in the form of the Metadata Working
    /// Group: programs that write both write the same faces twice.
    mutating func takeFaceRegions(_ values: MetadataValues) {
        for source in values.sidecars + [.xmp] where !values.regions(source).isEmpty {
            var regions = MetadataRegions(
                source, width: width, height: height, orientation: storedOrientation ?? 1)
            regions.read(values)
            faceRegions = regions.faces
            warnings += regions.warnings
            if !faceRegions.isEmpty { return }
        }
    }
}
