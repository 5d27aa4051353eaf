import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// Encodes a piece of the base map as GeoJSON.
///
/// Contains one feature per country (`kind` is `country`), and one each for the `border` and
/// `region` lines.
///
/// Source: RFC 7946.
enum BaseMapDocument {
    /// Returns the GeoJSON document.
    static func bytes(_ piece: LandTile) -> [UInt8] {
        let countries = piece.countries.map { country in
            var properties: [JSONMember] = [("kind", "country"), ("name", country.name)]
            if let label = country.label {
                let text = "[\(label.longitude),\(label.latitude)]"
                properties.append(("label", JSONValue.raw(Array(text.utf8))))
            }
            let polygons = country.polygons.map { $0.map { line($0 + $0.prefix(1)) } }
            return feature([("id", country.code)], properties, "MultiPolygon", polygons.json)
        }
        let lines = [("border", piece.borders), ("region", piece.regions)].filter { !$1.isEmpty }
            .map { feature([], [("kind", $0)], "MultiLineString", $1.map(line).json) }
        return JSONValue([("type", "FeatureCollection"), ("features", countries + lines)]).compact
    }

    private static func feature(
        _ id: [JSONMember], _ properties: [JSONMember], _ type: String, _ coordinates: JSONValue
    ) -> JSONValue {
        let geometry = JSONValue([("type", type), ("coordinates", coordinates)])
        return JSONValue(
            [("type", "Feature")] + id
                + [("properties", JSONValue(properties)), ("geometry", geometry)])
    }

    /// Returns the positions of a line as text, as a piece has a hundred thousand numbers.
    private static func line(_ points: [LandTile.Point]) -> JSONValue {
        var text = [UInt8(ascii: "[")]
        for point in points {
            text += (text.count > 1 ? ",[" : "[").utf8
            append(point.longitude, to: &text)
            text.append(UInt8(ascii: ","))
            append(point.latitude, to: &text)
            text.append(UInt8(ascii: "]"))
        }
        text.append(UInt8(ascii: "]"))
        return .raw(text)
    }

    /// Appends a coordinate, in units of 1/100,000 degree, as decimal degrees without trailing
    /// zeros.
    private static func append(_ units: Int32, to text: inout [UInt8]) {
        if units < 0 { text.append(UInt8(ascii: "-")) }
        let (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: 100_000)
        text += String(whole).utf8
        guard rest > 0 else { return }
        text.append(UInt8(ascii: "."))
        var (left, unit) = (rest, UInt32(10_000))
        while left > 0 {
            text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: left / unit))
            left %= unit
            unit /= 10
        }
    }
}

/// Serves pieces of the base map and caches recently requested ones.
final class BaseMapCache: Sendable {
    /// A piece of the base map: the world, or a cell of 10 by 10 degrees named by its southwest
    /// corner.
    enum Piece: Hashable, Sendable {
        case world
        case cell(west: Int, south: Int)
    }

    private struct Item: Sendable {
        let version: String
        let bytes: [UInt8]
        let compressed: [UInt8]?
    }

    private let gallery: PhotoGallery
    /// Holds twice the size of all detailed pieces of Europe, and the world, since every map shows
    /// it.
    private let cache = ItemCache<Piece, Item>(capacity: 32 << 20, keeping: .world)

    init(_ gallery: PhotoGallery) { self.gallery = gallery }

    /// Returns a response with a piece; must not be called on an event loop.
    ///
    /// - Throws: 404 if the piece does not exist or no place index is installed.
    func answer(_ piece: Piece, for request: WebRequest) throws -> Response {
        let map = try baseMap()
        let item = try item(piece, of: map)
        let isCurrent = request.parameter("v") == map.version
        return .compressed(
            item.bytes, as: item.compressed, type: "application/geo+json", for: request,
            headers: [.cacheControl: Conditional.caching(isCurrent: isCurrent)])
    }

    /// Returns the base map.
    ///
    /// - Throws: 404 if no place index is installed.
    func baseMap() throws -> BaseMap {
        do throws(GalleryError) { return try gallery.baseMap() } catch {
            guard error.kind == .configuration else { throw error }
            throw Problem(.notFound, "no base map: \(error.message)")
        }
    }

    private func item(_ piece: Piece, of map: BaseMap) throws -> Item {
        if let known = cache.item(at: piece), known.version == map.version { return known }
        let land: LandTile? =
            switch piece {
            case .world: try map.world()
            case .cell(let west, let south): try map.piece(west: west, south: south)
            }
        guard let land else {
            throw Problem(.notFound, "pieces of the base map start at multiples of 10 degrees")
        }
        let bytes = BaseMapDocument.bytes(land)
        let item = Item(version: map.version, bytes: bytes, compressed: Gzip.compressed(bytes))
        let byteCount = bytes.count + (item.compressed?.count ?? 0)
        cache.put(item, byteCount: byteCount, at: piece)
        return item
    }
}
