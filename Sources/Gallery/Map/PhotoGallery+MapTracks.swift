import Catalog
public import GalleryModel
import Places

extension PhotoGallery {
    /// The most tracks of an answer.
    private static let mostTracks = 300
    /// The most points of an answer: some 70 kB as text.
    private static let mostPoints = 9_000

    /// The lines of tracks that a map shows.
    ///
    /// The first answer at a zoom reads and simplifies the lines in view, the next ones have them in memory. Works on a
    /// thread of its own.
    ///
    /// - Parameter view: what is shown.
    /// - Throws: `tryLater` for a locked catalog, `badInput` for a damaged one.
    public func mapTracks(in view: MapView) async throws -> MapTracks {
        try await offload { [self] in
            let found = try catalog.tracks(in: view.box, limit: Self.mostTracks + 1)
            let simplifier = try LineSimplifier()
            let tracks = found.prefix(Self.mostTracks)
            var zoom = view.zoom
            var lines = try lines(of: tracks, in: view, zoom: zoom, by: simplifier)
            while zoom > 0, Self.points(of: lines) > Self.mostPoints {
                zoom -= 1
                lines = try self.lines(of: tracks, in: view, zoom: zoom, by: simplifier)
            }
            let isCut = Self.cut(&lines)
            return MapTracks(
                lines: lines, zoom: zoom, isWhole: !isCut && found.count <= Self.mostTracks)
        }
    }

    private func lines(
        of tracks: some Sequence<RecordedTrack>, in view: MapView, zoom: Int,
        by simplifier: LineSimplifier
    ) throws -> [MapTracks.Line] {
        try tracks.compactMap { track in
            let pieces = try line(of: track, zoom: zoom, by: simplifier).pieces(in: view)
            return pieces.isEmpty ? nil : MapTracks.Line(track: track, pieces: pieces)
        }
    }

    private func line(
        of track: RecordedTrack, zoom: Int, by simplifier: LineSimplifier
    ) throws -> TrackLine {
        let key = TrackShelf.Key(track: track, zoom: zoom)
        if let line = trackLines.line(for: key) { return line }
        guard let whole = try catalog.line(ofTrack: track.id) else {
            return TrackLine(segments: [])
        }
        let line = try whole.simplified(zoom: zoom, by: simplifier)
        trackLines.put(line, for: key)
        return line
    }

    private static func points(of lines: [MapTracks.Line]) -> Int {
        lines.reduce(0) { $0 + $1.pieces.reduce(0) { $0 + $1.count } }
    }

    /// Leaves the last pieces out where there are still too many points: a receiver that was switched on and off
    /// thousands of times.
    ///
    /// - Returns: whether some were left out.
    private static func cut(_ lines: inout [MapTracks.Line]) -> Bool {
        var left = mostPoints
        var isCut = false
        for index in lines.indices {
            let pieces = lines[index].pieces.prefix { piece in
                left -= piece.count
                return left >= 0
            }
            if pieces.count < lines[index].pieces.count { isCut = true }
            lines[index].pieces = Array(pieces)
        }
        lines.removeAll { $0.pieces.isEmpty }
        return isCut
    }
}
