package import GalleryModel

/// A file that was read and shall be in a section of this catalog's own photos.
package struct ImportedPhoto: Sendable {
    /// The file it was read from; nil for one that came over the network, which is stored.
    package var source: SourceStamp?
    /// Its content.
    package var file: PictureFile
    /// What its metadata say.
    package var details: PhotoDetails
    /// Whether the store holds the bytes (true) or they stay where they are (false).
    package var isStored: Bool
    /// EXIF's orientation number in the file itself, 1...8; nil where it has none.
    package var storedOrientation: Int?
    /// The faces that the file and its sidecars tell of.
    package var faceRegions: [FaceRegion]

    /// Makes an imported photo.
    package init(
        source: SourceStamp?, file: PictureFile, details: PhotoDetails, isStored: Bool,
        storedOrientation: Int? = nil, faceRegions: [FaceRegion] = []
    ) {
        self.source = source
        self.file = file
        self.details = details
        self.isStored = isStored
        self.storedOrientation = storedOrientation
        self.faceRegions = faceRegions
    }

    /// Pixels across and down of the upright picture; nil where the file does not tell.
    var uprightSize: (width: Int?, height: Int?) {
        let isTurned = (5...8).contains(storedOrientation ?? 1)
        return isTurned ? (file.height, file.width) : (file.width, file.height)
    }
}

/// What importing a file did.
package struct ImportOutcome: Hashable, Sendable {
    /// What became of it.
    package enum Kind: Hashable, Sendable {
        /// A photo the catalog did not have.
        case new
        /// The same bytes were there already.
        case known
        /// The same bytes were there, and the file or its sidecar says something new about them.
        case updated
        /// The same bytes were in another place, which is gone.
        case moved
        /// The photo lies in the trash and stays there.
        case trashed
    }

    /// The photo's catalog id.
    package let id: PhotoID
    /// What became of it.
    package let kind: Kind
    /// What is known to be wrong with a picture that was not read again; nil for a whole one.
    package let damage: String?

    /// Makes an outcome.
    package init(id: PhotoID, kind: Kind, damage: String? = nil) {
        self.id = id
        self.kind = kind
        self.damage = damage
    }
}
