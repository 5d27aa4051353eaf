/// How finely a timeline tells photos apart.
public enum TimelineUnit: String, Hashable, Sendable, CaseIterable {
    /// `2024`.
    case year
    /// `2024-05`.
    case month
    /// `2024-05-17`.
    case day
}

/// How many photos there are of one year, month or day.
public struct TimelineCount: Hashable, Sendable {
    /// Which, as `2024-05`; nil for photos without a date.
    public var period: String?
    /// How many photos.
    public var photos: Int

    /// Makes a count.
    public init(period: String?, photos: Int) {
        self.period = period
        self.photos = photos
    }
}
