/// Where a photo stands in a listing, and so in a grid that is laid out by months or by a section's order.
public struct PhotoStanding: Hashable, Sendable {
    /// The month that its columns are those of, as `2024-05`; nil where the listing has no months.
    public var month: String?
    /// Its place in the month, or in the listing where that has no months, from 0.
    public var index: Int
    /// Its place in the listing, from 1.
    public var position: Int
    /// How many photos the listing has.
    public var count: Int

    /// The part of the columns that it stands in, from 0.
    public var part: Int { index / PhotoColumns.partLength }

    /// Makes a place in a listing.
    public init(month: String? = nil, index: Int, position: Int, count: Int) {
        self.month = month
        self.index = index
        self.position = position
        self.count = count
    }
}
