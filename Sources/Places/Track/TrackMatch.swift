package import GalleryModel

/// Says where the receiver was at a time.
package struct TrackMatch: Hashable, Sendable {
    /// The position; the altitude is in metres, nil where a fix beside the time has none.
    package var coordinate: Coordinate
    /// How far the nearest fix is from the time, in seconds, 0 or more.
    package var gapSeconds: Double
    /// Whether the position lies between two fixes; else it is that of the nearest one.
    package var isInterpolated: Bool
    /// The number of the track that has the nearest fix, as the matcher was given them, from 0.
    package var track: Int
}

/// Says what came of matching a time with tracks.
package enum TrackOutcome: Hashable, Sendable {
    /// The receiver's position is known.
    case matched(TrackMatch)
    /// The time is too long before the first fix: how long, in seconds.
    case beforeTrack(seconds: Double)
    /// The time is too long after the last fix: how long, in seconds.
    case afterTrack(seconds: Double)
    /// The time lies in a gap of the tracks: how far the nearest fix is, in seconds.
    case gap(seconds: Double)
    /// There is no fix at all.
    case emptyTrack

    /// The match; nil where there is none.
    package var match: TrackMatch? {
        if case .matched(let match) = self { match } else { nil }
    }
}

extension TrackOutcome: CustomStringConvertible {
    /// The outcome for a person to read, such as `3 h 20 min before the track begins`.
    package var description: String {
        switch self {
        case .matched(let match):
            match.isInterpolated
                ? "between two fixes, the nearer one \(TrackOutcome.span(match.gapSeconds)) away"
                : "at the fix \(TrackOutcome.span(match.gapSeconds)) away"
        case .beforeTrack(let seconds): "\(TrackOutcome.span(seconds)) before the track begins"
        case .afterTrack(let seconds): "\(TrackOutcome.span(seconds)) after the track ends"
        case .gap(let seconds):
            "in a gap of the track, \(TrackOutcome.span(seconds)) from the nearest fix"
        case .emptyTrack: "the track has no fix"
        }
    }

    /// A time span in its two largest units; the smaller one is left out where it is 0.
    private static func span(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds < 1e15 else { return "forever" }
        let whole = Int(seconds.rounded())
        let (large, small) =
            switch whole {
            case ..<60: ((whole, "s"), (0, ""))
            case ..<3600: ((whole / 60, "min"), (whole % 60, "s"))
            case ..<86400: ((whole / 3600, "h"), (whole / 60 % 60, "min"))
            default: ((whole / 86400, "d"), (whole / 3600 % 24, "h"))
            }
        return [large, small].enumerated().filter { $0.offset == 0 || $0.element.0 > 0 }
            .map { "\($0.element.0) \($0.element.1)" }.joined(separator: " ")
    }
}
