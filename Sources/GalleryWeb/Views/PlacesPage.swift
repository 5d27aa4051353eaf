import Basics
import Gallery
import GalleryModel
import Hummingbird

extension GalleryPage {
    /// The number of places per page.
    private static let size = 60

    /// Renders the page of places: countries, the regions of a country, or cities, each with a
    /// cover; blocks for a few milliseconds, plus some for each cover.
    ///
    /// - Throws: 400 for invalid parameters; 404 for a place without photos.
    func places() throws -> Response {
        let around = try self.around()
        let title = around.name ?? language.say("places.title")
        let frame = PageFrame(.places, for: request, site)
        let level = try request.choice("by", standard: around.next)
        guard !around.levels.contains(level) else {
            throw request.invalid("by", level.rawValue, .text(around.next.rawValue))
        }
        let query = PhotoQuery.everything.filtered(around.filter)
        let found = try gallery.counts.places(query, by: level)
        guard around.levels.isEmpty || !found.counts.isEmpty else { throw Problem.notFound }
        // Photos at sea have no place name, and some countries have no regions.
        let places = found.counts.filter { PlaceChoice($0, in: language).levels.last == level }
        let window = try PageWindow(request, of: places.count, size: Self.size)
        let photos = found.counts.reduce(0) { $0 + $1.photos }
        // The larger places that contain the place.
        var ways = [(text: language.say("places.title"), address: "/places")]
        if around.region != nil {
            let country = around.larger
            ways.append((country.name ?? "", PageAddress.with(country.parameters, "/places")))
        }
        var values: [String: Any] = [
            "heading": title, "count": language.say("count.photos", count: photos),
            "isWithin": !around.levels.isEmpty,
            "ways": ways.map { ["wayText": $0.text, "wayAddress": $0.address] },
            "hasLevels": around.next != .city, "allAddress": PageAddress.photos(around.filter),
            "levels": PlaceLevel.allCases.filter { !around.levels.contains($0) }.map {
                [
                    "levelName": language.say("place-level.\($0.rawValue)"),
                    "isChosen": $0 == level,
                    "levelAddress": PageAddress.with(
                        around.parameters + [("by", $0 == around.next ? nil : $0.rawValue)],
                        "/places"),
                ] as [String: Any]
            },
            "places": try places[window.shown].map { try card($0, level) },
            "isEmpty": found.counts.isEmpty,
        ]
        if around.levels.isEmpty {
            let atSea = found.counts.filter { PlaceChoice($0, in: language).levels.isEmpty }
            // The photos without a card.
            let rest = [
                ("places.at-sea", atSea.reduce(0) { $0 + $1.photos }),
                ("places.positionless", found.positionless), ("places.due", found.due),
            ].filter { $0.1 > 0 }.map { language.say($0, count: $1) }
            values["rest"] = rest.isEmpty ? nil : rest.joined(separator: ", ")
        }
        window.addPages(
            "/places", around.parameters + [("by", request.parameter("by"))], to: &values)
        return .html(try frame.page("places", title, values), for: request)
    }

    /// Returns the place that the page shows.
    private func around() throws -> PlaceChoice {
        let country = request.filled("country")
        let place = PlaceChoice(
            country: country, region: request.filled("region"), countryName: country)
        guard place.region == nil || place.country != nil else {
            throw request.invalid("region", place.region ?? "", .say("expected.country"))
        }
        guard let code = place.country else { return place }
        // Finds the official spelling of the requested name.
        let query = PhotoQuery.everything.filtered(place.filter)
        let level = place.region == nil ? PlaceLevel.country : .region
        guard let count = try gallery.counts.places(query, by: level).counts.first else {
            throw Problem(
                .notFound, say: "places.none-in", ["place": DisplayText.truncated(code, to: 60)])
        }
        return PlaceChoice(count, in: language)
    }

    /// Returns a place with the first available of its newest pictures.
    private func card(_ count: PlaceCount, _ level: PlaceLevel) throws -> [String: Any] {
        let place = PlaceChoice(count, in: language)
        let query = PhotoQuery([.everything], filter: place.filter, order: PhotoListing.newest)
        let photos = try gallery.photos(query.page(limit: PictureAddress.coverPhotos))
        return templateValues([
            "cardName": place.name, "cardCover": PictureAddress.cover(of: photos.map(\.photo)),
            "cardCount": language.say("count.photos", count: count.photos),
            "cardAddress": level == .city
                ? PageAddress.photos(place.filter) : PageAddress.with(place.parameters, "/places"),
            "cardWithin": level == .country || request.filled("country") != nil
                ? nil : place.larger.name,
        ])
    }

}

/// A country, region or city in pages and their addresses.
struct PlaceChoice: Hashable, Sendable {
    /// The country code, or the name of a country without one; nil for the whole world.
    var country: String?
    /// The region; nil for the whole country.
    var region: String?
    /// The city; nil for the whole region.
    var city: String?
    /// The country name, in the language of the page.
    var countryName: String?

    /// The levels for which it has a name, largest first.
    var levels: [PlaceLevel] {
        zip(PlaceLevel.allCases, [country, region, city]).filter { $1 != nil }.map(\.0)
    }

    /// The default level of the places within it.
    var next: PlaceLevel { region != nil ? .city : country != nil ? .region : .country }

    /// Its own name; nil for the whole world.
    var name: String? { city ?? region ?? countryName }

    /// The place that contains the city or the region.
    var larger: PlaceChoice {
        var larger = self
        if city != nil { larger.city = nil } else { larger.region = nil }
        return larger
    }

    /// Matches the photos taken there.
    var filter: PhotoFilter {
        PhotoFilter(
            [
                country.map(PhotoCondition.country), region.map(PhotoCondition.region),
                city.map(PhotoCondition.city),
            ].compactMap(\.self))
    }

    /// The parameters of its page.
    var parameters: [(name: String, value: String?)] { [("country", country), ("region", region)] }
}

extension PlaceChoice {
    /// Creates a choice from the place of a photo count.
    init(_ count: PlaceCount, in language: PageLanguage) {
        self.init(
            country: count.countryCode ?? count.country, region: count.region, city: count.city,
            countryName: language.country(count.countryCode, count.country))
    }
}
