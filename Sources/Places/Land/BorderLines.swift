import GalleryModel

/// Collects the coasts and borders of a piece of the base map, each line once.
struct BorderLines {
    typealias Point = LandTile.Point

    private enum Kind: Hashable {
        case border, region
    }

    private var edges: [LandEdge] = []
    private var kinds: [LandEdge: (kind: Kind, country: Int)] = [:]
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
                isForward ? LandEdge(start: last, end: point) : LandEdge(start: point, end: last)
            guard last != point, containsMidpoint(of: edge), !Self.isCut(edge) else { continue }
            if let known = kinds[edge] {
                if known.country == country { kinds[edge]?.kind = .region }
            } else {
                kinds[edge] = (.border, country)
                edges.append(edge)
            }
        }
    }

    private func containsMidpoint(of edge: LandEdge) -> Bool {
        let x = (Int64(edge.start.longitude) + Int64(edge.end.longitude)) / 2
        let y = (Int64(edge.start.latitude) + Int64(edge.end.latitude)) / 2
        return Int64(box.west) <= x && x < Int64(box.east) && Int64(box.south) <= y
            && y < Int64(box.north)
    }

    /// True if the edge results from cutting polygons at the antimeridian or a pole.
    private static func isCut(_ edge: LandEdge) -> Bool {
        edge.start.longitude == edge.end.longitude
            && abs(edge.start.longitude) == GridPosition.longitudes.upperBound
            || edge.start.latitude == edge.end.latitude
                && abs(edge.start.latitude) == GridPosition.latitudes.upperBound
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
            atPoint[edges[number].start, default: []].append(number)
            atPoint[edges[number].end, default: []].append(number)
        }
        var isDone = Set<Int>()
        func line(from start: Point, by first: Int) -> [Point] {
            var line = [start]
            var next: Int? = first
            while let number = next {
                isDone.insert(number)
                let edge = edges[number]
                let end = edge.start == line[line.count - 1] ? edge.end : edge.start
                line.append(end)
                let around = atPoint[end] ?? []
                // Lines end at junctions.
                next = around.count == 2 ? around.last { !isDone.contains($0) } : nil
            }
            return line
        }
        var lines: [[Point]] = []
        for number in chosen where !isDone.contains(number) {
            for end in [edges[number].start, edges[number].end]
            where !isDone.contains(number) && atPoint[end]?.count != 2 {
                lines.append(line(from: end, by: number))
            }
        }
        // The remaining edges form loops or start in the middle of a line.
        for number in chosen where !isDone.contains(number) {
            lines.append(line(from: edges[number].start, by: number))
        }
        return lines
    }
}
