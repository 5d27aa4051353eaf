import Basics
import Gallery
import GalleryModel

/// What a site takes along of the base map: the world coarsely, and in detail what lies around its photos.
struct SiteLand: Sendable {
    /// A square of whole degrees by its south-western corner.
    struct Square: Hashable, Comparable, Sendable {
        let west: Int
        let south: Int

        /// The square of some degrees, a part of 90, that a position lies in, also one a little beyond the antimeridian
        /// or a pole.
        init(latitude: Double, longitude: Double, degrees: Int) {
            let (column, row) = (
                Int((longitude / Double(degrees)).rounded(.down)) * degrees,
                Int((latitude / Double(degrees)).rounded(.down)) * degrees
            )
            west = column >= 180 ? column - 360 : column < -180 ? column + 360 : column
            south = min(max(row, -90), 90 - degrees)
        }

        static func < (one: Square, other: Square) -> Bool {
            (one.west, one.south) < (other.west, other.south)
        }
    }

    /// Pieces have 10 by 10 degrees; a large one takes a megabyte.
    static let mostPieces = 40
    /// Squares of one degree whose villages are named, too.
    static let mostNamed = 100
    /// Pieces that are nearer to a photo than this are there, too, in degrees: a view around the photo shows them.
    private static let margin = 2.0

    let map: BaseMap
    /// The pieces in detail.
    let pieces: [Square]
    /// Where villages are named.
    let named: [Square]

    /// Chooses what is around positions: where there is too much of it, what has most of them.
    init(map: BaseMap, around coordinates: [Coordinate]) {
        self.map = map
        (pieces, named) = SiteLand.squares(around: coordinates)
    }

    /// The pieces and the squares with names, in order.
    static func squares(around coordinates: [Coordinate]) -> (pieces: [Square], named: [Square]) {
        var pieces: [Square: Int] = [:]
        var named: [Square: Int] = [:]
        for coordinate in coordinates {
            let (latitude, longitude) = (coordinate.latitude, coordinate.longitude)
            let piece = Square(latitude: latitude, longitude: longitude, degrees: 10)
            pieces[piece, default: 0] += 1
            let square = Square(latitude: latitude, longitude: longitude, degrees: 1)
            named[square, default: 0] += 1
            for (east, north) in [(-1.0, -1.0), (-1, 1), (1, -1), (1, 1)] {
                let beside = Square(
                    latitude: latitude + north * margin, longitude: longitude + east * margin,
                    degrees: 10)
                pieces[beside, default: 0] += 0
            }
        }
        func first(_ count: Int, of squares: [Square: Int]) -> [Square] {
            squares.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(count).map(\.key)
                .sorted()
        }
        return (first(mostPieces, of: pieces), first(mostNamed, of: named))
    }

    /// The scripts.
    var files: [SiteFile] {
        var world = InputDigest()
        world.add(map.version)
        return [
            SiteMap.script("world", inputs: world.value) { [map] in
                LandDocument.bytes(try map.world())
            },
            nearFile,
        ]
            + pieces.map { piece in
                SiteMap.script(SiteLand.name(of: piece), inputs: world.value) { [map] in
                    guard let land = try map.piece(west: piece.west, south: piece.south) else {
                        return Array("null".utf8)
                    }
                    return LandDocument.bytes(land)
                }
            }
    }

    private static func name(of piece: Square) -> String { "\(piece.west)_\(piece.south)" }

    private var nearFile: SiteFile {
        var inputs = InputDigest()
        inputs.add(map.version)
        inputs.add(pieces.map(SiteLand.name))
        inputs.add(named.map(SiteLand.name))
        return SiteMap.script("near", inputs: inputs.value) {
            let names = try self.names()
            return JSONValue.object([
                ("pieces", .list(pieces.map { .text(SiteLand.name(of: $0)) })),
                ("names", .list(names.map { .text($0.name) })),
                ("latitudes", .list(names.map { .number($0.coordinate.latitude) })),
                ("longitudes", .list(names.map { .number($0.coordinate.longitude) })),
            ]).compact
        }
    }

    /// The cities of the pieces as a view of some hundred kilometres shows them, and all those near photos, the largest
    /// first.
    private func names() throws -> [MapName] {
        var met: Set<MapName> = []
        for (squares, degrees, zoom) in [(pieces, 10, 8), (named, 1, 12)] {
            for square in squares {
                let view = MapView(
                    west: Double(square.west), south: Double(square.south),
                    east: Double(square.west + degrees), north: Double(square.south + degrees),
                    zoom: zoom)
                if let view { met.formUnion(try map.names(in: view)) }
            }
        }
        return met.sorted {
            ($1.population, $0.name, $0.coordinate.latitude, $0.coordinate.longitude) < (
                $0.population, $1.name, $1.coordinate.latitude, $1.coordinate.longitude
            )
        }
    }
}
