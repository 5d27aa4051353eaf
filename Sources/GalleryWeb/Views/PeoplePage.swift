import Basics
import Gallery
import GalleryModel
import Hummingbird

extension GalleryPage {
    /// The number of people per page.
    private static let peoplePerPage = 48
    /// The number of unnamed faces on the page of people.
    private static let unnamedFaces = 24
    /// The number of photos per year.
    private static let photosPerYear = 24
    /// The number of years per page.
    private static let yearsPerPage = 12

    /// Renders the page of people, with unnamed faces; blocks for a few milliseconds, plus some for
    /// each person.
    ///
    /// - Throws: 400 for invalid parameters.
    func people() throws -> Response {
        let frame = PageFrame(.people, for: request, site)
        let people = try gallery.counts.people(.everything)
        let window = try PageWindow(request, of: people.count, size: Self.peoplePerPage)
        var values: [String: Any] = [
            "personCount": language.say("people.count", count: people.count),
            "people": try people[window.shown].map(card),
        ]
        window.addPages("/people", to: &values)
        if window.shown.lowerBound == 0 {
            let faces = try gallery.faces.unnamed(limit: Self.unnamedFaces)
            let grid = faceGrid(faces, people, canChange: frame.isOwner)
            values.merge(grid) { own, _ in own }
            values["isEmpty"] = people.isEmpty && faces.portraits.isEmpty
        }
        return .html(try frame.page("people", language.say("people.title"), values), for: request)
    }

    private func card(_ count: NameCount) throws -> [String: Any] {
        templateValues([
            "cardName": count.name, "cardCount": language.say("count.photos", count: count.photos),
            "cardAddress": PageAddress.person(count.name),
            "portrait": try gallery.faces.portrait(of: count.name)?.values,
        ])
    }

    /// Returns the values for the template `faces`: unnamed faces that link to their photos and can
    /// be named in place.
    ///
    /// - Parameters:
    ///   - found: the faces.
    ///   - people: the known people; those with the most photos are suggested.
    ///   - canChange: true if the user may name faces.
    private func faceGrid(
        _ found: FacePortraits, _ people: [NameCount], canChange: Bool
    ) -> [String: Any] {
        let faces = found.portraits.map { portrait -> [String: Any] in
            [
                "faceKey": "\(portrait.photo.id).\(portrait.number)", "portrait": portrait.values,
                "facePhoto": "\(portrait.photo.id)", "faceNumber": portrait.number,
                "faceAddress": PageAddress.photo(portrait.photo.id),
                "faceText": portrait.photo.shownTitle(in: language),
            ]
        }
        return templateValues([
            "faces": faces, "hasFaces": !faces.isEmpty, "canChange": canChange,
            "names": people.prefix(500).map { ["name": $0.name] },
            "moreAddress": found.next.map { next in
                PageAddress.with([("cursor", next.description)], "/people/unnamed")
            },
        ])
    }

    /// Renders the page of all unnamed faces; blocks for a few milliseconds.
    ///
    /// - Throws: 400 for an invalid cursor.
    func unnamedFaces() throws -> Response {
        let frame = PageFrame(.people, for: request, site)
        let last = try request.cursor { UnnamedFace($0) }
        let faces = try gallery.faces.unnamed(after: last)
        let people = try gallery.counts.people(.everything)
        var values = faceGrid(faces, people, canChange: frame.isOwner)
        values["isLater"] = last != nil
        values["hasPages"] = last != nil || faces.next != nil
        let title = language.say("people.unnamed-title")
        return .html(try frame.page("unnamed", title, values), for: request)
    }

    /// Renders the page of a person, with photos by year, newest first and undated ones last;
    /// blocks for a few milliseconds per year.
    ///
    /// - Parameter name: the name of the person, as requested.
    /// - Throws: 404 if no face has the name; 400 for invalid parameters.
    func person(named name: String) throws -> Response {
        let filter = PhotoFilter.condition(.named(name))
        let query = PhotoQuery([.everything], filter: filter, order: PhotoListing.newest)
        let (people, key) = (try gallery.counts.people(query), Place.key(name))
        guard let person = people.first(where: { Place.key($0.name) == key }) else {
            throw Problem(
                .notFound, say: "people.none-shows", ["name": DisplayText.truncated(name, to: 60)])
        }
        let frame = PageFrame(.people, for: request, site)
        let found = try gallery.counts.timeline(query, by: .year)
        // Undated photos stay last.
        let years = found.filter { $0.period != nil }.reversed() + found.filter { $0.period == nil }
        let window = try PageWindow(request, of: years.count, size: Self.yearsPerPage)
        var values: [String: Any] = [
            "heading": person.name, "canChange": frame.isOwner,
            "count": language.say("count.photos", count: person.photos),
            "allAddress": PageAddress.photos(filter),
            "years": try years[window.shown].map { try year($0, query) },
        ]
        values["portrait"] = try gallery.faces.portrait(of: name)?.values
        window.addPages("/people", [("name", person.name)], to: &values)
        return .html(try frame.page("person", person.name, values), for: request)
    }

    /// Returns a year, or the undated photos, with its first photos.
    private func year(_ count: TimelineCount, _ query: PhotoQuery) throws -> [String: Any] {
        let date = count.period.flatMap { Int($0) }.flatMap { PartialDate(year: $0) }
        let query = query.filtered(
            date.map { .condition(.taken(.from($0, through: $0))) }
                ?? .not(.condition(.has(.date))))
        let rows = try gallery.photos(query.page(limit: Self.photosPerYear))
        let listing = ListingAddress(text: query.filter.text)
        return [
            "year": count.period ?? language.say("calendar.undated"),
            "yearID": count.period ?? "undated",
            "yearCount": language.say("count.photos", count: count.photos),
            "yearAddress": PageAddress.photos(query.filter),
            "hasMore": count.photos > rows.count,
            "tiles": rows.map { tile(of: $0.photo, in: listing) },
        ]
    }
}

extension FacePortrait {
    /// The address of the picture, which changes with it.
    var address: String { "/api/v1/photos/\(photo.id)/faces/\(number)/picture?v=\(version)" }

    /// The values for the template `portrait`.
    fileprivate var values: [String: Any] { ["address": address] }
}
