public import GalleryModel

/// What was understood of a query, and what answering it takes.
public struct QueryExplanation: Hashable, Sendable {
    /// The query in its own language, spelled out.
    public var understood: String
    /// What finds the photos, in words: an index with what it is of, or a walk through all photos.
    public var steps: [String]
    /// How many photos fit.
    public var photos: Int
    /// How many rows were looked at for them.
    public var rowsRead: Int

    /// Makes an explanation.
    public init(understood: String, steps: [String], photos: Int, rowsRead: Int) {
        self.understood = understood
        self.steps = steps
        self.photos = photos
        self.rowsRead = rowsRead
    }
}

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

/// How many photos have a name: a tag, a person, a camera.
public struct NameCount: Hashable, Sendable {
    /// The name as it is spelled most often.
    public var name: String
    /// How many photos.
    public var photos: Int

    /// Makes a count.
    public init(name: String, photos: Int) {
        self.name = name
        self.photos = photos
    }
}

extension PhotoGallery {
    /// Counts photos by when they were taken, on the camera's clock; the earliest first, those without a date
    /// last.
    public func timeline(
        _ query: PhotoQuery, by unit: TimelineUnit
    ) throws(GalleryError) -> [TimelineCount] {
        throw GalleryError(.bug, "not built")
    }

    /// Counts photos by tag, the tag with most photos first, equal numbers by name.
    public func tagCounts(_ query: PhotoQuery) throws(GalleryError) -> [NameCount] {
        throw GalleryError(.bug, "not built")
    }

    /// Counts photos by the people they show, as `tagCounts`.
    public func personCounts(_ query: PhotoQuery) throws(GalleryError) -> [NameCount] {
        throw GalleryError(.bug, "not built")
    }

    /// Counts photos by camera, as `tagCounts`.
    public func cameraCounts(_ query: PhotoQuery) throws(GalleryError) -> [NameCount] {
        throw GalleryError(.bug, "not built")
    }
}
