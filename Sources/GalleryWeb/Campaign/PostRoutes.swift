import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// The posts of the campaign that the server shows, for its pages: reading, publishing, and what moderation needs.
enum PostRoutes {
    static let all: [Route] = [
        Route(.get, "/api/v1/posts", for: .viewers) { request, site in
            try request.accept(["limit", "cursor"])
            let feed = try feed(of: site)
            let limit = try request.limit(standard: 30)
            let before = try request.cursor { text in
                Int64(text).flatMap { $0 > 0 && "\($0)" == text ? $0 : nil }
            }
            return try await offload {
                // One more tells whether there is a next page.
                let posts = try feed.posts(
                    before: before, limit: limit + 1, includesHidden: isOwner(request))
                let page = Array(posts.prefix(limit))
                let document = try PostDocument(page, for: request, in: feed)
                let next = posts.count > limit ? page.last.map { "\($0.id)" } : nil
                return ListAnswer(page.compactMap(document.value(of:)), next: next).response
            }
        },
        Route(.get, "/api/v1/posts/{post}", for: .viewers) { request, site in
            try request.accept([])
            let feed = try feed(of: site)
            return try await offload {
                try answer(
                    try post(request, in: feed, includesHidden: isOwner(request)), request, feed)
            }
        },
        Route(.post, "/api/v1/posts", for: .members, handler: publish),
        Route(.post, "/api/v1/posts/pictures", for: .members, handler: receive),
        Route(.patch, "/api/v1/posts/{post}", for: .owners) { request, site in
            let feed = try feed(of: site)
            let body = try await BodyMembers(of: request, ["hidden"])
            guard let hides = try body.flag("hidden") else {
                throw Problem(.badRequest, "the body says nothing: expected 'hidden'")
            }
            return try await set(hides ? .hidden : .shown, request, feed)
        },
        Route(.delete, "/api/v1/posts/{post}", for: .members) { request, site in
            try request.accept([])
            return try await set(.deleted, request, try feed(of: site))
        },
    ]

    /// The campaign that a server shows.
    ///
    /// - Throws: 404 where it shows none.
    static func feed(of site: Site) throws(Problem) -> CampaignFeed {
        guard let feed = site.campaign else { throw Problem(.notFound, say: "error.no-campaign") }
        return feed
    }

    /// Whether somebody sees what is hidden.
    static func isOwner(_ request: WebRequest) -> Bool { request.principal.role == .owner }

    /// The post that a path names; a hidden one where those are told.
    private static func post(
        _ request: WebRequest, in feed: CampaignFeed, includesHidden: Bool
    ) throws -> CampaignPost {
        let text = request.part("post")
        guard let id = Int64(text), "\(id)" == text,
            let post = try feed.post(id, includesHidden: includesHidden)
        else { throw Problem(.notFound, say: "error.no-post") }
        return post
    }

    private static func answer(
        _ post: CampaignPost, _ request: WebRequest, _ feed: CampaignFeed,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let document = try PostDocument([post], for: request, in: feed)
        return .json(document.value(of: post) ?? .null, status: status)
    }

    /// Changes who sees a post; the answer has the entry of the journal that `undo` takes back.
    private static func set(
        _ state: CampaignPost.State, _ request: WebRequest, _ feed: CampaignFeed
    ) async throws -> Response {
        try await offload {
            let post = try post(request, in: feed, includesHidden: true)
            guard isOwner(request) || PostDocument.isMine(post, request) else {
                // What is hidden is none for others.
                guard post.state == .shown else { throw Problem(.notFound, say: "error.no-post") }
                throw Problem(.forbidden, say: "error.not-your-post")
            }
            let entry = try feed.set(state, of: post)
            return .json(
                .object([
                    ("photos", .list([JSONValue(post.photo.rawValue)])),
                    ("entry", JSONValue(entry)),
                ]))
        }
    }

    // MARK: - Publishing

    @Sendable private static func publish(
        _ request: WebRequest, _ site: Site
    ) async throws -> Response {
        let feed = try feed(of: site)
        let account = try CampaignSender(request.principal).account
        let body = try await BodyMembers(of: request, ["photo", "title", "description", "edit"])
        guard let photo = try body.integer("photo", in: 1...Int.max) else {
            throw Problem(.badRequest, "the body names no photo: expected 'photo'")
        }
        let title = try body.text("title") ?? ""
        let description = try body.text("description") ?? ""
        var edit: PhotoEdit?
        if let recipe = body["edit"] {
            do throws(PhotoEditError) { edit = try PhotoEdit(json: recipe.compact) } catch {
                throw Problem(.unprocessableContent, error.description)
            }
        }
        return try await offload { [edit] in
            let post = try CampaignSender.telling {
                try feed.add(
                    PhotoID(rawValue: Int64(photo)), by: account, title: title,
                    description: description, edit: edit)
            }
            return try answer(post, request, feed, status: .created)
        }
    }

    /// Takes a picture that is to be published, as the body.
    @Sendable private static func receive(
        _ request: WebRequest, _ site: Site
    ) async throws -> Response {
        try request.accept([])
        let feed = try feed(of: site)
        let account = try CampaignSender(request.principal).account
        let draft = feed.draft(by: account, maximumBytes: site.options.maximumUploadBytes)
        let pieces = try request.pieces(upTo: draft.maximumBytes)
        let id = try await CampaignSender.telling {
            try await site.gallery.receivePicture(pieces, draft)
        }
        return try await offload { [gallery = site.gallery] in
            .json(
                .object([("photo", PostDocument.value(of: try gallery.photo(id: id)))]),
                status: .created)
        }
    }
}
