package import Basics
import GalleryModel

/// Holds what a file says about where a GPS receiver was.
package struct Track: Hashable, Sendable {
    /// The fixes that have a time, in the file's order, all segments one after another.
    package internal(set) var points: [TrackPoint] = []
    /// The segments, as ranges of `points`: within one the receiver was not switched off.
    package internal(set) var segments: [Range<Int>] = []
    /// How many points were left out because their position or their time cannot be read, or because
    /// they are exactly 0, 0, which receivers without a fix write.
    package internal(set) var skippedPoints = 0
    /// How many points were left out because they have no time.
    package internal(set) var untimedPoints = 0
    /// How often a point is earlier than the one before it.
    package internal(set) var backwardSteps = 0
    /// Whether the points are waypoints, because no point of a track has a time.
    package internal(set) var isFromWaypoints = false
    /// What the file is called by itself, else its first track; nil for no name.
    package internal(set) var name: String?
    /// The SHA-256 of the file's bytes; of a damaged one, of those that were read.
    package internal(set) var digest: FileDigest?
    /// What is wrong with the file behind the last point that could be read; nil where nothing is.
    package internal(set) var damage: String?

    /// The times of the earliest and the latest fix; nil without a fix.
    package private(set) var timeRange: ClosedRange<Double>?

    /// What a person should know about the file, as sentences.
    package var warnings: [String] {
        var list: [String] = []
        if let damage {
            list.append("\(damage): \(Track.counted(points.count, "point")) before it count")
        }
        if isFromWaypoints {
            list.append(
                "no point of a track has a time: \(Track.counted(points.count, "waypoint")) with "
                    + "times stand in")
        }
        if skippedPoints > 0 {
            list.append(
                "left out: \(Track.counted(skippedPoints, "point")) without a readable position or "
                    + "time")
        }
        if untimedPoints > 0 {
            list.append("left out: \(Track.counted(untimedPoints, "point")) without a time")
        }
        if backwardSteps > 0 {
            list.append(
                "the times go back \(backwardSteps == 1 ? "once" : "\(backwardSteps) times"): the "
                    + "points are put in order")
        }
        return list
    }

    /// Makes a track of one segment.
    package init(points: [TrackPoint]) {
        self.points = points
        close(0)
    }

    /// Makes a track without points.
    init() {}

    /// Ends a segment that began at a point; an empty one is none.
    mutating func close(_ start: Int) {
        guard start < points.count else { return }
        segments.append(start..<points.count)
        for index in start..<points.count {
            let time = points[index].time
            timeRange =
                timeRange.map { min($0.lowerBound, time)...max($0.upperBound, time) }
                ?? time...time
            // The step from the segment before counts as well.
            if index > 0, time < points[index - 1].time { backwardSteps += 1 }
        }
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }
}
