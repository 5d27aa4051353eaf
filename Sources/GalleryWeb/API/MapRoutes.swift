import Basics
import Gallery
import GalleryModel
import Hummingbird

/// The photos of a map, told in clusters.
enum MapRoutes {
    static let all = [
        Route(.get, "/api/v1/map", for: .viewers) { request, site in
            try request.accept(["west", "south", "east", "north", "zoom", "section", "q"])
            let view = try request.mapView
            let query = try await offload { try ColumnRoutes.query(request, in: site.gallery) }
            let contents = try await site.gallery.map(query, in: view)
            return try await offload {
                .compressed(
                    MapDocument.value(contents).compact, type: "application/json", for: request)
            }
        },
        Route(.get, "/api/v1/map/tracks", for: .viewers) { request, site in
            try request.accept(["west", "south", "east", "north", "zoom"])
            let tracks = try await site.gallery.mapTracks(in: try request.mapView)
            return try await offload {
                .compressed(
                    MapTrackDocument.value(tracks).compact, type: "application/json", for: request)
            }
        },
        Route(.get, "/api/v1/map/land", for: .viewers) { request, site in
            try request.accept(["v"])
            return try await offload { try site.land.answer(.world, for: request) }
        },
        Route(.get, "/api/v1/map/land/{west}/{south}", for: .viewers) { request, site in
            try request.accept(["v"])
            guard let west = Int(request.part("west")), "\(west)" == request.part("west"),
                let south = Int(request.part("south")), "\(south)" == request.part("south")
            else { throw Problem.notFound }
            return try await offload {
                try site.land.answer(.cell(west: west, south: south), for: request)
            }
        },
        Route(.get, "/api/v1/map/names", for: .viewers) { request, site in
            try request.accept(["west", "south", "east", "north", "zoom"])
            let view = try request.mapView
            return try await offload {
                let names = try site.land.baseMap().names(in: view)
                let list = JSONValue.object([
                    ("items", .list(names.map(MapDocument.value))), ("next", .null),
                ])
                return .compressed(list.compact, type: "application/json", for: request)
            }
        },
    ]
}

extension WebRequest {
    /// What a map shows by `west`, `south`, `east`, `north` and `zoom`: the whole world where nothing is said.
    ///
    /// - Throws: 400 for what is no view.
    var mapView: MapView {
        get throws(Problem) {
            let zoom = try number("zoom", standard: 0, in: 0...20)
            guard zoom == zoom.rounded() else {
                throw invalid("zoom", parameter("zoom") ?? "", .init(say: "expected.whole"))
            }
            let (west, east) = (
                try number("west", standard: -180, in: -1080...1080),
                try number("east", standard: 180, in: -1080...1080)
            )
            let (south, north) = (
                try number("south", standard: -90, in: -90...90),
                try number("north", standard: 90, in: -90...90)
            )
            let view = MapView(
                west: west, south: south, east: east, north: north, zoom: Int(zoom))
            guard let view else {
                throw Problem(.badRequest, say: "error.no-view")
            }
            return view
        }
    }

    /// A number in decimal digits.
    ///
    /// - Throws: 400 for anything else, and for one out of range.
    private func number(
        _ name: String, standard: Double, in range: ClosedRange<Double>
    ) throws(Problem) -> Double {
        guard let text = parameter(name) else { return standard }
        guard text.utf8.allSatisfy({ "0123456789-.eE".utf8.contains($0) }),
            let number = Double(text), range.contains(number)
        else {
            throw invalid(
                name, text,
                TextMessage(
                    say: "expected.range",
                    ["least": "\(Int(range.lowerBound))", "most": "\(Int(range.upperBound))"]))
        }
        return number
    }
}
