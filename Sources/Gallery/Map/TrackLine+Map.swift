import GalleryModel
import Places

extension TrackLine {
    /// The line with as many points as can be told apart on a map.
    ///
    /// - Parameter zoom: the zoom of the map, whose world is 256 pixels wide at 0; a point that is left out is less
    ///   than a pixel away.
    /// - Throws: what GEOS throws.
    func simplified(
        zoom: Int, by simplifier: LineSimplifier
    ) throws(PlacesError) -> TrackLine {
        let pixel = MercatorPoint.side / Double(256 << zoom)
        var line = TrackLine(segments: [])
        for segment in segments {
            let columns = Self.longitudes(of: segment).map(MercatorPoint.column(ofLongitude:))
            let points = zip(columns, segment).map { column, point in
                let row = MercatorPoint.row(
                    ofLatitude: Double(point.latitude) / Point.unitsPerDegree)
                // The poles are infinitely far.
                return (x: column / pixel, y: min(max(row, 0), MercatorPoint.side) / pixel)
            }
            let kept = try simplifier.kept(of: points, within: 1)
            line.segments.append(kept.map { segment[$0] })
        }
        return line
    }

    /// The pieces of the line that are in view: each step from one point to the next whose box meets it.
    func pieces(in view: MapView) -> [[Point]] {
        segments.flatMap { segment -> [[Point]] in
            let longitudes = Self.longitudes(of: segment)
            let latitudes = segment.map { Double($0.latitude) / Point.unitsPerDegree }
            func isSeen(_ one: Int, _ other: Int) -> Bool {
                let (west, east) = (
                    min(longitudes[one], longitudes[other]), max(longitudes[one], longitudes[other])
                )
                // The westernmost copy of the step that does not end west of the view.
                let shift = ((view.west - east) / 360).rounded(.up) * 360
                return west + shift <= view.east
                    && min(latitudes[one], latitudes[other]) <= view.north
                    && max(latitudes[one], latitudes[other]) >= view.south
            }
            if segment.count == 1 { return isSeen(0, 0) ? [segment] : [] }
            var pieces: [[Point]] = []
            var isOpen = false
            for index in segment.indices.dropFirst() {
                let isInView = isSeen(index - 1, index)
                if isInView, !isOpen { pieces.append([segment[index - 1]]) }
                if isInView { pieces[pieces.count - 1].append(segment[index]) }
                isOpen = isInView
            }
            return pieces
        }
    }
}
