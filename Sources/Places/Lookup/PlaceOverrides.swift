import Foundation
import GalleryModel

/// The countries to return for disputed areas, if they differ from the defaults of the index.
package struct PlaceOverrides: Hashable, Sendable {
    /// Country codes by area key, without defaults.
    package let countryCodes: [String: String]

    /// No overrides: every area belongs to its default country.
    package static let none = PlaceOverrides(countryCodes: [:])
}

extension PlaceOverrides {
    /// Parses overrides as users write them; later ones win.
    ///
    /// - Parameters:
    ///   - texts: `AREA=CODE` each, such as `crimea=UA`; case and surrounding spaces are ignored.
    ///   - index: the index that must contain the areas and countries.
    /// - Throws: `badOverride`, `unknownArea`, `unknownCountry`, which list valid values;
    ///   `damaged`.
    package init(_ texts: [String], index: PlaceIndex) throws(PlacesError) {
        guard !texts.isEmpty else {
            self = .none
            return
        }
        let areas = try index.areas()
        let known = areas.map(\.key)
        var countryCodes: [String: String] = [:]
        for text in texts {
            let sides = text.split(separator: "=", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            guard sides.count == 2, !sides[0].isEmpty, !sides[1].isEmpty else {
                throw .badOverride(text, known: known)
            }
            let key = sides[0].lowercased()
            let code = sides[1].uppercased()
            guard let area = areas.first(where: { $0.key == key }) else {
                throw .unknownArea(key, override: text, known: known)
            }
            guard try index.countryNumber(code) != nil else {
                throw .unknownCountry(code, override: text, claimants: area.claimants)
            }
            countryCodes[key] = code == area.standardCountryCode ? nil : code
        }
        self.init(countryCodes: countryCodes)
    }

    /// The overrides as `AREA=CODE`, sorted by area, so that equal overrides have equal texts.
    package var texts: [String] {
        countryCodes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    }
}

/// The names and countries of regions and cities, after applying overrides.
struct EffectivePlaceNames {
    private let index: PlaceIndex
    /// The country number of each area, and whether it is overridden.
    private let areas: [(country: Int, isOverridden: Bool)]
    // Caches by number.
    private var regions: [Int: Place] = [:]
    private var cities: [Int: String] = [:]

    /// - Throws: `damaged`.
    init(_ index: PlaceIndex, overrides: PlaceOverrides) throws(PlacesError) {
        self.index = index
        areas = try (0..<index.layout[.areas].count).map { number throws(PlacesError) in
            if !overrides.countryCodes.isEmpty,
                let code = overrides.countryCodes[try index.area(number).key],
                let country = try index.countryNumber(code)
            {
                return (country, true)
            }
            return (try index.areaCountry(number), false)
        }
    }

    /// The country number of a region.
    ///
    /// - Throws: `damaged`.
    func country(ofRegion number: Int) throws(PlacesError) -> Int {
        let region = try index.region(number)
        return region.area.map { areas[$0].country } ?? region.country
    }

    /// The country number of a city, which in a disputed area is the area's.
    func country(of city: CityTree.City) -> Int {
        city.area.map { areas[$0].country } ?? city.country
    }

    /// True if an override of a region's disputed area excludes a city from influencing the result
    /// there.
    ///
    /// Excludes cities of the country that lost the area by the override; other neighbors count as
    /// at any border.
    ///
    /// - Throws: `damaged`.
    func isSettled(region number: Int, against city: CityTree.City) throws(PlacesError) -> Bool {
        guard let area = try index.region(number).area, areas[area].isOverridden else {
            return false
        }
        return try city.country == index.areaCountry(area)
    }

    /// A place with the names of a region and its country.
    ///
    /// - Throws: `damaged`.
    mutating func region(_ number: Int) throws(PlacesError) -> Place {
        if let place = regions[number] { return place }
        let country = try index.country(country(ofRegion: number))
        var place = Place(match: .inside, countryCode: country.code, country: country.name)
        if let name = try index.region(number).name { place.region = try index.string(name) }
        regions[number] = place
        return place
    }

    /// The name of a city.
    ///
    /// - Throws: `damaged`.
    mutating func city(_ city: CityTree.City) throws(PlacesError) -> String {
        if let name = cities[city.number] { return name }
        let name = try index.string(city.name)
        cities[city.number] = name
        return name
    }
}
