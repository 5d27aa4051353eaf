import GalleryModel

/// A position as XMP writes it.
///
/// Source: XMP specification, part 2, section 4.4 (GPSCoordinate): `DDD,MM.mmk`.
struct XMPPosition {
    /// Degrees and minutes with the hemisphere, such as `22,54.4824N`.
    let latitude: String
    /// Degrees and minutes with the hemisphere.
    let longitude: String
    /// Metres without a sign, a rational; nil where unknown.
    let altitude: String?
    /// `0` above the sea, `1` below; nil where unknown.
    let altitudeRef: String?

    init(_ coordinate: Coordinate) {
        latitude = XMPPosition.angle(
            coordinate.latitude, hemisphere: coordinate.latitude < 0 ? "S" : "N")
        longitude = XMPPosition.angle(
            coordinate.longitude, hemisphere: coordinate.longitude < 0 ? "W" : "E")
        altitude = coordinate.altitude.map {
            let millimetres = min(($0.magnitude * 1000).rounded(), Double(UInt32.max))
            return "\(UInt32(millimetres))/1000"
        }
        altitudeRef = coordinate.altitude.map { $0 < 0 ? "1" : "0" }
    }

    /// Minutes in eight decimals: 2e-10 degrees, 0.02 mm on the ground.
    private static func angle(_ degrees: Double, hemisphere: String) -> String {
        let perMinute: Int64 = 100_000_000
        let parts = Int64((degrees.magnitude * 60 * Double(perMinute)).rounded())
        let (whole, rest) = parts.quotientAndRemainder(dividingBy: 60 * perMinute)
        let (minutes, fraction) = rest.quotientAndRemainder(dividingBy: perMinute)
        var digits = String(String(perMinute + fraction).dropFirst())
        // Readers expect two decimals at least.
        while digits.count > 2, digits.hasSuffix("0") { digits.removeLast() }
        return "\(whole),\(minutes).\(digits)\(hemisphere)"
    }
}
