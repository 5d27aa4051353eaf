import Basics
import Foundation
import Gallery
import GalleryModel

/// A page of the server's gallery for a request; each kind of page is a method, which renders it.
struct GalleryPage: Sendable {
    let request: WebRequest
    let site: Site

    /// The language of the page.
    var language: PageLanguage { request.language }
    /// The photos that the sender may view.
    var gallery: PhotoGallery { site.gallery }
}

/// The frame of every page: title, menu, search and sign-out, as values for the template `frame` or,
/// for share links, `shared-frame`.
struct PageFrame {
    /// The kind of page, which selects its script.
    enum Kind: String {
        case photos, photo, sections, names, map, places, people, shares, trash, problems, jobs
        case feed, publish
        case error, shared
        case signIn = "sign-in"
        case door = "shared-door"
    }

    /// True if the user may change the gallery.
    private(set) var isOwner = false
    /// True if the user may see information for owners, even on a read-only server.
    private(set) var seesAll = false
    private let kind: Kind
    private let language: PageLanguage
    /// True if the server has a campaign.
    private var hasFeed = false
    /// The values for the template, except the title and the menus.
    private var values: [String: any Sendable]

    /// Creates the frame of a page for the sender of a request.
    init(_ kind: Kind, for request: WebRequest, _ site: Site) {
        self.init(kind, isOpen: true, in: request.language, address: request.address)
        seesAll = request.principal.role == .owner
        isOwner = seesAll && !site.isReadOnly
        hasFeed = site.campaign != nil
        values["isOwner"] = isOwner
        values["isSignedIn"] = request.principal.sessionID != nil
        // The last change known to the page, after which it listens for changes.
        values["lastChange"] = site.changes.position
        // The page of sections refreshes all searches; pages of photos replace this value.
        values["isRepeatable"] = kind == .sections
        values["hasFeed"] = hasFeed
        guard let tiles = site.tiles else { return }
        values["hasTiles"] = true
        values["tilesAddress"] = tiles.text
        values["tilesCredit"] = site.gallery.tilesCredit ?? ""
    }

    /// Creates the frame of a page that requires no credential.
    ///
    /// - Parameters:
    ///   - isOpen: true if photos may be viewed, which shows the menu, search and scripts.
    ///   - address: the address of the page, for returning to it after a change of language.
    init(_ kind: Kind, isOpen: Bool, in language: PageLanguage, address: String) {
        self.kind = kind
        self.language = language
        func asset(_ name: String) -> String { Assets.address(name, language) }
        values = [
            "siteName": language.say("page.gallery"), "homeAddress": "/",
            "colorScheme": "light dark", "isListed": false, "isChoosable": true,
            "pageKind": kind.rawValue, "isOwner": false, "lastChange": "", "hasTiles": false,
            "iconAddress": asset("icon.svg"),
            "styleAddresses": PageFrame.styles(of: kind).map { ["styleAddress": asset($0)] },
            "hasScripts": isOpen, "scriptAddress": asset("scripts/page.js"), "hasSearch": isOpen,
            // The address of the search form: all photos, or the page of a section.
            "searchAction": "/", "searchText": "", "isOrdered": false, "searchOrder": "",
            "searchScope": language.say("search.all-photos"), "isSignedIn": false,
            "isRepeatable": false, "repeated": "", "hasFeed": false,
        ]
        if isOpen { values["startAddress"] = asset("scripts/start.js") }
        values.merge(language.choice(next: address)) { own, _ in own }
    }

    /// Renders a template within the frame.
    ///
    /// - Parameters:
    ///   - title: the page title, shown before the name of the gallery.
    ///   - content: the values of the template, which replace those of the frame.
    func page(_ template: String, _ title: String, _ content: [String: Any]) throws -> String {
        let own: [String: Any] = [
            "headTitle": "\(title) · \(language.say("page.gallery"))", "menu": menu,
            "furtherMenu": furtherMenu,
        ]
        let all = own.merging(values) { own, _ in own }.merging(content) { _, own in own }
        return try PageTemplates.render(template, all, in: language)
    }

    /// Renders a template within the frame of a share link, which has no links to the rest of the
    /// gallery.
    ///
    /// - Parameter base: the link's address; empty for an invalid link.
    func shared(
        _ template: String, _ title: String, below base: String, _ content: [String: Any]
    ) throws -> String {
        // Addresses below the link require no other credential.
        let scripts = base + Assets.address("scripts/", language)
        let own: [String: Any] = [
            // An empty string would be a link to the page itself.
            "homeAddress": base.isEmpty ? false : base as Any,
            "startAddress": scripts + "start.js", "scriptAddress": scripts + "page.js",
        ]
        return try page(template, title, own.merging(content) { _, own in own })
    }

    /// The styles of the initial page; scripts load others on demand.
    private static func styles(of kind: Kind) -> [String] {
        switch kind {
        case .photo: ["gallery.css", "viewer.css"]
        case .map: ["gallery.css", "leaflet.css", "map.css"]
        case .names, .places, .people, .shares, .trash, .problems, .jobs:
            ["gallery.css", "lists.css"]
        case .feed, .publish: ["gallery.css", "feed.css"]
        case .photos, .sections, .error, .signIn, .shared, .door: ["gallery.css"]
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
                throw request.invalid(parameter, text, .say("expected.from-one"))
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
        values["nextAddress"] = next.map { PageAddress.with(parameters + [("cursor", $0)], path) }
        values["hasPages"] = first != nil || next != nil
    }
}

extension PageLanguage {
    /// Returns the values of a point in time for a template: `iso` and `words`; scripts replace the
    /// words by a relative time.
    func moment(_ date: Date) -> [String: Any] {
        let civil = CivilDate(unixSeconds: date.unixSeconds)
        return ["iso": civil.isoText, "words": "\(day(civil)), \(civil.clock().prefix(5)) UTC"]
    }
}
