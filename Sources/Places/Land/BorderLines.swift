import GalleryModel

/// Collects the coasts and borders of a piece of the base map, each line once.
struct BorderLines {
    typealias Point = LandTile.Point

    private struct Edge: Hashable {
        var first: Point
        var second: Point
    }

    private enum Kind: Hashable {
        case border, region
    }

    private var edges: [Edge] = []
    private var kinds: [Edge: (kind: Kind, country: Int)] = [:]
    /// Only edges whose midpoint is in this box are collected.
    private let box: GridBounds

    /// Makes an empty collection.
    init(within box: GridBounds) { self.box = box }

    /// Adds the ring of a region.
    ///
    /// An edge of only one region is a coast; an edge shared by two regions of a country is a
    /// region border.
    mutating func add(_ ring: [Point], ofCountry country: Int) {
        for (last, point) in LandRing.edges(ring) {
            let isForward = (last.longitude, last.latitude) < (point.longitude, point.latitude)
            let edge =
                isForward ? Edge(first: last, second: point) : Edge(first: point, second: last)
            guard last != point, containsMidpoint(of: edge), !Self.isCut(edge) else { continue }
            if let known = kinds[edge] {
                if known.country == country { kinds[edge]?.kind = .region }
            } else {
                kinds[edge] = (.border, country)
                edges.append(edge)
            }
        }
    }

    private func containsMidpoint(of edge: Edge) -> Bool {
        let x = (Int64(edge.first.longitude) + Int64(edge.second.longitude)) / 2
        let y = (Int64(edge.first.latitude) + Int64(edge.second.latitude)) / 2
        return Int64(box.west) <= x && x < Int64(box.east) && Int64(box.south) <= y
            && y < Int64(box.north)
    }

    /// True if the edge results from cutting polygons at the antimeridian or a pole.
    private static func isCut(_ edge: Edge) -> Bool {
        edge.first.longitude == edge.second.longitude
            && abs(edge.first.longitude) == GridPosition.longitudes.upperBound
            || edge.first.latitude == edge.second.latitude
                && abs(edge.first.latitude) == GridPosition.latitudes.upperBound
    }

    /// Coasts and country borders.
    var borders: [[Point]] { lines(.border) }
    /// Region borders.
    var regions: [[Point]] { lines(.region) }

    /// Joins the edges of a kind into lines that are as long as possible.
    private func lines(_ kind: Kind) -> [[Point]] {
        let chosen = edges.indices.filter { kinds[edges[$0]]?.kind == kind }
        var atPoint: [Point: [Int]] = [:]
        for number in chosen.reversed() {
            atPoint[edges[number].first, default: []].append(number)
            atPoint[edges[number].second, default: []].append(number)
        }
        var isDone = Set<Int>()
        func line(from start: Point, by first: Int) -> [Point] {
            var line = [start]
            var next: Int? = first
            while let number = next {
                isDone.insert(number)
                let edge = edges[number]
                let end = edge.first == line[line.count - 1] ? edge.second : edge.first
                line.append(end)
                let around = atPoint[end] ?? []
                // Lines end at junctions.
                next = around.count == 2 ? around.last { !isDone.contains($0) } : nil
            }
            return line
        }
        var lines: [[Point]] = []
        for number in chosen where !isDone.contains(number) {
            for end in [edges[number].first, edges[number].second]
            where !isDone.contains(number) && atPoint[end]?.count != 2 {
                lines.append(line(from: end, by: number))
            }
        }
        // The remaining edges form loops or start in the middle of a line.
        for number in chosen where !isDone.contains(number) {
            lines.append(line(from: edges[number].first, by: number))
        }
        return lines
    }
}
