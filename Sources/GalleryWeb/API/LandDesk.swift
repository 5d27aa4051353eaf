import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Synchronization

/// Hands pieces of the base map out, and keeps those that were asked for lately.
final class LandDesk: Sendable {
    /// Which piece: the whole world, or 10 by 10 degrees by their south-western corner.
    enum Piece: Hashable, Sendable {
        case world
        case cell(west: Int, south: Int)
    }

    private struct Item {
        let version: String
        let bytes: [UInt8]
        let compressed: [UInt8]?
        var lastUse: UInt64

        var byteCount: Int { bytes.count + (compressed?.count ?? 0) }
    }

    private struct Desk {
        var items: [Piece: Item] = [:]
        var uses: UInt64 = 0
    }

    /// Twice as much as all of Europe in detail.
    private static let capacity = 32 << 20

    private let gallery: PhotoGallery
    private let desk = Mutex(Desk())

    /// Makes a desk.
    init(_ gallery: PhotoGallery) { self.gallery = gallery }

    /// The answer with a piece; not to be called on an event loop.
    ///
    /// - Throws: 404 for a piece that there is none of, and without an index of places.
    func answer(_ piece: Piece, for request: WebRequest) throws -> Response {
        let map = try baseMap()
        let item = try item(piece, of: map)
        let isCurrent = request.parameter("v") == map.version
        var headers: HTTPFields = [
            .vary: "Accept-Encoding",
            .cacheControl: isCurrent
                ? "private, max-age=31536000, immutable" : Conditional.caching,
        ]
        let type = "application/geo+json"
        guard AcceptedEncoding(request.headers[.acceptEncoding]).hasGzip,
            let compressed = item.compressed
        else { return .bytes(item.bytes, type: type, headers: headers) }
        headers[.contentEncoding] = "gzip"
        return .bytes(compressed, type: type, headers: headers)
    }

    /// The base map.
    ///
    /// - Throws: 404 without an index of places.
    func baseMap() throws -> BaseMap {
        do throws(GalleryError) { return try gallery.baseMap() } catch {
            guard error.kind == .configuration else { throw error }
            throw Problem(.notFound, "there is no base map: \(error.message)")
        }
    }

    private func item(_ piece: Piece, of map: BaseMap) throws -> Item {
        let known = desk.withLock { desk in
            desk.uses += 1
            desk.items[piece]?.lastUse = desk.uses
            return desk.items[piece]
        }
        if let known, known.version == map.version { return known }
        let land: LandPiece? =
            switch piece {
            case .world: try map.world()
            case .cell(let west, let south): try map.piece(west: west, south: south)
            }
        guard let land else {
            throw Problem(.notFound, "pieces of the map begin at multiples of 10 degrees")
        }
        let bytes = LandDocument.bytes(land)
        return put(
            Item(
                version: map.version, bytes: bytes, compressed: Gzip.compressed(bytes), lastUse: 0),
            piece)
    }

    private func put(_ item: Item, _ piece: Piece) -> Item {
        desk.withLock { desk in
            desk.uses += 1
            var item = item
            item.lastUse = desk.uses
            desk.items[piece] = item
            var left = desk.items.values.reduce(0) { $0 + $1.byteCount }
            // The world is always wanted.
            for (piece, item) in desk.items.sorted(by: { $0.value.lastUse < $1.value.lastUse })
            where piece != .world && left > Self.capacity {
                desk.items[piece] = nil
                left -= item.byteCount
            }
            return item
        }
    }
}
