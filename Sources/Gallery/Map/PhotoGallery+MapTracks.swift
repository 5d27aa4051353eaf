import Basics
import Catalog
import GalleryModel
import Places

extension PhotoGallery {
    /// The maximum number of tracks per response.
    private static let maximumTracks = 300
    /// The maximum number of points per response: about 70 kB as text.
    private static let maximumPoints = 9_000

    /// Returns the track lines in a map view.
    ///
    /// The first call at a zoom level reads and simplifies the lines in view; later calls use the
    /// cache. Runs on a separate thread.
    ///
    /// - Parameter view: the visible area.
    /// - Throws: `tryLater` if the catalog is locked, `badInput` if it is damaged.
    package func mapTracks(in view: MapView) async throws -> MapTracks {
        try await offload { [self] in
            let found = try catalog.tracks(in: view.box, limit: Self.maximumTracks + 1)
            let tracks = found.prefix(Self.maximumTracks)
            var zoom = view.zoom
            var lines = try lines(of: tracks, in: view, zoom: zoom)
            while zoom > 0, Self.points(of: lines) > Self.maximumPoints {
                zoom -= 1
                lines = try self.lines(of: tracks, in: view, zoom: zoom)
            }
            let isCut = Self.points(of: lines) > Self.maximumPoints
            if isCut {
                // For example if a receiver was switched on and off thousands of times.
                var left = Self.maximumPoints
                for index in lines.indices {
                    let pieces = lines[index].pieces.prefix { piece in
                        left -= piece.count
                        return left >= 0
                    }
                    lines[index].pieces = Array(pieces)
                }
                lines.removeAll { $0.pieces.isEmpty }
            }
            return MapTracks(
                lines: lines, zoom: zoom, isWhole: !isCut && found.count <= Self.maximumTracks)
        }
    }

    private func lines(
        of tracks: some Sequence<RecordedTrack>, in view: MapView, zoom: Int
    ) throws -> [MapTracks.Line] {
        try tracks.compactMap { track in
            let pieces = try line(of: track, zoom: zoom).pieces(in: view)
            return pieces.isEmpty ? nil : MapTracks.Line(track: track, pieces: pieces)
        }
    }

    private func line(of track: RecordedTrack, zoom: Int) throws -> TrackLine {
        let key = TrackLineKey(track: track, zoom: zoom)
        if let line = shared.trackLines.item(at: key) { return line }
        guard let whole = try catalog.line(ofTrack: track.id) else {
            return TrackLine(segments: [])
        }
        let line = try whole.simplified(zoom: zoom)
        // Points have eight bytes each.
        shared.trackLines.put(line, byteCount: 8 * line.pointCount, at: key)
        return line
    }

    private static func points(of lines: [MapTracks.Line]) -> Int {
        lines.reduce(0) { $0 + $1.pieces.reduce(0) { $0 + $1.count } }
    }
}

extension TrackLine {
    /// Returns the line reduced to the points that are distinguishable on a map.
    ///
    /// - Parameter zoom: the zoom level of the map, whose world is 256 pixels wide at level 0;
    ///   removed points are less than a pixel away from the line.
    /// - Throws: errors of GEOS.
    func simplified(zoom: Int) throws(PlacesError) -> TrackLine {
        let simplifier = try LineSimplifier()
        let pixel = MercatorPoint.side / Double(256 << zoom)
        var line = TrackLine(segments: [])
        for segment in segments {
            let columns = Self.longitudes(of: segment).map(MercatorPoint.column(ofLongitude:))
            let points = zip(columns, segment).map { column, point in
                let row = MercatorPoint.row(
                    ofLatitude: Double(point.latitude) / Point.unitsPerDegree)
                // The poles are at infinity.
                return (x: column / pixel, y: min(max(row, 0), MercatorPoint.side) / pixel)
            }
            let kept = try simplifier.kept(of: points, within: 1)
            line.segments.append(kept.map { segment[$0] })
        }
        return line
    }

    /// Returns the pieces of the line in view: every step between two points whose bounding box
    /// intersects it.
    func pieces(in view: MapView) -> [[Point]] {
        segments.flatMap { segment -> [[Point]] in
            let longitudes = Self.longitudes(of: segment)
            let latitudes = segment.map { Double($0.latitude) / Point.unitsPerDegree }
            func isVisible(_ one: Int, _ other: Int) -> Bool {
                let (west, east) = (
                    min(longitudes[one], longitudes[other]), max(longitudes[one], longitudes[other])
                )
                // The westernmost copy of the step that does not end west of the view.
                let shift = ((view.west - east) / 360).rounded(.up) * 360
                return west + shift <= view.east
                    && min(latitudes[one], latitudes[other]) <= view.north
                    && max(latitudes[one], latitudes[other]) >= view.south
            }
            if segment.count == 1 { return isVisible(0, 0) ? [segment] : [] }
            var pieces: [[Point]] = []
            var isOpen = false
            for index in segment.indices.dropFirst() {
                let isInView = isVisible(index - 1, index)
                if isInView, !isOpen { pieces.append([segment[index - 1]]) }
                if isInView { pieces[pieces.count - 1].append(segment[index]) }
                isOpen = isInView
            }
            return pieces
        }
    }
}

/// A track at a zoom level, which identifies its simplified line: a track's line never changes, and
/// its number is never reused.
struct TrackLineKey: Hashable, Sendable {
    let track: RecordedTrack
    let zoom: Int
}
