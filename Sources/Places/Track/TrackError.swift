import Basics

/// Says why a track could not be read.
package enum TrackError: Error, Hashable, Sendable {
    /// The file cannot be opened or read: its name and the system's error number.
    case cannotRead(String, errno: Int32)
    /// The file has no bytes.
    case empty(String)
    /// The file is damaged before its first point with a time: its name and what is wrong.
    case damaged(String, reason: String)
    /// The file is XML of another kind: its name and its outermost element.
    case notGPX(String, root: String)
    /// The file declares a document type, which GPX never does; none is read, whatever it holds.
    case documentType(String)
    /// No point has a time: the file's name and how many points it has.
    case noTimes(String, points: Int)
    /// There are more points with times than the limit.
    case tooManyPoints(String, limit: Int)
    /// There is not enough memory.
    case outOfMemory(String)
}

extension TrackError: CustomStringConvertible {
    /// The message for a person to read.
    package var description: String {
        switch self {
        case .cannotRead(let name, let code):
            "cannot read the track '\(name)': \(SystemMessage.text(code)); "
                + "check that it is there and may be read"
        case .empty(let name):
            "the track '\(name)' is empty; save it again as GPX"
        case .damaged(let name, let reason):
            "'\(name)' is no readable track: \(reason); save it again as GPX"
        case .notGPX(let name, let root):
            "'\(name)' is no GPX file: its outermost element is '\(root)' and not 'gpx'; "
                + "save the track as GPX"
        case .documentType(let name):
            "'\(name)' declares a document type, which GPX files never do, and is not read; "
                + "save the track again as GPX"
        case .noTimes(let name, let points):
            "the track '\(name)' has no point with a time (points: \(points)), so that no photo can "
                + "be matched; save the recorded track and not a planned route"
        case .tooManyPoints(let name, let limit):
            "the track '\(name)' has more than \(limit) points; split it by days"
        case .outOfMemory(let name):
            "there is not enough memory for the track '\(name)'; split it by days"
        }
    }
}
