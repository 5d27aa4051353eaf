import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// Routes for owners to preview, create, list and revoke share links.
enum ShareRoutes {
    static let all: [Route] = [
        LibraryRoutes.reading("shares", for: .owners, ["limit", "cursor"]) { request, gallery in
            let limit = try request.limit()
            // By ID: links can be revoked while a client reads the pages.
            let last = try request.cursor { Int64($0) } ?? 0
            let links = try gallery.shareLinks.list().filter {
                $0.dateRevoked == nil && $0.id > last
            }
            return .list(links, limit: limit, for: request, cursor: { "\($0.id)" }) {
                JSONValue($0.members)
            }
        },
        Route(.post, "/api/v1/shares", for: .owners) { request, site in
            let body = try await BodyMembers(
                of: request, PhotoChoice.names + ["expires", "password", "originals", "metadata"])
            var options = ShareLinkOptions()
            options.contents = try contents { try body.flag($0) ?? false }
            options.password = try body.text("password")
            if let text = try body.text("expires") {
                guard let instant = ShareLinkOptions.instant(text) else {
                    throw body.wrong("expires", .text(text), .say("expected.instant"))
                }
                options.expires = instant
            }
            let made = try await make(options, request, site) { try PhotoChoice(body, in: $0) }
            let code = made.code.map { JSONValue([("side", $0.side), ("path", $0.svgPath)]) }
            let address: [JSONMember] = [
                ("url", made.url), ("reach", made.reach.rawValue), ("qr", code),
            ]
            return .json(JSONValue(address + made.link.members), status: .created)
        },
        .blocking(.delete, "/api/v1/shares/{share}", for: .owners) { request, site in
            try revoke(request, site)
            return Response(status: .noContent)
        },
        Route(
            .get, "/api/v1/shares/draft", for: .owners,
            PhotoChoice.names + ["originals", "metadata"]
        ) { request, site in
            let contents = try contents(request.flag)
            return try await draft(contents, request, site) { try PhotoChoice(request, in: $0) }
        },
        // For more photos than an address can contain.
        Route(.post, "/api/v1/shares/draft", for: .owners) { request, site in
            let body = try await BodyMembers(
                of: request, PhotoChoice.names + ["originals", "metadata"])
            let contents = try contents { try body.flag($0) ?? false }
            return try await draft(contents, request, site) { try PhotoChoice(body, in: $0) }
        },
        PageRoutes.page("/shares", for: .owners) { try $0.shares() },
        // The following are used by pages without scripts.
        PageRoutes.page("/shares/new", for: .owners) { try $0.newShare() },
        Route(.post, "/shares", for: .owners) { request, site in
            let form = try await request.form(upTo: 1 << 20)
            var options = ShareLinkOptions()
            options.contents = contents { form[$0] != nil }
            options.password = form["password"].flatMap { $0.isEmpty ? nil : $0 }
            if let text = form["days"], !text.isEmpty {
                guard let days = Int(text), (1...36_500).contains(days) else {
                    throw request.invalid("days", text, .say("expected.number"))
                }
                options.expires = Date() + Double(days) * 86_400
            }
            let made = try await make(options, request, site) {
                try PhotoChoice(request, form: form, in: $0)
            }
            return try await offload {
                try GalleryPage(request: request, site: site).madeShare(made)
            }
        },
        .blocking(.post, "/shares/{share}/revoke", for: .owners) { request, site in
            try revoke(request, site)
            return .seeOther("/shares")
        },
    ]

    /// Returns what a link shows of its photos, by the flags of a request.
    private static func contents(_ flag: (String) throws -> Bool) rethrows -> ShareContents {
        ShareContents(originals: try flag("originals"), metadata: try flag("metadata"))
    }

    /// Returns the preview of a link.
    private static func draft(
        _ contents: ShareContents, _ request: WebRequest, _ site: Site,
        _ choice: @escaping @Sendable (PhotoGallery) throws -> PhotoChoice
    ) async throws -> Response {
        let gallery = site.gallery
        let shared = try await offload {
            try gallery.shareLinks.draft(choice(gallery).listed, contents)
        }
        let document = ShareDraftDocument(request: request, shared: shared, gallery: gallery)
        return .json(try await document.value())
    }

    /// Creates a link and starts to make its files.
    private static func make(
        _ options: ShareLinkOptions, _ request: WebRequest, _ site: Site,
        _ choice: @escaping @Sendable (PhotoGallery) throws -> PhotoChoice
    ) async throws -> MadeShare {
        let (gallery, cost) = (site.gallery, site.options.passwordCost)
        let made = try await offload { [options] in
            try gallery.shareLinks.make(choice(gallery).listed, options: options, cost: cost)
        }
        // Files that are not ready are made on request.
        try? await site.jobs.prepare(made.link, for: request.principal.name)
        return MadeShare(link: made.link, url: site.base(for: request) + made.path)
    }

    private static func revoke(_ request: WebRequest, _ site: Site) throws {
        guard let id = Int64(request.part("share")), id > 0 else { throw Problem.notFound }
        try site.gallery.shareLinks.revoke(id)
    }
}

/// A new link with its address, which is shown only once.
struct MadeShare: Sendable {
    let link: ShareLink
    let url: String
    /// The code of the address for phones.
    var code: QRCode? { QRCode(url) }
    /// The devices that can open the address.
    var reach: HostReach { WebOrigin.parts(of: url)?.host.reach ?? .everywhere }
}

extension ShareLink {
    /// The members of the JSON object for the API.
    fileprivate var members: [JSONMember] {
        [
            ("id", id), ("section", section?.text), ("photos", photoCount),
            ("originals", contents.originals), ("metadata", contents.metadata),
            ("password", hasPassword), ("state", state(at: Date())), ("createdAt", dateCreated),
            ("expires", dateExpires), ("openings", openings), ("openedAt", dateOpened),
        ]
    }
}

extension GalleryPage {
    /// Renders the page of share links, newest first; blocks for a few milliseconds per link.
    func shares() throws -> Response {
        let frame = PageFrame(.shares, for: request, site)
        let links = try gallery.shareLinks.list().filter { $0.dateRevoked == nil }.reversed()
        let values: [String: Any] = [
            "count": language.say("count.links", count: links.count), "isEmpty": links.isEmpty,
            "links": try links.map { try row($0, canChange: frame.isOwner) },
        ]
        return .html(try frame.page("shares", language.say("shares.title"), values), for: request)
    }

    /// Renders the form for a link to the photos that the parameters select; blocks for a few
    /// milliseconds.
    func newShare() throws -> Response {
        let frame = PageFrame(.shares, for: request, site)
        let choice = try PhotoChoice(request, in: gallery)
        let shared = try gallery.shareLinks.draft(choice.listed, ShareContents())
        let photos = try shared.photos(from: 0, limit: 5).map(\.publicPhoto)
        let values: [String: Any] = [
            "count": language.say("count.photos", count: shared.count), "isNew": true,
            "pictures": photos.compactMap {
                PictureAddress.thumbnail(of: $0, side: 240).map { ["picture": $0] }
            },
            "fields": PhotoChoice.names.compactMap { name in
                request.filled(name).map { ["name": name, "value": $0] }
            },
        ]
        return .html(try frame.page("share", language.say("sharing.title"), values), for: request)
    }

    /// Renders the page with the address of a new link.
    func madeShare(_ made: MadeShare) throws -> Response {
        let frame = PageFrame(.shares, for: request, site)
        var values: [String: Any] = ["isNew": false, "url": made.url]
        if made.reach != .everywhere { values["limit"] = language.say("sharing.\(made.reach)") }
        if let code = made.code, made.reach != .computer {
            values["code"] = code.svgPath
            values["codeSide"] = code.side + 8
        }
        let page = try frame.page("share", language.say("sharing.made"), values)
        return .html(page, status: .created)
    }

    private func row(_ link: ShareLink, canChange: Bool) throws -> [String: Any] {
        let shared = try gallery.shareLinks.photos(of: link)
        let count = shared.map { language.say("count.photos", count: $0.count) }
        var facts = [
            language.say(link.contents.originals ? "shares.originals" : "shares.copies"),
            language.say(link.contents.metadata ? "shares.metadata" : "shares.plain"),
        ]
        if link.hasPassword { facts.append(language.say("shares.password")) }
        var values: [String: Any] = [
            "linkID": "\(link.id)",
            "linkName": link.section.map(language.name(of:)) ?? count
                ?? language.say("shares.removed"),
            "facts": facts.joined(separator: " · "),
            "openings": link.openings == 0
                ? language.say("shares.never-opened")
                : language.say("count.openings", count: link.openings),
            "canChange": canChange, "isOver": link.state(at: Date()) != "valid",
            "created": language.moment(link.dateCreated),
        ]
        if link.section != nil { values["photoCount"] = count }
        values["section"] = link.section.map { PageAddress.section($0.text) }
        values["expires"] = link.dateExpires.map(language.moment)
        values["opened"] = link.dateOpened.map(language.moment)
        let first = try shared?.photos(from: 0, limit: PictureAddress.coverPhotos) ?? []
        values["cover"] = PictureAddress.cover(of: first.map(\.publicPhoto))
        return values
    }
}
