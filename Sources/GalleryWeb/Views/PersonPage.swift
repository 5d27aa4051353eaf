import Basics
import Gallery
import GalleryModel
import Hummingbird

/// The page of a person: the photos that show them, year by year, the latest first, those without a date last.
struct PersonPage {
    /// How many photos of each year it shows.
    private static let shown = 24
    /// How many years a page has.
    private static let size = 12

    let request: WebRequest
    let site: Site
    /// The person's name, as it was asked for.
    let name: String

    private var language: PageLanguage { request.language }

    /// Makes the page; blocks for some milliseconds a year.
    ///
    /// - Throws: 404 for a name that no face has; 400 for parameters that cannot be read.
    func response() throws -> Response {
        try request.accept(["name", "position"])
        let gallery = site.gallery
        let filter = PhotoFilter.condition(.named(name))
        let query = PhotoQuery([.everything], filter: filter, order: PhotoListing.newest)
        let key = Place.key(name)
        guard
            let person = try gallery.personCounts(request.listed(query, in: gallery)).first(where: {
                Place.key($0.name) == key
            })
        else {
            throw Problem(
                .notFound, say: "people.none-shows",
                ["name": DisplayText.truncated(name, to: 60)])
        }
        var frame = PageFrame(.people, title: person.name, for: request, site)
        frame.searchAction = "/"
        let found = try gallery.timeline(request.listed(query, in: gallery), by: .year)
        // Those without a date stay last.
        let years: [TimelineCount] =
            found.filter { $0.period != nil }.reversed() + found.filter { $0.period == nil }
        let window = try PageWindow(request, of: years.count, size: PersonPage.size)
        var values: [String: Any] = [
            "heading": person.name, "count": language.say("count.photos", count: person.photos),
            "allAddress": PageAddress.photos(filter), "isBehindTheLast": window.isBehindTheLast,
            "years": try years[window.shown].map { try year($0, query) },
        ]
        values["portrait"] = try gallery.portrait(
            of: name, in: request.listed(.everything, in: gallery)
        ).flatMap {
            PortraitPicture(portrait: $0).values
        }
        window.addPages("/people", [("name", person.name)], to: &values)
        return .html(try frame.page("person", values), for: request)
    }

    /// A year with its first photos; those without a date have one of their own.
    private func year(_ count: TimelineCount, _ query: PhotoQuery) throws -> [String: Any] {
        let date = count.period.flatMap { Int($0) }.flatMap { PartialDate(year: $0) }
        let query = query.filtered(
            date.map { .condition(.taken(.from($0, through: $0))) }
                ?? .not(.condition(.has(.date))))
        let rows = try site.gallery.photos(
            request.listed(query, in: site.gallery).page(limit: PersonPage.shown))
        let addresses = ServerAddresses(listing: ListingAddress(text: query.filter.text))
        return [
            "year": count.period ?? language.say("calendar.undated"),
            "yearID": count.period ?? "undated",
            "yearCount": language.say("count.photos", count: count.photos),
            "yearAddress": PageAddress.photos(query.filter),
            "hasMore": count.photos > rows.count,
            "tiles": rows.map { PhotoTile(photo: $0.photo, addresses, in: language).values },
        ]
    }
}
