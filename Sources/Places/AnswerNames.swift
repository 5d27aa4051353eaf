import GalleryModel

/// The countries of regions and cities under a person's overrides, and their names.
struct AnswerNames {
    /// What a region answers.
    struct RegionName {
        let code: String
        let country: String
        let region: String?
    }

    private let index: PlaceIndex
    /// The country's number of each area.
    private let areaCountries: [Int]
    /// Whether a person chose it.
    private let isOverridden: [Bool]
    // By number, made at their first use; empty until many lookups make them worth their memory.
    private var regions: [RegionName?] = []
    private var cities: [String?] = []

    /// Throws: `damaged`.
    init(_ index: PlaceIndex, overrides: PlaceOverrides) throws(PlacesError) {
        self.index = index
        var areaCountries: [Int] = []
        var isOverridden: [Bool] = []
        for number in 0..<index.layout[.areas].count {
            var country = try index.areaCountry(number)
            var isChosen = false
            if !overrides.countryCodes.isEmpty,
                let code = overrides.countryCodes[try index.area(number).key],
                let chosen = try index.countryNumber(code)
            {
                (country, isChosen) = (chosen, true)
            }
            areaCountries.append(country)
            isOverridden.append(isChosen)
        }
        self.areaCountries = areaCountries
        self.isOverridden = isOverridden
    }

    /// Keeps names from now on.
    mutating func keep() {
        regions = [RegionName?](repeating: nil, count: index.layout[.regions].count)
        cities = [String?](repeating: nil, count: index.layout[.cities].count)
    }

    /// The number of the country that a region answers.
    ///
    /// Throws: `damaged`.
    func country(ofRegion number: Int) throws(PlacesError) -> Int {
        let region = try index.region(number)
        return region.area.map { areaCountries[$0] } ?? region.country
    }

    /// The number of the country that a city counts for: in a disputed area the area's.
    func country(of city: CityTree.City) -> Int {
        city.area.map { areaCountries[$0] } ?? city.country
    }

    /// Whether a person's choice for the disputed area that a region is keeps a city from speaking there.
    ///
    /// It does where the city's country is the one that the choice took the area from; other neighbours
    /// speak as at any border.
    ///
    /// Throws: `damaged`.
    func isSettled(region number: Int, against city: CityTree.City) throws(PlacesError) -> Bool {
        guard let area = try index.region(number).area, isOverridden[area] else { return false }
        return try city.country == index.areaCountry(area)
    }

    /// The names of a region and its country.
    ///
    /// Throws: `damaged`.
    mutating func region(_ number: Int) throws(PlacesError) -> RegionName {
        if !regions.isEmpty, let name = regions[number] { return name }
        let country = try index.country(country(ofRegion: number))
        var region: String?
        if let name = try index.region(number).name { region = try index.string(name) }
        let name = RegionName(code: country.code, country: country.name, region: region)
        if !regions.isEmpty { regions[number] = name }
        return name
    }

    /// The name of a city.
    ///
    /// Throws: `damaged`.
    mutating func city(_ city: CityTree.City) throws(PlacesError) -> String {
        if !cities.isEmpty, let name = cities[city.number] { return name }
        let name = try index.string(city.name)
        if !cities.isEmpty { cities[city.number] = name }
        return name
    }
}
