import GalleryModel
import Testing

@Suite struct PhotoFilterTests {
    @Test(
        "Numbers of faces are read in all their forms",
        arguments: [
            ("faces:2", 2...2), ("faces:=2", 2...2), ("faces:>2", 3...Int.max),
            ("faces:>=2", 2...Int.max), ("faces:<2", 0...1), ("faces:<=2", 0...2),
            ("faces:2..4", 2...4), ("faces:2..", 2...Int.max), ("faces:..4", 0...4),
            ("FACES:0", 0...0),
        ])
    func faces(text: String, range: ClosedRange<Int>) throws {
        #expect(try PhotoFilter(text: text).conditions == [.faces(range)])
    }

    @Test("Several conditions are read in order, and quotes keep a name together")
    func several() throws {
        let filter = try PhotoFilter(text: "  faces:>0 person:\"Ana María\"  person:Bob ")
        #expect(filter.conditions == [.faces(1...Int.max), .person("Ana María"), .person("Bob")])
        #expect(try PhotoFilter(text: " ").conditions.isEmpty)
    }

    @Test("Places are read by name, circle and box")
    func places() throws {
        let filter = try PhotoFilter(
            text: "country:FR region:\"Auvergne-Rhône-Alpes\" CITY:\"Buenos Aires\"")
        #expect(
            filter.conditions == [
                .country("FR"), .region("Auvergne-Rhône-Alpes"), .city("Buenos Aires"),
            ])
        let center = try #require(Coordinate(latitude: -33.8, longitude: 151.2))
        #expect(
            try PhotoFilter(text: "near:-33.8,151.2,10").conditions
                == [.near(center, kilometres: 10)])
        #expect(
            try PhotoFilter(text: "near:\"-33.8, 151.2, 0.5\"").conditions
                == [.near(center, kilometres: 0.5)])
        let box = try #require(CoordinateBox(west: 170, south: -10, east: -170, north: 10))
        #expect(try PhotoFilter(text: "bbox:170,-10,-170,10").conditions == [.box(box)])
    }

    @Test(
        "What is no query is refused, with the word and what could be written",
        arguments: [
            ("faces:many", "'faces:many'"), ("faces:", "'faces:'"), ("faces:>", "'faces:>'"),
            ("faces:4..2", "'faces:4..2'"), ("faces:<0", "'faces:<0'"), ("faces:-1", "'faces:-1'"),
            ("faces:99999999999999999999", "99999999999999999999"),
            ("faces:>9223372036854775807", "9223372036854775807"), ("person:", "'person:'"),
            ("person:\"  \"", "names nobody"), ("dogs", "'dogs'"), ("colour:red", "'colour:'"),
            ("person:\"Ana", "does not close it"), ("country:", "country:France"),
            ("region:\"\"", "names no place"), ("city:", "names no place"),
            ("near:48.39,-4.49", "near:LAT,LON,KM"), ("near:48.39,-4.49,0", "near:LAT,LON,KM"),
            ("near:48.39,-4.49,-3", "near:LAT,LON,KM"), ("near:91,0,1", "near:LAT,LON,KM"),
            ("near:48,2,1e999", "near:LAT,LON,KM"), ("near:Brest,10", "near:LAT,LON,KM"),
            ("bbox:1,2,3", "WEST,SOUTH,EAST,NORTH"), ("bbox:0,10,1,9", "WEST,SOUTH,EAST,NORTH"),
        ])
    func wrong(text: String, part: String) {
        let error = #expect(throws: PhotoFilter.ParseError.self) { try PhotoFilter(text: text) }
        #expect(error?.description.contains(part) == true)
    }
}
