public import Basics
public import GalleryModel

/// How faces are looked for.
public struct FaceOptions: OptionsOfWork {
    /// The detector.
    public var detector: FaceDetectorName
    /// How thorough the detection is.
    public var quality: FaceDetectionQuality
    /// A Haar cascade of the caller's own, in place of the program's; nil for those.
    public var cascade: BytePath?
    /// Whether pictures are examined again that were examined in the same way before.
    public var again = false

    /// How the work is carried out.
    public var work = WorkOptions()

    /// Makes options of the settings.
    public init(settings: GallerySettings = GallerySettings()) {
        detector = settings.faces.detector
        quality = settings.faces.quality
    }
}

/// A picture in which faces were looked for.
public struct ExaminedFaces: Hashable, Sendable {
    /// The photo's catalog id; nil for a file outside the catalog.
    public var photoID: PhotoID?
    /// Where the picture lies.
    public var path: BytePath?
    /// Pixels across of the upright picture; nil where it could not be read.
    public var width: Int?
    /// Pixels down of the upright picture; nil where it could not be read.
    public var height: Int?
    /// The faces, left to right; nil where the picture could not be read.
    public var faces: [Face]?
    /// What was read with doubt, such as a file that ends early.
    public var warnings: [String] = []
    /// Why there are no faces: the cause and the next step; nil where all went well.
    public var error: String?

    /// Makes a result that says nothing yet.
    public init(photoID: PhotoID? = nil, path: BytePath? = nil) {
        self.photoID = photoID
        self.path = path
    }
}
