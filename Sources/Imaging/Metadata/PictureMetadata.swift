package import GalleryModel

/// Holds what a picture file says about itself.
///
/// A nil says that the file does not tell. Text is UTF-8 without trailing blanks.
package struct PictureMetadata: Hashable, Sendable {
    /// Pixels across as stored, before the orientation is applied.
    package var width: Int?
    /// Pixels down as stored.
    package var height: Int?
    /// EXIF's orientation number, 1...8.
    package var orientation: Int?
    /// EXIF's orientation number in the picture itself, whatever a sidecar says: how its pixels are
    /// stored, 1...8.
    package var storedOrientation: Int?
    /// When the picture was taken, `YYYY:MM:DD HH:MM:SS` on the clock of the camera.
    package var dateTimeOriginal: String?
    /// The fraction of that second: its decimal digits.
    package var subSecTimeOriginal: String?
    /// The clock's offset from UTC, `+HH:MM`, `-HH:MM` or `Z`.
    package var offsetTimeOriginal: String?
    /// The camera's maker.
    package var make: String?
    /// The camera's model.
    package var model: String?
    /// The lens.
    package var lens: String?
    /// Exposure time in seconds.
    package var exposureTime: Double?
    /// The aperture's f-number.
    package var fNumber: Double?
    /// The sensitivity, ISO.
    package var iso: Int?
    /// Focal length in millimetres.
    package var focalLength: Double?
    /// Where the picture was taken.
    package var coordinate: Coordinate?
    /// The position as the file writes it, such as `55/1 6/1 1740/100 N, 1/1 53/1 420/100 W`.
    ///
    /// It is kept where it makes no position, too.
    package var positionText: String?
    /// What is odd about the position, `name: sentence` with the names of `PositionWarning`, joined
    /// by `; `.
    package var positionWarning: String?
    /// The title.
    package var title: String?
    /// The description or caption.
    package var description: String?
    /// The keywords in the file's order, none twice.
    package var keywords: [String] = []
    /// Stars, 0...5; -1 for a rejected picture.
    package var rating: Int?
    /// Who made the picture; several names are joined by `; `.
    package var creator: String?
    /// The copyright notice.
    package var copyright: String?
    /// The faces that the metadata tell of, in the file's order, none twice.
    ///
    /// Read only: `MetadataWriter` leaves regions as they are.
    package var faceRegions: [FaceRegion] = []
    /// What could not be read, or was read with doubt: lower-case sentences that name the tag.
    package var warnings: [String] = []

    /// Makes metadata that says nothing.
    package init() {}
}
