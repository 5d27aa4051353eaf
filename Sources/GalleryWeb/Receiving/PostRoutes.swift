import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Logging
import ServiceLifecycle

/// API routes for the posts of the server's campaign: reading, publishing and moderating.
enum PostRoutes {
    static let all: [Route] = [
        Route(.get, "/api/v1/posts", for: .viewers, ["limit", "cursor"]) { request, site in
            let feed = try feed(of: site)
            let limit = try request.limit(standard: 30)
            let before = try request.cursor(Int64.init(id:))
            return try await offload {
                // One extra post shows whether there is another page.
                let posts = try feed.posts(
                    before: before, limit: limit + 1, includesHidden: isOwner(request))
                let document = try PostDocument(posts, for: request, in: feed)
                return .list(
                    posts, limit: limit, for: request, cursor: { "\($0.id)" },
                    value: document.value(of:))
            }
        },
        Route(.get, "/api/v1/posts/{post}", for: .viewers) { request, site in
            let feed = try feed(of: site)
            return try await offload {
                let post = try post(request, in: feed, includesHidden: isOwner(request))
                return try answer(post, request, feed)
            }
        },
        Route(.post, "/api/v1/posts", for: .members) { request, site in
            let feed = try feed(of: site)
            let sender = request.principal
            try sender.checkMayPublish()
            let body = try await BodyMembers(
                of: request, ["photo", "title", "description", "edit"])
            guard let photo = try body.integer("photo", in: 1...Int.max) else {
                throw Problem(.badRequest, "missing member 'photo' in the body")
            }
            let title = try body.text("title") ?? ""
            let description = try body.text("description") ?? ""
            let edit = try body["edit"].map { try PhotoEdit($0) }
            return try await revealingErrors {
                try await offload {
                    let post = try feed.add(
                        PhotoID(rawValue: Int64(photo)), by: sender.account, title: title,
                        description: description, edit: edit)
                    return try answer(post, request, feed, status: .created)
                }
            }
        },
        // Receives the request body as a picture to be published.
        Route(.post, "/api/v1/posts/pictures", for: .members) { request, site in
            let feed = try feed(of: site)
            let sender = request.principal
            try sender.checkMayPublish()
            var draft = feed.draft(by: sender.account)
            draft.fileName = ContentDisposition.fileName(in: request.headers[.contentDisposition])
            let maximum = site.options.maximumUploadBytes
            let pieces = try request.pieces(upTo: maximum)
            let id = try await revealingErrors { [draft] in
                try await site.gallery.receivePicture(pieces, upTo: maximum, draft)
            }
            return try await offload { [gallery = site.gallery] in
                .json(
                    JSONValue([("photo", PostDocument.value(of: try gallery.photo(id: id)))]),
                    status: .created)
            }
        },
        // The form of the page, for browsers without scripts.
        Route(.post, "/publish", for: .members) { request, site in
            try request.principal.checkMayPublish()
            return try await CampaignRoutes.receive(
                request, from: request.principal, site, isEdited: true
            ) { _, _ in .seeOther("/feed") }
        },
        Route(.patch, "/api/v1/posts/{post}", for: .owners) { request, site in
            let feed = try feed(of: site)
            let body = try await BodyMembers(of: request, ["hidden"])
            guard let hides = try body.flag("hidden") else {
                throw Problem(.badRequest, "missing member 'hidden' in the body")
            }
            return try await set(hides ? .hidden : .shown, request, feed)
        },
        Route(.delete, "/api/v1/posts/{post}", for: .members) { request, site in
            try await set(.deleted, request, try feed(of: site))
        },
    ]

    /// Returns the campaign of a server.
    ///
    /// - Throws: 404 if it has none.
    static func feed(of site: Site) throws(Problem) -> CampaignFeed {
        guard let feed = site.campaign else { throw Problem(.notFound, say: "error.no-campaign") }
        return feed
    }

    /// Returns the edit of a post made on the page: a square with an effect, empty for none.
    ///
    /// - Throws: `PhotoEditError` for an unknown effect.
    static func edit(_ effect: String) throws(PhotoEditError) -> PhotoEdit {
        let effects: [JSONValue] = effect.isEmpty ? [] : [JSONValue([("name", effect)])]
        return try PhotoEdit(
            JSONValue([("version", 1), ("square", 640), ("effects", JSONValue.list(effects))]))
    }

    /// Returns true if the sender may see hidden posts.
    static func isOwner(_ request: WebRequest) -> Bool { request.principal.role == .owner }

    /// Returns the post that the path names.
    private static func post(
        _ request: WebRequest, in feed: CampaignFeed, includesHidden: Bool
    ) throws -> CampaignPost {
        guard let id = Int64(id: request.part("post")),
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

    /// Changes the visibility of a post; the response contains the journal entry for `undo`.
    private static func set(
        _ state: CampaignPost.State, _ request: WebRequest, _ feed: CampaignFeed
    ) async throws -> Response {
        try await offload {
            let post = try post(request, in: feed, includesHidden: true)
            guard isOwner(request) || PostDocument.isMine(post, request) else {
                // To other users, hidden posts do not exist.
                guard post.state == .shown else { throw Problem(.notFound, say: "error.no-post") }
                throw Problem(.forbidden, say: "error.not-your-post")
            }
            let entry = try feed.set(state, of: post)
            return .json(JSONValue([("photos", [post.photo.rawValue]), ("entry", entry)]))
        }
    }
}

/// Encodes posts for pages, with the sizes and thumbnails of their photos.
struct PostDocument: Sendable {
    private let request: WebRequest
    /// The photos of the posts.
    let photos: [PhotoID: Photo]
    private let portraits: [PhotoID: Photo]
    private let orphans: Set<Int64>

    /// Reads the photos of posts; blocks for a few milliseconds.
    init(
        _ posts: some Sequence<CampaignPost>, for request: WebRequest, in feed: CampaignFeed
    ) throws {
        self.request = request
        let photos = try feed.photos(posts.map(\.photo))
        self.photos = photos
        orphans = try feed.orphans(among: posts, photos)
        portraits = try feed.portraits(of: posts)
    }

    /// Returns the JSON object of a post; nil if its photo was removed meanwhile.
    func value(of post: CampaignPost) -> JSONValue? {
        guard let photo = photos[post.photo] else { return nil }
        return JSONValue([
            ("id", post.id), ("title", post.title), ("description", post.description),
            ("created", PostDocument.text(of: post.dateCreated)),
            ("isHidden", post.state == .hidden),
            ("isMine", PostDocument.isMine(post, request) && !isOrphan(post)),
            (
                "owner",
                JSONValue([("name", post.account?.shownName), ("photo", portrait(of: post))])
            ),
            ("photo", PostDocument.value(of: photo)),
        ])
    }

    /// Returns true if the account of a post's author was removed.
    func isOrphan(_ post: CampaignPost) -> Bool { orphans.contains(post.id) }

    /// Returns the address of the author's portrait; nil for none.
    func portrait(of post: CampaignPost) -> String? {
        let photo = post.account?.profile.photo.flatMap { portraits[$0] }
        return photo.flatMap { PictureAddress.thumbnail(of: $0, side: 240) }
    }

    /// Returns the JSON object of a published photo or of one to be published.
    static func value(of photo: Photo) -> JSONValue {
        let size = photo.shownSize
        return JSONValue([
            ("id", photo.id.rawValue), ("width", size?.width), ("height", size?.height),
            ("thumbnail", PictureAddress.thumbnail(of: photo, side: 240)),
            ("thumbnails", PictureAddress.thumbnails(of: photo)),
        ])
    }

    /// Returns true if the sender of a request published a post; an owner without an account only
    /// matches posts without one.
    static func isMine(_ post: CampaignPost, _ request: WebRequest) -> Bool {
        guard let account = request.principal.account else {
            return post.account == nil && request.principal.role == .owner
        }
        return post.account?.id == account.id
    }

    /// Formats a date and time in ISO 8601 with milliseconds and `Z`.
    static func text(of date: Date) -> String {
        let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
        // Rounds down, also before 1970.
        let seconds = (milliseconds - (milliseconds < 0 ? 999 : 0)) / 1000
        let fraction = "\(1000 + milliseconds - seconds * 1000)".dropFirst()
        return CivilDate(unixSeconds: seconds).text(between: "T") + ".\(fraction)Z"
    }
}

extension Account {
    /// The display name: given and family name, or else the account's name.
    var shownName: String {
        let names = [profile.firstName, profile.lastName].compactMap { $0 }
        return names.isEmpty ? name : names.joined(separator: " ")
    }
}

extension Principal {
    /// Checks that the user may publish.
    ///
    /// - Throws: 403 for viewers, and for tokens without an account that are not an owner's.
    func checkMayPublish() throws(Problem) {
        guard role == .owner || role == .member && account != nil else {
            throw Problem(.forbidden, say: "error.members-only")
        }
    }
}

/// Runs code that accepts a picture or a post, and converts its errors to ones that the sender may
/// see.
func revealingErrors<Value: Sendable>(
    notAllowed status: HTTPResponse.Status = .forbidden, _ body: () async throws -> Value
) async throws -> Value {
    do { return try await body() } catch let error as GalleryError {
        switch error.kind {
        case .badInput where error.isTooLong: throw error
        case .badInput, .usage: throw Problem(.unprocessableContent, error.message)
        case .notAllowed: throw Problem(status, error.message)
        default: throw error
        }
    }
}

/// Moves pictures to the trash that were uploaded a day ago and never published, and removes the
/// files of expired share links and uploads.
struct RegularSweep: Service {
    let site: Site

    /// Sweeps immediately, and then every ten minutes (files) or hourly (pictures) until the server
    /// ends.
    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            for round in 0... {
                // Also on a read-only server, if the catalog is writable.
                try? await offload { [gallery = site.gallery] in
                    gallery.shareLinks.removeExpiredFiles()
                }
                if !site.isReadOnly { await site.tusUploads.tidy(site) }
                if round.isMultiple(of: 6) { await sweepPictures() }
                try await Task.sleep(for: .seconds(600))
            }
        }
        // A service that returns early would shut down the others.
        try? await gracefulShutdown()
    }

    private func sweepPictures() async {
        guard let feed = site.campaign, !site.isReadOnly else { return }
        do {
            _ = try await offload { try feed.trashUnpublished(since: Date() - 24 * 3600) }
        } catch {
            // The sweep is retried after an hour.
            site.log.error("cannot remove unpublished pictures, retrying in an hour: \(error)")
        }
    }
}
