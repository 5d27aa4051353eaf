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
            let last = try request.cursor { Int64($0) } ?? 0
            let links = try gallery.shareLinks.list().filter {
                $0.dateRevoked == nil && $0.id > last
            }
            return .list(
                links, limit: limit, for: request, cursor: { "\($0.id)" },
                value: ShareLinkDocument.value)
        },
        Route(.post, "/api/v1/shares", for: .owners) { request, site in
            let body = try await BodyMembers(
                of: request, PhotoChoice.names + ["expires", "password", "originals", "metadata"])
            var options = ShareLinkOptions()
            options.contents = ShareContents(
                originals: try body.flag("originals") ?? false,
                metadata: try body.flag("metadata") ?? false)
            options.password = try body.text("password")
            if let text = try body.text("expires") {
                guard let instant = ShareLinkOptions.instant(text) else {
                    throw body.wrong("expires", .text(text), .say("expected.instant"))
                }
                options.expires = instant
            }
            let (gallery, cost) = (site.gallery, site.options.passwordCost)
            let made = try await offload { [options] in
                let choice = try PhotoChoice(body, in: gallery)
                return try gallery.shareLinks.make(choice.listed, options: options, cost: cost)
            }
            // Files that are not ready are made on request.
            try? await site.jobs.prepare(made.link, for: request.principal.name)
            let url = site.base(for: request) + made.path
            var document = ShareLinkDocument.members(made.link)
            document.insert(("url", url), at: 0)
            return .json(JSONValue(document), status: .created)
        },
        .blocking(.delete, "/api/v1/shares/{share}", for: .owners) { request, site in
            try revoke(request, site)
            return Response(status: .noContent)
        },
        Route(
            .get, "/api/v1/shares/draft", for: .owners,
            PhotoChoice.names + ["originals", "metadata"]
        ) { request, site in
            let contents = ShareContents(
                originals: try request.flag("originals"), metadata: try request.flag("metadata"))
            let gallery = site.gallery
            let shared = try await offload {
                try gallery.shareLinks.draft(try PhotoChoice(request, in: gallery).listed, contents)
            }
            let document = ShareDraftDocument(request: request, shared: shared, gallery: gallery)
            return .json(try await document.value())
        },
        .blocking(.get, "/shares", for: .owners) {
            try GalleryPage(request: $0, site: $1).shares()
        },
        // Used by pages without scripts.
        .blocking(.post, "/shares/{share}/revoke", for: .owners) { request, site in
            try revoke(request, site)
            return .seeOther("/shares")
        },
    ]

    private static func revoke(_ request: WebRequest, _ site: Site) throws {
        guard let id = Int64(request.part("share")), id > 0 else { throw Problem.notFound }
        try site.gallery.shareLinks.revoke(id)
    }
}

/// Encodes share links for the API.
enum ShareLinkDocument {
    /// Returns the JSON object.
    static func value(_ link: ShareLink) -> JSONValue { JSONValue(members(link)) }

    /// Returns the members of the object.
    static func members(_ link: ShareLink) -> [JSONMember] {
        [
            ("id", link.id), ("section", link.section?.text), ("photos", link.photoCount),
            ("originals", link.contents.originals), ("metadata", link.contents.metadata),
            ("password", link.hasPassword), ("state", link.state(at: Date())),
            ("createdAt", link.dateCreated), ("expires", link.dateExpires),
            ("openings", link.openings), ("openedAt", link.dateOpened),
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
            "linkName": link.section?.name ?? count ?? language.say("shares.removed"),
            "facts": facts.joined(separator: " · "),
            "openings": language.say("count.openings", count: link.openings),
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
