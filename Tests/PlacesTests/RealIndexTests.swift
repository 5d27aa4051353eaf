import Foundation
import GalleryModel
import Places
import Testing

extension Double {
    /// The angle in degrees with this sine.
    var arcSineDegrees: Double { asin(self) * 180 / .pi }
}

/// The index shipped with the program.
@Suite("The shipped place index")
struct RealIndexTests {
    @Test("the index is intact, has a version and names its sources")
    func whole() throws {
        let index = try RealIndex.open()
        try index.verifyAll()
        #expect(index.dataVersion.hasPrefix("20"))
        let credits = try index.credits()
        #expect(credits.contains("Natural Earth") && credits.contains("GeoNames"))
        let countries = try index.countries()
        #expect(countries.contains { $0 == (code: "FR", name: "France") })
        #expect(countries.contains { $0 == (code: "XK", name: "Kosovo") })
        #expect(try index.areas().contains { $0.key == "crimea" })
    }

    @Test(
        "landmarks are in the expected places",
        arguments: [
            (48.8584, 2.2945, "FR"), (64.1466, -21.9426, "IS"), (-33.8568, 151.2153, "AU"),
            (61.2181, -149.9003, "US"), (-43.95, -176.55, "NZ"), (-18.1416, 178.4419, "FJ"),
            (-90, 0, "AQ"), (41.9022, 12.4539, "VA"), (43.9424, 12.4578, "SM"),
            (43.7384, 7.4246, "MC"), (1.2834, 103.8607, "SG"), (40.6892, -74.0445, "US"),
            (35.6586, 139.7454, "JP"), (-22.9519, -43.2105, "BR"), (-34.3568, 18.474, "ZA"),
            (27.1751, 78.0421, "IN"), (29.9792, 31.1342, "EG"), (78.2232, 15.6267, "SJ"),
            (4.9224, -52.3135, "GF"), (-21.1151, 55.5364, "RE"), (66.5, 179.9, "RU"),
            (66.5, -179.9, "RU"), (-13.1631, -72.545, "PE"), (42.6629, 21.1655, "XK"),
        ])
    func landmarks(latitude: Double, longitude: Double, code: String) throws {
        let lookup = try PlaceLookup(try RealIndex.open())
        let place = try lookup.place(latitude, longitude)
        #expect(place.countryCode == code)
        #expect(place.country != nil && place.match != .none)
        let city = try #require(place.city)
        #expect(!city.isEmpty)
    }

    @Test("regions and cities have their common names")
    func names() throws {
        let lookup = try PlaceLookup(try RealIndex.open())
        let sydney = try lookup.place(-33.8688, 151.2093)
        #expect(sydney.region == "New South Wales" && sydney.city == "Sydney")
        let munich = try lookup.place(48.1374, 11.5755)
        #expect(munich.region == "Bavaria" && munich.city == "Munich")
        let anchorage = try lookup.place(61.2181, -149.9003)
        #expect(anchorage.region == "Alaska" && anchorage.city == "Anchorage")
    }

    @Test(
        "the middle of an ocean has no names",
        arguments: [(0.0, -30.0), (30, -45), (-40, -120), (-30, 80), (90, 0), (0, 180)])
    func sea(latitude: Double, longitude: Double) throws {
        let lookup = try PlaceLookup(try RealIndex.open())
        #expect(try lookup.place(latitude, longitude) == Place())
    }

    @Test("180 degrees east and west are one meridian")
    func antimeridian() throws {
        let lookup = try PlaceLookup(try RealIndex.open())
        for latitude in stride(from: -90.0, through: 90, by: 0.5) {
            #expect(try lookup.place(latitude, 180) == lookup.place(latitude, -180))
        }
    }

    @Test("Crimea belongs to Ukraine, or to the country of an override")
    func overrides() throws {
        let index = try RealIndex.open()
        #expect(try PlaceLookup(index).place(44.95, 34.1).countryCode == "UA")
        let chosen = try PlaceLookup(
            index, overrides: try PlaceOverrides(["crimea=ru"], index: index))
        #expect(try chosen.place(44.95, 34.1).countryCode == "RU")
        #expect(try chosen.place(50.45, 30.52).countryCode == "UA")
    }

    @Test("an override covers towns on islands without a polygon: Nangan and Sansha")
    func overridesOfTowns() throws {
        let index = try RealIndex.open()
        let (plain, chosen) = (
            try PlaceLookup(index),
            try PlaceLookup(
                index, overrides: try PlaceOverrides(["taiwan=CN", "paracel=VN"], index: index))
        )
        #expect(try plain.place(26.16, 119.95).countryCode == "TW")
        #expect(try plain.place(16.851, 112.5717).countryCode == "CN")
        let nangan = try chosen.place(26.16, 119.95)
        #expect(nangan.countryCode == "CN" && nangan.city == "Nangan")
        let sansha = try chosen.place(16.851, 112.5717)
        #expect(sansha.countryCode == "VN" && sansha.city == "Sansha")
    }

    /// A disputed area with another country for it and a box to test.
    ///
    /// The box (south, north, west, east) has no other land of the default country. Without the
    /// override more than `many` random positions belong to the default country.
    struct AreaScan: Sendable, CustomTestStringConvertible {
        let override: String
        let standard: String
        let south, north, west, east: Double
        let many: Int

        var testDescription: String { override }
    }

    @Test(
        "under an override no position in the area belongs to the default country",
        arguments: [
            AreaScan(
                override: "taiwan=CN", standard: "TW", south: 21, north: 27, west: 117.5,
                east: 123, many: 150),
            AreaScan(
                override: "paracel=VN", standard: "CN", south: 15, north: 17.8, west: 110.8,
                east: 113.5, many: 60),
            AreaScan(
                override: "crimea=RU", standard: "UA", south: 44, north: 45.7, west: 32, east: 36.7,
                many: 250),
            AreaScan(
                override: "golan=IL", standard: "SY", south: 32.8, north: 33.2, west: 35.4,
                east: 35.76, many: 100),
            AreaScan(
                override: "kosovo=RS", standard: "XK", south: 41.8, north: 43.4, west: 20,
                east: 21.9, many: 250),
        ])
    func overridesEverywhere(scan: AreaScan) throws {
        let index = try RealIndex.open()
        let plain = try PlaceLookup(index)
        let chosen = try PlaceLookup(
            index, overrides: try PlaceOverrides([scan.override], index: index))
        var random = SplitMix(state: 11)
        var answered = 0
        for _ in 0..<1000 {
            let latitude = Double.random(in: scan.south...scan.north, using: &random)
            let longitude = Double.random(in: scan.west...scan.east, using: &random)
            if try plain.place(latitude, longitude).countryCode == scan.standard { answered += 1 }
            let place = try chosen.place(latitude, longitude)
            #expect(place.countryCode != scan.standard, "\(latitude), \(longitude): \(place)")
        }
        #expect(answered > scan.many)
    }

    @Test(
        "regions have names without macrons, and English names if available",
        arguments: [
            (34.6937, 135.5023, "Osaka"), (35.0116, 135.7681, "Kyoto"),
            (43.0618, 141.3545, "Hokkaido"), (34.6901, 135.1956, "Hyogo"),
            (64.1466, -21.9426, "Capital Region"), (64.0889, -21.9225, "Capital Region"),
            (47.3769, 8.5417, "Zurich"), (16.7666, -3.0026, "Timbuktu"),
        ])
    func plainNames(latitude: Double, longitude: Double, region: String) throws {
        let lookup = try PlaceLookup(try RealIndex.open())
        #expect(try lookup.place(latitude, longitude).region == region)
    }

    @Test("few and many lookups return the same places")
    func sameAnswers() throws {
        let index = try RealIndex.open()
        let many = try PlaceLookup(index)
        try many.prepareForMany()
        var random = SplitMix(state: 3)
        var few = try PlaceLookup(index)
        var matches: [Place.Match: Int] = [:]
        for run in 0..<800 {
            // A new one before the limit, so that it never builds trees.
            if run % 60 == 0 { few = try PlaceLookup(index) }
            let (latitude, longitude) = random.position()
            let place = try few.place(latitude, longitude)
            #expect(try many.place(latitude, longitude) == place, "\(latitude), \(longitude)")
            matches[place.match, default: 0] += 1
        }
        #expect(Place.Match.allCases.allSatisfy { matches[$0, default: 0] > 10 })
    }

    @Test("a lookup builds trees by itself after many calls")
    func growing() throws {
        let lookup = try PlaceLookup(try RealIndex.open())
        let first = try lookup.place(48.8584, 2.2945)
        for _ in 0..<200 { #expect(try lookup.place(48.8584, 2.2945) == first) }
    }

    @Test("threads share an index, each with its own lookup")
    func threads() async throws {
        let index = try RealIndex.open()
        let answers = try await withThrowingTaskGroup(of: [String?].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let lookup = try PlaceLookup(index)
                    return try stride(from: -170.0, to: 170, by: 2.5).map {
                        try lookup.place(47.5, $0).city
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 4 && Set(answers).count == 1)
    }
}
