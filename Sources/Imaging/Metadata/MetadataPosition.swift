import GalleryModel

/// Joins the GPS tags of one source into a position, and names what is odd about them.
///
/// Positions are those that ExifTool reads, but values out of range make none, nor does 0, 0, which
/// stands for a receiver without a fix.
/// Source: Exif 2.32, section 4.6.6; XMP specification part 2, section 4.4 (GPSCoordinate).
struct MetadataPosition: Sendable {
    /// The position; nil where the tags do not make one.
    private(set) var coordinate: Coordinate?
    /// The tags as the file writes them; nil where there are none.
    private(set) var text: String?
    /// What is odd, `name: sentence`.
    private(set) var warnings: [String] = []
    /// Whether the source has tags of a position at all, be they empty.
    let isPresent: Bool

    /// Reads the tags of a source.
    init(_ values: MetadataValues, _ source: MetadataSource) {
        let latitude = MetadataAngle(.latitude, values, source)
        let longitude = MetadataAngle(.longitude, values, source)
        isPresent =
            !latitude.isEmpty || !longitude.isEmpty || latitude.reference != nil
            || longitude.reference != nil
        // An empty block and hemispheres alone are how cameras without a fix write no position.
        guard !latitude.isEmpty || !longitude.isEmpty else { return }
        text = "\(latitude.written), \(longitude.written)"
        warnings = latitude.warnings + longitude.warnings
        guard let north = latitude.degrees, let east = longitude.degrees else { return }
        guard north != 0 || east != 0 else {
            add(.noFix, "the position is 0, 0, which receivers without a fix write")
            return
        }
        coordinate = Coordinate(
            latitude: north, longitude: east, altitude: altitude(values, source))
    }

    /// The altitude that a source tells, in metres above the sea.
    ///
    /// Source: Exif 3.0, GPSAltitudeRef: 0 and 2 lie above, 1 and 3 below; ExifTool leaves altitudes
    /// without a reference out of its composite tags, and so they are named here.
    private mutating func altitude(_ values: MetadataValues, _ source: MetadataSource) -> Double? {
        guard let raw = values.all(source, .altitude).first else { return nil }
        let written = MetadataAngle.written(raw)
        guard !written.isEmpty else { return nil }
        let value = MetadataAngle.quoted(written)
        guard let number = MetadataValues.number(raw) else {
            if written.contains("/") {
                add(.altitudeZeroDenominator, "the altitude has a denominator of zero: \(value)")
            } else {
                add(.altitudeUnreadable, "the altitude is no number: \(value)")
            }
            return nil
        }
        var metres = number
        let reference = values.all(source, .altitudeRef).first
        switch values.whole(.altitudeRef, [source]) {
        case nil where reference == nil:
            add(
                .altitudeMissingReference,
                "nothing tells whether the altitude lies above or below the sea, taken for above: "
                    + value)
        case 0, 2: break
        case 1, 3: metres = -abs(metres)
        case let number:
            let told = number.map(String.init) ?? reference.map(MetadataAngle.written) ?? ""
            add(
                .altitudeUnknownReference,
                "the altitude has the unknown reference '\(told)', taken for above the sea: \(value)"
            )
        }
        if !MetadataPosition.plausibleAltitudes.contains(metres) {
            add(.altitudeImplausible, "an altitude of \(metres) m is implausible: \(value)")
        }
        return metres
    }

    /// The shore of the Dead Sea lies at -430 m; balloons reach 30 km.
    private static let plausibleAltitudes = -500.0...30_000

    private mutating func add(_ warning: PositionWarning, _ sentence: String) {
        warnings.append(warning.text(sentence))
    }
}
