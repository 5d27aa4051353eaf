/// How many photos have their date in a month: the day they were taken, else added.
public struct MonthCount: Hashable, Sendable {
    /// The month, as `2024-05`.
    public var month: String
    /// How many photos.
    public var photos: Int
    /// Another text once photos come into the month, leave it, move in it or get another shape.
    public var version: String

    /// Makes a count.
    public init(month: String, photos: Int, version: String) {
        self.month = month
        self.photos = photos
        self.version = version
    }
}
