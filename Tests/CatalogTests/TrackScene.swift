import Basics
import GalleryModel

@testable import Catalog

/// Tracks for tests.
enum TrackScene {
    /// A line of positions, each a latitude and a longitude in degrees.
    static func line(_ segments: [[(Double, Double)]]) -> TrackLine {
        TrackLine(
            segments: segments.map { segment in
                segment.map { latitude, longitude in
                    TrackLine.Point(
                        longitude: Int32((longitude * 1e6).rounded()),
                        latitude: Int32((latitude * 1e6).rounded()))
                }
            })
    }

    /// A track of a number, whose file is unique to it.
    static func track(
        _ number: UInt8, _ segments: [[(Double, Double)]] = [[(48, 2), (48.1, 2.2)]]
    ) -> TrackRecord {
        (
            sha256: digest(number).hexadecimal, name: "walk \(number)", fileName: "\(number).gpx",
            times: Int64(number) * 100...Int64(number) * 100 + 60, line: line(segments)
        )
    }
}
