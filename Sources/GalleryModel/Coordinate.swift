import Foundation

/// A position on the Earth in degrees, WGS 84.
public struct Coordinate: Hashable, Codable, Sendable {
    /// Degrees north, -90...90.
    public let latitude: Double
    /// Degrees east, -180...180.
    public let longitude: Double
    /// Metres above sea level, negative below it; nil where unknown.
    public let altitude: Double?

    /// Makes a coordinate, or nil where a value is not finite or out of range.
    public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Reads `LAT,LON` in decimal degrees, spaces around the numbers allowed; nil for anything else.
    public init?(text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2,
            let latitude = Double(decimal: parts[0].trimmingCharacters(in: .whitespaces)),
            let longitude = Double(decimal: parts[1].trimmingCharacters(in: .whitespaces))
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// Reads a stored coordinate, with the same checks as `init(latitude:longitude:altitude:)`.
    ///
    /// Throws: `DecodingError` where a value is missing, not finite or out of range.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let checked = Coordinate(
            latitude: try container.decode(Double.self, forKey: .latitude),
            longitude: try container.decode(Double.self, forKey: .longitude),
            altitude: try container.decodeIfPresent(Double.self, forKey: .altitude))
        guard let checked else {
            throw DecodingError.dataCorruptedError(
                forKey: .latitude, in: container,
                debugDescription: "latitude or longitude is out of range")
        }
        self = checked
    }

    private enum CodingKeys: String, CodingKey {
        case latitude, longitude, altitude
    }
}

extension Double {
    /// Reads a decimal number; nil for the hexadecimal forms and the words that `Double` reads too.
    init?(decimal text: some StringProtocol) {
        guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
        self.init(String(text))
    }
}
