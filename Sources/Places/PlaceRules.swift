import GalleryModel
import Glibc

/// The numbers of the lookup rule.
enum PlaceRules {
    /// The version of the rule; another one makes every recorded place outdated.
    static let version = 1

    /// How far off a shore a position still belongs to it, in kilometres: photos from boats, piers
    /// and beaches, and shores that polygons cut short.
    static let coastKm = 25.0

    /// How far off a border may be where a town of the other country stands, in kilometres.
    ///
    /// Of the 346 cities that the polygons of Natural Earth put into another country than GeoNames does,
    /// 98.8 % lie within 3 km of their own.
    static let voteBorderKm = 3.0

    /// How near a city of another country has to be to win a border vote, in kilometres.
    ///
    /// The farther it is, the nearer its country has to be: the two shares of these distances
    /// together are 1 at most. 5 to 12 km give the same number of errors.
    static let voteCityKm = 7.5

    /// How near a city has to be where no part is, in kilometres: atolls that polygons lack.
    static let coastCityKm = 25.0

    /// Chords of the unit sphere that differ by less are equal: 6 millimetres on the ground.
    static let chordTolerance = 1e-9

    /// The lookups that search the tables themselves; the next one builds trees.
    ///
    /// A lookup without trees takes about 0.3 milliseconds, building the trees about 20.
    static let lookupsWithoutTrees = 64

    /// The length of a chord of the unit sphere whose great circle is that many kilometres long.
    static func chord(ofKm kilometres: Double) -> Double {
        UnitVector.chord(ofAngle: kilometres / Coordinate.earthRadiusKm)
    }

    /// The length in kilometres of the great circle over a chord of the unit sphere.
    static func kilometres(ofChord chord: Double) -> Double {
        2 * asin(min(chord / 2, 1)) * Coordinate.earthRadiusKm
    }
}
