import GRDB
import GalleryModel

/// Distances for statements.
enum DistanceFunction {
    /// `distanceKm(latitude, longitude, latitude, longitude)`; NULL for what is no position.
    static let function = DatabaseFunction("distanceKm", argumentCount: 4, pure: true) { values in
        let numbers = values.compactMap { Double.fromDatabaseValue($0) }
        guard numbers.count == 4,
            let one = Coordinate(latitude: numbers[0], longitude: numbers[1]),
            let other = Coordinate(latitude: numbers[2], longitude: numbers[3])
        else { return nil }
        return one.distanceKm(to: other)
    }
}
