import Foundation
import GalleryModel
import Testing

@testable import Catalog
@testable import Gallery

@Suite("MapIndex")
struct MapIndexTests {
    /// Photos all over the world, many at the same position, some at cell edges and at the poles.
    private static func photos(_ count: Int, _ dice: inout SystemRandomNumberGenerator)
        -> [MapPosition]
    {
        let edges = [-180.0, -179.99999999, 0, 179.99999999, 180]
        let poles = [-90.0, -85.06, -85.05, 0, 85.05, 85.06, 90]
        return (1...count).map { number in
            let isNear = Int.random(in: 0..<3, using: &dice) > 0
            let isOdd = Int.random(in: 0..<40, using: &dice) == 0
            let latitude =
                isOdd
                ? poles.randomElement(using: &dice)
                : isNear
                    ? 48 + (Double.random(in: 0..<2, using: &dice) * 1000).rounded() / 1000
                    : Double.random(in: -90...90, using: &dice)
            let longitude =
                isOdd
                ? edges.randomElement(using: &dice)
                : isNear
                    ? 2 + (Double.random(in: 0..<2, using: &dice) * 1000).rounded() / 1000
                    : Double.random(in: -180...180, using: &dice)
            let coordinate = Coordinate(latitude: latitude ?? 0, longitude: longitude ?? 0)
            return MapPosition(
                photo: PhotoID(rawValue: Int64(number)),
                coordinate: coordinate ?? Self.origin,
                source: PositionSource.allCases.randomElement(using: &dice) ?? .photo,
                date: Int64.random(in: -60...60, using: &dice))
        }
    }

    private static var origin: Coordinate {
        guard let origin = Coordinate(latitude: 0, longitude: 0) else { preconditionFailure() }
        return origin
    }

    private struct Cell: Hashable {
        var column: Int
        var row: Int
    }

    /// The cell of a position, calculated in the simplest way.
    private static func cell(_ position: Coordinate, _ level: Int) -> Cell {
        let count = pow(2, Double(level))
        let latitude = min(max(position.latitude, -85.0511287798), 85.0511287798)
        let angle = latitude * .pi / 180
        let row = (1 - log(tan(angle) + 1 / cos(angle)) / .pi) / 2 * count
        let column = (position.longitude + 180) / 360 * count
        return Cell(
            column: Int(min(max(column, 0), count - 1)), row: Int(min(max(row, 0), count - 1)))
    }

    /// True if a view contains a cell in any copy of the world.
    private static func meets(_ view: MapView, _ cell: Cell, _ level: Int) -> Bool {
        let count = pow(2, Double(level))
        let width = 360 / count
        let rows = (
            Self.cell(Coordinate(latitude: view.north, longitude: 0) ?? origin, level).row,
            Self.cell(Coordinate(latitude: view.south, longitude: 0) ?? origin, level).row
        )
        guard rows.0 <= cell.row, cell.row <= rows.1 else { return false }
        return (-4...4).contains { copy in
            let west = -180 + Double(cell.column) * width + Double(copy) * 360
            return west <= view.east && west + width > view.west
        }
    }

    private static func views(_ dice: inout SystemRandomNumberGenerator) -> [MapView] {
        (0..<60).compactMap { _ in
            let zoom = Int.random(in: MapView.zooms, using: &dice)
            let isNear = Bool.random(using: &dice)
            let middle =
                isNear
                ? (49.0, 3.0)
                : (
                    Double.random(in: -90...90, using: &dice),
                    Double.random(in: -400...400, using: &dice)
                )
            let height = Double.random(in: 0...600, using: &dice) / pow(2, Double(zoom))
            let width = Double.random(in: 0...1500, using: &dice) / pow(2, Double(zoom))
            return MapView(
                west: max(middle.1 - width, -1080), south: max(middle.0 - height, -90),
                east: min(middle.1 + width, 1080), north: min(middle.0 + height, 90), zoom: zoom)
        }
    }

    @Test(
        "clusters count the photos of each cell in view",
        arguments: [0, 1, 64, 65, 5_000])
    func random(count: Int) throws {
        var dice = SystemRandomNumberGenerator()
        let photos = count == 0 ? [] : Self.photos(count, &dice)
        let index = MapIndex(photos.map(MapIndex.Entry.init))
        for view in Self.views(&dice) {
            let contents = index.contents(in: view)
            #expect(contents.photos == count && contents.level <= view.zoom + 1)
            #expect(contents.clusters.count <= MapCells.maximumCells)
            let cells = Dictionary(grouping: photos) { Self.cell($0.coordinate, contents.level) }
                .filter { Self.meets(view, $0.key, contents.level) }
            let counts = contents.clusters.map(\.count).sorted()
            #expect(counts == cells.values.map(\.count).sorted(), "\(view)")
            for cluster in contents.clusters {
                let cell = Self.cell(cluster.middle, contents.level)
                let found = try #require(cells[cell], "\(view)")
                #expect(cluster.count == found.count)
                let newest = found.max { ($0.date, $0.photo) < ($1.date, $1.photo) }
                #expect(cluster.cover == newest?.photo)
                #expect(cluster.homes == found.count { $0.source == .home })
                // Positions that a user entered count as those of photos.
                let sources = Set(found.map { $0.source == .user ? .photo : $0.source })
                #expect(cluster.source == (sources.count == 1 ? sources.first : nil))
                #expect(found.allSatisfy { cluster.bounds.contains($0.coordinate) })
                let others = cells.filter { $0.key != cell }.values.joined()
                #expect(!others.contains { cluster.bounds.contains($0.coordinate) && !$0.isAtEdge })
                #expect(cluster.bounds.contains(cluster.middle))
            }
        }
    }

    @Test("the whole world is in view, and its box contains all photos")
    func world() throws {
        var dice = SystemRandomNumberGenerator()
        let photos = Self.photos(500, &dice)
        let index = MapIndex(photos.map(MapIndex.Entry.init))
        for zoom in 0...3 {
            let view = try #require(
                MapView(west: -180, south: -90, east: 180, north: 90, zoom: zoom))
            let contents = index.contents(in: view)
            #expect(contents.clusters.reduce(0) { $0 + $1.count } == 500)
            let bounds = try #require(contents.bounds)
            #expect(photos.allSatisfy { bounds.contains($0.coordinate) })
        }
        let wide = try #require(
            MapView(west: -1080, south: -90, east: 1080, north: 90, zoom: 20))
        let contents = index.contents(in: wide)
        #expect(contents.clusters.reduce(0) { $0 + $1.count } == 500 && contents.level == 5)
        #expect(MapIndex([]).contents(in: wide).bounds == nil)
    }

    @Test(
        "the box of all photos takes the shorter way around the Earth",
        arguments: [
            ([-122.4, 139.7], 139.7, -122.4), ([-179.9, 179.9], 179.9, -179.9),
            ([174.8, -157.9, 178], 174.8, -157.9), ([-0.1, 2.3, 151.2], -0.1, 151.2),
            ([10], 10, 10), ([-180, 180], 180, -180), ([-130, 0, 120], 0, -130),
        ])
    func shortestBox(longitudes: [Double], west: Double, east: Double) throws {
        let positions = try longitudes.enumerated().map { index, longitude in
            MapPosition(
                photo: PhotoID(rawValue: Int64(index + 1)),
                coordinate: try #require(Coordinate(latitude: 10, longitude: longitude)),
                source: .photo, date: 0)
        }
        let view = try #require(MapView(west: -180, south: -90, east: 180, north: 90, zoom: 0))
        let bounds = try #require(
            MapIndex(positions.map(MapIndex.Entry.init)).contents(in: view).bounds)
        #expect(abs(bounds.west - west) < 1e-5 && abs(bounds.east - east) < 1e-5, "\(bounds)")
        #expect(positions.allSatisfy { bounds.contains($0.coordinate) })
    }

    @Test("invalid views are nil")
    func views() {
        #expect(MapView(west: 10, south: 0, east: 0, north: 1, zoom: 1) == nil)
        #expect(MapView(west: 0, south: 2, east: 1, north: 1, zoom: 1) == nil)
        #expect(MapView(west: 0, south: .nan, east: 1, north: 1, zoom: 1) == nil)
        #expect(MapView(west: 0, south: 0, east: .infinity, north: 1, zoom: 1) == nil)
        #expect(MapView(west: 0, south: 0, east: 1, north: 1, zoom: 21) == nil)
        #expect(MapView(west: 170, south: 0, east: 190, north: 1, zoom: 20) != nil)
    }
}

extension MapPosition {
    /// True if the position is on the border of two cells, or has two longitudes.
    fileprivate var isAtEdge: Bool {
        abs(coordinate.latitude) > 85 || abs(coordinate.longitude) > 179.99
            || coordinate.longitude == 0 || coordinate.latitude == 0
    }
}
