import Basics
package import GalleryModel
import Places

/// The map beneath the photos, drawn from the place index; works offline.
package final class BaseMap: Sendable {
    private let land: PlaceLand
    /// Identifies the map; it changes when the map does.
    package let version: String

    /// The version of the outlines; increased when they change.
    private static let format = 1

    /// Creates the map from an index and the user's settings for disputed areas.
    ///
    /// - Throws: `configuration` if the index is missing or damaged.
    init(_ geocoder: ReverseGeocoder) throws(GalleryError) {
        land = try geocoder.makeLand()
        let text = "\(Self.format) \(geocoder.cacheKey)"
        version = String(FileDigest(of: Array(text.utf8)).hexadecimal.prefix(12))
    }

    /// Returns the countries of the world in low detail.
    ///
    /// Blocks for about half a second.
    ///
    /// - Throws: `configuration` for a damaged index, like the other methods.
    package func world() throws(GalleryError) -> LandTile { try translated(land.world()) }

    /// Returns the outlines within a cell of 10 by 10 degrees in full detail.
    ///
    /// Blocks for a few milliseconds.
    ///
    /// - Parameters:
    ///   - west: the western edge in degrees, a multiple of 10 from -180 to 170.
    ///   - south: the southern edge, a multiple of 10 from -90 to 80.
    /// - Returns: nil for invalid edges.
    package func piece(west: Int, south: Int) throws(GalleryError) -> LandTile? {
        try translated(land.piece(west: west, south: south))
    }

    /// Returns the largest cities in view, at most one per cell of ``PhotoGallery/map(_:in:)``,
    /// largest first.
    ///
    /// Blocks for a few milliseconds.
    package func names(in view: MapView) throws(GalleryError) -> [MapName] {
        let cells = MapCells(view)
        let shift = UInt32(32 - cells.level)
        return try GalleryError.translating {
            try land.names(in: view.box) { coordinate in
                let point = MercatorPoint(coordinate)
                return MercatorPoint(x: point.x >> shift, y: point.y >> shift)
            }
        }
    }
}
