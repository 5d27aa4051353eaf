import Basics
import Gallery
import GalleryModel
import Hummingbird

/// The page of the map: what its script begins with, and the countries in a list where there is none.
struct MapPage {
    /// How many countries the list has.
    private static let mostCountries = 250

    let request: WebRequest
    let site: Site

    /// Makes the page; blocks for some milliseconds.
    func response() throws -> Response {
        let title = request.language.say("map.title")
        var frame = PageFrame(.map, title: title, for: request, site)
        let text = request.parameter("q") ?? ""
        frame.searchAction = "/map"
        frame.searchText = text
        frame.title = text.isEmpty ? title : "\(text) · \(title)"
        var values: [String: Any] = [
            "queryText": text,
            // Without an index of places there is no base map.
            "landVersion": (try? site.gallery.baseMap().version) ?? "",
        ]
        do {
            let filter = try request.filter(text, in: site.gallery)
            // Addresses say what was asked for.
            try addCountries(filter, site.gallery.filter(text), to: &values)
        } catch let error as GalleryError {
            guard error.kind == .usage else { throw error }
            values["fault"] = Pages.fault(error, in: request.language)
        }
        return .html(
            try frame.page("map", values), status: values["fault"] == nil ? .ok : .badRequest,
            for: request)
    }

    private func addCountries(
        _ filter: PhotoFilter, _ asked: PhotoFilter, to values: inout [String: Any]
    ) throws {
        let found = try site.gallery.placeCounts(
            PhotoQuery.everything.filtered(filter), by: .country)
        let countries = found.counts.filter { $0.countryCode != nil }
        values["countries"] = countries.prefix(Self.mostCountries).map { count in
            let code = count.countryCode ?? ""
            return [
                "countryName": request.language.country(code, count.country) ?? code,
                "countryCount": request.language.say("count.photos", count: count.photos),
                "countryAddress": PageAddress.photos(asked.and(.condition(.country(code)))),
            ] as [String: Any]
        }
        values["count"] = request.language.say(
            "count.photos", count: countries.reduce(0) { $0 + $1.photos })
        values["isWithoutPlaces"] = countries.isEmpty
    }
}
