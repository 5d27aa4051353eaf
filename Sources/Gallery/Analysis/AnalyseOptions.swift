public import Basics
public import GalleryModel

/// How photos are analysed.
public struct AnalyseOptions: OptionsOfWork {
    /// Which thumbnails are made.
    public var thumbnails: ThumbnailOptions
    /// How faces are looked for.
    public var faces: FaceOptions

    /// How the work is carried out; the `work` of the two above is not looked at.
    public var work = WorkOptions()

    /// Makes options of the settings.
    public init(settings: GallerySettings = GallerySettings()) {
        thumbnails = ThumbnailOptions(settings: settings)
        faces = FaceOptions(settings: settings)
    }
}

/// A photo that was analysed: a row of `gallery analyse`.
public struct AnalysedPhoto: Hashable, Sendable {
    /// The photo's catalog id.
    public var photoID: PhotoID
    /// The picture that was decoded.
    public var path: BytePath?
    /// The new thumbnails, the smallest first; nil where none were due or `error` kept them away.
    public var thumbnails: [Thumbnail]?
    /// The faces, left to right; nil where the photo was not due or `error` kept them away.
    public var faces: [Face]?
    /// Pixels across of the upright picture that the faces are in; nil where there are none.
    public var width: Int?
    /// Pixels down of the upright picture that the faces are in; nil where there are none.
    public var height: Int?
    /// What was read with doubt, such as a file that ends early.
    public var warnings: [String] = []
    /// What could not be done: the cause and the next step; nil where all went well.
    public var error: String?

    /// Makes a row that says nothing yet.
    public init(photoID: PhotoID, path: BytePath? = nil) {
        self.photoID = photoID
        self.path = path
    }
}
