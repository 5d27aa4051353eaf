import Glibc

/// The elements of GPX that are read, each under its own parent alone.
///
/// Source: https://www.topografix.com/GPX/1/1/gpx.xsd; the names of GPX 1.0 are the same.
enum GPXElement: Sendable {
    case gpx, metadata, track, segment, trackPoint, waypoint, elevation, time, name, other

    /// Names an element; prefixes of namespaces do not count.
    ///
    /// - Parameter parent: the element around it; nil for the outermost.
    init(_ name: UnsafePointer<CChar>, in parent: GPXElement?) {
        switch parent {
        case nil: self = isNamed(name, "gpx") ? .gpx : .other
        case .gpx:
            self =
                isNamed(name, "trk")
                ? .track
                : isNamed(name, "wpt")
                    ? .waypoint
                    : isNamed(name, "metadata")
                        ? .metadata : isNamed(name, "name") ? .name : .other
        case .metadata: self = isNamed(name, "name") ? .name : .other
        case .track:
            self = isNamed(name, "trkseg") ? .segment : isNamed(name, "name") ? .name : .other
        case .segment: self = isNamed(name, "trkpt") ? .trackPoint : .other
        case .trackPoint, .waypoint:
            self = isNamed(name, "time") ? .time : isNamed(name, "ele") ? .elevation : .other
        default: self = .other
        }
    }
}

/// Whether an XML name is a given one behind the prefix of its namespace.
func isNamed(_ name: UnsafePointer<CChar>, _ wanted: StaticString) -> Bool {
    var start = name
    var at = name
    while at.pointee != 0 {
        if at.pointee == 0x3A { start = at + 1 }
        at += 1
    }
    let length = at - start
    return length == wanted.utf8CodeUnitCount && memcmp(start, wanted.utf8Start, length) == 0
}
