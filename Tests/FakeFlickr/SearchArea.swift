import Foundation

/// The area of a search.
enum SearchArea: Sendable {
    /// Degrees, WGS 84; a box with `west > east` crosses the date line.
    case box(west: Double, south: Double, east: Double, north: Double)
    /// Degrees, WGS 84, and kilometers.
    case circle(latitude: Double, longitude: Double, radius: Double)

    /// Parses `bbox`, or `lat`, `lon`, `radius` (default 5 km, at most 32) and `radius_units`.
    init?(_ parameters: [String: String]) throws(APIFailure) {
        if let bbox = parameters["bbox"] {
            let values = bbox.split(separator: ",").map { Double($0.filter { !$0.isWhitespace }) }
            guard values.count == 4, let west = values[0], let south = values[1],
                let east = values[2], let north = values[3], south <= north
            else { throw .illogical }
            self = .box(west: west, south: south, east: east, north: north)
            return
        }
        guard let lat = parameters["lat"], let lon = parameters["lon"] else { return nil }
        guard let latitude = Double(lat), let longitude = Double(lon),
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { throw .illogical }
        var radius = 5.0
        if let text = parameters["radius"] {
            guard let number = Double(text), number > 0 else { throw .illogical }
            radius = number
        }
        let isMiles = parameters["radius_units"] == "mi"
        radius = isMiles ? min(radius, 20) * 1.609344 : min(radius, 32)
        self = .circle(latitude: latitude, longitude: longitude, radius: radius)
    }

    func contains(latitude: Double, longitude: Double) -> Bool {
        switch self {
        case .box(let west, let south, let east, let north):
            guard (south...north).contains(latitude) else { return false }
            if west <= east { return (west...east).contains(longitude) }
            return longitude >= west || longitude <= east
        case .circle(_, _, let radius):
            return (distance(latitude: latitude, longitude: longitude) ?? .infinity) <= radius
        }
    }

    /// Kilometers from a circle's center (haversine, radius 6371.0088 km); nil for a box.
    func distance(latitude: Double, longitude: Double) -> Double? {
        guard case .circle(let centerLatitude, let centerLongitude, _) = self else { return nil }
        let degree = Double.pi / 180
        let north = (latitude - centerLatitude) * degree / 2
        let east = (longitude - centerLongitude) * degree / 2
        let chord =
            sin(north) * sin(north) + cos(latitude * degree) * cos(centerLatitude * degree)
            * sin(east) * sin(east)
        return 2 * 6371.0088 * asin(min(1, chord.squareRoot()))
    }
}
