/// What a grid is laid out from, of some photos one after another: a list for each fact, as long as the others.
///
/// A million photos are known in few bytes: details are asked for when a photo is seen.
public struct PhotoColumns: Hashable, Sendable {
    /// So many photos are told at once; a month or a section with more has further parts.
    public static let partLength = 2_000

    /// How many parts so many photos take.
    public static func parts(of photos: Int) -> Int { (photos + partLength - 1) / partLength }

    /// The catalog ids.
    public var ids: [PhotoID] = []
    /// Width by height of the upright pictures as edited, in thousandths; 0 where nobody knows.
    public var aspects: [Int] = []
    /// When they were taken by the camera's clock, else added: seconds, counted as if that clock were UTC's.
    public var dates: [Int64] = []
    /// The means of the pictures as edited, 0xRRGGBB in sRGB; -1 until a thumbnail of it was made, -2
    /// where no picture is stored.
    public var colours: [Int] = []
    /// How many photos there are in all parts together.
    public var photos: Int
    /// Another text once parts may have other photos: parts of different versions do not fit together.
    public var version: String

    /// Makes columns of no photos.
    public init(photos: Int, version: String) {
        self.photos = photos
        self.version = version
    }
}
