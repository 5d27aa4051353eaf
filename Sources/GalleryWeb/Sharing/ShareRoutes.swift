import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// Share links for their owner: what one would give, making, listing and revoking them.
enum ShareRoutes {
    static let all: [Route] = [
        LibraryRoutes.reading("shares", for: .owners, ["limit", "cursor"]) { request, gallery in
            let limit = try request.limit()
            let last = try request.cursor { Int64($0) } ?? 0
            let links = try gallery.shareLinks().filter { $0.dateRevoked == nil && $0.id > last }
            let page = links.prefix(limit)
            let next = links.count > limit ? page.last.map { "\($0.id)" } : nil
            return ListAnswer(page.map(ShareLinkDocument.value), next: next).response
        },
        Route(.post, "/api/v1/shares", for: .owners, handler: make),
        Route(.delete, "/api/v1/shares/{share}", for: .owners) { request, site in
            try request.accept([])
            try await revoke(request, site)
            return Response(status: .noContent)
        },
        Route(.get, "/api/v1/shares/draft", for: .owners, handler: draft),
        Route(.get, "/shares", for: .owners) { request, site in
            try await offload { try SharesPage(request: request, site: site).response() }
        },
        // The same without a script.
        Route(.post, "/shares/{share}/revoke", for: .owners) { request, site in
            try await revoke(request, site)
            return .seeOther("/shares")
        },
    ]

    private static func revoke(_ request: WebRequest, _ site: Site) async throws {
        guard let id = Int64(request.part("share")), id > 0 else { throw Problem.notFound }
        try await offload { [gallery = site.gallery] in try gallery.revokeShareLink(id) }
    }

    @Sendable private static func make(
        _ request: WebRequest, _ site: Site
    ) async throws -> Response {
        let body = try await BodyMembers(
            of: request, PhotoChoice.names + ["expires", "password", "originals", "metadata"])
        var options = ShareLinkOptions()
        options.gift = ShareGift(
            originals: try body.flag("originals") ?? false,
            metadata: try body.flag("metadata") ?? false)
        options.password = try body.text("password")
        if let text = try body.text("expires") {
            guard let instant = ShareLinkOptions.instant(text) else {
                throw body.wrong("expires", .text(text), .init(say: "expected.instant"))
            }
            options.expires = instant
        }
        let (gallery, cost) = (site.gallery, site.options.passwordCost)
        let made = try await offload { [options] in
            let choice = try PhotoChoice(body, in: gallery)
            return try gallery.makeShareLink(choice.listed, options: options, cost: cost)
        }
        // What is not made before is made when it is asked for.
        try? await site.jobs.prepare(made.link, for: request.principal.name)
        let url = site.base(for: request) + made.path
        var document = ShareLinkDocument.members(made.link)
        document.insert(("url", .text(url)), at: 0)
        return .json(.object(document), status: .created)
    }

    @Sendable private static func draft(
        _ request: WebRequest, _ site: Site
    ) async throws -> Response {
        try request.accept(PhotoChoice.names + ["originals", "metadata"])
        let gift = ShareGift(
            originals: try request.flag("originals"), metadata: try request.flag("metadata"))
        let gallery = site.gallery
        let shared = try await offload {
            try gallery.shareDraft(try PhotoChoice(request, in: gallery).listed, gift)
        }
        return .json(try await ShareDraftDocument(request, shared, in: gallery).value())
    }
}
