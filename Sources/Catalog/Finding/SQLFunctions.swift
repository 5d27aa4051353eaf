import Basics
import Foundation
import GRDB
import GalleryModel

/// The key by which names of tags, people, cameras and the like are compared.
enum LabelKey {
    /// The name without case and accents; only without case if nothing else is left, as of a lone
    /// hyphen.
    static func key(_ name: String) -> String {
        let key = Place.key(name)
        return key.isEmpty ? SectionReference.key(name) : key
    }

    /// `labelKey(name)` for statements; NULL for NULL.
    static let function = DatabaseFunction("labelKey", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).map(key)
    }
}

/// Distances for statements.
enum DistanceFunction {
    /// `distanceKm(latitude, longitude, latitude, longitude)`; NULL for invalid positions.
    static let function = DatabaseFunction("distanceKm", argumentCount: 4, pure: true) { values in
        let numbers = values.compactMap { Double.fromDatabaseValue($0) }
        guard numbers.count == 4,
            let one = Coordinate(latitude: numbers[0], longitude: numbers[1]),
            let other = Coordinate(latitude: numbers[2], longitude: numbers[3])
        else { return nil }
        return one.distanceKm(to: other)
    }
}

/// The aspect ratio of a photo as displayed: upright and edited.
enum ShownAspect {
    /// The largest aspect ratio, in thousandths.
    private static let maximum = 1_000_000.0

    /// Width by height in thousandths, at least 1; 0 if the size is unknown.
    ///
    /// - Parameters:
    ///   - width: the width of the stored picture, in pixels.
    ///   - height: the height of the stored picture, in pixels.
    ///   - orientation: the EXIF orientation; nil for upright.
    ///   - recipe: the edit as JSON; nil if unedited. An unreadable one is ignored.
    static func thousandths(width: Int?, height: Int?, orientation: Int?, recipe: String?) -> Int {
        guard let width, let height,
            var size = EditGeometry.Size(width: width, height: height, orientation: orientation)
        else { return 0 }
        if let recipe, let edit = try? PhotoEdit(json: recipe.utf8) {
            size = EditGeometry(edit, width: size.width, height: size.height).result
        }
        let aspect = Double(size.width) / Double(size.height) * 1000
        return Int(min(max(aspect.rounded(), 1), maximum))
    }

    /// `shownAspect(width, height, orientation, recipe)` for statements.
    static let function = DatabaseFunction("shownAspect", argumentCount: 4, pure: true) { values in
        thousandths(
            width: Int.fromDatabaseValue(values[0]), height: Int.fromDatabaseValue(values[1]),
            orientation: Int.fromDatabaseValue(values[2]),
            recipe: String.fromDatabaseValue(values[3]))
    }
}

/// The date columns of `photoSummary`: microseconds on the camera's clock, counted as if it were
/// UTC.
enum TakenColumns {
    /// The `date` of photos with a doubtful date: before any other.
    static let implausible = PartialDate.implausible.seconds.lowerBound * TakenDate.second

    /// `takenBegin(dateTimeOriginal, subSecTimeOriginal)` for statements; NULL for an invalid date.
    static let begin = DatabaseFunction("takenBegin", argumentCount: 2, pure: true) { values in
        date(values)?.begin
    }

    /// `takenEnd(dateTimeOriginal)` for statements: the end of a month or year; NULL for anything
    /// else.
    static let end = DatabaseFunction("takenEnd", argumentCount: 1, pure: true) { values in
        TakenDate(String.fromDatabaseValue(values[0]))?.end
    }

    /// `takenMoment(dateTimeOriginal, subSecTimeOriginal, offsetTimeOriginal)` for statements, in
    /// UTC; a time without an offset counts as UTC.
    static let moment = DatabaseFunction("takenMoment", argumentCount: 3, pure: true) { values in
        let date = date(values)
        return date?.moment(offset: String.fromDatabaseValue(values[2])) ?? date?.begin
    }

    /// `dateProblem(dateDoubt, dateTimeOriginal, origin)` for statements: the message for the user;
    /// NULL without doubt.
    static let problem = DatabaseFunction("dateProblem", argumentCount: 3, pure: true) { values in
        String.fromDatabaseValue(values[0]).flatMap(DateDoubt.init(rawValue:))?.message(
            date: String.fromDatabaseValue(values[1]) ?? "",
            origin: String.fromDatabaseValue(values[2]).flatMap(Origin.init(rawValue:)) ?? .camera)
    }

    /// `dateDoubt(dateTimeOriginal, dateUploaded, dateAdded)`, for the statement that marks
    /// existing dates.
    static let doubt = DatabaseFunction("dateDoubt", argumentCount: 3, pure: true) { values in
        var details = PhotoDetails(origin: .camera, originID: "")
        details.dateTimeOriginal = String.fromDatabaseValue(values[0])
        details.dateUploaded = Int64.fromDatabaseValue(values[1]).map(Date.init(unixSeconds:))
        let added = Date(unixSeconds: Int64.fromDatabaseValue(values[2]) ?? 0)
        return DateDoubt(details, now: added)?.rawValue
    }

    static let functions = [begin, end, moment, problem, doubt]

    /// Seconds of a clock as bounds of the columns; an open end is beyond any date.
    static func bounds(_ seconds: Range<Int64>) -> Range<Int64> {
        func bound(_ seconds: Int64) -> Int64 {
            min(max(seconds, -63_000_000_000), 260_000_000_000) * TakenDate.second
        }
        return bound(seconds.lowerBound)..<bound(seconds.upperBound)
    }

    private static func date(_ values: [DatabaseValue]) -> TakenDate? {
        TakenDate(
            String.fromDatabaseValue(values[0]), subSeconds: String.fromDatabaseValue(values[1]))
    }
}

/// Ranges of latitudes and longitudes in degrees that do not cross the antimeridian.
struct PositionRange: Hashable {
    /// Degrees north, WGS 84.
    var latitudes: ClosedRange<Double>
    /// Degrees east, WGS 84.
    var longitudes: ClosedRange<Double>

    /// Tests that the columns `latitude` and `longitude` are within the range.
    var test: SQLFragment {
        """
        latitude BETWEEN \(latitudes.lowerBound) AND \(latitudes.upperBound)
        AND longitude BETWEEN \(longitudes.lowerBound) AND \(longitudes.upperBound)
        """
    }

    /// The disjoint ranges that make up a box.
    static func covering(_ box: CoordinateBox) -> [PositionRange] {
        box.longitudes.map { PositionRange(latitudes: box.south...box.north, longitudes: $0) }
    }

    /// Disjoint ranges that cover a circle on the sphere, with a small margin.
    ///
    /// Source: I. N. Bronshtein, K. A. Semendyayev, "Handbook of Mathematics", the largest
    /// difference of longitude within an angle `a` of latitude `b` is `asin(sin a / cos b)`.
    static func covering(_ center: Coordinate, kilometers: Double) -> [PositionRange] {
        // Wider than rounding errors, 6 mm.
        let angle = kilometers / Coordinate.earthRadiusKm * (1 + 1e-9) + 1e-9
        let degree = Double.pi / 180
        let south = center.latitude - angle / degree
        let north = center.latitude + angle / degree
        let latitudes = max(south, -90)...min(north, 90)
        // The circle contains a pole, so every longitude is included.
        guard south > -90, north < 90 else {
            return [PositionRange(latitudes: latitudes, longitudes: -180...180)]
        }
        let ratio = sin(angle) / cos(center.latitude * degree)
        let across = asin(min(ratio, 1)) / degree + 1e-7
        let (west, east) = (center.longitude - across, center.longitude + across)
        let box = CoordinateBox(
            west: west <= -180 ? west + 360 : west, south: latitudes.lowerBound,
            east: east >= 180 ? east - 360 : east, north: latitudes.upperBound)
        return box.map { covering($0) } ?? []
    }
}
