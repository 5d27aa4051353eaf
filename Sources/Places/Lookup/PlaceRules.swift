import GalleryModel
import Glibc

/// The parameters of the lookup rule.
enum PlaceRules {
    /// The version of the rule; changing it makes all stored places outdated.
    static let version = 2

    /// Maximum distance from a shore at which a position belongs to it, in kilometers.
    ///
    /// Covers photos from boats, piers and beaches, and shores that the polygons cut off.
    static let coastKm = 25.0

    /// Maximum error of a country border near a town of the other country, in kilometers.
    ///
    /// Of the 346 cities that the polygons of Natural Earth put into another country than GeoNames
    /// does, 98.8 % are within 3 km of their own.
    static let voteBorderKm = 3.0

    /// Maximum distance of a foreign city that wins a border vote, in kilometers.
    ///
    /// The farther the city, the nearer its country must be: the ratios of both distances to their
    /// limits add up to at most 1. Values of 5 to 12 km give the same number of errors.
    static let voteCityKm = 7.5

    /// Maximum error of a region border near a town, and maximum distance of the town, in
    /// kilometers.
    ///
    /// Smaller than between countries, as rivers that form region borders have towns on both banks.
    static let regionBorderKm = 3.0
    static let regionCityKm = 4.0

    /// The reach of a city in kilometers: a constant, plus a term per square root of its
    /// population.
    ///
    /// Yields 11 km for Paris, 22 km for London and 830 m for a village of 1,000.
    ///
    /// Measured with landmarks and villages: docs/decisions/0006-places.md.
    /// `tools/places/city_parts.py` has the same numbers.
    static let reachKm = 0.6
    static let reachKmPerRoot = 0.0073

    /// Maximum distance of a district that a position is assigned to, in kilometers.
    static let districtKm = 3.0

    /// Maximum distance of a city if no part is near, in kilometers: atolls that the polygons lack.
    static let coastCityKm = 25.0

    /// Chords of the unit sphere that differ by less are equal: 6 millimeters on the ground.
    static let chordTolerance = 1e-9

    /// The number of lookups that search the tables; the next one builds trees.
    ///
    /// A lookup without trees takes about 0.3 milliseconds, building the trees about 20.
    static let lookupsWithoutTrees = 64

    /// The reach of a city with the given population, in kilometers.
    static func reachKm(population: UInt32) -> Double {
        reachKm + reachKmPerRoot * Double(population).squareRoot()
    }

    /// The depth of a position in the reach of a city: within it the fraction of the reach, beyond
    /// it 1 plus the remaining kilometers.
    ///
    /// - Parameter kilometers: the straight-line distance through the Earth to the city's center.
    static func depth(kilometers: Double, reachKm: Double) -> Double {
        kilometers <= reachKm ? kilometers / reachKm : 1 + kilometers - reachKm
    }

    /// The most cities of a region that are compared one by one; larger regions are searched in the
    /// tree.
    ///
    /// In a vast region with few cities, such as Antarctica, the tree search would visit most
    /// cities of the world.
    static let linearSearchLimit = 128

    /// The chord of the unit sphere for a great-circle distance in kilometers.
    static func chord(ofKm kilometers: Double) -> Double {
        UnitVector.chord(ofAngle: kilometers / Coordinate.earthRadiusKm)
    }

    /// The great-circle distance in kilometers for a chord of the unit sphere.
    static func kilometers(ofChord chord: Double) -> Double {
        2 * asin(min(chord / 2, 1)) * Coordinate.earthRadiusKm
    }
}
