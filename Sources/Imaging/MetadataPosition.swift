import GalleryModel

/// Joins the GPS tags of one source into a position, and names what is odd about them.
///
/// Source: Exif 2.32, section 4.6.6; XMP specification part 2, section 4.4 (GPSCoordinate).
struct MetadataPosition: Sendable {
    /// The position; nil where the tags do not make one.
    private(set) var coordinate: Coordinate?
    /// The tags as the file writes them; nil where there are none.
    private(set) var text: String?
    private(set) var warnings: [String] = []

    /// Reads the tags of a source.
    init(_ values: MetadataValues, _ source: MetadataSource) {
        let latitudes = values.all(source, .latitude)
        let longitudes = values.all(source, .longitude)
        guard !latitudes.isEmpty || !longitudes.isEmpty else { return }
        let latitudeRef = values.text(.latitudeRef, [source])
        let longitudeRef = values.text(.longitudeRef, [source])
        text = [(latitudes, latitudeRef), (longitudes, longitudeRef)]
            .map {
                ($0.map(MetadataPosition.written) + [$1].compactMap(\.self)).joined(separator: " ")
            }
            .joined(separator: ", ")
        let latitude = angle("latitude", latitudes, ref: latitudeRef, positive: "N", negative: "S")
        let longitude = angle(
            "longitude", longitudes, ref: longitudeRef, positive: "E", negative: "W")
        guard let latitude, let longitude else { return }
        coordinate = Coordinate(
            latitude: MetadataPosition.rounded(latitude),
            longitude: MetadataPosition.rounded(longitude), altitude: altitude(values, source))
        if coordinate == nil {
            warnings.append("GPS position is out of range: \(latitude), \(longitude)")
        } else if latitude == 0, longitude == 0 {
            warnings.append("GPS position is 0, 0: the receiver may have had no fix")
        }
    }

    /// Degrees without the noise of dividing by 60 and 3600: ten decimals are a hundredth of a
    /// millimetre.
    private static func rounded(_ degrees: Double) -> Double {
        (degrees * 1e10).rounded() / 1e10
    }

    private mutating func angle(
        _ name: String, _ values: [MetadataValue], ref: String?, positive: String, negative: String
    ) -> Double? {
        if values.count == 1, case .text(let bytes) = values[0] {
            return xmpAngle(name, MetadataText.decode(bytes), positive, negative)
        }
        let parts = values.compactMap(MetadataValues.number)
        guard !values.isEmpty else { return odd("GPS \(name) is missing") }
        guard parts.count == values.count else {
            return odd("GPS \(name) has a denominator of zero")
        }
        if parts.count == 2 { _ = odd("GPS \(name) has two components: degrees and minutes") }
        var degrees = 0.0
        // Degrees, minutes, seconds: the fourth component and on have no meaning.
        for (part, divisor) in zip(parts, [1.0, 60, 3600]) { degrees += part / divisor }
        guard let ref else {
            _ = odd("GPS \(name) has no hemisphere: taken for \(positive)")
            return degrees
        }
        switch ref.trimmingPrefix(" ").uppercased().prefix(1) {
        case positive: return degrees
        case negative: return -degrees
        default:
            _ = odd("GPS \(name) has the unknown hemisphere '\(ref)': taken for \(positive)")
            return degrees
        }
    }

    /// XMP's `DDD,MM,SSk` or `DDD,MM.mmk`, and the signed decimals that some programs write.
    private mutating func xmpAngle(
        _ name: String, _ text: String?, _ positive: String, _ negative: String
    ) -> Double? {
        guard let text else { return odd("GPS \(name) is empty") }
        if let degrees = Double(text) { return degrees }
        let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0) }
        let hemisphere = text.suffix(1).uppercased()
        guard numbers.count == parts.count, (1...3).contains(numbers.count),
            hemisphere == positive || hemisphere == negative
        else { return odd("GPS \(name) cannot be read: '\(text)'") }
        let degrees = zip(numbers, [1.0, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
        return hemisphere == negative ? -degrees : degrees
    }

    private mutating func altitude(_ values: MetadataValues, _ source: MetadataSource) -> Double? {
        guard !values.all(source, .altitude).isEmpty else { return nil }
        guard let metres = values.number(.altitude, [source]) else {
            return odd("GPS altitude has a denominator of zero")
        }
        let reference = values.whole(.altitudeRef, [source]) ?? 0
        // 1 is below the sea's level, 3 below the ellipsoid (Exif 3.0).
        return reference == 1 || reference == 3 ? -abs(metres) : metres
    }

    private mutating func odd(_ warning: String) -> Double? {
        warnings.append(warning)
        return nil
    }

    private static func written(_ value: MetadataValue) -> String {
        switch value {
        case .number(let numerator, let denominator): "\(numerator)/\(denominator)"
        case .text(let bytes): MetadataText.decode(bytes) ?? "(empty)"
        }
    }
}
