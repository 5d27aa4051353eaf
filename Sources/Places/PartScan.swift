/// Looks at the bounds of every part, and reads the candidates alone: for a few lookups.
struct PartScan: PartSearch {
    private let index: PlaceIndex
    private let context: GEOSContext

    init(_ index: PlaceIndex, context: GEOSContext) {
        self.index = index
        self.context = context
    }

    func part(_ number: Int) throws(PlacesError) -> IndexPart {
        try IndexPart(number, in: index)
    }

    func firstPart(
        containing longitudes: [Double], latitude: Double
    ) throws(PlacesError) -> IndexPart? {
        let boxes = longitudes.map { GridBounds(around: $0, latitude) }
        let candidates = try numbers { bounds in boxes.contains { $0.touches(bounds) } }
        for number in candidates {
            let polygon = try PartPolygon(part(number), of: index, context: context)
            for longitude in longitudes {
                let point = try GEOSPoint(
                    longitude: longitude, latitude: latitude, context: context)
                if try polygon.intersects(point) { return try part(number) }
            }
        }
        return nil
    }

    func contains(
        _ number: Int, longitude: Double, latitude: Double
    ) throws(PlacesError) -> Bool {
        let part = try part(number)
        guard part.bounds.touches(GridBounds(around: longitude, latitude)) else { return false }
        let point = try GEOSPoint(longitude: longitude, latitude: latitude, context: context)
        return try PartPolygon(part, of: index, context: context).intersects(point)
    }

    func parts(touching boxes: SearchBoxes) throws(PlacesError) -> [Int] {
        try numbers { boxes.touch($0) }
    }

    func outline(of number: Int) throws(PlacesError) -> PartOutline {
        try PartOutline(part(number), of: index)
    }

    private func numbers(where isCandidate: (GridBounds) -> Bool) throws(PlacesError) -> [Int] {
        let section = index.layout[.parts]
        guard section.count > 0 else { return [] }
        try index.check(section.offset..<(section.offset + section.length))
        let stride = section.length / section.count
        return (0..<section.count).filter {
            let bounds = GridBounds(index.bytes, at: section.offset + $0 * stride)
            return bounds.isValid && isCandidate(bounds)
        }
    }
}
