/// The photos of one cell of a map, told together.
public struct MapCluster: Hashable, Sendable {
    /// How many photos.
    public var count: Int
    /// The mean of their positions on the map.
    public var middle: Coordinate
    /// The least box with all of them, as far as the box of their cell goes.
    public var bounds: CoordinateBox
    /// The newest of them; of those of one second the one with the greatest id.
    public var cover: PhotoID
    /// How many of them stand at a home, as no position of theirs is known.
    public var homes: Int
    /// What all their positions are; nil where they are of several kinds.
    public var source: PositionSource?

    /// Makes a cluster.
    public init(
        count: Int, middle: Coordinate, bounds: CoordinateBox, cover: PhotoID, homes: Int,
        source: PositionSource?
    ) {
        self.count = count
        self.middle = middle
        self.bounds = bounds
        self.cover = cover
        self.homes = homes
        self.source = source
    }
}

/// What stands on a map.
public struct MapContents: Hashable, Sendable {
    /// The clusters in view.
    public var clusters: [MapCluster]
    /// How finely the world is cut: into 2^level columns and as many rows of cells.
    public var level: Int
    /// How many photos the map has, in view or not.
    public var photos: Int
    /// The least box with all of them; nil where there are none.
    public var bounds: CoordinateBox?

    /// Makes contents.
    public init(clusters: [MapCluster], level: Int, photos: Int, bounds: CoordinateBox?) {
        self.clusters = clusters
        self.level = level
        self.photos = photos
        self.bounds = bounds
    }
}
