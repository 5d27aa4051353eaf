import Foundation
package import GalleryModel

extension Track {
    /// The line of the track, with fewer points where they hardly make a difference.
    ///
    /// Waypoints make no line: nobody said how one came from one to the next.
    ///
    /// - Parameter metres: how far a fix that is left out may be from the line, at most.
    /// - Throws: `failed` where GEOS gives up.
    package func line(within metres: Double) throws(PlacesError) -> TrackLine {
        var line = TrackLine(segments: [])
        if isFromWaypoints { return line }
        let simplifier = try LineSimplifier()
        for segment in segments {
            var fixes: [TrackLine.Point] = []
            for point in points[segment] {
                let fix = TrackLine.Point(point.coordinate)
                if fix != fixes.last { fixes.append(fix) }
            }
            let kept = try simplifier.kept(of: Self.plane(fixes), within: metres)
            line.segments.append(kept.map { fixes[$0] })
        }
        return line
    }

    /// Puts points into a plane, in metres: as wide as the Earth is where they are nearest to the equator, so that
    /// nothing is nearer than it is.
    private static func plane(_ points: [TrackLine.Point]) -> [(x: Double, y: Double)] {
        let latitudes = points.map { Double($0.latitude) / TrackLine.Point.unitsPerDegree }
        let widest = latitudes.map(abs).min() ?? 0
        let metresPerDegree = Coordinate.earthRadiusKm * 1000 * .pi / 180
        let width = metresPerDegree * cos(widest * .pi / 180)
        return zip(TrackLine.longitudes(of: points), latitudes).map {
            ($0 * width, $1 * metresPerDegree)
        }
    }
}
