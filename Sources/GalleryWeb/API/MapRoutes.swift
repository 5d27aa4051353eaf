import Basics
import Foundation
import Gallery
import GalleryModel
import Hummingbird

/// Routes for the map: photo clusters, tracks, the base map and place names.
enum MapRoutes {
    private static let view = ["west", "south", "east", "north", "zoom"]

    static let all: [Route] = [
        Route(.get, "/api/v1/map", for: .viewers, view + ["section", "q"]) { request, site in
            let view = try request.mapView
            let query = try await offload { try ColumnRoutes.query(request, in: site.gallery) }
            let contents = try await site.gallery.map(query, in: view)
            return try await offload { .json(MapDocument.value(contents), for: request) }
        },
        Route(.get, "/api/v1/map/tracks", for: .viewers, view) { request, site in
            let tracks = try await site.gallery.mapTracks(in: try request.mapView)
            return try await offload { .json(MapTrackDocument.value(tracks), for: request) }
        },
        .blocking(.get, "/api/v1/map/land", for: .viewers, ["v"]) {
            try $1.land.answer(.world, for: $0)
        },
        .blocking(.get, "/api/v1/map/land/{west}/{south}", for: .viewers, ["v"]) { request, site in
            guard let west = Int(request.part("west")), "\(west)" == request.part("west"),
                let south = Int(request.part("south")), "\(south)" == request.part("south")
            else { throw Problem.notFound }
            return try site.land.answer(.cell(west: west, south: south), for: request)
        },
        .blocking(.get, "/api/v1/map/names", for: .viewers, view) { request, site in
            let names = try site.land.baseMap().names(in: try request.mapView)
            return .list(names.map(MapDocument.value), for: request)
        },
    ]
}

extension WebRequest {
    /// The map view specified by `west`, `south`, `east`, `north` and `zoom`; the whole world by
    /// default.
    ///
    /// - Throws: 400 if the parameters do not form a view.
    var mapView: MapView {
        get throws(Problem) {
            let zoom = try number("zoom", standard: 0, in: 0...20)
            guard zoom == zoom.rounded() else {
                throw invalid("zoom", parameter("zoom") ?? "", .say("expected.whole"))
            }
            let west = try number("west", standard: -180, in: -1080...1080)
            var east = try number("east", standard: 180, in: -1080...1080)
            // The box crosses the antimeridian; see RFC 7946, section 5.2.
            if west > east, west <= 180, east >= -180 { east += 360 }
            let (south, north) = (
                try number("south", standard: -90, in: -90...90),
                try number("north", standard: 90, in: -90...90)
            )
            let view = MapView(west: west, south: south, east: east, north: north, zoom: Int(zoom))
            guard let view else { throw Problem(.badRequest, say: "error.no-view") }
            return view
        }
    }

    /// Parses a decimal number.
    ///
    /// - Throws: 400 if the text is not a number or is out of range.
    private func number(
        _ name: String, standard: Double, in range: ClosedRange<Double>
    ) throws(Problem) -> Double {
        let (least, most) = ("\(Int(range.lowerBound))", "\(Int(range.upperBound))")
        let expected = Message.Value.say("expected.range", ["least": least, "most": most])
        let number = try value(name, expected) { text in
            let isPlain = text.utf8.allSatisfy { "0123456789-.eE".utf8.contains($0) }
            return isPlain ? Double(text).flatMap { range.contains($0) ? $0 : nil } : nil
        }
        return number ?? standard
    }
}

/// Encodes the contents of a map as JSON, with one array per property, all of the same length.
enum MapDocument {
    /// Returns the JSON value.
    static func value(_ contents: MapContents) -> JSONValue {
        let clusters = contents.clusters
        return JSONValue([
            ("level", contents.level), ("photos", contents.photos),
            ("bounds", contents.bounds.map(value)), ("counts", clusters.map(\.count)),
            ("latitudes", clusters.map { degrees($0.middle.latitude, 1e6) }),
            ("longitudes", clusters.map { degrees($0.middle.longitude, 1e6) }),
            ("wests", clusters.map { degrees($0.bounds.west, 1e7) }),
            ("souths", clusters.map { degrees($0.bounds.south, 1e7) }),
            ("easts", clusters.map { degrees($0.bounds.east, 1e7) }),
            ("norths", clusters.map { degrees($0.bounds.north, 1e7) }),
            ("covers", clusters.map(\.cover)), ("homes", clusters.map(\.homes)),
            ("sources", clusters.map { letter($0.source) }.joined()),
        ])
    }

    /// Returns the JSON value of a place name.
    static func value(_ name: MapName) -> JSONValue {
        JSONValue([
            ("name", name.name), ("latitude", name.coordinate.latitude),
            ("longitude", name.coordinate.longitude), ("population", name.population),
        ])
    }

    private static func value(_ box: CoordinateBox) -> JSONValue {
        .list([box.west, box.south, box.east, box.north].map { degrees($0, 1e7) })
    }

    /// Rounds degrees to a power of ten, which keeps documents with a thousand clusters short.
    private static func degrees(_ degrees: Double, _ decimals: Double) -> JSONValue {
        .number((degrees * decimals).rounded() / decimals)
    }

    private static func letter(_ source: PositionSource?) -> String {
        switch source {
        case .photo, .user: "p"
        case .track: "t"
        case .home: "h"
        case nil: "-"
        }
    }
}

/// Encodes the tracks of a map as JSON, with one array per property and lines as delta-encoded
/// integers.
enum MapTrackDocument {
    /// Returns the JSON value.
    static func value(_ tracks: MapTracks) -> JSONValue {
        let digits = digits(zoom: tracks.zoom)
        let unit = pow(10, Double(digits))
        let lines = tracks.lines
        return JSONValue([
            ("zoom", tracks.zoom), ("isWhole", tracks.isWhole), ("digits", digits),
            ("ids", lines.map(\.track.id)), ("names", lines.map(\.track.name)),
            ("from", lines.map(\.track.dateFrom)), ("to", lines.map(\.track.dateTo)),
            ("lines", lines.map { $0.pieces.map { numbers($0, unit) } }),
        ])
    }

    /// The number of decimal places that resolves a quarter of a pixel.
    private static func digits(zoom: Int) -> Int {
        let quartersPerDegree = Double(4 * 256 << zoom) / 360
        return min(Int(log10(quartersPerDegree).rounded(.up)), 6)
    }

    /// The longitude and latitude of the first point, followed by the east and north offsets of
    /// each further point from its predecessor.
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
