import GalleryModel

/// Finds where receivers were at given times.
///
/// Between two fixes that are not too far apart in time the position lies on the great circle between
/// them, be they of one segment or not. Elsewhere it is that of the nearest fix where that is near
/// enough. This is ExifTool's rule, with one limit for both.
/// Source: ExifTool 12.57, options GeoMaxIntSecs and GeoMaxExtSecs, 1800 s each:
/// https://exiftool.org/geotag.html
package struct TrackMatcher: Sendable {
    /// The longest time between two fixes that positions are interpolated over, and the longest time
    /// to the nearest fix elsewhere, in seconds.
    package let maxGapSeconds: Double

    /// The fixes by time, no time twice.
    private let points: [TrackPoint]
    /// The track of each fix; empty where there is one track alone.
    private let owners: [Int32]

    /// Puts the fixes of tracks in order; of fixes with one time the first track's first one counts.
    package init(_ tracks: [Track], maxGapSeconds: Double = 1800) {
        self.maxGapSeconds = maxGapSeconds.isFinite ? max(maxGapSeconds, 0) : 0
        if tracks.count == 1, TrackMatcher.isStrictlyOrdered(tracks[0].points) {
            points = tracks[0].points
            owners = []
            return
        }
        // Sorting numbers beside times moves 16 bytes a fix; equal times keep their order by number.
        var order: [(time: Double, number: Int)] = []
        order.reserveCapacity(tracks.reduce(0) { $0 + $1.points.count })
        for track in tracks {
            for point in track.points { order.append((point.time, order.count)) }
        }
        order.sort { $0 < $1 }
        var starts: [Int] = []
        var total = 0
        for track in tracks {
            starts.append(total)
            total += track.points.count
        }
        var sorted: [TrackPoint] = []
        var owners: [Int32] = []
        sorted.reserveCapacity(order.count)
        owners.reserveCapacity(order.count)
        for (time, number) in order where sorted.last?.time != time {
            let owner = TrackMatcher.lastIndex(in: starts) { $0 <= number } ?? 0
            sorted.append(tracks[owner].points[number - starts[owner]])
            owners.append(Int32(clamping: owner))
        }
        points = sorted
        self.owners = owners
    }

    /// How many fixes with different times there are.
    package var fixCount: Int { points.count }

    /// Where the receiver was at a time, in seconds since 1970-01-01 UTC.
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
        // The last fix not after the time; one more comes after it.
        let index = TrackMatcher.lastIndex(in: points) { $0.time <= time } ?? 0
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

    private static func isStrictlyOrdered(_ points: [TrackPoint]) -> Bool {
        zip(points, points.dropFirst()).allSatisfy { $0.time < $1.time }
    }

    /// The last element that a condition holds for, where it holds for all before that one.
    private static func lastIndex<Element>(
        in list: [Element], where holds: (Element) -> Bool
    ) -> Int? {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(list[middle]) { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }
}
