import GalleryModel

/// What is told of some photos of a map together; of two lots of them by adding up.
struct MapSummary: Sendable {
    /// How many photos.
    private(set) var count = 0
    /// How many stand at a home, and how many where a track says.
    private(set) var homes = 0
    private(set) var tracks = 0
    /// The outermost columns and rows.
    private(set) var northWest = MercatorPoint(x: .max, y: .max)
    private(set) var southEast = MercatorPoint(x: 0, y: 0)
    /// The newest photo.
    private(set) var cover = PhotoID(rawValue: 0)
    private var coverDate = Int64.min
    // Of 2^32 photos at most.
    private var sumX: UInt64 = 0
    private var sumY: UInt64 = 0

    /// Makes what is told of no photos.
    init() {}

    /// Adds a photo.
    mutating func add(_ entry: MapIndex.Entry) {
        let point = entry.code.point
        count += 1
        switch entry.source {
        case .home: homes += 1
        case .track: tracks += 1
        case .photo: break
        }
        sumX += UInt64(point.x)
        sumY += UInt64(point.y)
        widen(point, point)
        offer(entry.photo, entry.date)
    }

    /// Adds all photos of another summary.
    mutating func add(_ other: MapSummary) {
        count += other.count
        homes += other.homes
        tracks += other.tracks
        sumX += other.sumX
        sumY += other.sumY
        widen(other.northWest, other.southEast)
        offer(other.cover, other.coverDate)
    }

    /// The mean of their points, in columns and rows; 0 for none.
    var mean: (x: Double, y: Double) {
        let count = Double(max(self.count, 1))
        return (Double(sumX) / count + 0.5, Double(sumY) / count + 0.5)
    }

    /// What all their positions are; nil for several kinds and for no photos.
    var source: PositionSource? {
        guard count > 0 else { return nil }
        return homes == count
            ? .home : tracks == count ? .track : homes + tracks == 0 ? .photo : nil
    }

    private mutating func widen(_ first: MercatorPoint, _ last: MercatorPoint) {
        northWest = MercatorPoint(x: min(northWest.x, first.x), y: min(northWest.y, first.y))
        southEast = MercatorPoint(x: max(southEast.x, last.x), y: max(southEast.y, last.y))
    }

    private mutating func offer(_ photo: PhotoID, _ date: Int64) {
        if (date, photo.rawValue) > (coverDate, cover.rawValue) {
            (cover, coverDate) = (photo, date)
        }
    }
}
