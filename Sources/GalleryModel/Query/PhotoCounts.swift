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

/// The number of photos in a month such as `2024-05`, by the date taken, or else added.
///
/// The version changes when photos are added, removed, reordered or reshaped.
package typealias MonthCount = (month: String, photos: Int, version: String)

/// The number and the total size in bytes of files.
package typealias StoragePart = (count: Int, bytes: Int64)

/// The space that the parts of a catalog take: the largest stored pictures of the photos outside
/// and in the trash, the thumbnails, and the copies that links share.
package typealias StorageUse = (
    photos: StoragePart, trash: StoragePart, thumbnails: StoragePart, shares: StoragePart
)
