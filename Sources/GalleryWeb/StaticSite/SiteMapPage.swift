import Basics
import Gallery
import GalleryModel

/// The page of a site's map: where no script runs, the places of its photos in a list that leads to them.
struct SiteMapPage: Sendable {
    /// How many photos of a city the list leads to, the newest: a list of them all may have a hundred thousand.
    static let photosOfACity = 24

    let look: SiteLook
    /// The photos, the newest first.
    let points: [SitePoint]

    private var language: PageLanguage { look.language }

    /// The file, which is written where it is not there as it is to be.
    var file: SiteFile {
        var inputs = InputDigest()
        inputs.add(look.inputs)
        let told = countries
        inputs.add(points.count)
        for country in told {
            inputs.add(country.name)
            for region in country.parts {
                inputs.add(region.name)
                for city in region.parts {
                    inputs.add(city.name)
                    inputs.add(city.points.count)
                    for point in city.points.prefix(Self.photosOfACity) {
                        inputs.add(Int(point.id.rawValue))
                        inputs.add(point.title)
                    }
                }
            }
        }
        return SiteFile(SiteMap.page, inputs: inputs.value) { try page(told) }
    }

    /// Photos of a place, and of the places in it.
    private struct Part {
        let name: String
        let points: [SitePoint]
        var parts: [Part] = []
    }

    /// The countries in the order of their names, then the photos that none is known of.
    private var countries: [Part] {
        let rest = points.filter { $0.country == nil }
        let atSea = rest.filter { $0.place != nil }
        let due = rest.filter { $0.place == nil }
        let unnamed = [
            ("places.at-sea", atSea), ("places.due", due),
        ].filter { !$1.isEmpty }.map { key, points in
            part(language.say(key, count: points.count), points)
        }
        return parts(points.filter { $0.country != nil }, by: \.country)
            .map { part($0.name, $0.points) } + unnamed
    }

    /// A country with its regions and their cities.
    private func part(_ name: String, _ points: [SitePoint]) -> Part {
        let regions = parts(points) { $0.place?.region }.map { region in
            Part(
                name: region.name, points: region.points,
                parts: parts(region.points) { $0.place?.city })
        }
        return Part(name: name, points: points, parts: regions)
    }

    /// The photos by a name; those without one have an empty one.
    private func parts(
        _ points: [SitePoint], by name: (SitePoint) -> String?
    ) -> [Part] {
        Dictionary(grouping: points) { name($0) ?? "" }.map { Part(name: $0, points: $1) }
            .sorted { (Place.key($0.name), $0.name) < (Place.key($1.name), $1.name) }
    }

    private func page(_ countries: [Part]) throws -> [UInt8] {
        let values: [String: Any] = [
            "queryText": "", "count": count(points), "isWithoutPlaces": points.isEmpty,
            "countries": countries.map { country in
                [
                    "countryName": country.name, "countryCount": count(country.points),
                    "hasRegions": true,
                    "regions": country.parts.map { region in
                        [
                            "regionName": region.name, "hasRegion": !region.name.isEmpty,
                            "regionCount": count(region.points),
                            "cities": region.parts.map(city),
                        ] as [String: Any]
                    },
                ] as [String: Any]
            },
        ]
        return try look.page(
            "map", .map, language.say("map.title"), at: SiteMap.page, values)
    }

    private func city(_ city: Part) -> [String: Any] {
        [
            "cityName": city.name, "hasCity": !city.name.isEmpty, "cityCount": count(city.points),
            "photos": city.points.prefix(Self.photosOfACity).map { point in
                [
                    "photoAddress": SiteAddresses.page(of: point.id),
                    "photoTitle": point.title.isEmpty
                        ? language.say("photo.untitled", ["id": "\(point.id)"]) : point.title,
                ]
            },
        ]
    }

    private func count(_ points: [SitePoint]) -> String {
        language.say("count.photos", count: points.count)
    }
}
