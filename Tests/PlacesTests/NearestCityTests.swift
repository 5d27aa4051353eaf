import Basics
import Foundation
import GalleryModel
import Testing

@testable import Places

/// Compares the k-d tree with full searches of all places.
@Suite("Nearest city")
struct NearestCityTests {
    /// All cities except quarters by latitude, read directly from the file.
    private struct CityTable {
        var latitudes: [Double] = []
        var longitudes: [Double] = []

        init(_ bytes: [UInt8]) throws {
            func number(_ offset: Int) -> Int {
                (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
            }
            func signed(_ offset: Int) -> Double {
                Double(Int32(truncatingIfNeeded: number(offset))) / 1e5
            }
            let row = try #require((0..<9).map { 128 + 32 * $0 }.first { number($0) == 7 })
            let start = number(row + 8)
            let cities = (0..<number(row + 4)).map { start + 32 * $0 }
                .filter { bytes[$0 + 26] == 0 }
                .map { (signed($0), signed($0 + 4)) }.sorted { $0.0 < $1.0 }
            latitudes = cities.map(\.0)
            longitudes = cities.map(\.1)
        }

        /// The haversine distance to the nearest city in kilometers, searched outwards by latitude.
        func nearestKm(_ latitude: Double, _ longitude: Double) -> Double {
            let radian = Double.pi / 180
            let level = cos(latitude * radian)
            var best = 2.0
            // A city this far north or south is not nearer, whatever its longitude.
            func look(_ city: Int) -> Bool {
                let up = sin((latitudes[city] - latitude) * radian / 2)
                if up * up > best { return false }
                let across = sin((longitudes[city] - longitude) * radian / 2)
                best = min(
                    best, up * up + level * cos(latitudes[city] * radian) * across * across)
                return true
            }
            var (low, high) = (0, latitudes.count)
            while low < high {
                let middle = (low + high) / 2
                if latitudes[middle] < latitude { low = middle + 1 } else { high = middle }
            }
            var city = low
            while city < latitudes.count, look(city) { city += 1 }
            city = low - 1
            while city >= 0, look(city) { city -= 1 }
            return 2 * Coordinate.earthRadiusKm * asin(min(1, best.squareRoot()))
        }
    }

    @Test("the city is the nearest by great circle, everywhere on Earth")
    func nearest() throws {
        let index = try RealIndex.open()
        let data = try Data(contentsOf: URL(filePath: try #require(RealIndex.path.string)))
        let table = try CityTable([UInt8](data))
        var random = SplitMix(state: 11)
        var positions = (0..<2000).map { _ in random.position() }
        // Around the cities nearest to the antimeridian and to the poles.
        for city in table.latitudes.indices
        where abs(table.longitudes[city]) > 178 || abs(table.latitudes[city]) > 69 {
            for _ in 0..<4 {
                let latitude = table.latitudes[city] + Double.random(in: -2...2, using: &random)
                let longitude = table.longitudes[city] + Double.random(in: -4...4, using: &random)
                positions.append(
                    (min(max(latitude, -90), 90), longitude.remainder(dividingBy: 360)))
            }
        }
        positions += [(90, 0), (-90, 0), (90, 180), (0, 180), (0, -180), (-16.5, 180)]
        #expect(positions.count > 2100)
        let tree = CityTree(index)
        var loaded = CityTree(index)
        try index.verifyAll()
        try loaded.load()
        for (latitude, longitude) in positions {
            let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
            let vector = UnitVector(latitude: latitude, longitude: longitude)
            let city = try #require(try loaded.nearest(to: vector))
            #expect(try tree.nearest(to: vector)?.number == city.number)
            let expected = table.nearestKm(latitude, longitude)
            #expect(
                abs(place.distanceKm(to: city.coordinate) - expected) < 1e-6,
                "\(latitude), \(longitude)")
        }
    }

    @Test("the likeliest place of a region matches a full search")
    func deepest() throws {
        let index = try RealIndex.open()
        let tree = CityTree(index)
        var loaded = CityTree(index)
        try index.verifyAll()
        try loaded.load()
        let count = index.layout[.cities].count
        let start = index.layout[.cities].offset
        let cities = try (0..<count).map { try loaded.city($0) }
        let people = (0..<count).map { index.bytes.integer32(at: start + 32 * $0 + 16) }
        var random = SplitMix(state: 5)
        for run in 0..<60 {
            let near = cities[Int.random(in: 0..<count, using: &random)]
            let region = try #require(run % 4 == 0 ? 0 : near.region)
            let vector = UnitVector(
                latitude: near.coordinate.latitude + Double.random(in: -0.1...0.1, using: &random),
                longitude: near.coordinate.longitude)
            var best: (depth: Double, number: Int)?
            for city in cities where city.region == region {
                let kilometers =
                    vector.squaredChord(
                        to: UnitVector(
                            latitude: city.coordinate.latitude, longitude: city.coordinate.longitude
                        )
                    ).squareRoot() * Coordinate.earthRadiusKm
                let reach = 0.6 + 0.0073 * Double(people[city.number]).squareRoot()
                let depth = kilometers <= reach ? kilometers / reach : 1 + kilometers - reach
                if depth < best?.depth ?? .infinity { best = (depth, city.number) }
            }
            let found = try loaded.deepest(at: vector, inRegion: region)
            #expect(found?.city.number == best?.number, "\(near)")
            #expect(
                try tree.deepest(at: vector, inRegion: region)?.city.number == best?.number)
        }
    }

    @Test("a search within a distance finds only cities within it")
    func within() throws {
        let tree = CityTree(try RealIndex.open())
        let reykjavik = UnitVector(latitude: 64.1, longitude: -21.9)
        #expect(try tree.nearest(to: reykjavik, within: PlaceRules.chord(ofKm: 25)) != nil)
        let ocean = UnitVector(latitude: 0, longitude: -30)
        #expect(try tree.nearest(to: ocean, within: PlaceRules.chord(ofKm: 300)) == nil)
        #expect(try tree.nearest(to: ocean, within: PlaceRules.chord(ofKm: 3000)) != nil)
    }
}
