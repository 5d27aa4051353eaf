package import Basics
import Foundation
package import GalleryModel

/// The positions recorded by a GPS receiver, as read from a file.
package struct Track: Hashable, Sendable {
    /// The fixes with a time, in file order, all segments concatenated.
    package internal(set) var points: [TrackPoint] = []
    /// The segments as ranges of `points`; the receiver was not switched off within one.
    package internal(set) var segments: [Range<Int>] = []
    /// Number of points skipped because their position or time is invalid, or because they are
    /// exactly 0, 0, which receivers write without a fix.
    package internal(set) var skippedPoints = 0
    /// Number of points skipped because they have no time.
    package internal(set) var untimedPoints = 0
    /// Number of points that are earlier than their predecessor.
    package internal(set) var backwardSteps = 0
    /// True if the points are waypoints, because no track point has a time.
    package internal(set) var isFromWaypoints = false
    /// The name of the file, or else of its first track, as given in the file; nil if unnamed.
    package internal(set) var name: String?
    /// SHA-256 of the file's bytes; of a damaged file, only of the bytes that were read.
    package internal(set) var digest: FileDigest?
    /// The damage after the last readable point; nil if the file is intact.
    package internal(set) var damage: String?

    /// The times of the earliest and the latest fix; nil without fixes.
    package private(set) var timeRange: ClosedRange<Double>?

    /// Warnings about the file, as sentences.
    package var warnings: [String] {
        var list: [String] = []
        if let damage {
            list.append("\(damage); read \(Track.counted(points.count, "point")) before it")
        }
        if isFromWaypoints {
            list.append(
                "no track point has a time; using "
                    + "\(Track.counted(points.count, "timed waypoint")) instead")
        }
        if skippedPoints > 0 {
            list.append(
                "skipped \(Track.counted(skippedPoints, "point")) without a readable position or "
                    + "time")
        }
        if untimedPoints > 0 {
            list.append("skipped \(Track.counted(untimedPoints, "point")) without a time")
        }
        if backwardSteps > 0 {
            list.append(
                "the times go backward \(backwardSteps == 1 ? "once" : "\(backwardSteps) times"); "
                    + "the points were sorted by time")
        }
        return list
    }

    /// Makes a track with a single segment.
    package init(points: [TrackPoint]) {
        self.points = points
        close(0)
    }

    /// Makes a track without points.
    init() {}

    /// Ends the segment that began at a point, unless it is empty.
    mutating func close(_ start: Int) {
        guard start < points.count else { return }
        segments.append(start..<points.count)
        for index in start..<points.count {
            let time = points[index].time
            timeRange =
                timeRange.map { min($0.lowerBound, time)...max($0.upperBound, time) }
                ?? time...time
            // The step from the previous segment is included.
            if index > 0, time < points[index - 1].time { backwardSteps += 1 }
        }
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }
}

extension Track {
    /// The line of the track, simplified by dropping points that hardly change it.
    ///
    /// Empty for waypoints, as the route between them is unknown.
    ///
    /// - Parameter meters: the maximum distance of a dropped fix from the line.
    /// - Throws: `failed` if GEOS fails.
    package func line(within meters: Double) throws(PlacesError) -> TrackLine {
        var line = TrackLine(segments: [])
        if isFromWaypoints { return line }
        let simplifier = try LineSimplifier()
        for segment in segments {
            var fixes: [TrackLine.Point] = []
            for point in points[segment] {
                let fix = TrackLine.Point(point.coordinate)
                if fix != fixes.last { fixes.append(fix) }
            }
            let kept = try simplifier.kept(of: Self.plane(fixes), within: meters)
            line.segments.append(kept.map { fixes[$0] })
        }
        return line
    }

    /// Projects points onto a plane, in meters.
    ///
    /// Scaled by the latitude nearest to the equator, so that no distance is underestimated.
    private static func plane(_ points: [TrackLine.Point]) -> [(x: Double, y: Double)] {
        let latitudes = points.map { Double($0.latitude) / TrackLine.Point.unitsPerDegree }
        let widest = latitudes.map(abs).min() ?? 0
        let metersPerDegree = Coordinate.earthRadiusKm * 1000 * .pi / 180
        let width = metersPerDegree * cos(widest * .pi / 180)
        return zip(TrackLine.longitudes(of: points), latitudes).map {
            ($0 * width, $1 * metersPerDegree)
        }
    }
}

/// A fix of a GPS receiver.
package struct TrackPoint: Hashable, Sendable {
    /// The time in seconds since 1970-01-01 UTC, without leap seconds.
    package var time: Double
    /// The position, with the altitude in meters above sea level if known.
    package var coordinate: Coordinate
}
