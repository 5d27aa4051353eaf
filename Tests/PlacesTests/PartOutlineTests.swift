import Foundation
import GalleryModel
import Testing

@testable import Places

/// Compares distances to outlines with distances to closely spaced points on their edges.
@Suite("PartOutline")
struct PartOutlineTests {
    /// The least haversine distance to points every few meters on the edges, in kilometers.
    private func distance(
        _ rings: [[(Double, Double)]], _ place: Coordinate, step: Double
    ) throws -> Double {
        var best = Double.infinity
        for ring in rings {
            for (number, start) in ring.enumerated() {
                let end = ring[(number + 1) % ring.count]
                let length = max(abs(end.0 - start.0), abs(end.1 - start.1))
                let count = max(1, Int(length / step))
                for piece in 0...count {
                    let share = Double(piece) / Double(count)
                    let point = try #require(
                        Coordinate(
                            latitude: start.1 + share * (end.1 - start.1),
                            longitude: start.0 + share * (end.0 - start.0)))
                    best = min(best, place.distanceKm(to: point))
                }
            }
        }
        return best
    }

    @Test(
        "the distance to an outline is the distance to its nearest point on the sphere",
        arguments: [
            (60.0, 10.0, 0.5), (0, 0, 0.2), (-45, 179.8, 0.2), (88, -120, 1), (-89.3, 45, 0.6),
        ])
    func distances(latitude: Double, longitude: Double, size: Double) throws {
        var random = SplitMix(state: 5)
        // A star with more corners than a run holds, to test several runs.
        let ring = (0..<75).map { corner -> (Double, Double) in
            let angle = Double(corner) / 75 * 2 * .pi
            let radius = size * Double.random(in: 0.4...1, using: &random)
            let wide = radius / max(cos(latitude * .pi / 180), 0.05)
            let x = min(max(longitude + wide * cos(angle), -180), 180)
            let y = min(max(latitude + radius * sin(angle), -90), 90)
            return ((x * 1e5).rounded() / 1e5, (y * 1e5).rounded() / 1e5)
        }
        var small = SmallIndex()
        small.countries = [("AA", "Aland")]
        small.regions = [SmallIndex.Region(country: 0, area: nil, name: nil)]
        small.parts = [SmallIndex.Part(region: 0, rings: [ring])]
        let file = try IndexFile(small.bytes())
        let index = try PlaceIndex(path: file.path)
        let outline = try PartOutline(try IndexPart(0, in: index), of: index)
        for _ in 0..<20 {
            let y = latitude + Double.random(in: -2...2, using: &random) * size
            let x = longitude + Double.random(in: -3...3, using: &random) * size
            let place = try #require(
                Coordinate(
                    latitude: min(max(y, -90), 90), longitude: x.remainder(dividingBy: 360)))
            let vector = UnitVector(latitude: place.latitude, longitude: place.longitude)
            let squared = try outline.squaredChord(to: vector, below: 4, of: index)
            let found = PlaceRules.kilometers(ofChord: try #require(squared).squareRoot())
            let expected = try distance([ring], place, step: 0.002)
            // The points are up to 220 m apart, so the nearest may be a little farther.
            #expect(abs(found - expected) < 0.02 + 0.02 * min(1, 0.1 / max(expected, 0.01)))
            let limit = squared.map { $0 * 0.99 } ?? 0
            #expect(try outline.squaredChord(to: vector, below: limit, of: index) == nil)
        }
    }

    @Test("a search box contains every position within its distance")
    func boxes() throws {
        var random = SplitMix(state: 9)
        for _ in 0..<3000 {
            let (latitude, longitude) = random.position()
            let center = try #require(Coordinate(latitude: latitude, longitude: longitude))
            let boxes = GridBounds.boxes(
                around: longitude, latitude, within: 25 / Coordinate.earthRadiusKm)
            let away = try #require(
                Coordinate(
                    latitude: min(
                        max(latitude + Double.random(in: -0.23...0.23, using: &random), -90), 90),
                    longitude: (longitude + Double.random(in: -1...1, using: &random)
                        / max(cos(latitude * .pi / 180), 0.006))
                        .remainder(dividingBy: 360)))
            guard center.distanceKm(to: away) <= 25 else { continue }
            let spot = GridBounds(
                GridPosition(
                    longitude: Int32((away.longitude * 1e5).rounded()),
                    latitude: Int32((away.latitude * 1e5).rounded())))
            #expect(boxes.contains { $0.touches(spot) }, "\(center) \(away)")
        }
    }
}
