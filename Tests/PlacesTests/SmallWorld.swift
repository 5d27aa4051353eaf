import Places

/// A world of three countries for the lookup rule.
enum SmallWorld {
    /// One part or city per case; docs/places.md describes the rule.
    static let index: SmallIndex = {
        var index = SmallIndex()
        index.countries = [("AA", "Aland"), ("BB", "Beland"), ("CC", "Celand")]
        index.areas = [
            SmallIndex.Area(
                key: "isle", country: 0, title: "The Isle", note: "Aland governs it.",
                claimants: "AA,BB")
        ]
        index.regions = [
            SmallIndex.Region(country: 0, area: nil, name: "West"),
            SmallIndex.Region(country: 1, area: nil, name: "East"),
            SmallIndex.Region(country: 1, area: 0, name: "Isle"),
            SmallIndex.Region(country: 1, area: nil, name: "Enclave", cities: 1),
            SmallIndex.Region(country: 2, area: nil, name: nil),
            SmallIndex.Region(country: 0, area: nil, name: "Dateline"),
            SmallIndex.Region(country: 0, area: nil, name: "Ice"),
            SmallIndex.Region(country: 0, area: nil, name: "Far North"),
            SmallIndex.Region(country: 1, area: nil, name: "Twins"),
        ]
        let box = SmallIndex.box
        index.parts = [
            SmallIndex.Part(region: 3, rings: [box(0.1, 0.1, 0.2, 0.2)]),
            SmallIndex.Part(region: 0, rings: [box(0, 0, 1, 1), box(0.25, 0.25, 0.75, 0.75)]),
            SmallIndex.Part(region: 1, rings: [box(1, 0, 2, 1)]),
            SmallIndex.Part(region: 2, rings: [box(5, 0, 6, 1)]),
            SmallIndex.Part(region: 1, rings: [box(6, 0, 7, 1)]),
            SmallIndex.Part(region: 4, rings: [box(-10, 5, -9, 6)]),
            SmallIndex.Part(region: 5, rings: [box(179, 10, 180, 11)]),
            SmallIndex.Part(region: 6, rings: [box(-180, -90, 180, -85)]),
            SmallIndex.Part(region: 7, rings: [box(0, 80, 10, 81)]),
            SmallIndex.Part(region: 8, rings: [box(29, 2, 31, 4)]),
            SmallIndex.Part(region: 0, rings: [box(-149.9, -20.05, -149.8, -19.95)]),
            SmallIndex.Part(region: 4, rings: [box(-61, -31, -60, -30)]),
            SmallIndex.Part(region: 0, rings: [box(4.5, 0, 5, 1)]),
        ]
        index.cities = [
            SmallIndex.City(name: "Westville", country: 0, latitude: 0.5, longitude: 0.1),
            SmallIndex.City(name: "Eastville", country: 1, latitude: 0.5, longitude: 1.02),
            SmallIndex.City(name: "Harbour", country: 1, latitude: 0.01, longitude: 1.01),
            SmallIndex.City(name: "Over the Strait", country: 1, latitude: 0.5, longitude: 6.01),
            SmallIndex.City(name: "Celand City", country: 2, latitude: 5.5, longitude: -9.5),
            SmallIndex.City(name: "Nightfall", country: 0, latitude: 10.5, longitude: -179.95),
            SmallIndex.City(name: "Cold Town", country: 0, latitude: -86, longitude: 100),
            SmallIndex.City(name: "North Town", country: 0, latitude: 80.5, longitude: 5),
            SmallIndex.City(name: "Lagoon", country: 2, latitude: -20, longitude: -150),
            SmallIndex.City(
                name: "Little Twin", country: 1, latitude: 3, longitude: 29.9, population: 5000),
            SmallIndex.City(
                name: "Big Twin", country: 1, latitude: 3, longitude: 30.1, population: 9000),
            SmallIndex.City(
                name: "Old Town", country: 1, latitude: 2.5, longitude: 30.5, population: 2000),
            SmallIndex.City(
                name: "New Town", country: 1, latitude: 2.5, longitude: 30.5, population: 3000),
            SmallIndex.City(name: "Cape", country: 0, latitude: 0.2, longitude: 5.99, area: 0),
            SmallIndex.City(name: "Skerry", country: 0, latitude: -30.5, longitude: -59.9, area: 0),
            SmallIndex.City(name: "Ferry", country: 0, latitude: 0.5, longitude: 4.99),
            SmallIndex.City(name: "Reef", country: 0, latitude: -40, longitude: -60, area: 0),
        ]
        // Cities without a part of their country nearby have no region.
        let regions = [
            "Westville": 0, "Eastville": 1, "Harbour": 1, "Over the Strait": 1, "Celand City": 4,
            "Nightfall": 5, "Cold Town": 6, "North Town": 7, "Little Twin": 8, "Big Twin": 8,
            "Old Town": 8, "New Town": 8, "Cape": 2, "Ferry": 0,
        ]
        for number in index.cities.indices {
            index.cities[number].region = regions[index.cities[number].name]
        }
        index.credits = "Made up for tests.\nNo rights reserved."
        return index
    }()
}
