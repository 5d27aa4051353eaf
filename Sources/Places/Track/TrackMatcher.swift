package import GalleryModel
import Glibc

/// Finds the receiver's position at a given time.
///
/// Between two fixes that are close enough in time, the position is interpolated on the great
/// circle between them, even across segments. Otherwise the nearest fix is used if it is close
/// enough. This is ExifTool's rule, with one limit for both cases.
/// Source: ExifTool 12.57, options GeoMaxIntSecs and GeoMaxExtSecs, 1800 s each:
/// https://exiftool.org/geotag.html
package struct TrackMatcher: Sendable {
    /// The longest time between two fixes to interpolate over, and the longest time to the nearest
    /// fix otherwise, in seconds.
    package let maxGapSeconds: Double

    /// The fixes sorted by time, without duplicate times.
    private let points: [TrackPoint]
    /// The track number of each fix; empty if there is only one track.
    private let owners: [Int32]

    /// Sorts the fixes of all tracks; the first one wins if several have the same time.
    package init(_ tracks: [Track], maxGapSeconds: Double = 1800) {
        self.maxGapSeconds = maxGapSeconds.isFinite ? max(maxGapSeconds, 0) : 0
        if tracks.count == 1,
            zip(tracks[0].points, tracks[0].points.dropFirst()).allSatisfy({ $0.time < $1.time })
        {
            points = tracks[0].points
            owners = []
            return
        }
        // Sorting numbers instead of fixes moves 16 bytes per fix; equal times keep their order.
        var order: [(time: Double, track: Int32, point: Int32)] = []
        order.reserveCapacity(tracks.reduce(0) { $0 + $1.points.count })
        for (track, number) in zip(tracks, Int32(0)...) {
            for (point, index) in zip(track.points, Int32(0)...) {
                order.append((point.time, number, index))
            }
        }
        order.sort { $0 < $1 }
        var sorted: [TrackPoint] = []
        var owners: [Int32] = []
        sorted.reserveCapacity(order.count)
        owners.reserveCapacity(order.count)
        for (time, track, point) in order where sorted.last?.time != time {
            sorted.append(tracks[Int(track)].points[Int(point)])
            owners.append(track)
        }
        points = sorted
        self.owners = owners
    }

    /// Matches a time in seconds since 1970-01-01 UTC.
    package func match(_ time: Double) -> TrackOutcome {
        guard let first = points.first, let last = points.last, time.isFinite else {
            return .emptyTrack
        }
        guard time >= first.time else {
            return nearest(0, time) ?? .beforeTrack(seconds: first.time - time)
        }
        guard time < last.time else {
            return nearest(points.count - 1, time) ?? .afterTrack(seconds: time - last.time)
        }
        // The last fix that is not later; it is never the very last.
        let index = lastIndex(until: time)
        let (before, after) = (points[index], points[index + 1])
        let isNearerBefore = time - before.time < after.time - time
        let near = isNearerBefore ? index : index + 1
        guard time > before.time, after.time - before.time <= maxGapSeconds,
            let coordinate = Coordinate.between(
                before.coordinate, after.coordinate,
                fraction: (time - before.time) / (after.time - before.time))
        else {
            let isFix = time == before.time
            return nearest(isFix ? index : near, time)
                ?? .gap(seconds: abs(points[near].time - time))
        }
        return .matched(
            TrackMatch(
                coordinate: coordinate, gapSeconds: abs(points[near].time - time),
                isInterpolated: true, track: owner(near)))
    }

    private func nearest(_ index: Int, _ time: Double) -> TrackOutcome? {
        let gap = abs(points[index].time - time)
        guard gap <= maxGapSeconds else { return nil }
        return .matched(
            TrackMatch(
                coordinate: points[index].coordinate, gapSeconds: gap, isInterpolated: false,
                track: owner(index)))
    }

    private func owner(_ index: Int) -> Int { owners.isEmpty ? 0 : Int(owners[index]) }

    /// Finds the last fix at or before a time that the first fix does not exceed, by bisection.
    private func lastIndex(until time: Double) -> Int {
        var (low, high) = (0, points.count)
        while low < high {
            let middle = low + (high - low) / 2
            if points[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }
}

/// The receiver's position at a time.
package struct TrackMatch: Hashable, Sendable {
    /// The position; the altitude is in meters, or nil if a fix next to the time has none.
    package var coordinate: Coordinate
    /// Time to the nearest fix, in seconds, 0 or more.
    package var gapSeconds: Double
    /// True if the position was interpolated between two fixes; false if it is that of the nearest.
    package var isInterpolated: Bool
    /// Index of the track with the nearest fix, in the order passed to the matcher.
    package var track: Int
}

/// The outcome of matching a time with tracks.
package enum TrackOutcome: Hashable, Sendable {
    /// The receiver's position is known.
    case matched(TrackMatch)
    /// The time is too long before the first fix, by this many seconds.
    case beforeTrack(seconds: Double)
    /// The time is too long after the last fix, by this many seconds.
    case afterTrack(seconds: Double)
    /// The time is in a gap of the tracks, this many seconds from the nearest fix.
    case gap(seconds: Double)
    /// The tracks have no fix.
    case emptyTrack

    /// The match; nil for any other outcome.
    package var match: TrackMatch? { if case .matched(let match) = self { match } else { nil } }
}

extension TrackOutcome: CustomStringConvertible {
    /// The outcome in words, such as `3 h 20 min before the track begins`.
    package var description: String {
        switch self {
        case .matched(let match):
            match.isInterpolated
                ? "between two fixes, the nearer one \(TrackOutcome.span(match.gapSeconds)) away"
                : "at the fix \(TrackOutcome.span(match.gapSeconds)) away"
        case .beforeTrack(let seconds), .afterTrack(let seconds):
            "\(TrackOutcome.span(seconds)) \(kind)"
        case .gap(let seconds): "\(kind), \(TrackOutcome.span(seconds)) from the nearest fix"
        case .emptyTrack: kind
        }
    }

    /// The outcome without its time span.
    package var kind: String {
        switch self {
        case .matched: "matched"
        case .beforeTrack: "before the track begins"
        case .afterTrack: "after the track ends"
        case .gap: "in a gap of the track"
        case .emptyTrack: "the track has no fix"
        }
    }

    /// Formats a time span in its two largest units, leaving out the smaller one if it is 0.
    private static func span(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds < 1e15 else { return "forever" }
        let whole = Int(seconds.rounded())
        let (large, small) =
            switch whole {
            case ..<60: ((whole, "s"), (0, ""))
            case ..<3600: ((whole / 60, "min"), (whole % 60, "s"))
            case ..<86400: ((whole / 3600, "h"), (whole / 60 % 60, "min"))
            case ..<(730 * 86400): ((whole / 86400, "d"), (whole / 3600 % 24, "h"))
            default: ((whole / (365 * 86400), "years"), (whole % (365 * 86400) / 86400, "d"))
            }
        return [large, small].enumerated().filter { $0.offset == 0 || $0.element.0 > 0 }
            .map { "\($0.element.0) \($0.element.1)" }.joined(separator: " ")
    }
}

extension Coordinate {
    /// The position at a fraction of the great circle between two positions.
    ///
    /// Degrees are rounded to 1e-7 (a centimeter) and meters to a millimeter. Nil for opposite
    /// sides of the Earth, between which every direction is equally short.
    ///
    /// - Parameter fraction: 0...1.
    /// Source: https://www.movable-type.co.uk/scripts/latlong.html ("Intermediate point")
    static func between(_ start: Coordinate, _ end: Coordinate, fraction: Double) -> Coordinate? {
        let altitude = start.altitude.flatMap { low in
            end.altitude.map { high in ((low + (high - low) * fraction) * 1e3).rounded() / 1e3 }
        }
        let from = UnitVector(latitude: start.latitude, longitude: start.longitude)
        let towards = UnitVector(latitude: end.latitude, longitude: end.longitude)
        let cross = from.cross(towards)
        let sine = cross.dot(cross).squareRoot()
        let angle = atan2(sine, from.dot(towards))
        // A thousandth of a millimeter; the check below is the same distance from the antipode.
        guard angle > 1e-13 else {
            return Coordinate(
                latitude: start.latitude, longitude: start.longitude, altitude: altitude)
        }
        guard angle < Double.pi - 1e-6 else { return nil }
        let (near, far) = (sin((1 - fraction) * angle) / sine, sin(fraction * angle) / sine)
        let x = near * from.x + far * towards.x
        let y = near * from.y + far * towards.y
        let z = near * from.z + far * towards.z
        let degree = 180 / Double.pi
        let rounded = { (degrees: Double) in (degrees * 1e7).rounded() / 1e7 + 0 }
        let level = (x * x + y * y).squareRoot()
        return Coordinate(
            latitude: rounded(atan2(z, level) * degree),
            // At a pole every longitude is valid.
            longitude: level < 1e-15 ? start.longitude : rounded(atan2(y, x) * degree),
            altitude: altitude)
    }
}
