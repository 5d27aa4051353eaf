import Foundation
import GalleryModel

/// A position read from the GPS tags of one source, with warnings about irregularities.
///
/// Positions are read as ExifTool reads them, except that values out of range are rejected, and so
/// is 0, 0, which means a receiver without a fix.
/// Source: Exif 2.32, section 4.6.6; XMP specification part 2, section 4.4 (GPSCoordinate).
struct MetadataPosition: Sendable {
    /// The position; nil if the tags do not contain a valid one.
    private(set) var coordinate: Coordinate?
    /// The tags as written in the file; nil without any.
    private(set) var text: String?
    /// The warnings, `name: sentence`.
    private(set) var warnings: [String] = []
    /// True if the source has tags of a position, even if they are empty.
    let isPresent: Bool

    /// Reads the GPS tags of a source.
    init(_ values: MetadataValues, _ source: MetadataSource) {
        let latitude = MetadataAngle(.latitude, values, source)
        let longitude = MetadataAngle(.longitude, values, source)
        isPresent =
            !latitude.isEmpty || !longitude.isEmpty || latitude.reference != nil
            || longitude.reference != nil
        // Cameras without a fix write an empty block or only the hemispheres.
        guard !latitude.isEmpty || !longitude.isEmpty else { return }
        text = "\(latitude.written), \(longitude.written)"
        warnings = latitude.warnings + longitude.warnings
        guard let north = latitude.degrees, let east = longitude.degrees else { return }
        guard north != 0 || east != 0 else {
            warnings.append(
                PositionWarning.noFix.text(
                    "the position is 0, 0, as written by receivers without a fix"))
            return
        }
        coordinate = Coordinate(
            latitude: north, longitude: east, altitude: altitude(values, source))
    }

    /// Returns the altitude in a source, in meters above sea level.
    ///
    /// Source: Exif 3.0, GPSAltitudeRef: 0 and 2 are above, 1 and 3 below sea level; ExifTool omits
    /// altitudes without a reference from its composite tags, so they result in a warning here.
    private mutating func altitude(_ values: MetadataValues, _ source: MetadataSource) -> Double? {
        guard let raw = values.all(source, .altitude).first else { return nil }
        let written = MetadataAngle.written(raw)
        guard !written.isEmpty else { return nil }
        func add(_ warning: PositionWarning, _ sentence: String) {
            warnings.append(warning.text("\(sentence): \(MetadataAngle.quoted(written))"))
        }
        guard let number = MetadataValues.number(raw) else {
            if written.contains("/") {
                add(.altitudeZeroDenominator, "the altitude has a denominator of zero")
            } else {
                add(.altitudeUnreadable, "the altitude is not a number")
            }
            return nil
        }
        var meters = number
        let reference = values.all(source, .altitudeRef).first
        switch values.number(.altitudeRef, source).flatMap({ Int(exactly: $0.rounded()) }) {
        case nil where reference == nil:
            add(.altitudeMissingReference, "the altitude has no reference, assumed above sea level")
        case 0, 2: break
        case 1, 3: meters = -abs(meters)
        case let number:
            let referenceText =
                number.map(String.init) ?? reference.map(MetadataAngle.written) ?? ""
            add(
                .altitudeUnknownReference,
                "the altitude has the unknown reference '\(referenceText)', assumed above sea "
                    + "level")
        }
        if !MetadataPosition.plausibleAltitudes.contains(meters) {
            add(.altitudeImplausible, "an altitude of \(meters) m is implausible")
        }
        return meters
    }

    /// The shore of the Dead Sea is at -430 m; balloons reach 30 km.
    private static let plausibleAltitudes = -500.0...30_000
}

/// The irregularities in a file's position.
///
/// A warning is printed as `name: sentence`, and the sentence ends with the value as written in the
/// file. The names are part of the output; docs/formats.md explains each.
/// Source: Exif 2.32 (CIPA DC-008), section 4.6.6; the behavior of ExifTool 12.57 in each case.
package enum PositionWarning: String, Hashable, CaseIterable, Sendable {
    /// A longitude without a latitude: no position.
    case missingLatitude = "missing-latitude"
    /// A latitude without a longitude: no position.
    case missingLongitude = "missing-longitude"
    /// A component with a denominator of zero: no position.
    case zeroDenominator = "zero-denominator"
    /// The text is not an angle: no position.
    case unreadable
    /// The latitude is beyond 90 degrees: no position.
    case latitudeOutOfRange = "latitude-out-of-range"
    /// The longitude is beyond 180 degrees: no position.
    case longitudeOutOfRange = "longitude-out-of-range"
    /// The position is exactly 0, 0, as written by receivers without a fix: no position.
    case noFix = "no-fix"
    /// The hemisphere is missing: the sign determines it, unsigned values are north or east.
    case missingReference = "missing-reference"
    /// The hemisphere is in lower case: it is accepted.
    case lowercaseReference = "lowercase-reference"
    /// The hemisphere is unknown: the sign determines it, unsigned values are north or east.
    case unknownReference = "unknown-reference"
    /// A value has both a sign and a hemisphere: the hemisphere is used.
    case signedValue = "signed-value"
    /// Degrees and minutes without seconds, although EXIF requires them: accepted.
    case twoComponents = "two-components"
    /// More components than degrees, minutes and seconds: the rest is ignored.
    case tooManyComponents = "too-many-components"
    /// The minutes exceed 60: accepted.
    case minutesOutOfRange = "minutes-out-of-range"
    /// The seconds exceed 60: accepted.
    case secondsOutOfRange = "seconds-out-of-range"
    /// The EXIF position is empty or unreadable: the XMP position is used.
    case positionFromXMP = "position-from-xmp"
    /// The altitude has a denominator of zero: no altitude.
    case altitudeZeroDenominator = "altitude-zero-denominator"
    /// The altitude is not a number: no altitude.
    case altitudeUnreadable = "altitude-unreadable"
    /// The altitude has no reference: it is assumed to be above sea level.
    case altitudeMissingReference = "altitude-missing-reference"
    /// The altitude has an unknown reference: it is assumed to be above sea level.
    case altitudeUnknownReference = "altitude-unknown-reference"
    /// The altitude is implausible even for an aircraft: it is kept.
    case altitudeImplausible = "altitude-implausible"

    /// Returns the warning as printed.
    func text(_ sentence: String) -> String { "\(rawValue): \(sentence)" }
}

/// A latitude or longitude in one source.
struct MetadataAngle: Sendable {
    /// The axis of an angle.
    enum Axis: String, Sendable {
        case latitude, longitude
    }

    /// Degrees, positive for north and east; nil if the tags do not contain a valid angle.
    private(set) var degrees: Double?
    /// The hemisphere as written in the file; nil if missing, and always for XMP, whose values end
    /// with it.
    let reference: String?
    /// The components and the hemisphere as written in the file.
    let written: String
    /// The warnings, `name: sentence`.
    private(set) var warnings: [String] = []
    /// True if the angle has no components.
    var isEmpty: Bool { values.isEmpty }

    private let axis: Axis
    private let name: String
    private let values: [MetadataValue]

    /// Reads the GPS tags of a source.
    init(_ axis: Axis, _ all: MetadataValues, _ source: MetadataSource) {
        let isLatitude = axis == .latitude
        self.axis = axis
        name =
            switch source {
            case .xmp: "XMP's \(axis.rawValue)"
            case .sidecar: "the sidecar's \(axis.rawValue)"
            default: "the \(axis.rawValue)"
            }
        values = all.all(source, isLatitude ? .latitude : .longitude).filter {
            !MetadataAngle.written($0).isEmpty
        }
        reference = all.text(isLatitude ? .latitudeRef : .longitudeRef, source)
            .map(MetadataAngle.shortened)
        written = (values.map(MetadataAngle.written) + [reference].compactMap(\.self))
            .joined(separator: " ")
        if values.isEmpty {
            let others = all.all(source, isLatitude ? .longitude : .latitude)
                .map(MetadataAngle.written).filter { !$0.isEmpty }
            guard !others.isEmpty else { return }
            let other = isLatitude ? "longitude" : "latitude"
            let warning = isLatitude ? PositionWarning.missingLatitude : .missingLongitude
            warnings.append(
                warning.text(
                    "\(name) is missing, with the \(other) "
                        + MetadataAngle.quoted(others.joined(separator: " "))))
        } else if case .text(let bytes) = values[0] {
            readText(MetadataText.decode(bytes) ?? "")
        } else {
            readNumbers()
        }
    }

    /// Reads EXIF's three fractions: degrees, minutes, seconds.
    private mutating func readNumbers() {
        let parts = values.prefix(3).compactMap(MetadataValues.number)
        guard parts.count == values.prefix(3).count else {
            return add(.zeroDenominator, "has a denominator of zero")
        }
        if values.count == 2 {
            add(.twoComponents, "has two components, degrees and minutes")
        } else if values.count > 3 {
            add(.tooManyComponents, "has more than three components")
        }
        take(parts, reference)
    }

    /// Reads XMP's `DDD,MM,SSk` and `DDD,MM.mmk`, and the signed decimals written by some programs;
    /// blanks in place of the commas and before the hemisphere are accepted, as in ExifTool.
    private mutating func readText(_ text: String) {
        var body = text.trimmingCharacters(in: .whitespacesAndNewlines)
        var hemisphere = reference
        if let last = body.last, last.isLetter {
            hemisphere = String(last)
            body = body.dropLast().trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let parts =
            body.contains(",")
            ? body.split(separator: ",", omittingEmptySubsequences: false)
            : body.split(whereSeparator: \.isWhitespace)
        let numbers = parts.compactMap {
            Double(decimal: $0.trimmingCharacters(in: .whitespacesAndNewlines))
        }.filter(\.isFinite)
        guard numbers.count == parts.count, (1...3).contains(numbers.count) else {
            return add(.unreadable, "is not an angle")
        }
        take(numbers, hemisphere)
    }

    /// Combines degrees, minutes and seconds, and applies the sign.
    private mutating func take(_ parts: [Double], _ hemisphere: String?) {
        // Exactly 60 is not a warning, because ExifTool rounds up to 60 seconds.
        let units = [
            (PositionWarning.minutesOutOfRange, "minutes"), (.secondsOutOfRange, "seconds"),
        ]
        for (part, (warning, unit)) in zip(parts.dropFirst(), units) where abs(part) > 60 {
            add(warning, "has more than 60 \(unit)")
        }
        let magnitude = zip(parts, [1.0, 60, 3600]).reduce(0) { $0 + abs($1.0) / $1.1 }
        let isNegative = parts.contains { $0 < 0 }
        let signed = isNegative ? -magnitude : magnitude
        let value = facing(hemisphere, magnitude, signed)
        // Removes rounding errors of dividing by 60 and 3600: ten decimals are a hundredth of a
        // millimeter.
        let rounded = (value * 1e10).rounded() / 1e10
        let limit = axis == .latitude ? 90.0 : 180
        guard abs(rounded) <= limit else {
            return add(
                axis == .latitude ? .latitudeOutOfRange : .longitudeOutOfRange,
                "is beyond \(Int(limit)) degrees")
        }
        // Converts minus zero to zero.
        degrees = rounded + 0
    }

    private mutating func facing(
        _ hemisphere: String?, _ magnitude: Double, _ signed: Double
    ) -> Double {
        guard let hemisphere else {
            add(.missingReference, "has no hemisphere, \(assumption(signed))")
            return signed
        }
        let letter = hemisphere.prefix(1)
        let isNegative: Bool
        switch (axis, letter.uppercased()) {
        case (.latitude, "N"), (.longitude, "E"): isNegative = false
        case (.latitude, "S"), (.longitude, "W"): isNegative = true
        default:
            add(
                .unknownReference,
                "has the unknown hemisphere '\(hemisphere)', \(assumption(signed))")
            return signed
        }
        if letter != letter.uppercased() {
            add(.lowercaseReference, "has its hemisphere in lower case")
        }
        if signed < 0 { add(.signedValue, "has a sign and a hemisphere, using the hemisphere") }
        return isNegative ? -magnitude : magnitude
    }

    private func assumption(_ signed: Double) -> String {
        signed < 0 ? "using its sign" : "assumed \(axis == .latitude ? "N" : "E")"
    }

    private mutating func add(_ warning: PositionWarning, _ predicate: String) {
        warnings.append(warning.text("\(name) \(predicate): \(MetadataAngle.quoted(written))"))
    }

    /// Returns a value as written in the file; empty for none.
    static func written(_ value: MetadataValue) -> String {
        switch value {
        case .number(let numerator, let denominator): "\(numerator)/\(denominator)"
        case .text(let bytes): shortened(MetadataText.decode(bytes) ?? "")
        }
    }

    /// Returns a value for a message: in quotes and shortened.
    static func quoted(_ text: String) -> String {
        text.count > 40 ? "'\(text.prefix(39))…'" : "'\(text)'"
    }

    /// Returns one line of at most 64 characters, because hostile files contain millions.
    private static func shortened(_ text: String) -> String {
        let line = MetadataText.line(String(text.prefix(65))) ?? ""
        return line.count > 64 ? line.prefix(63) + "…" : line
    }
}
