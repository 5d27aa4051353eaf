import Gallery
import GalleryModel
import Hummingbird

extension GalleryPage {
    /// The maximum number of listed countries.
    private static let maximumCountries = 250

    /// Renders the map page, with the initial values of its script and a list of countries as a
    /// fallback; blocks for a few milliseconds.
    func map() throws -> Response {
        let title = language.say("map.title")
        let frame = PageFrame(.map, for: request, site)
        let text = request.parameter("q") ?? ""
        var values: [String: Any] = [
            "queryText": text, "searchAction": "/map", "searchText": text,
            // Without a place index the map has no base map.
            "landVersion": (try? gallery.baseMap().version) ?? "",
        ]
        do {
            let filter = try request.filter(text, in: gallery)
            // Links contain the query as entered.
            let pageFilter = try gallery.filter(text)
            let found = try gallery.counts.places(.everything.filtered(filter), by: .country)
            let countries = found.counts.filter { $0.countryCode != nil }
            values["countries"] = countries.prefix(Self.maximumCountries).map { count in
                let code = count.countryCode ?? ""
                return [
                    "countryName": language.country(code, count.country) ?? code,
                    "countryCount": language.say("count.photos", count: count.photos),
                    "countryAddress": PageAddress.photos(
                        pageFilter.and(.condition(.country(code)))),
                ] as [String: Any]
            }
            values["count"] = language.say(
                "count.photos", count: countries.reduce(0) { $0 + $1.photos })
            values["isWithoutPlaces"] = countries.isEmpty
        } catch let error as GalleryError where error.kind == .usage {
            values["fault"] = Pages.fault(error, in: language)
        }
        let page = try frame.page("map", text.isEmpty ? title : "\(text) · \(title)", values)
        return .html(page, status: values["fault"] == nil ? .ok : .badRequest, for: request)
    }
}
