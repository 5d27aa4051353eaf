import Basics
import Foundation
import GalleryModel

/// The tracks of a map as JSON: a list for each fact, as long as the others, and lines in whole numbers.
enum MapTrackDocument {
    /// The document.
    static func value(_ tracks: MapTracks) -> JSONValue {
        let digits = digits(zoom: tracks.zoom)
        let unit = pow(10, Double(digits))
        func list(_ value: (MapTracks.Line) -> JSONValue) -> JSONValue {
            .list(tracks.lines.map(value))
        }
        return .object([
            ("zoom", JSONValue(tracks.zoom)), ("isWhole", .flag(tracks.isWhole)),
            ("digits", JSONValue(digits)), ("ids", list { JSONValue($0.track.id) }),
            ("names", list { .text($0.track.name) }),
            ("from", list { JSONValue($0.track.dateFrom) }),
            ("to", list { JSONValue($0.track.dateTo) }),
            ("lines", list { .list($0.pieces.map { numbers($0, unit) }) }),
        ])
    }

    /// How many decimals of degrees tell a quarter of a pixel.
    private static func digits(zoom: Int) -> Int {
        let quartersPerDegree = Double(4 * 256 << zoom) / 360
        return min(Int(log10(quartersPerDegree).rounded(.up)), 6)
    }

    /// The longitude and the latitude of the first point, then how far each is east and north of the one before.
    private static func numbers(_ piece: [TrackLine.Point], _ unit: Double) -> JSONValue {
        var numbers: [JSONValue] = []
        var last = (east: 0.0, north: 0.0)
        for (longitude, point) in zip(TrackLine.longitudes(of: piece), piece) {
            let latitude = Double(point.latitude) / TrackLine.Point.unitsPerDegree
            let next = (east: (longitude * unit).rounded(), north: (latitude * unit).rounded())
            if !numbers.isEmpty, next == last { continue }
            numbers += [.number(next.east - last.east), .number(next.north - last.north)]
            last = next
        }
        return .list(numbers)
    }
}
