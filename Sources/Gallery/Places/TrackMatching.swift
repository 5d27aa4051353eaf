public import GalleryModel
import Places

/// How photos are matched with the tracks of a GPS receiver.
public struct TrackOptions: OptionsOfWork {
    /// How far the cameras' clocks are from UTC, in seconds, east positive, for photos that do not tell;
    /// nil leaves those out.
    public var offsetSeconds: Int?
    /// What is added to the cameras' clocks, in seconds: 90 for one that is 90 seconds slow.
    public var clockShiftSeconds = 0.0
    /// The longest time between a photo and the nearest fix, and between two fixes that a position is
    /// interpolated of, in seconds.
    public var maximumGapSeconds = 1800.0
    /// Whether photos that have a position get the track's too.
    public var replaces = false

    /// Whether to store the positions; else, and in a dry run, it is a preview.
    public var writes = false
    /// How the work is carried out.
    public var work = WorkOptions()

    /// Makes the defaults.
    public init() {}

    /// Reads an offset from UTC, `+02:00`, `-0330`, `+2` or `Z`, as seconds; nil for anything else.
    public static func offset(_ text: String) -> Int? { PhotoClock.offset(text) }

    /// Reads a correction of a clock, `-90` (seconds) or `+00:01:30`, as seconds; nil for anything else.
    public static func clockShift(_ text: String) -> Double? { PhotoClock.shift(text) }
}

/// What a track says about a photo.
public struct TrackProposal: Hashable, Sendable {
    /// The photo.
    public var photoID: PhotoID
    /// Its title or the name of its file.
    public var title: String?
    /// When it was taken, on the camera's clock.
    public var dateTimeOriginal: String?
    /// The position; nil where there is none to propose.
    public var coordinate: Coordinate?
    /// How far the nearest fix is from the photo, in seconds.
    public var gapSeconds: Double?
    /// The place of the position.
    public var place: Place?
    /// Why there is no position to propose; nil where there is one.
    public var reason: String?
}
