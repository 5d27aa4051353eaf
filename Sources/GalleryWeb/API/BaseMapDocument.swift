import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// Encodes a piece of the base map as GeoJSON directly into bytes, as it has a hundred thousand
/// numbers.
///
/// Contains one feature per country (`kind` is `country`), and one each for the `border` and
/// `region` lines.
///
/// Source: RFC 7946.
enum BaseMapDocument {
    /// Returns the GeoJSON document.
    static func bytes(_ piece: LandTile) -> [UInt8] {
        var document = Writer()
        document.text("{\"type\":\"FeatureCollection\",\"features\":[")
        document.list(piece.countries) { country, document in
            document.text("{\"type\":\"Feature\",\"id\":\"\(country.code)\",\"properties\":{")
            document.text("\"kind\":\"country\",\"name\":\(JSONText.quoted(country.name))")
            if let label = country.label {
                document.text(",\"label\":[\(label.longitude),\(label.latitude)]")
            }
            document.text("},\"geometry\":{\"type\":\"MultiPolygon\",\"coordinates\":[")
            document.list(country.polygons) { polygon, document in
                document.text("[")
                document.list(polygon) { ring, document in document.points(ring, isClosed: true) }
                document.text("]")
            }
            document.text("]}}")
        }
        for (kind, lines) in [("border", piece.borders), ("region", piece.regions)]
        where !lines.isEmpty {
            document.text(piece.countries.isEmpty ? "" : ",")
            document.text("{\"type\":\"Feature\",\"properties\":{\"kind\":\"\(kind)\"},")
            document.text("\"geometry\":{\"type\":\"MultiLineString\",\"coordinates\":[")
            document.list(lines) { line, document in document.points(line, isClosed: false) }
            document.text("]}}")
        }
        document.text("]}")
        return document.bytes
    }

    private struct Writer {
        private(set) var bytes: [UInt8] = []

        mutating func text(_ text: String) { bytes.append(contentsOf: text.utf8) }

        mutating func list<Element>(
            _ elements: [Element], _ write: (Element, inout Writer) -> Void
        ) {
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(element, &self)
            }
        }

        mutating func points(_ points: [LandTile.Point], isClosed: Bool) {
            bytes.append(UInt8(ascii: "["))
            list(isClosed ? points + points.prefix(1) : points) { point, writer in
                writer.bytes.append(UInt8(ascii: "["))
                writer.degrees(point.longitude)
                writer.bytes.append(UInt8(ascii: ","))
                writer.degrees(point.latitude)
                writer.bytes.append(UInt8(ascii: "]"))
            }
            bytes.append(UInt8(ascii: "]"))
        }

        /// Appends a coordinate, in units of 1/100,000 degree, as decimal degrees without trailing
        /// zeros.
        private mutating func degrees(_ units: Int32) {
            if units < 0 { bytes.append(UInt8(ascii: "-")) }
            let (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: 100_000)
            bytes.append(contentsOf: String(whole).utf8)
            guard rest > 0 else { return }
            bytes.append(UInt8(ascii: "."))
            var (left, unit) = (rest, UInt32(10_000))
            while left > 0 {
                bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: left / unit))
                left %= unit
                unit /= 10
            }
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

    private struct Item: CachedItem {
        let version: String
        let bytes: [UInt8]
        let compressed: [UInt8]?

        var byteCount: Int { bytes.count + (compressed?.count ?? 0) }
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
        cache.put(item, at: piece)
        return item
    }
}
