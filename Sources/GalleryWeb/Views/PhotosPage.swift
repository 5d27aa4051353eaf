import Gallery
import GalleryModel
import Hummingbird

extension GalleryPage {
    /// The order by which the newest additions are first.
    private static let recent = "added:desc"
    /// The order of a section itself, where it is not the default.
    private static let own = "own"

    /// Renders the page of all photos or of a section, with a grid, search and links to adjacent
    /// pages; blocks for a few milliseconds.
    ///
    /// - Parameter section: the section; nil for all photos.
    /// - Throws: 400 for invalid parameters.
    func photos(in section: PhotoSection?) throws -> Response {
        // Created before anything is read, so that no change is missed.
        let frame = PageFrame(.photos, for: request, site)
        let (text, sort) = (request.parameter("q") ?? "", request.filled("sort"))
        var query = PhotoListing.query(of: section)
        if let sort = shownSort(in: section) { query.order = try request.order(sort) }
        let start = try PhotoGridPage.Start(request)
        var gridPage = PhotoGridPage(rows: [])
        var plain = PlainQuery(text: text)
        var fault: GalleryError?
        do {
            plain = try gallery.plainQuery(text)
            query.filter = try request.filter(plain.query, in: gallery)
        } catch let error as GalleryError where error.kind == .usage {
            fault = error
        }
        do {
            let grid = gallery.withoutCopies(in: query)
            if fault == nil { gridPage = try PhotoGridPage(query, start, in: grid) }
        } catch let error as GalleryError where error.kind == .usage {
            // The cursor belongs to another order.
            throw Problem(.badRequest, error.message)
        }
        let isRecent = sort == Self.recent
        let name =
            section.map { language.name(of: $0.reference) }
            ?? language.say(isRecent ? "photos.recent" : "photos.title")
        let path = section.map { PageAddress.section($0.reference.text) } ?? "/"
        let search = [("q", request.filled("q")), ("sort", sort)]
        func address(_ start: PhotoGridPage.Start) -> String {
            PageAddress.with(search + start.parameters, path)
        }
        let isSearch = !text.isEmpty
        var values: [String: Any] = [
            "searchAction": path, "searchText": text,
            // A new section exists before its search is stored.
            "isRepeatable": section?.reference.kind == .flickr,
            "repeated": section?.reference.text ?? "",
            "heading": section == nil && isSearch ? language.say("search.title") : name,
            "isSearch": isSearch, "isBare": section == nil && !isSearch && sort == nil,
            "isByDate": query.order == PhotoListing.newest,
            "clearAddress": PageAddress.with([("sort", sort)], path),
            "isSection": section != nil, "sectionText": section?.reference.text ?? "",
            "queryText": plain.query, "sortText": shownSort(in: section) ?? "",
            "atText": request.filled("at") ?? "",
            "hasPages": gridPage.previous != nil || gridPage.next != nil,
        ]
        func address(of text: String) -> String {
            PageAddress.with([("q", text.isEmpty ? nil : text), ("sort", sort)], path)
        }
        if let fault {
            values["fault"] = self.fault(fault, address: address(of:))
        } else {
            let found = try found(gridPage.rows, query, plain, in: section, isOwner: frame.isOwner)
            values.merge(found) { own, _ in own }
            values["parts"] = parts(of: plain, address: address(of:))
            values["hasParts"] = isSearch
            if found["isNothingFound"] as? Bool == true {
                values["excluding"] = try excluding(of: plain, query, address: address(of:))
            }
        }
        values["searchOrder"] = sort
        values["previousAddress"] = gridPage.previous.map(address)
        values["nextAddress"] = gridPage.next.map(address)
        if let section {
            values["searchScope"] = name
            values.merge(try head(of: section)) { own, _ in own }
            if section.isAlbum { values["album"] = try albumValues(of: section) }
            let orders = orders(query.order, of: section, path)
            values["orders"] = orders
            values["orderText"] = orders.first { $0["isChosen"] as? Bool == true }?["orderName"]
        } else if !isSearch {
            values["isEmpty"] = gridPage.rows.isEmpty && start == .first
            values["fresh"] = try fresh(of: gridPage.rows.count)
            values["freshAddress"] = PageAddress.with([("sort", Self.recent)], "/")
        }
        let title = isSearch ? "\(text) · \(name)" : name
        let page = try frame.page(
            "photos", title, at: section.map { PageFrame.Kind(listing: $0.reference) }, values)
        return .html(page, status: fault == nil ? .ok : .badRequest, for: request)
    }

    /// Returns the number of photos added today or yesterday, in words; nil without any, or if
    /// counting takes too long.
    ///
    /// - Parameter shown: the number of photos on the page; without any, nothing is new.
    private func fresh(of shown: Int) throws -> String? {
        guard shown > 0, request.filled("sort") == nil else { return nil }
        let filter = PhotoFilter.condition(.added(.last(2, .days)))
        let query = PhotoQuery([.everything], filter: filter)
        guard let count = try gallery.count(query, within: .milliseconds(30)), count > 0 else {
            return nil
        }
        return language.say("photos.fresh", count: count)
    }

    /// Returns the default order of a section: the newest photos first, except in albums filled by
    /// hand; nil for its own order.
    private static func standardSort(of section: PhotoSection) -> String? {
        section.isAlbum && section.filter == nil ? nil : "taken:desc"
    }

    /// Returns the requested order of a listing or else its default order; nil for that of the
    /// section or of all photos.
    private func shownSort(in section: PhotoSection?) -> String? {
        let sort = request.filled("sort") ?? section.flatMap(Self.standardSort)
        return sort == Self.own ? nil : sort
    }

    /// Returns the values of the found photos: their number and rows, and why there are none.
    private func found(
        _ rows: [ListedPhoto], _ query: PhotoQuery, _ plain: PlainQuery, in section: PhotoSection?,
        isOwner: Bool
    ) throws -> [String: Any] {
        let text = request.filled("q") == nil ? nil : plain.query
        let isSearch = text != nil
        let grid = gallery.withoutCopies(in: query)
        let count = try isSearch ? gallery.count(query) : section?.count ?? grid.count()
        let listing = ListingAddress(
            section: section?.reference.text, text: text, sort: shownSort(in: section))
        return [
            "count": language.say("count.photos", count: count),
            "rows": PhotoRows.values(
                rows, order: query.order, ServerAddresses(listing: listing), in: language),
            // The start page lists the whole library, which should not be shared with a single
            // click.
            "canGive": isOwner && !rows.isEmpty && (section != nil || isSearch),
            "giveAddress": PageAddress.with(
                [("section", section?.reference.text), ("q", text)], "/shares/new"),
            "canKeep": isOwner && isSearch && count > 0, "isFound": isSearch,
            "isNothingFound": isSearch && count == 0,
            "isEmptySection": section != nil && !isSearch && count == 0,
            // The page is empty because photos were removed.
            "isBehindTheLast": count > 0 && rows.isEmpty,
        ]
    }

    /// Returns the orders that a section supports.
    private func orders(
        _ order: PhotoOrder?, of section: PhotoSection, _ path: String
    ) -> [[String: Any]] {
        let own =
            section.reference.kind == .flickr
            ? "by-relevance" : section.isAlbum && section.filter == nil ? "by-hand" : "by-addition"
        let choices: [(name: String, sort: String?)] = [
            (language.say("photos.\(own)"), nil),
            (language.say("photos.newest-first"), "taken:desc"),
            (language.say("photos.oldest-first"), "taken"),
            (language.say("photos.by-title"), "title"),
        ]
        let standard = Self.standardSort(of: section)
        return choices.map { choice in
            let sort = choice.sort == standard ? nil : choice.sort ?? Self.own
            return [
                "orderName": choice.name,
                "isChosen": choice.sort.flatMap(PhotoOrder.init(text:)) == order,
                "orderAddress": PageAddress.with(
                    [("q", request.filled("q")), ("sort", sort)], path),
            ]
        }
    }
}
