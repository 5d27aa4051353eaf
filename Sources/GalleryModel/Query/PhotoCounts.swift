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

/// The space that the parts of a catalog take.
package struct StorageUse: Hashable, Sendable {
    /// The files of a part.
    package struct Part: Hashable, Sendable {
        /// The number of photos, or of other files.
        package var count: Int
        /// The total size in bytes.
        package var byteCount: Int64

        /// Creates a part.
        package init(count: Int, byteCount: Int64) {
            self.count = count
            self.byteCount = byteCount
        }
    }

    /// The largest stored picture of each photo outside the trash.
    package var photos: Part
    /// The largest stored picture of each photo in the trash.
    package var trash: Part
    /// The thumbnails.
    package var thumbnails: Part
    /// The copies that links share.
    package var shares: Part

    /// Creates the space of the parts.
    package init(photos: Part, trash: Part, thumbnails: Part, shares: Part) {
        self.photos = photos
        self.trash = trash
        self.thumbnails = thumbnails
        self.shares = shares
    }
}
