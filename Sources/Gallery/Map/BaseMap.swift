import Basics
public import GalleryModel
import Places
import Synchronization

/// The map beneath the photos, made of the index of places; offline, as everything.
public final class BaseMap: Sendable {
    private let land: PlaceLand
    /// Another text for another map.
    public let version: String

    /// How outlines are made: raised when they change.
    private static let format = 1

    /// Makes the map of an index and a person's answers for disputed areas.
    ///
    /// - Throws: `configuration` where the index is missing or damaged.
    init(_ geocoder: ReverseGeocoder) throws(GalleryError) {
        land = try geocoder.makeLand()
        let text = "\(Self.format) \(geocoder.cacheKey)"
        version = String(FileDigest(of: Array(text.utf8)).hexadecimal.prefix(12))
    }

    /// The countries of the world, coarsely.
    ///
    /// Blocks for half a second.
    ///
    /// - Throws: `configuration` for a damaged index, as the others do.
    public func world() throws(GalleryError) -> LandPiece {
        do throws(PlacesError) { return try land.world() } catch {
            throw GalleryError(places: error)
        }
    }

    /// What lies in 10 by 10 degrees, in detail.
    ///
    /// Blocks for some milliseconds.
    ///
    /// - Parameters:
    ///   - west: the western edge in degrees, a multiple of 10 from -180 to 170.
    ///   - south: the southern edge, a multiple of 10 from -90 to 80.
    /// - Returns: nil for other edges.
    public func piece(west: Int, south: Int) throws(GalleryError) -> LandPiece? {
        do throws(PlacesError) { return try land.piece(west: west, south: south) } catch {
            throw GalleryError(places: error)
        }
    }

    /// The largest cities in view, at most one for each cell of ``PhotoGallery/map(_:in:)``, the largest first.
    ///
    /// Blocks for some milliseconds.
    public func names(in view: MapView) throws(GalleryError) -> [MapName] {
        let cells = MapCells(view)
        let shift = UInt32(32 - cells.level)
        do throws(PlacesError) {
            return try land.names(in: view.box) { coordinate in
                let point = MercatorPoint(coordinate)
                return MercatorPoint(
                    x: shift < 32 ? point.x >> shift : 0, y: shift < 32 ? point.y >> shift : 0)
            }
        } catch {
            throw GalleryError(places: error)
        }
    }
}

/// Keeps the base map once it was opened.
final class BaseMapShelf: Sendable {
    private let map = Mutex<BaseMap?>(nil)

    /// The base map of the settings.
    ///
    /// - Throws: `configuration` where the index is missing or damaged.
    func map(_ settings: GallerySettings) throws(GalleryError) -> BaseMap {
        if let known = map.withLock({ $0 }) { return known }
        let made = try BaseMap(try ReverseGeocoder(settings: settings))
        map.withLock { $0 = made }
        return made
    }
}
