import Foundation
import GalleryModel
import Testing

@Suite("Coordinate")
struct CoordinateTests {
    @Test("LAT,LON is read in decimal degrees")
    func reads() {
        #expect(Coordinate(text: "-33.8,151.2") == Coordinate(latitude: -33.8, longitude: 151.2))
        #expect(Coordinate(text: " 48.85 , 2.35 ") == Coordinate(latitude: 48.85, longitude: 2.35))
        #expect(Coordinate(text: "90,-180") != nil)
    }

    @Test(
        "other text and positions off the Earth are rejected",
        arguments: [
            "", ",", "1", "1,2,3", "1,", "a,b", "91,0", "0,181", "-90.0001,0", "nan,0", "0,inf",
            "1;2", "48°,2°", "0x10,0x10",
        ])
    func refused(text: String) {
        #expect(Coordinate(text: text) == nil)
    }

    @Test("values that are not finite or out of range are rejected; an invalid altitude is dropped")
    func ranges() {
        #expect(Coordinate(latitude: .nan, longitude: 0) == nil)
        #expect(Coordinate(latitude: 0, longitude: -180.01) == nil)
        #expect(Coordinate(latitude: 0, longitude: 0, altitude: .infinity)?.altitude == nil)
        #expect(Coordinate(latitude: 0, longitude: 0, altitude: -430)?.altitude == -430)
    }

    @Test("a coordinate round-trips through JSON unchanged")
    func roundTrip() throws {
        for altitude in [nil, -1.88, 8848.86] {
            let place = try #require(
                Coordinate(latitude: -22.951916, longitude: -43.210487, altitude: altitude))
            let data = try JSONEncoder().encode(place)
            #expect(try JSONDecoder().decode(Coordinate.self, from: data) == place)
        }
    }

    @Test("a stored coordinate off the Earth is rejected")
    func storedOffTheEarth() {
        for text in ["{\"latitude\":1000,\"longitude\":0}", "{\"latitude\":0}"] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(Coordinate.self, from: Data(text.utf8))
            }
        }
    }
}
