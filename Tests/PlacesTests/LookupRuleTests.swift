import Foundation
import GalleryModel
import Places
import Testing

/// The rule of docs/places.md, case by case, with and without trees.
@Suite("Lookup rule")
struct LookupRuleTests {
    /// Runs a test with a lookup that scans and one that has built its trees.
    private func both(
        _ texts: [String] = [], _ test: (PlaceLookup) throws -> Void
    ) throws {
        let file = try IndexFile(SmallWorld.index.bytes())
        let index = try PlaceIndex(path: file.path)
        let overrides = try PlaceOverrides(texts, index: index)
        try test(try PlaceLookup(index, overrides: overrides))
        let prepared = try PlaceLookup(index, overrides: overrides)
        try prepared.prepareForMany()
        try test(prepared)
    }

    /// The degrees of a great circle of a given length.
    private func degrees(_ kilometers: Double) -> Double {
        kilometers / Coordinate.earthRadiusKm * 180 / .pi
    }

    @Test("a position in a region has its country, its region and a city of that region")
    func inside() throws {
        try both { lookup throws in
            let place = try lookup.place(0.5, 0.2)
            #expect(place.match == .inside)
            #expect(place.countryCode == "AA" && place.country == "Aland")
            #expect(place.region == "West" && place.city == "Westville")
            let distance = try #require(place.cityDistanceKm)
            #expect(abs(distance - 11.119) < 0.01)
        }
    }

    @Test("edges and corners belong to the region")
    func edges() throws {
        try both { lookup throws in
            #expect(try lookup.place(0, 0.05).match == .inside)
            #expect(try lookup.place(0, 0).match == .inside)
            #expect(try lookup.place(0.25, 0.25).match == .inside)
            #expect(try lookup.place(1, 2).region == "East")
            #expect(try lookup.place(0.9, 1).region == "West")
        }
    }

    @Test("a hole is outside")
    func hole() throws {
        try both { lookup throws in
            let place = try lookup.place(0.5, 0.5)
            #expect(place == Place())
            #expect(try lookup.place(0.5, 0.32).match == .coast)
        }
    }

    @Test("if parts overlap, the first in the file wins")
    func overlap() throws {
        try both { lookup throws in
            #expect(try lookup.place(0.15, 0.15).region == "Enclave")
            #expect(try lookup.place(0.15, 0.21).region == "West")
        }
    }

    @Test("a country without regions has none")
    func noRegion() throws {
        try both { lookup throws in
            let place = try lookup.place(5.5, -9.5)
            #expect(place.country == "Celand" && place.region == nil)
            #expect(place.city == "Celand City" && place.cityDistanceKm == 0)
        }
    }

    @Test("a shore reaches 25 km: along a meridian's edge, a corner and a long parallel")
    func coast() throws {
        // The distance to a meridian: sin(d) = cos(latitude) sin(longitude), a right-angled
        // triangle.
        func east(_ kilometers: Double) -> Double {
            let sine = sin(kilometers / Coordinate.earthRadiusKm) / cos(80.5 * .pi / 180)
            return 10 + asin(sine) * 180 / .pi
        }
        try both { lookup throws in
            let near = try lookup.place(80.5, east(24.99))
            #expect(near.match == .coast && near.region == "Far North")
            #expect(near.city == "North Town")
            #expect(try lookup.place(80.5, east(25.01)).match == .none)
            // The nearest point of a parallel is straight below; a great circle over 10 degrees
            // would pass 3.7 km north of it.
            #expect(try lookup.place(81 + degrees(24.98), 5).match == .coast)
            #expect(try lookup.place(81 + degrees(25.02), 5).match == .none)
            let corner = try #require(Coordinate(latitude: 80, longitude: 0))
            for step in [1.0, 1.1, 1.2] {
                let away = try #require(
                    Coordinate(latitude: 80 - step * 0.14, longitude: -step * 0.8))
                let isNear = corner.distanceKm(to: away) <= 25
                #expect((try lookup.place(at: away).match == .coast) == isNear)
            }
        }
    }

    @Test("near the border a city of the other country wins, from farther away if it is nearer")
    func vote() throws {
        try both { lookup throws in
            // 1.1 km to the border, 3.3 km to the city.
            let near = try lookup.place(0.5, 0.99)
            #expect(near.match == .inside && near.countryCode == "BB" && near.region == "East")
            // 2.8 km and 5.0 km.
            let far = try lookup.place(0.5, 0.975)
            #expect(far.countryCode == "AA" && far.city == "Westville")
            // 0.1 km and 7.8 km.
            #expect(try lookup.place(0.567, 0.999).countryCode == "AA")
        }
    }

    @Test("at sea a slightly farther shore wins if its town is near")
    func coastVote() throws {
        try both { lookup throws in
            // 1.1 km to West, 1.6 km to East, 3.1 km to East's harbour.
            let near = try lookup.place(-0.01, 0.99)
            #expect(near.match == .coast && near.region == "East" && near.city == "Harbour")
            // 2.2 km, 5.0 km and 6.5 km.
            let far = try lookup.place(-0.02, 0.96)
            #expect(far.match == .coast && far.region == "West" && far.city == "Westville")
        }
    }

    @Test("a disputed area belongs to its country, and no town votes for its former country")
    func areas() throws {
        try both { lookup throws in
            #expect(try lookup.place(0.5, 5.5).countryCode == "AA")
            #expect(try lookup.place(0.5, 5.5).region == "Isle")
            // 0.1 km to the border, 1.2 km to the city.
            let border = try lookup.place(0.5, 5.999)
            #expect(border.countryCode == "BB" && border.region == "East")
            #expect(border.city == "Over the Strait")
        }
        try both(["isle=BB"]) { lookup throws in
            #expect(try lookup.place(0.5, 5.5).country == "Beland")
            #expect(try lookup.place(0.5, 0.2).country == "Aland")
        }
        try both([" Isle = cc "]) { lookup throws in
            // 0.1 km to Aland, the area's former country; the border with Beland is a normal
            // border.
            let settled = try lookup.place(0.5, 5.001)
            #expect(settled.country == "Celand" && settled.city == "Cape")
            #expect(try lookup.place(0.5, 5.999).country == "Beland")
            #expect(try lookup.place(-0.1, 5.5).country == "Celand")
        }
        try both(["isle=AA"]) { lookup throws in
            #expect(try lookup.place(0.5, 5.999).countryCode == "BB")
        }
    }

    @Test("a city of a disputed area counts for the country chosen for the area")
    func citiesOfAreas() throws {
        // A town without a part nearby, one nearer than a foreign shore, and one that votes for its
        // side of the border.
        let (reef, skerry, cape) = ((-40.1, -60.0), (-30.5, -59.91), (0.2, 6.005))
        try both { lookup throws in
            #expect(try lookup.place(reef.0, reef.1).countryCode == "AA")
            #expect(try lookup.place(skerry.0, skerry.1).countryCode == "AA")
            let voted = try lookup.place(cape.0, cape.1)
            #expect(voted.countryCode == "AA" && voted.region == "Isle" && voted.city == "Cape")
        }
        try both(["isle=BB"]) { lookup throws in
            let atoll = try lookup.place(reef.0, reef.1)
            #expect(atoll.match == .coast && atoll.country == "Beland" && atoll.region == nil)
            #expect(atoll.city == "Reef")
            let islet = try lookup.place(skerry.0, skerry.1)
            #expect(islet.countryCode == "BB" && islet.region == nil && islet.city == "Skerry")
            // The city is not foreign any more: it votes for its region of the country.
            let border = try lookup.place(cape.0, cape.1)
            #expect(border.countryCode == "BB" && border.region == "Isle" && border.city == "Cape")
        }
        try both(["isle=CC"]) { lookup throws in
            #expect(try lookup.place(reef.0, reef.1).countryCode == "CC")
            #expect(try lookup.place(skerry.0, skerry.1).countryCode == "CC")
            let voted = try lookup.place(cape.0, cape.1)
            #expect(voted.countryCode == "CC" && voted.region == "Isle")
        }
    }

    @Test("both longitudes of the antimeridian are equal, and shores and cities reach across it")
    func antimeridian() throws {
        try both { lookup throws in
            let place = try lookup.place(10.5, 180)
            #expect(place.match == .inside && place.region == "Dateline")
            #expect(try lookup.place(10.5, -180) == place)
            #expect(place.city == "Nightfall")
            let across = try lookup.place(10.5, -179.9)
            #expect(across.match == .coast && across.region == "Dateline")
            let corner = try #require(Coordinate(latitude: 11, longitude: 180))
            let beyond = try #require(Coordinate(latitude: 11.15, longitude: -179.85))
            #expect(corner.distanceKm(to: beyond) < 25)
            #expect(try lookup.place(at: beyond).match == .coast)
            #expect(try lookup.place(11.15, -179.8).match == .none)
        }
    }

    @Test("the poles work on every longitude")
    func poles() throws {
        try both { lookup throws in
            for longitude in [-180, -120.5, 0, 77, 180] {
                let south = try lookup.place(-90, longitude)
                #expect(south.match == .inside && south.region == "Ice")
                #expect(south.city == "Cold Town")
                #expect(try lookup.place(90, longitude) == Place())
                #expect(try lookup.place(-84.8, longitude).match == .coast)
                #expect(try lookup.place(-84.7, longitude).match == .none)
            }
        }
    }

    @Test("an atoll without a part belongs to its city's country, up to 25 km away")
    func atoll() throws {
        // Along a parallel: sin(d / 2) = cos(latitude) sin(longitude / 2).
        func west(_ kilometers: Double) -> Double {
            let sine = sin(kilometers / Coordinate.earthRadiusKm / 2) / cos(20 * .pi / 180)
            return -150 - 2 * asin(sine) * 180 / .pi
        }
        try both { lookup throws in
            let near = try lookup.place(-20, west(24.99))
            #expect(near.match == .coast && near.countryCode == "CC" && near.region == nil)
            #expect(near.city == "Lagoon")
            #expect(try lookup.place(-20, west(25.01)) == Place())
            // 9 km off a shore of Aland, 1 km from the town.
            let town = try lookup.place(-20, -149.99)
            #expect(town.match == .coast && town.countryCode == "CC" && town.region == nil)
            // 3 km off the shore, 7 km from the town.
            #expect(try lookup.place(-20, -149.93).countryCode == "AA")
        }
    }

    @Test("of cities at one distance the larger one wins, also if both are at one point")
    func cityTies() throws {
        try both { lookup throws in
            #expect(try lookup.place(3, 30).city == "Big Twin")
            #expect(try lookup.place(3.2, 30).city == "Big Twin")
            #expect(try lookup.place(3, 29.99).city == "Little Twin")
            #expect(try lookup.place(2.5, 30.4).city == "New Town")
        }
    }

    @Test("an index without parts and cities returns the sea")
    func empty() throws {
        let file = try IndexFile(SmallIndex().bytes())
        let lookup = try PlaceLookup(try PlaceIndex(path: file.path))
        #expect(try lookup.place(10, 10) == Place())
        try lookup.prepareForMany()
        #expect(try lookup.place(10, 10) == Place())
    }
}
