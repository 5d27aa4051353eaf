import Gallery
import GalleryModel

/// What stands around every page: title, menu, search, the way home and out.
struct PageFrame {
    /// Which page it is, by which its script knows what to do.
    enum Kind: String {
        case photos, photo, sections, names, map, places, people, shares, trash, problems, jobs
        case feed, publish
        case error
        case signIn = "sign-in"
    }

    /// Which page it is.
    var kind: Kind
    /// What the browser's tab says before the gallery's name.
    var title: String
    /// Where the search looks: all photos, or a section's page.
    var searchAction = "/"
    /// What was searched for.
    var searchText = ""
    /// The order that what is found is listed in; nil for its own.
    var searchOrder: String?
    /// What the search looks through.
    var searchScope: String
    /// The language of the page.
    let language: PageLanguage
    /// The page's own address, which a choice of the language leads back to.
    let address: String
    /// Whether photos may be looked at, so that menu, search and scripts are there.
    var isOpen = true
    /// Whether there is a session to end.
    var isSignedIn = false
    /// Whether who asks may change the gallery.
    var isOwner = false
    /// Whether who asks may see what is for owners, also where nothing can be changed.
    var seesAll = false
    /// The last change that the page knows, from which on it listens; nil where it does not.
    var since: String?
    /// The section whose search the page repeats, "" for all searches; nil where there is none to repeat.
    var repeated: String?

    /// Whether the server has a campaign's feed.
    var hasFeed = false

    /// Where the tiles of maps come from, and whom they are of; nil where there are none.
    var tiles: (address: String, credit: String)?

    /// Makes the frame of a page for who asks.
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

    /// Makes the frame of a page that nobody needs a credential for.
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

    /// The values for the template `frame`, which all pages begin with.
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

    /// The page that a template makes of values within the frame.
    func page(_ template: String, _ content: [String: Any]) throws -> String {
        try PageTemplates.render(
            template, values.merging(content) { _, own in own }, in: language)
    }

    /// The styles that the page itself needs; its scripts load others where they are used.
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

    /// The pages that are reached from everywhere: how photos are looked at.
    private var menu: [[String: Any]] {
        // A phone has room for so many.
        let places: (kind: Kind, title: String) = (.places, "places.title")
        return items(
            (hasFeed ? [(.feed, "feed.title")] : [])
                + [(.sections, "sections.title"), (.map, "map.title")]
                + (hasFeed ? [] : [places]) + [(.people, "people.title")])
    }

    /// Those that are reached from everywhere, too, but seldom: what becomes of photos.
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
