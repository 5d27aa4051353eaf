public import Basics
public import GalleryModel

/// Which thumbnails are made.
///
/// Their type and quality are the gallery's settings.
public struct ThumbnailOptions: OptionsOfWork {
    /// The long edges in pixels; no picture is enlarged to reach them.
    public var sides: [Int]
    /// Whether thumbnails are made anew that are there.
    public var again = false
    /// Whether photos that have their thumbnails are handed out as well, and all their thumbnails told;
    /// that counts as a use of these.
    public var listsPresent = false

    /// How the work is carried out.
    public var work = WorkOptions()

    /// Makes options of the settings.
    public init(settings: GallerySettings = GallerySettings()) {
        sides = settings.thumbnails.sizes
    }
}

/// A small upright copy of a photo, in sRGB, with the photo's edit.
public struct Thumbnail: Hashable, Sendable {
    /// The photo's catalog id.
    public var photoID: PhotoID
    /// Where the file lies, absolute; it may be removed when room is needed.
    public var path: BytePath
    /// The long edge in pixels that was asked for; the file's is shorter where the photo is smaller.
    public var side: Int
    /// Pixels across.
    public var width: Int
    /// Pixels down.
    public var height: Int
    /// The file's length in bytes.
    public var byteCount: Int64
}

/// A photo that thumbnails were made of, or that has them: a row of `gallery thumbnails`.
public struct MadeThumbnails: Hashable, Sendable {
    /// The photo's catalog id.
    public var photoID: PhotoID
    /// The picture they were made of.
    public var path: BytePath?
    /// The new thumbnails, or with `listsPresent` all of the sizes asked for, the smallest first; nil
    /// where there are none because of `error`.
    public var thumbnails: [Thumbnail]?
    /// What was read with doubt, such as a file that ends early.
    public var warnings: [String] = []
    /// Why there are no thumbnails: the cause and the next step; nil where all went well.
    public var error: String?

    /// Makes a row that says nothing yet.
    public init(photoID: PhotoID, path: BytePath? = nil) {
        self.photoID = photoID
        self.path = path
    }
}

/// How much the stored thumbnails are.
public struct ThumbnailUsage: Hashable, Sendable {
    /// How many there are.
    public var count: Int
    /// Bytes that they take.
    public var bytes: Int64
}
