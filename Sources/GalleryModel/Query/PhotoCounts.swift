/// The number of photos with a name, such as a tag, person or camera.
public struct NameCount: Hashable, Sendable {
    /// A spelling of the name; if there are several that differ in case or accents, a frequent one.
    public var name: String
    /// The number of photos.
    public var photos: Int

    /// Creates a count.
    package init(name: String, photos: Int) {
        self.name = name
        self.photos = photos
    }
}

/// The granularity of a timeline.
public enum TimelineUnit: String, Hashable, Sendable, CaseIterable {
    /// `2024`.
    case year
    /// `2024-05`.
    case month
    /// `2024-05-17`.
    case day
}

/// The number of photos in a year, month or day.
public struct TimelineCount: Hashable, Sendable {
    /// The period, such as `2024-05`; nil for photos without a date.
    public var period: String?
    /// The number of photos.
    public var photos: Int

    /// Creates a count.
    package init(period: String?, photos: Int) {
        self.period = period
        self.photos = photos
    }
}

/// The number of photos in a month by the date taken, or else added.
package struct MonthCount: Hashable, Sendable {
    /// The month, such as `2024-05`.
    package var month: String
    /// The number of photos.
    package var photos: Int
    /// A version that changes when photos are added, removed, reordered or reshaped.
    package var version: String

    /// Creates a count.
    package init(month: String, photos: Int, version: String) {
        self.month = month
        self.photos = photos
        self.version = version
    }
}
