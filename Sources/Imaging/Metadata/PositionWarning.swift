/// Names what is odd about the position that a file tells.
///
/// A warning is printed as `name: sentence`, and the sentence ends with the value as the file writes it.
/// The names are part of the output; docs/formats.md explains each.
/// Source: Exif 2.32 (CIPA DC-008), section 4.6.6; what ExifTool 12.57 makes of each case.
package enum PositionWarning: String, Hashable, CaseIterable, Sendable {
    /// There is a longitude without a latitude: no position.
    case missingLatitude = "missing-latitude"
    /// There is a latitude without a longitude: no position.
    case missingLongitude = "missing-longitude"
    /// A component is a fraction with a denominator of zero: no position.
    case zeroDenominator = "zero-denominator"
    /// The text is no angle: no position.
    case unreadable
    /// The latitude lies beyond 90 degrees: no position.
    case latitudeOutOfRange = "latitude-out-of-range"
    /// The longitude lies beyond 180 degrees: no position.
    case longitudeOutOfRange = "longitude-out-of-range"
    /// The position is exactly 0, 0, which receivers without a fix write: no position.
    case noFix = "no-fix"
    /// No hemisphere is told: an unsigned value counts as north or east, a signed one by its sign.
    case missingReference = "missing-reference"
    /// The hemisphere is in lower case: it counts.
    case lowercaseReference = "lowercase-reference"
    /// The hemisphere is none of the two: an unsigned value counts as north or east.
    case unknownReference = "unknown-reference"
    /// A value has a sign beside its hemisphere: the hemisphere counts.
    case signedValue = "signed-value"
    /// Degrees and minutes without seconds, where EXIF wants three components: they count.
    case twoComponents = "two-components"
    /// There are more than degrees, minutes and seconds: the rest is left out.
    case tooManyComponents = "too-many-components"
    /// The minutes are more than 60: they count.
    case minutesOutOfRange = "minutes-out-of-range"
    /// The seconds are more than 60: they count.
    case secondsOutOfRange = "seconds-out-of-range"
    /// EXIF's position is empty or unreadable: that of XMP is used.
    case positionFromXMP = "position-from-xmp"
    /// The altitude has a denominator of zero: no altitude.
    case altitudeZeroDenominator = "altitude-zero-denominator"
    /// The altitude's text is no number: no altitude.
    case altitudeUnreadable = "altitude-unreadable"
    /// Nothing tells whether the altitude lies above or below the sea: it counts as above.
    case altitudeMissingReference = "altitude-missing-reference"
    /// The altitude's reference is none of EXIF's: it counts as above the sea.
    case altitudeUnknownReference = "altitude-unknown-reference"
    /// The altitude lies where no camera on the ground or in an aeroplane is: it is kept.
    case altitudeImplausible = "altitude-implausible"

    /// The warning as it is printed.
    func text(_ sentence: String) -> String { "\(rawValue): \(sentence)" }
}
