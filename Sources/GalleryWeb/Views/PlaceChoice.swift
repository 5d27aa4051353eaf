import GalleryModel

/// A country, a region of it or a city, as pages and their addresses name it.
struct PlaceChoice: Hashable, Sendable {
    /// The country's code, or its name where it has none; nil for the whole earth.
    var country: String?
    /// The region; nil for all of the country.
    var region: String?
    /// The city; nil for all of the region.
    var city: String?
    /// The country's name, in the language of the page.
    private var countryName: String?

    /// Makes a choice of what an address tells.
    init(country: String?, region: String?) {
        self.country = country
        self.region = region
        countryName = country
    }

    /// Makes the choice of a place that photos were counted at.
    init(_ count: PlaceCount, in language: PageLanguage) {
        country = count.countryCode ?? count.country
        countryName = language.country(count.countryCode, count.country)
        region = count.region
        city = count.city
    }

    /// The levels that it has a name of, the largest first.
    var levels: [PlaceLevel] {
        [
            country == nil ? nil : .country, region == nil ? nil : .region,
            city == nil ? nil : .city,
        ].compactMap(\.self)
    }

    /// The level that the places within it are told by first.
    var next: PlaceLevel { region != nil ? .city : country != nil ? .region : .country }

    /// Its own name; nil for the whole earth.
    var name: String? { city ?? region ?? countryName }

    /// The place that it lies in.
    var larger: PlaceChoice {
        var larger = self
        if city != nil {
            larger.city = nil
        } else if region != nil {
            larger.region = nil
        } else {
            larger.country = nil
            larger.countryName = nil
        }
        return larger
    }

    /// The photos that were taken there.
    var filter: PhotoFilter {
        PhotoFilter(
            [
                country.map(PhotoCondition.country), region.map(PhotoCondition.region),
                city.map(PhotoCondition.city),
            ].compactMap(\.self))
    }

    /// The parameters of its page.
    var parameters: [(name: String, value: String?)] {
        [("country", country), ("region", region)]
    }
}
