import Basics
import Foundation
import Gallery
import GalleryModel

/// A page of the server's gallery, which is rendered for a request.
protocol GalleryPage {
    var request: WebRequest { get }
    var site: Site { get }
}

extension GalleryPage {
    /// The language of the page.
    var language: PageLanguage { request.language }
    /// The photos that the sender may view.
    var gallery: PhotoGallery { site.gallery }
}

/// The frame of every page: title, menu, search and sign-out.
struct PageFrame {
    /// The kind of page, which selects its script.
    enum Kind: String {
        case photos, photo, sections, names, map, places, people, shares, trash, problems, jobs
        case feed, publish
        case error
        case signIn = "sign-in"
    }

    var kind: Kind
    /// The page title, shown before the name of the gallery.
    var title: String
    /// The address of the search form: all photos, or the page of a section.
    var searchAction = "/"
    /// The query in the search field.
    var searchText = ""
    /// The order of search results; nil for the default order.
    var searchOrder: String?
    /// A description of the searched photos.
    var searchScope: String
    /// The language of the page.
    let language: PageLanguage
    /// The address of the page, for returning to it after a change of language.
    let address: String
    /// True if photos may be viewed, which shows the menu, search and scripts.
    var isOpen = true
    /// True if the user can sign out.
    var isSignedIn = false
    /// True if the user may change the gallery.
    var isOwner = false
    /// True if the user may see information for owners, even on a read-only server.
    var seesAll = false
    /// The id of the last change known to the page, after which it listens for changes; nil if it
    /// does not listen.
    var since: String?
    /// The section that the page can refresh, "" for all searches; nil for none.
    var repeated: String?

    /// True if the server has a campaign.
    var hasFeed = false

    /// The address template and the attribution of map tiles; nil for none.
    var tiles: (address: String, credit: String)?

    /// Creates the frame of a page for the sender of a request.
    init(_ kind: Kind, title: String, for request: WebRequest, _ site: Site) {
        self.init(
            kind, title: title, isOpen: true, in: request.language, address: request.address)
        isSignedIn = request.principal.sessionID != nil
        seesAll = request.principal.role == .owner
        isOwner = seesAll && !site.isReadOnly
        since = site.changes.position
        repeated = kind == .sections ? "" : nil
        hasFeed = site.campaign != nil
        tiles = site.tiles.map { ($0.text, site.gallery.tilesCredit ?? "") }
    }

    /// Creates the frame of a page that requires no credential.
    init(
        _ kind: Kind, title: String, isOpen: Bool, in language: PageLanguage, address: String
    ) {
        self.kind = kind
        self.title = title
        self.isOpen = isOpen
        self.language = language
        self.address = address
        searchScope = language.say("search.all-photos")
    }

    /// The values for the template `frame`, which all pages include.
    var values: [String: Any] {
        var own: [String: Any] = [
            "headTitle": "\(title) · \(language.say("page.gallery"))",
            "siteName": language.say("page.gallery"), "homeAddress": "/",
            "colorScheme": "light dark", "isListed": false, "isChoosable": true,
            "pageKind": kind.rawValue, "isOwner": isOwner,
            "lastChange": since ?? "", "hasTiles": tiles != nil,
            "tilesAddress": tiles?.address ?? "", "tilesCredit": tiles?.credit ?? "",
            "iconAddress": asset("icon.svg"),
            "styleAddresses": styles.map { ["styleAddress": asset($0)] },
            "hasScripts": isOpen, "scriptAddress": asset("scripts/page.js"), "hasSearch": isOpen,
            "searchAction": searchAction, "searchText": searchText, "isOrdered": searchOrder != nil,
            "searchOrder": searchOrder ?? "",
            "searchScope": searchScope,
            "isSignedIn": isSignedIn, "menu": menu,
            "furtherMenu": furtherMenu, "isRepeatable": repeated != nil,
            "repeated": repeated ?? "", "hasFeed": hasFeed,
        ]
        if isOpen { own["startAddress"] = asset("scripts/start.js") }
        let choice = LanguageChoice(language: language, next: address).values
        return own.merging(choice) { own, _ in own }
    }

    private func asset(_ name: String) -> String { Assets.address(name, language) }

    /// Renders a template within the frame.
    func page(_ template: String, _ content: [String: Any]) throws -> String {
        try PageTemplates.render(
            template, values.merging(content) { _, own in own }, in: language)
    }

    /// The styles of the initial page; scripts load others on demand.
    private var styles: [String] {
        switch kind {
        case .photo: ["gallery.css", "viewer.css"]
        case .map: ["gallery.css", "leaflet.css", "map.css"]
        case .names, .places, .people, .shares, .trash, .problems, .jobs:
            ["gallery.css", "lists.css"]
        case .feed, .publish: ["gallery.css", "feed.css"]
        case .photos, .sections, .error, .signIn: ["gallery.css"]
        }
    }

    /// The main menu: ways to view photos.
    private var menu: [[String: Any]] {
        // A phone has only room for a few items.
        let places: (kind: Kind, title: String) = (.places, "places.title")
        return items(
            (hasFeed ? [(.feed, "feed.title")] : [])
                + [(.sections, "sections.title"), (.map, "map.title")]
                + (hasFeed ? [] : [places]) + [(.people, "people.title")])
    }

    /// The secondary menu: ways to manage photos.
    private var furtherMenu: [[String: Any]] {
        let isForOwners: [(kind: Kind, title: String)] = [
            (.shares, "shares.title"), (.trash, "trash.title"), (.problems, "problems.title"),
        ]
        return items(
            (hasFeed ? [(.places, "places.title")] : []) + (seesAll ? isForOwners : [])
                + [(.jobs, "jobs.title")])
    }

    private func items(_ pages: [(kind: Kind, title: String)]) -> [[String: Any]] {
        pages.map { page in
            [
                "menuAddress": "/\(page.kind.rawValue)", "menuText": language.say(page.title),
                "isHere": page.kind == kind,
            ]
        }
    }
}

/// The visible part of a list, starting at the parameter `position`.
struct PageWindow {
    /// The visible items; empty after the last item.
    let shown: Range<Int>
    /// True if the position is after the last item.
    let isPastEnd: Bool
    private let previous: Int?
    private let next: Int?
    private let parameter: String

    /// Reads the parameter `position`, from 1.
    ///
    /// - Parameters:
    ///   - request: the request for the page.
    ///   - count: the number of items.
    ///   - size: the number of items per page.
    ///   - index: the index, from 0, of an item on the default page; nil for the first page.
    ///   - parameter: the name of the parameter.
    /// - Throws: 400 for an invalid position.
    init(
        _ request: WebRequest, of count: Int, size: Int, at index: Int? = nil,
        parameter: String = "position"
    ) throws(Problem) {
        var first = (index ?? 0) / size * size
        if let text = request.parameter(parameter) {
            guard let position = Int(text), (1...1_000_000_000).contains(position) else {
                throw request.invalid(parameter, text, Message(say: "expected.from-one"))
            }
            first = position - 1
        }
        self.parameter = parameter
        let end = min(first + size, count)
        shown = first < end ? first..<end : 0..<0
        isPastEnd = first >= count
        previous = first > 0 ? max(first - size, 0) : nil
        next = end < count ? end : nil
    }

    /// Adds links to the previous and next page to the values of a template.
    ///
    /// - Parameters:
    ///   - path: the path of the page.
    ///   - parameters: its other parameters.
    ///   - values: the values of the template.
    func addPages(
        _ path: String, _ parameters: [(name: String, value: String?)] = [],
        to values: inout [String: Any]
    ) {
        func address(_ first: Int) -> String {
            let position = first > 0 ? String(first + 1) : nil
            return PageAddress.with(parameters + [(parameter, position)], path)
        }
        values["previousAddress"] = previous.map(address)
        values["nextAddress"] = next.map(address)
        values["hasPages"] = previous != nil || next != nil
    }
}

extension WebRequest {
    /// Adds links to the first and the next page of a list with cursors to the values of a template.
    ///
    /// - Parameters:
    ///   - path: the path of the page.
    ///   - parameters: its other parameters.
    ///   - next: the cursor of the next page; nil on the last page.
    ///   - values: the values of the template.
    func addPages(
        _ path: String, _ parameters: [(name: String, value: String?)] = [], next: String?,
        to values: inout [String: Any]
    ) {
        let first = parameter("cursor").map { _ in PageAddress.with(parameters, path) }
        values["firstAddress"] = first
        values["nextAddress"] = next.map {
            PageAddress.with(parameters + [("cursor", $0)], path)
        }
        values["hasPages"] = first != nil || next != nil
    }
}

/// A point in time; pages contain it as absolute text, which scripts replace by a relative time.
struct PageMoment {
    let date: Date

    /// Returns the values for a template: `iso` and `words`.
    func values(in language: PageLanguage) -> [String: Any] {
        let civil = CivilDate(unixSeconds: date.unixSeconds)
        return [
            "iso": civil.isoText,
            "words": "\(language.day(civil)), \(civil.clock().prefix(5)) UTC",
        ]
    }
}
