/// The data from which a grid of photos is laid out, as parallel arrays.
///
/// It takes a few bytes per photo; details are loaded for visible photos only.
package struct PhotoColumns: Hashable, Sendable {
    /// The number of photos per part; larger months and sections have several parts.
    package static let partLength = 2_000

    /// Returns the number of parts for a number of photos.
    package static func parts(of photos: Int) -> Int { (photos + partLength - 1) / partLength }

    /// The catalog IDs.
    package var ids: [PhotoID] = []
    /// The aspect ratios of the upright pictures as edited, in thousandths; 0 if unknown.
    package var aspects: [Int] = []
    /// The dates by the camera's clock, or else of import, in seconds as if the clock were UTC; the
    /// start of the month or year if only that is known, and of `PartialDate.implausible` for
    /// implausible dates.
    package var dates: [Int64] = []
    /// Values used instead of the day of the month if the day is unknown: 0 for a month, -100 for a
    /// year.
    package var undatedDays: [PhotoID: Int] = [:]
    /// The mean colors of the pictures as edited, 0xRRGGBB in sRGB; -1 until a thumbnail is made,
    /// -2 if no picture is stored.
    package var colors: [Int] = []
    /// The numbers of photos with the same picture; empty if all photos are listed.
    package var copies: [Int] = []
    /// The total number of photos in all parts.
    package var photos: Int
    /// A version that changes when parts change; parts of different versions must not be combined.
    package var version: String

    /// Creates empty columns.
    package init(photos: Int, version: String) {
        self.photos = photos
        self.version = version
    }
}

/// The position of a photo in a listing, and thus in a grid by month or in section order.
package struct ListPosition: Hashable, Sendable {
    /// The month of the photo, such as `2024-05`; nil if the listing is not by month.
    package var month: String?
    /// The index within the month, or within the listing if it has no months, from 0.
    package var index: Int
    /// The position within the listing, from 1.
    package var position: Int
    /// The number of photos in the listing.
    package var count: Int

    /// The index of the part that contains the photo, from 0.
    package var part: Int { index / PhotoColumns.partLength }

    /// Creates a position.
    package init(month: String? = nil, index: Int, position: Int, count: Int) {
        self.month = month
        self.index = index
        self.position = position
        self.count = count
    }
}
