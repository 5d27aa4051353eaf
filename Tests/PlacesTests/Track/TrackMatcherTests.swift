import GalleryModel
import Testing

@testable import Places

@Suite("TrackMatcher")
struct TrackMatcherTests {
    private static func point(
        _ time: Double, _ latitude: Double, _ longitude: Double, _ altitude: Double? = nil
    ) throws -> TrackPoint {
        let coordinate = Coordinate(
            latitude: latitude, longitude: longitude, altitude: altitude)
        return TrackPoint(time: time, coordinate: try #require(coordinate))
    }

    private static func coordinates(_ match: TrackMatch?) -> [Double]? {
        match.map {
            [$0.coordinate.latitude, $0.coordinate.longitude]
                + [$0.coordinate.altitude].compactMap(\.self)
        }
    }

    @Test("between two fixes the position and altitude are interpolated")
    func between() throws {
        let track = Track(points: [
            try Self.point(1000, 48, 2, 100), try Self.point(1100, 48.001, 2.002, 200),
        ])
        let match = try #require(TrackMatcher([track]).match(1025).match)
        #expect(Self.coordinates(match) == [48.00025, 2.0005, 125])
        #expect(match.gapSeconds == 25 && match.isInterpolated && match.track == 0)
        let late = try #require(TrackMatcher([track]).match(1090).match)
        #expect(late.gapSeconds == 10)
    }

    @Test("an altitude missing from one of two fixes is unknown")
    func halfAltitude() throws {
        let track = Track(points: [
            try Self.point(0, 48, 2, 100), try Self.point(100, 48.001, 2.002),
        ])
        #expect(Self.coordinates(TrackMatcher([track]).match(50).match) == [48.0005, 2.001])
        #expect(Self.coordinates(TrackMatcher([track]).match(0).match) == [48, 2, 100])
    }

    @Test("across the antimeridian and over a pole the shorter path is used")
    func shortWay() throws {
        let pacific = Track(points: [
            try Self.point(0, 0, 179.5), try Self.point(100, 0, -179.5),
            try Self.point(200, 0, 179.9),
        ])
        let matcher = TrackMatcher([pacific])
        #expect(Self.coordinates(matcher.match(25).match) == [0, 179.75])
        #expect(Self.coordinates(matcher.match(75).match) == [0, -179.75])
        #expect(abs(matcher.match(50).match?.coordinate.longitude ?? 0) == 180)
        #expect(Self.coordinates(matcher.match(150).match) == [0, -179.8])
        let pole = Track(points: [try Self.point(0, 89, 0), try Self.point(100, 89, 180)])
        #expect(Self.coordinates(TrackMatcher([pole]).match(25).match) == [89.5, 0])
        #expect(TrackMatcher([pole]).match(50).match?.coordinate.latitude == 90)
        #expect(Self.coordinates(TrackMatcher([pole]).match(75).match) == [89.5, 180])
        // Between antipodes every path is equally short: the nearer fix counts.
        let opposite = Track(points: [try Self.point(0, 10, 20), try Self.point(100, -10, -160)])
        let match = try #require(TrackMatcher([opposite]).match(75).match)
        #expect(Self.coordinates(match) == [-10, -160])
        #expect(!match.isInterpolated && match.gapSeconds == 25)
    }

    @Test("within the limit, before, after and in gaps, the nearest fix counts, and none beyond")
    func gaps() throws {
        let track = Track(points: [
            try Self.point(0, 10, 20), try Self.point(10_000, 11, 21),
            try Self.point(11_800, 12, 22),
        ])
        let matcher = TrackMatcher([track])
        #expect(Self.coordinates(matcher.match(-1800).match) == [10, 20])
        #expect(matcher.match(-1801) == .beforeTrack(seconds: 1801))
        #expect(Self.coordinates(matcher.match(13_600).match) == [12, 22])
        #expect(matcher.match(13_601) == .afterTrack(seconds: 1801))
        #expect(Self.coordinates(matcher.match(1800).match) == [10, 20])
        #expect(matcher.match(1801) == .gap(seconds: 1801))
        #expect(matcher.match(8199) == .gap(seconds: 1801))
        let near = try #require(matcher.match(8200).match)
        #expect(Self.coordinates(near) == [11, 21])
        #expect(near.gapSeconds == 1800 && !near.isInterpolated)
        // 1800 seconds apart is close enough for interpolation.
        #expect(matcher.match(10_900).match?.isInterpolated == true)
        let strict = TrackMatcher([track], maxGapSeconds: 0)
        #expect(strict.match(10_900) == .gap(seconds: 900))
        #expect(strict.match(10_000).match?.gapSeconds == 0)
        #expect(TrackMatcher([]).match(0) == .emptyTrack)
        #expect(TrackMatcher([track]).match(.nan) == .emptyTrack)
    }

    @Test("reasons are readable sentences")
    func reasons() {
        #expect(
            "\(TrackOutcome.beforeTrack(seconds: 12_030))" == "3 h 20 min before the track begins")
        #expect("\(TrackOutcome.afterTrack(seconds: 2700))" == "45 min after the track ends")
        #expect("\(TrackOutcome.afterTrack(seconds: 86_400))" == "1 d after the track ends")
        #expect("\(TrackOutcome.beforeTrack(seconds: 0.4))" == "0 s before the track begins")
        #expect("\(TrackOutcome.afterTrack(seconds: 200_000))" == "2 d 7 h after the track ends")
        #expect(
            "\(TrackOutcome.gap(seconds: 1801))"
                == "in a gap of the track, 30 min 1 s from the nearest fix")
        #expect("\(TrackOutcome.emptyTrack)" == "the track has no fix")
    }

    @Test("a track's own times match its own points, in any order in the file")
    func ownTimes() throws {
        var points: [TrackPoint] = []
        for index in 0..<2000 {
            points.append(
                try Self.point(
                    1.7e9 + Double(index) * 7.25, .random(in: -90...90), .random(in: -180...180),
                    .random(in: -400...8000)))
        }
        for list in [points, points.shuffled(), points.reversed()] {
            let matcher = TrackMatcher([Track(points: list)], maxGapSeconds: 0)
            for point in points {
                let match = try #require(matcher.match(point.time).match)
                #expect(match.coordinate == point.coordinate)
                #expect(match.gapSeconds == 0 && !match.isInterpolated)
            }
        }
    }

    @Test("several tracks are merged, the first of equal times wins, and the match names its track")
    func severalTracks() throws {
        let morning = Track(points: [try Self.point(100, 1, 1), try Self.point(0, 2, 2)])
        let evening = Track(points: [
            try Self.point(5000, 5, 5), try Self.point(100, 9, 9), try Self.point(5000, 6, 6),
        ])
        let matcher = TrackMatcher([morning, Track(points: []), evening])
        #expect(Self.coordinates(matcher.match(100).match) == [1, 1])
        #expect(matcher.match(100).match?.track == 0)
        #expect(Self.coordinates(matcher.match(5000).match) == [5, 5])
        #expect(matcher.match(5000).match?.track == 2)
    }

    @Test(
        "interpolated positions are on the great circle, in proportion to both distances"
    )
    func onTheWay() throws {
        for _ in 0..<1000 {
            let start = try Self.point(0, .random(in: -80...80), .random(in: -180...180))
            let end = try Self.point(
                100, min(max(start.coordinate.latitude + .random(in: -2...2), -90), 90),
                .random(in: -180...180))
            let whole = start.coordinate.distanceKm(to: end.coordinate)
            guard whole < 15_000 else { continue }
            let match = try #require(
                TrackMatcher([Track(points: [start, end])]).match(30).match)
            #expect(abs(start.coordinate.distanceKm(to: match.coordinate) - 0.3 * whole) < 0.0001)
            #expect(abs(end.coordinate.distanceKm(to: match.coordinate) - 0.7 * whole) < 0.0001)
        }
    }
}
