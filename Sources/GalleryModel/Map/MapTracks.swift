/// The tracks on a map, as lines.
public struct MapTracks: Hashable, Sendable {
    /// A track and as much of its line as is in view.
    public struct Line: Hashable, Sendable {
        /// The track.
        public var track: RecordedTrack
        /// Pieces without a break, from one point outside the view to the next where it goes on there.
        public var pieces: [[TrackLine.Point]]

        /// Makes a line.
        public init(track: RecordedTrack, pieces: [[TrackLine.Point]]) {
            self.track = track
            self.pieces = pieces
        }
    }

    /// The lines in view, the latest first.
    public var lines: [Line]
    /// The zoom whose pixels the lines are exact to: that of the view, or a smaller one where there is too much in it.
    public var zoom: Int
    /// Whether these are all tracks in view.
    public var isWhole: Bool

    /// Makes an answer.
    public init(lines: [Line], zoom: Int, isWhole: Bool) {
        self.lines = lines
        self.zoom = zoom
        self.isWhole = isWhole
    }
}
