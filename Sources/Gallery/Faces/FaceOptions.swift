public import Basics
public import GalleryModel

/// How faces are looked for.
public struct FaceOptions: Hashable, Sendable {
    /// The detector.
    public var detector: FaceDetectorName
    /// How thorough the detection is.
    public var quality: FaceDetectionQuality
    /// A Haar cascade of the caller's own, in place of the program's; nil for those.
    public var cascade: BytePath?
    /// Whether pictures are examined again that were examined in the same way before.
    public var again = false

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

/// What a search for faces did.
public struct FaceSummary: Hashable, Sendable {
    /// Pictures that were examined.
    public var examined = 0
    /// Faces that the examined pictures show.
    public var faces = 0
    /// Examined pictures that show a face.
    public var picturesWithFaces = 0
    /// Pictures whose earlier result in the same way is shown again, without decoding.
    public var shownAgain = 0
    /// Pictures that were examined in the same way before.
    public var upToDate = 0
    /// Photos without a stored picture.
    public var withoutPicture = 0
    /// Files in folders that are no pictures, or of types that cannot be decoded.
    public var ignored = 0
    /// Pictures that could not be examined.
    public var failed = 0

    /// Makes an empty summary.
    public init() {}

    mutating func count(_ examined: ExaminedFaces) {
        guard let faces = examined.faces else {
            failed += 1
            return
        }
        self.examined += 1
        self.faces += faces.count
        if !faces.isEmpty { picturesWithFaces += 1 }
    }
}
