import Basics
import Gallery
import GalleryModel
import Hummingbird

/// The page of all photos, and that of a section: rows of pictures, a search, and the pages before and behind.
struct PhotosPage {
    /// How many sections the first page shows.
    private static let shownSections = 48

    let request: WebRequest
    let site: Site
    /// The section; nil for all photos.
    let section: PhotoSection?

    /// Makes the page; blocks for some milliseconds.
    ///
    /// - Throws: 400 for parameters that cannot be read.
    func response() throws -> Response {
        // Before anything is read, so that no change is missed.
        let frame = PageFrame(.photos, title: "", for: request, site)
        let text = request.parameter("q") ?? ""
        var query = PhotoQuery(
            [section.map(PhotoScope.section) ?? .everything],
            order: section == nil ? PhotoListing.newest : nil)
        if let sort = request.parameter("sort"), !sort.isEmpty {
            guard let order = PhotoOrder(text: sort) else {
                throw request.invalid(
                    "sort", sort,
                    expected: PhotoOrder.Key.allCases.map(\.rawValue).joined(separator: ", "))
            }
            query.order = order
        }
        let place = try PhotoSheet.Place(request)
        do { query.filter = try request.filter(text, in: gallery) } catch let error as GalleryError
        {
            guard error.kind == .usage else { throw error }
            return try response(frame, query, PhotoSheet.none, .first, fault: error)
        }
        let sheet: PhotoSheet
        do { sheet = try PhotoSheet(query, place, in: gallery) } catch let error as GalleryError {
            // The cursor of another order.
            throw error.kind == .usage ? Problem(.badRequest, error.message) : error
        }
        return try response(frame, query, sheet, place, fault: nil)
    }

    private func response(
        _ given: PageFrame, _ query: PhotoQuery, _ sheet: PhotoSheet, _ place: PhotoSheet.Place,
        fault: GalleryError?
    ) throws -> Response {
        let text = request.parameter("q") ?? ""
        let name = section?.reference.name ?? language.say("photos.title")
        let isSearch = !text.isEmpty
        var frame = given
        frame.title = isSearch ? "\(text) · \(name)" : name
        frame.searchAction = path
        frame.searchText = text
        frame.searchOrder = filled("sort")
        if let section { frame.searchScope = section.reference.name }
        // A section is there before its search is stored with it.
        let hasSearch = section.map { $0.reference.kind == .flickr } ?? true
        frame.repeated = hasSearch ? section?.reference.text ?? "" : nil
        var values: [String: Any] = [
            "heading": section == nil && isSearch ? language.say("search.title") : name,
            "isSearch": isSearch,
            "clearAddress": PageAddress.with([("sort", filled("sort"))], path),
            "isSection": section != nil,
            "sectionText": section?.reference.text ?? "", "queryText": text,
            "sortText": filled("sort") ?? "", "atText": filled("at") ?? "",
        ]
        if let fault {
            values["fault"] = Pages.fault(fault, in: language)
        } else {
            let count = try isSearch ? gallery.count(query) : section?.count ?? gallery.count()
            values["count"] = language.say("count.photos", count: count)
            values["rows"] = PhotoRows.values(
                sheet.rows, order: query.order,
                ServerAddresses(
                    listing: ListingAddress(
                        section: section?.reference.text, text: filled("q"),
                        sort: filled("sort"))),
                in: language)
            values["canGive"] = frame.isOwner && !sheet.rows.isEmpty
            values["isFound"] = isSearch
            values["isNothingFound"] = isSearch && count == 0
            values["isEmptySection"] = section != nil && !isSearch && count == 0
            // A page that was left behind by photos that went.
            values["isBehindTheLast"] = count > 0 && sheet.rows.isEmpty
        }
        values["previousAddress"] = sheet.previous.map(address)
        values["nextAddress"] = sheet.next.map(address)
        values["hasPages"] = sheet.previous != nil || sheet.next != nil
        let isByDate = query.order == PhotoListing.newest
        values["previousText"] =
            isByDate ? language.say("word.newer") : language.say("word.previous")
        values["nextText"] = isByDate ? language.say("word.older") : language.say("word.next")
        if let section {
            values.merge(try SectionHead(section, in: gallery, for: request).values) { own, _ in own
            }
            values["orders"] = orders(query.order)
        } else if !isSearch, place == .first {
            values["latest"] = try LatestStrip.values(in: gallery, for: request)
            let sections = try self.sections()
            values["sections"] = sections
            values["hasSections"] = !sections.isEmpty
            values["isEmpty"] = sheet.rows.isEmpty && sections.count < 2
        }
        return .html(
            try frame.page("photos", values), status: fault == nil ? .ok : .badRequest,
            for: request)
    }

    private var gallery: PhotoGallery { site.gallery }

    private var language: PageLanguage { request.language }

    private var path: String { section.map { PageAddress.section($0.reference.text) } ?? "/" }

    private func address(_ place: PhotoSheet.Place) -> String {
        PageAddress.with(
            [("q", filled("q")), ("sort", filled("sort"))] + place.parameters, path)
    }

    private func filled(_ name: String) -> String? {
        request.parameter(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The orders that a section can be looked at in.
    private func orders(_ order: PhotoOrder?) -> [[String: Any]] {
        let choices: [(name: String, order: PhotoOrder?, sort: String?)] = [
            (language.say("photos.own-order"), nil, nil),
            (language.say("photos.newest-first"), PhotoListing.newest, "taken:desc"),
            (language.say("photos.oldest-first"), PhotoOrder(.taken), "taken"),
            (language.say("photos.by-title"), PhotoOrder(.title), "title"),
        ]
        return choices.map { choice in
            [
                "orderName": choice.name, "isChosen": choice.order == order,
                "orderAddress": PageAddress.with(
                    [("q", filled("q")), ("sort", choice.sort)], path),
            ]
        }
    }

    /// The sections as cards, each with the first picture that is there.
    private func sections() throws -> [[String: Any]] {
        let sections = try gallery.sections().filter { $0.count > 0 || $0.filter != nil }
        return try sections.prefix(PhotosPage.shownSections).map { section in
            try SectionHead(section, in: gallery, for: request).values
        }
    }
}

extension PhotoSheet {
    /// A page without photos.
    static let none = PhotoSheet(rows: [], previous: nil, next: nil)
}
