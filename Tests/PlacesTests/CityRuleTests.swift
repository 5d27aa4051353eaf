import Foundation
import GalleryModel
import Places
import Testing

@Suite("City rule")
struct CityRuleTests {
    /// A city of a million with a quarter and a village beside it, a town across a border, a region
    /// without places, and a small country inside the city.
    private static let index: SmallIndex = {
        var index = SmallIndex()
        index.countries = [("AA", "Aland"), ("BB", "Beland")]
        index.regions = [
            SmallIndex.Region(country: 0, name: "North"),
            SmallIndex.Region(country: 0, name: "South"),
            SmallIndex.Region(country: 0, name: "Empty", cities: 0),
            SmallIndex.Region(country: 1, name: "Enclave"),
        ]
        index.parts = [
            SmallIndex.Part(region: 3, rings: [SmallIndex.box(0.46, 0.46, 0.464, 0.464)]),
            SmallIndex.Part(region: 0, rings: [SmallIndex.box(0, 0, 1, 1)]),
            SmallIndex.Part(region: 1, rings: [SmallIndex.box(0, -1, 1, 0)]),
            SmallIndex.Part(region: 2, rings: [SmallIndex.box(1, 0, 2, 1)]),
        ]
        index.cities = [
            SmallIndex.City(
                name: "Metropolis", country: 0, latitude: 0.5, longitude: 0.5,
                population: 1_000_000, region: 0),
            SmallIndex.City(
                name: "Village", country: 0, latitude: 0.55, longitude: 0.5, region: 0),
            SmallIndex.City(
                name: "Riverside", country: 0, latitude: 0.53, longitude: 0.53,
                population: 20_000, region: 0, parent: "Metropolis", isQuarter: true),
            SmallIndex.City(
                name: "Far Quarter", country: 0, latitude: 0.9, longitude: 0.9,
                population: 20_000, region: 0, parent: "Metropolis", isQuarter: true),
            SmallIndex.City(
                name: "Overbank", country: 0, latitude: -0.005, longitude: 0.3,
                population: 5000, region: 1),
            SmallIndex.City(
                name: "Palace", country: 1, latitude: 0.462, longitude: 0.462, population: 800,
                region: 3),
        ]
        return index
    }()

    /// A position and its expected place.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let latitude, longitude: Double
        let region, city: String
        var district: String?
    }

    @Test(
        "overrides decide, borders hold and villages stay",
        arguments: [
            Case(
                testDescription: "a village's middle is the village's", latitude: 0.553,
                longitude: 0.5, region: "North", city: "Village"),
            Case(
                testDescription: "nearer to the village, and yet in the city", latitude: 0.53,
                longitude: 0.49, region: "North", city: "Metropolis"),
            Case(
                testDescription: "a quarter near is the district", latitude: 0.53,
                longitude: 0.52, region: "North", city: "Metropolis", district: "Riverside"),
            Case(
                testDescription: "the city's own centre is nearer than its quarters",
                latitude: 0.501, longitude: 0.501, region: "North", city: "Metropolis"),
            Case(
                testDescription: "a quarter out of the city's reach answers the city",
                latitude: 0.9, longitude: 0.9, region: "North", city: "Metropolis",
                district: "Far Quarter"),
            Case(
                testDescription: "a town over the border is not named", latitude: 0.02,
                longitude: 0.3, region: "North", city: "Metropolis"),
            Case(
                testDescription: "a town at a border that is drawn wrong keeps its region",
                latitude: 0.001, longitude: 0.3, region: "South", city: "Overbank"),
            Case(
                testDescription: "a region without places has the city of the one beside",
                latitude: 0.5, longitude: 1.5, region: "Empty", city: "Metropolis"),
            Case(
                testDescription: "a place of another country speaks beyond its border",
                latitude: 0.462, longitude: 0.4665, region: "Enclave", city: "Palace"),
            Case(
                testDescription: "a place of another country says nothing where it does not reach",
                latitude: 0.462, longitude: 0.472, region: "North", city: "Metropolis"),
        ])
    func rule(_ expected: Case) throws {
        let file = try IndexFile(CityRuleTests.index.bytes())
        let index = try PlaceIndex(path: file.path)
        let few = try PlaceLookup(index)
        let many = try PlaceLookup(index)
        try many.prepareForMany()
        for lookup in [few, many] {
            let place = try lookup.place(expected.latitude, expected.longitude)
            #expect(place.region == expected.region)
            #expect(place.city == expected.city)
            #expect(place.district == expected.district)
        }
    }
}

/// Well-known places of the real index.
@Suite("Landmarks")
struct LandmarkTests {
    private struct Landmark {
        let kind, name: String
        let latitude, longitude: Double
        let country, region: String
        /// The names in common use.
        let cities: [String]
    }

    /// The known errors of the index and the rule: `landmarks.csv` has the correct values.
    ///
    /// Most are at a river or border that Natural Earth draws up to 2 km off, some in a small town
    /// that has grown together with a city.
    private static let wrong: Set<String> = [
        "Avellaneda Plaza Alsina", "Batu Caves", "Camden aquarium", "Canadian Museum of History",
        "Cincinnati ballpark", "Ciudad Juárez Cathedral", "Coolangatta Beach", "Cyber Hub",
        "Ferrari World", "Gatineau Maison du Citoyen", "Giraffe Centre", "Jerónimos",
        "Kotor", "MAC Niterói", "MIT Great Dome", "Monza circuit", "Parc des Princes",
        "Reagan National Airport", "San Ysidro crossing", "Torre de Belém", "Universal Orlando",
        "Zentralfriedhof",
    ]

    private static func landmarks() throws -> [Landmark] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "landmarks.csv")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map
        {
            let cells = $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            try #require(cells.count == 7)
            return Landmark(
                kind: cells[0], name: cells[1], latitude: try #require(Double(cells[2])),
                longitude: try #require(Double(cells[3])), country: cells[4], region: cells[5],
                cities: cells[6].split(separator: "|").map(String.init))
        }
    }

    @Test("landmarks, suburbs, towns, villages and border towns get the expected city")
    func cities() throws {
        let lookup = try PlaceLookup(try RealIndex.open())
        let landmarks = try LandmarkTests.landmarks()
        #expect(landmarks.count > 600)
        var wrong: Set<String> = []
        for landmark in landmarks {
            let place = try lookup.place(landmark.latitude, landmark.longitude)
            if !landmark.cities.contains(place.city ?? "") || place.region ?? "" != landmark.region
                || place.countryCode != landmark.country
            {
                wrong.insert(landmark.name)
            }
        }
        #expect(wrong == LandmarkTests.wrong)
        #expect(Double(wrong.count) <= 0.05 * Double(landmarks.count))
    }

    @Test(
        "the district is returned beside the city",
        arguments: [
            (40.7580, -73.9855, "New York", "Hell's Kitchen"),
            (51.5054, -0.0235, "London", "Canary Wharf"),
            (-33.8, 151.2, "Sydney", "North Willoughby"), (48.8584, 2.2945, "Paris", nil),
            (35.6586, 139.7454, "Tokyo", nil), (53.5969, 9.9391, "Hamburg", "Stellingen"),
        ] as [(Double, Double, String, String?)])
    func districts(latitude: Double, longitude: Double, city: String, district: String?) throws {
        let place = try PlaceLookup(try RealIndex.open()).place(latitude, longitude)
        #expect(place.city == city)
        #expect(place.district == district)
    }

    @Test("towns that are their own municipality are the answer at their center")
    func villages() throws {
        // Near Munich, Paris, London, Rome, Madrid, Vienna and New York.
        let lookup = try PlaceLookup(try RealIndex.open())
        for (latitude, longitude, town) in [
            (48.0397, 11.5235, "Grünwald"), (49.0716, 2.1710, "Auvers-sur-Oise"),
            (51.6990, 0.1090, "Epping"), (41.8080, 12.6800, "Frascati"),
            (40.1400, -3.4220, "Chinchón"), (48.3050, 16.3250, "Klosterneuburg"),
            (40.7440, -74.0324, "Hoboken"),
        ] {
            #expect(try lookup.place(latitude, longitude).city == town)
        }
    }
}
