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

/// The frame of every page: title, navigation, search and account, as values for the template
/// `frame` or, for share links, `shared-frame`.
struct PageFrame {
    /// The kind of page, which selects its script.
    enum Kind: String {
        case photos, photo, albums, flickr, sections, names, map, places, people, shares, trash
        case problems, jobs, undo, storage, duplicates, account, accounts, feed, publish, upload
        case error, shared
        case edit
        case signIn = "sign-in"
        case door = "shared-door"

        /// The page that lists a section.
        init(listing section: SectionReference) {
            self =
                switch section.kind {
                case .flickr: .flickr
                case .album: .albums
                case .campaign: .feed
                case .share: .sections
                case .camera, nil: .photos
                }
        }
    }

    /// True if the user may change the gallery.
    private(set) var isOwner = false
    /// True if the user may see information for owners, even on a read-only server.
    private(set) var seesAll = false
    private let kind: Kind
    private let language: PageLanguage
    /// The navigation of the sender's role; nil without a credential.
    private var navigation: Navigation?
    /// The values for the template, except the title and the navigation.
    private var values: [String: any Sendable]

    /// Creates the frame of a page for the sender of a request.
    init(_ kind: Kind, for request: WebRequest, _ site: Site) {
        self.init(
            kind, for: request.principal, in: request.language, address: request.address, site)
    }

    /// Creates the frame of a page for a principal, who sees the navigation with a role only.
    ///
    /// - Parameter address: the address of the page, for returning to it after a change of language.
    init(
        _ kind: Kind, for principal: Principal, in language: PageLanguage, address: String,
        _ site: Site
    ) {
        let role = principal.role
        self.init(kind, isOpen: role != nil, in: language, address: address)
        guard role != nil else { return }
        seesAll = role == .owner
        isOwner = seesAll && !site.isReadOnly
        navigation = Navigation(principal, site)
        values["isOwner"] = isOwner
        values["isSignedIn"] = principal.sessionID != nil
        values["accountName"] = principal.name
        values["accountRole"] = role.map { language.say("account.\($0.rawValue)") }
        values["hasAccount"] = site.credentials.requiresSignIn
        values["seesAccounts"] = seesAll
        // The last change known to the page, after which it listens for changes.
        values["lastChange"] = site.changes.position
        // Users who see photos can install the pages as an app.
        values["touchIconAddress"] = Assets.address("icon-maskable.png", language)
        values["tilesAddress"] = site.tiles?.text
        values["tilesCredit"] = site.gallery.tilesCredit
    }

    /// Creates the frame of a page that requires no credential.
    ///
    /// - Parameters:
    ///   - isOpen: true if photos may be viewed, which shows the search and scripts.
    ///   - address: the address of the page, for returning to it after a change of language.
    init(_ kind: Kind, isOpen: Bool, in language: PageLanguage, address: String) {
        self.kind = kind
        self.language = language
        func asset(_ name: String) -> String { Assets.address(name, language) }
        values = [
            "siteName": language.say("page.gallery"), "homeAddress": "/",
            "colorScheme": "light dark", "isChoosable": true, "pageKind": kind.rawValue,
            "iconAddress": asset("icon.svg"),
            "styleAddresses": kind.styles.map { ["styleAddress": asset($0)] },
            "hasScripts": isOpen, "scriptAddress": asset("scripts/page.js"), "hasSearch": isOpen,
            // The address of the search form: all photos, or the page of a section.
            "searchAction": "/", "searchScope": language.say("search.all-photos"),
            // The buttons for the other languages, and the address to return to.
            "languageNext": address,
            "otherLanguages": PageLanguage.allCases.filter { $0 != language }.map {
                ["languageCode": $0.code, "languageName": $0.say("language.name")]
            },
        ]
        if isOpen { values["startAddress"] = asset("scripts/start.js") }
    }

    /// Renders a template within the frame.
    ///
    /// - Parameters:
    ///   - title: the page title, shown before the name of the gallery.
    ///   - place: the page that the navigation marks as the current one; nil for this kind.
    ///   - content: the values of the template, which replace those of the frame.
    func page(
        _ template: String, _ title: String, at place: Kind? = nil, _ content: [String: Any]
    ) throws -> String {
        var all: [String: Any] = values
        all["headTitle"] = "\(title) · \(language.say("page.gallery"))"
        if let navigation {
            all.merge(navigation.values(at: place ?? kind, in: language)) { _, own in own }
        }
        all.merge(content) { _, own in own }
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
}

extension PageFrame.Kind {
    /// The styles of the initial page; scripts load others on demand.
    var styles: [String] {
        switch self {
        case .photo: ["gallery.css", "viewer.css"]
        case .edit: ["gallery.css", "editor.css"]
        case .map: ["gallery.css", "leaflet.css", "map.css"]
        case .shares: ["gallery.css", "lists.css", "sharing.css"]
        case .names, .places, .people, .trash, .problems, .jobs, .undo, .storage,
            .duplicates, .account, .accounts:
            ["gallery.css", "lists.css"]
        case .feed, .publish: ["gallery.css", "feed.css"]
        case .upload: ["gallery.css", "uploads.css"]
        case .photos, .albums, .flickr, .sections, .error, .signIn, .shared, .door:
            ["gallery.css"]
        }
    }
}

/// The links of every page: to the parts of the gallery, between pages of the same part, and to ways
/// to add photos.
struct Navigation: Sendable {
    private let principal: Principal
    private let site: Site

    /// Creates the navigation of a sender.
    init(_ principal: Principal, _ site: Site) {
        self.principal = principal
        self.site = site
    }

    /// A page with the key of its title.
    private typealias Item = (kind: PageFrame.Kind, title: String)

    /// A part of the gallery: pages, the first of which is in the menu; the others are its tabs.
    private struct Part {
        /// The key of its title; nil for that of its first page.
        var title: String?
        /// True if it begins a group of the menu.
        var isApart = false
        /// The outlines of its icon, on a grid of 24 × 24.
        let icon: String
        let pages: [Item]
    }

    private static let parts = [
        Part(
            icon: "M4 5h16v14H4zm0 11 5-5 4 4 3-3 4 4M15.5 9v.1",
            pages: [(.photos, "photos.title")]),
        Part(
            icon: "M4 10h16v10H4zM6 7h12M8 4h8",
            pages: [(.albums, "nav.albums"), (.sections, "nav.collections")]),
        Part(
            icon: "M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M2.5 20c.3-3.5 3-5.5 6.5-5.5"
                + "s6.2 2 6.5 5.5M16 5a3.5 3.5 0 0 1 0 7m2 3c2 .8 3.2 2.5 3.5 5",
            pages: [(.people, "people.title")]),
        Part(
            icon: "m9 4-6 2.5V20l6-2.5 6 2.5 6-2.5V4l-6 2.5zv13.5m6-11V20",
            pages: [(.map, "map.title"), (.places, "places.title")]),
        Part(isApart: true, icon: flickrIcon, pages: [(.flickr, "nav.flickr")]),
        Part(
            icon: "M5 12a7 7 0 0 1 7 7M5 5a14 14 0 0 1 14 14M6 18v.1",
            pages: [(.feed, "feed.title")]),
        Part(
            isApart: true,
            icon: "M10 14a4 4 0 0 0 6 .4l3-3a4.2 4.2 0 0 0-6-6l-1.2 1.2"
                + "M14 10a4 4 0 0 0-6-.4l-3 3a4.2 4.2 0 0 0 6 6l1.2-1.2",
            pages: [(.shares, "nav.shared")]),
        Part(
            title: "nav.activity", icon: "M3 12h4l3 7 4-14 3 7h4",
            pages: [(.jobs, "nav.running"), (.problems, "problems.title"), (.undo, "nav.history")]),
        Part(
            icon: "M5 7h14M10 4h4m-7 3 1 13h8l1-13m-7 4v5m4-5v5",
            pages: [
                (.trash, "trash.title"), (.storage, "nav.storage"),
                (.duplicates, "nav.duplicates"),
            ]),
    ]
    /// The outlines of the mark of Flickr's photos.
    static let flickrIcon =
        "M7.5 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7m9 0a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7"

    /// Returns the values of the template `navigation` on a page of a kind.
    func values(at kind: PageFrame.Kind, in language: PageLanguage) -> [String: Any] {
        var values: [String: Any] = ["flickrIcon": Navigation.flickrIcon]
        func link(_ page: Item, icon: String? = nil, isHere: Bool) -> [String: Any] {
            templateValues([
                "menuAddress": page.kind == .photos ? "/" : "/\(page.kind.rawValue)",
                "menuText": language.say(page.title), "menuIcon": icon, "isHere": isHere,
            ])
        }
        var menu: [[String: Any]] = []
        for part in Navigation.parts where allows(part.pages[0].kind) {
            let pages = part.pages.filter { allows($0.kind) }
            let isWithin = pages.contains { $0.kind == kind }
            if isWithin { values["placeIcon"] = part.icon }
            let (first, title) = part.pages[0]
            var item = link((first, part.title ?? title), icon: part.icon, isHere: isWithin)
            item["isApart"] = part.isApart
            switch first {
            case .photos: values["photosItem"] = item
            case .albums: values["albumsItem"] = item
            default: menu.append(item)
            }
            guard isWithin, pages.count > 1 else { continue }
            values["hasTabs"] = true
            values["tabs"] = pages.map { link($0, isHere: $0.kind == kind) }
        }
        values["menu"] = menu
        let adding: [(page: Item, icon: String)] = [
            ((.upload, "nav.upload"), "M12 20V9m-5 5 5-5 5 5M5 4h14"),
            ((.publish, "publish.title"), "M4 10v4h4l8 5V5l-8 5zm15-1v6"),
        ]
        let ways = adding.filter { allows($0.page.kind) }.map {
            link($0.page, icon: $0.icon, isHere: $0.page.kind == kind)
        }
        values["addMenu"] = ways
        values["canUpload"] = allows(.upload)
        values["canAdd"] = !site.isReadOnly && (principal.role == .owner || !ways.isEmpty)
        return values
    }

    /// True if the page exists and the sender may open it.
    private func allows(_ kind: PageFrame.Kind) -> Bool {
        switch kind {
        case .photos: return true
        case .feed where site.campaign == nil, .publish where site.campaign == nil: return false
        default:
            let path = "/\(kind.rawValue)"
            let route = site.routes.first { $0.template == path && !$0.isWriting }
            return (try? route?.permission.check(principal)) != nil
        }
    }
}

/// The visible part of a list, starting at the parameter `position`.
struct PageWindow {
    /// The visible items; empty after the last item.
    let shown: Range<Int>
    private let previous: Int?
    private let next: Int?
    private let isPastEnd: Bool
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
        let position = try request.position(parameter)
        let first = position.map { $0 - 1 } ?? (index ?? 0) / size * size
        self.parameter = parameter
        let end = min(first + size, count)
        shown = first < end ? first..<end : 0..<0
        isPastEnd = first >= count && count > 0
        previous = first > 0 ? max(first - size, 0) : nil
        next = end < count ? end : nil
    }

    /// Adds links to the previous and next page to the values of a template, and whether the page is
    /// after the last one.
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
        values["isBehindTheLast"] = isPastEnd
        values["hasPages"] = previous != nil || next != nil
    }
}

extension WebRequest {
    /// Adds links to the first and the next page of a list with cursors to the values of a template.
    ///
    /// - Parameters:
    ///   - path: the path of the page.
    ///   - parameters: its other parameters.
    ///   - found: at least one item more than `size`, unless the page is the last one.
    ///   - values: the values of the template.
    ///   - cursor: returns the cursor of the page after an item.
    func addPages<Item>(
        _ path: String, _ parameters: [(name: String, value: String?)] = [], after found: [Item],
        size: Int, to values: inout [String: Any], cursor: (Item) -> String?
    ) {
        let next = found.count > size ? cursor(found[size - 1]) : nil
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
