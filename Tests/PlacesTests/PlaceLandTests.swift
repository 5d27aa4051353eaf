import Foundation
import GalleryModel
import Places
import Testing

@Suite("PlaceLand")
struct PlaceLandTests {
    /// Twice the area of a ring in square degrees, positive if counterclockwise.
    private static func doubleArea(_ ring: [LandTile.Point]) -> Double {
        var sum = 0.0
        for (index, point) in ring.enumerated() {
            let last = ring[index == 0 ? ring.count - 1 : index - 1]
            sum +=
                Double(last.longitude) * Double(point.latitude)
                - Double(point.longitude) * Double(last.latitude)
        }
        return sum / 1e10
    }

    private static func area(_ country: LandTile.Country) -> Double {
        country.polygons.joined().reduce(0) { $0 + doubleArea($1) / 2 }
    }

    private static func isInside(_ country: LandTile.Country, _ place: Coordinate) -> Bool {
        var isInside = false
        for ring in country.polygons.joined() {
            for (index, point) in ring.enumerated() {
                let last = ring[index == 0 ? ring.count - 1 : index - 1]
                let (y, other) = (Double(point.latitude) / 1e5, Double(last.latitude) / 1e5)
                guard (y > place.latitude) != (other > place.latitude) else { continue }
                let share = (place.latitude - y) / (other - y)
                let x = Double(point.longitude) / 1e5
                let crossing = x + share * (Double(last.longitude) / 1e5 - x)
                if place.longitude < crossing { isInside.toggle() }
            }
        }
        return isInside
    }

    @Test("the base map has the countries at their positions, with few corners")
    func world() throws {
        let index = try RealIndex.open()
        let world = try PlaceLand(index).world()
        #expect(world.borders.isEmpty && world.regions.isEmpty)
        let countries = Dictionary(
            uniqueKeysWithValues: world.countries.map { ($0.code, $0) })
        #expect(countries.count > 180)
        let corners = world.countries.reduce(0) { $0 + $1.polygons.joined().joined().count }
        #expect((20_000...70_000).contains(corners))
        for (latitude, longitude, code) in [
            (48.0, 2.0, "FR"), (-25, 135, "AU"), (65, 100, "RU"), (-30, 25, "ZA"), (40, -100, "US"),
        ] {
            let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
            for country in world.countries {
                #expect(Self.isInside(country, place) == (country.code == code), "\(country.code)")
            }
        }
        // Lesotho is a hole in South Africa.
        let lesotho = try #require(Coordinate(latitude: -29.5, longitude: 28.2))
        #expect(countries["ZA"].map { Self.isInside($0, lesotho) } == false)
        #expect(countries["LS"].map { Self.isInside($0, lesotho) } == true)
        for country in world.countries {
            for polygon in country.polygons {
                #expect(Self.doubleArea(polygon[0]) > 0, "\(country.code)")
                #expect(polygon.dropFirst().allSatisfy { Self.doubleArea($0) < 0 })
            }
            let label = try #require(country.label)
            #expect(Self.isInside(country, label), "\(country.code) \(label)")
        }
    }

    @Test("pieces have the land of 10 by 10 degrees, and each border once")
    func pieces() throws {
        let index = try RealIndex.open()
        let land = try PlaceLand(index)
        let piece = try #require(try land.piece(west: 0, south: 40))
        #expect(piece.countries.contains { $0.code == "CH" })
        for country in piece.countries {
            for point in country.polygons.joined().joined() {
                #expect((0...1_000_000).contains(point.longitude))
                #expect((4_000_000...5_000_000).contains(point.latitude))
            }
        }
        let full = Dictionary(
            uniqueKeysWithValues: piece.countries.map { ($0.code, Self.area($0)) })
        // Switzerland has 41,285 km²; half a degree of it is east of the piece.
        #expect((0.0...4.9).contains(full["CH"] ?? 0))
        struct Edge: Hashable {
            var points: Set<LandTile.Point>
        }
        var edges = Set<Edge>()
        for line in piece.borders + piece.regions {
            #expect(line.count >= 2)
            for (first, second) in zip(line, line.dropFirst()) {
                #expect(edges.insert(Edge(points: [first, second])).inserted)
            }
        }
        #expect(edges.count > 2_000)
        let sea = try #require(try land.piece(west: -40, south: 30))
        #expect(sea.borders.isEmpty || sea.countries.contains { $0.code == "PT" })
        for (west, south) in [(5, 40), (0, 41), (180, 0), (0, 90), (-190, 0), (0, -100)] {
            #expect(try land.piece(west: west, south: south) == nil)
        }
        // At the edges of the Earth.
        for (west, south) in [(-180, -90), (170, 80), (-180, 60), (170, 60)] {
            _ = try #require(try land.piece(west: west, south: south))
        }
    }

    @Test("a small world has the area of its parts, and an override moves an area")
    func small() throws {
        let file = try IndexFile(SmallWorld.index.bytes())
        let index = try PlaceIndex(path: file.path)
        let piece = try #require(try PlaceLand(index).piece(west: 0, south: 0))
        let areas = Dictionary(
            uniqueKeysWithValues: piece.countries.map { ($0.code, Self.area($0)) })
        // West of 1 by 1 with a hole, Isle between the two parts of Aland and Beland, and the strip
        // beside it.
        #expect(abs((areas["AA"] ?? 0) - (1 - 0.25 + 0.5 + 1)) < 0.02)
        let given = try PlaceLand(index, overrides: try PlaceOverrides(["isle=BB"], index: index))
        let moved = try #require(try given.piece(west: 0, south: 0))
        let after = Dictionary(
            uniqueKeysWithValues: moved.countries.map { ($0.code, Self.area($0)) })
        #expect(abs((areas["AA"] ?? 0) - (after["AA"] ?? 0) - 1) < 1e-6)
    }

    @Test("names are those of the largest cities, one per cell")
    func names() throws {
        let land = try PlaceLand(try RealIndex.open())
        let box = try #require(CoordinateBox(west: -10, south: 36, east: 20, north: 60))
        let names = try land.names(in: box) { place in
            Int((place.latitude / 10).rounded(.down)) * 100
                + Int((place.longitude / 10).rounded(.down))
        }
        #expect(names.first?.name == "London")
        #expect(names.map(\.population) == names.map(\.population).sorted(by: >))
        #expect(names.contains { $0.name == "Paris" } && names.count < 20)
    }
}
