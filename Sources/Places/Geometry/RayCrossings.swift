/// The crossings of edges with the ray that leads east from a position, which decide whether the
/// position is inside the rings of the edges.
///
/// Positions are compared as doubles in degrees, and the side of an edge is computed with twice
/// their digits, so that a position on an edge is found there.
/// Source: GEOS 3.11, RayCrossingCounter; T. J. Dekker, "A floating-point technique for extending
/// the available precision", 1971.
struct RayCrossings {
    private typealias Point = (x: Double, y: Double)
    /// A number as the sum of two.
    private typealias Long = (high: Double, low: Double)

    private let place: Point
    private var isOdd = false
    private var isOnEdge = false

    /// Starts without edges.
    init(longitude: Double, latitude: Double) {
        place = (longitude, latitude)
    }

    /// True if the position is inside the rings of all counted edges, or on one of them.
    var isInside: Bool { isOdd || isOnEdge }

    /// Counts an edge of a ring.
    mutating func count(from start: GridPosition, to end: GridPosition) {
        let from = (x: start.longitudeDegrees, y: start.latitudeDegrees)
        let to = (x: end.longitudeDegrees, y: end.latitudeDegrees)
        guard from.x >= place.x || to.x >= place.x else { return }
        if to == place {
            isOnEdge = true
        } else if from.y == place.y, to.y == place.y {
            let isWithin = min(from.x, to.x) <= place.x && place.x <= max(from.x, to.x)
            isOnEdge = isOnEdge || isWithin
        } else if (from.y > place.y) != (to.y > place.y) {
            let side = side(ofEdgeFrom: from, to: to)
            isOnEdge = isOnEdge || side == 0
            if (side > 0) == (to.y > from.y) { isOdd.toggle() }
        }
    }

    /// The side of an edge on which the position is: positive on its left, 0 on the edge.
    private func side(ofEdgeFrom start: Point, to end: Point) -> Double {
        let left = Self.product(
            Self.difference(end.x, start.x), Self.difference(place.y, end.y))
        let right = Self.product(
            Self.difference(end.y, start.y), Self.difference(place.x, end.x))
        let difference = Self.difference(left.high, right.high)
        return difference.high + (difference.low + (left.low - right.low))
    }

    private static func difference(_ one: Double, _ other: Double) -> Long {
        let high = one - other
        let part = high - one
        return (high, (one - (high - part)) - (other + part))
    }

    private static func product(_ one: Long, _ other: Long) -> Long {
        let high = one.high * other.high
        let rounding = (-high).addingProduct(one.high, other.high)
        return (high, rounding + (one.high * other.low + one.low * other.high))
    }
}
