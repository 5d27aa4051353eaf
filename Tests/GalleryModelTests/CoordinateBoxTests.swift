import GalleryModel
import Testing

@Suite("CoordinateBox")
struct CoordinateBoxTests {
    @Test("WEST,SOUTH,EAST,NORTH is read in decimal degrees")
    func reads() throws {
        let box = try #require(CoordinateBox(text: "-5.2, 47.2,-1.0,48.9"))
        #expect(box.west == -5.2 && box.south == 47.2 && box.east == -1 && box.north == 48.9)
        #expect(CoordinateBox(text: "170,-10,-170,10") != nil)
        #expect(CoordinateBox(text: "-180,-90,180,90") != nil)
        #expect(CoordinateBox(text: "2,3,2,3") != nil)
    }

    @Test(
        "other text and boxes off the Earth are rejected",
        arguments: [
            "", "1,2,3", "1,2,3,4,5", "1,2,3,", "a,b,c,d", "0,10,1,9", "-181,0,1,1", "0,0,181,1",
            "0,-91,1,1", "0,0,1,90.1", "nan,0,1,1", "0,0,inf,1", "0x1,0,1,1",
        ])
    func refused(text: String) {
        #expect(CoordinateBox(text: text) == nil)
    }

    @Test("a box contains its edges; both longitudes of the antimeridian are equal")
    func contains() throws {
        func holds(_ text: String, _ latitude: Double, _ longitude: Double) throws -> Bool {
            let box = try #require(CoordinateBox(text: text))
            return box.contains(
                try #require(Coordinate(latitude: latitude, longitude: longitude)))
        }
        #expect(try holds("-5,47,-1,49", 47, -1))
        #expect(try !holds("-5,47,-1,49", 46.999_999, -1))
        #expect(try !holds("-5,47,-1,49", 48, -0.999_999))
        #expect(try holds("170,-10,-170,10", 0, 175) && holds("170,-10,-170,10", 0, -175))
        #expect(try !holds("170,-10,-170,10", 0, 0))
        for text in ["170,-10,180,10", "-180,-10,-170,10", "170,-10,-170,10"] {
            #expect(try holds(text, 0, 180) && holds(text, 0, -180), "\(text)")
        }
        #expect(try !holds("-180,-10,-170,10", 0, 179.999))
    }

    @Test(
        "longitudes are split at the antimeridian into disjoint ranges",
        arguments: [
            ("-180,0,180,1", ["-180.0...180.0"]), ("-5,0,5,1", ["-5.0...5.0"]),
            ("170,0,-170,1", ["170.0...180.0", "-180.0...-170.0"]),
            ("170,0,180,1", ["170.0...180.0", "-180.0...-180.0"]),
            ("-180,0,-170,1", ["-180.0...-170.0", "180.0...180.0"]),
            ("180,0,-180,1", ["180.0...180.0", "-180.0...-180.0"]),
        ])
    func longitudes(text: String, ranges: [String]) throws {
        #expect(try #require(CoordinateBox(text: text)).longitudes.map(\.description) == ranges)
    }
}
