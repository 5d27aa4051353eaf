import GalleryModel

/// The edges of rings that lie side by side: those that two of them share, one forth and one back, are none of the
/// outline of both.
///
/// What is left makes closed rings again, always: as many edges come to each corner as leave it.
struct RingGraph {
    typealias Point = LandPiece.Point

    private struct Edge: Hashable {
        var start: Point
        var end: Point
    }

    private var edges: [Edge] = []
    /// The numbers of the edges that are left.
    private var numbers: [Edge: [Int]] = [:]

    /// Adds a closed ring; edges without a length do not count.
    mutating func add(_ ring: [Point]) {
        guard var start = ring.last else { return }
        for end in ring {
            if end != start { add(Edge(start: start, end: end)) }
            start = end
        }
    }

    private mutating func add(_ edge: Edge) {
        let back = Edge(start: edge.end, end: edge.start)
        if let last = numbers[back]?.popLast() {
            _ = last
            return
        }
        numbers[edge, default: []].append(edges.count)
        edges.append(edge)
    }

    /// The outline: rings in the order in which their first edges were added, without corners on a straight line.
    func rings() -> [[Point]] {
        var isLeft = [Bool](repeating: false, count: edges.count)
        for left in numbers.values { for number in left { isLeft[number] = true } }
        var leaving: [Point: [Int]] = [:]
        // The last one is taken first: so the first ones are.
        for number in edges.indices.reversed() where isLeft[number] {
            leaving[edges[number].start, default: []].append(number)
        }
        var rings: [[Point]] = []
        for first in edges.indices where isLeft[first] {
            var ring: [Point] = []
            var place = edges[first].start
            while let number = leaving[place]?.popLast() {
                isLeft[number] = false
                ring.append(place)
                place = edges[number].end
                // A corner that was met before: a ring of its own ends here.
                if place == edges[first].start { break }
            }
            let outline = Self.withoutStraightCorners(ring)
            if outline.count >= 3 { rings.append(outline) }
        }
        return rings
    }

    private static func withoutStraightCorners(_ ring: [Point]) -> [Point] {
        guard ring.count >= 3 else { return [] }
        return ring.indices.filter { index in
            let before = ring[index == 0 ? ring.count - 1 : index - 1]
            let after = ring[index == ring.count - 1 ? 0 : index + 1]
            return Self.turn(before, ring[index], after) != 0
        }.map { ring[$0] }
    }

    /// Twice the area of a triangle: positive where it turns against the clock.
    private static func turn(_ first: Point, _ second: Point, _ third: Point) -> Int64 {
        let along = (
            Int64(second.longitude) - Int64(first.longitude),
            Int64(second.latitude) - Int64(first.latitude)
        )
        let on = (
            Int64(third.longitude) - Int64(second.longitude),
            Int64(third.latitude) - Int64(second.latitude)
        )
        return along.0 * on.1 - along.1 * on.0
    }
}
