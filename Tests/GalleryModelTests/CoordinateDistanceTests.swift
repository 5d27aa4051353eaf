import Foundation
import GalleryModel
import Testing

@Suite("Coordinate distances and grids")
struct CoordinateDistanceTests {
    private static func coordinate(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test(
        "great-circle distances are exact, also over a pole and across the antimeridian",
        arguments: [
            ("0,0", "0,1", 111.195), ("0,0", "1,0", 111.195), ("0,179.5", "0,-179.5", 111.195),
            ("89.5,0", "89.5,180", 111.195), ("90,12", "90,-100", 0), ("0,180", "0,-180", 0),
            ("0,0", "0,180", 20_015.115), ("90,0", "-90,50", 20_015.115),
            // Paris to New York.
            ("48.8566,2.3522", "40.7128,-74.0060", 5_837.24),
        ])
    func distances(one: String, other: String, kilometers: Double) throws {
        let start = try #require(Coordinate(text: one))
        let end = try #require(Coordinate(text: other))
        #expect(abs(start.distanceKm(to: end) - kilometers) < 0.01)
        #expect(start.distanceKm(to: end) == end.distanceKm(to: start))
    }

    @Test("a small distance keeps its precision")
    func small() throws {
        let start = try Self.coordinate(48, 2)
        let end = try Self.coordinate(48.000_001, 2)
        #expect(abs(start.distanceKm(to: end) - 0.000_111_195) < 1e-8)
    }

    @Test(
        "a grid moves a position to the center of its cell, and moving it again changes nothing",
        arguments: [0.1, 1, 5, 10, 37, 100, 250, 500, 20_000])
    func grid(kilometers: Double) throws {
        var latitudes = [
            -90.0, -89.999_999, -89.5, -60, -0.000_001, 0, 0.000_001, 45.3, 89.99, 90,
        ]
        var longitudes = [-180.0, -179.999_999, -90, -0.1, 0, 0.1, 13.37, 179.999_999, 180]
        var generator = Steps(state: 42)
        for _ in 0..<60 {
            latitudes.append(generator.next() * 180 - 90)
            longitudes.append(generator.next() * 360 - 180)
        }
        // Rows of 10 km are nearly 0.09 degrees high: these latitudes are on both sides of their
        // edges.
        latitudes += (0..<40).map { Double($0) * 0.0898 + 70 }
        for latitude in latitudes {
            for longitude in longitudes {
                let position = try #require(
                    Coordinate(latitude: latitude, longitude: longitude, altitude: 12))
                let cell = position.coarsened(toGridOf: kilometers)
                // 0.2 m for rounding to six digits.
                #expect(
                    position.distanceKm(to: cell) <= kilometers * 0.5.squareRoot() + 0.000_2,
                    "\(position)")
                #expect(cell.altitude == nil)
                #expect(cell.coarsened(toGridOf: kilometers) == cell, "\(position)")
            }
        }
    }

    @Test("two positions in a cell become equal, and the antimeridian has one cell")
    func cells() throws {
        let one = try Self.coordinate(48.391, -4.491).coarsened(toGridOf: 100)
        let other = try Self.coordinate(48.3, -4.3).coarsened(toGridOf: 100)
        #expect(one == other)
        for kilometers in [1.0, 10, 500] {
            #expect(
                try Self.coordinate(10, 180).coarsened(toGridOf: kilometers)
                    == Self.coordinate(10, -180).coarsened(toGridOf: kilometers))
        }
        // A grid of 1,000 km has as many cells on the equator as fit around the Earth.
        var found: Set<Coordinate> = []
        for step in 0..<1_000 {
            found.insert(
                try Self.coordinate(0.01, Double(step) * 0.36 - 180).coarsened(toGridOf: 1_000))
        }
        #expect((38...44).contains(found.count))
    }

    @Test(
        "extreme grid sizes give a valid position",
        arguments: [1e-12, 1e12, Double.infinity])
    func sizes(kilometers: Double) throws {
        let cell = try Self.coordinate(48, 2).coarsened(toGridOf: kilometers)
        #expect((-90...90).contains(cell.latitude) && (-180...180).contains(cell.longitude))
    }
}

/// Reproducible pseudorandom numbers in 0..<1.
///
/// Source: D. Knuth, MMIX.
private struct Steps {
    var state: UInt64

    mutating func next() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) / Double(UInt64(1) << 53)
    }
}
