import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// Routes of the campaign protocol: the public feed, sign-in, and posts sent by accounts.
enum CampaignRoutes {
    static let all: [Route] = [
        Route(.post, "/auth/signin", for: .anyone) { request, site in
            let feed = try PostRoutes.feed(of: site)
            var fields: [String: String] = [:]
            if request.mediaType == "application/json" {
                let body = try await request.json(upTo: WebRequest.maximumFormBytes)
                guard case .object(let members) = body else {
                    throw Problem(.badRequest, "the body must be a JSON object")
                }
                for (name, value) in members { fields[name] = value.string }
            } else {
                do {
                    fields = try await request.form()
                } catch let problem as Problem where problem.status == .unsupportedMediaType {
                    throw Problem(
                        .badRequest, "the body must be JSON or a form with 'email' and 'password'")
                }
            }
            guard let email = fields["email"], let password = fields["password"], !email.isEmpty,
                !password.isEmpty
            else { throw Problem(.badRequest, "expected 'email' and 'password'") }
            let account = try await site.credentials.account(
                named: email, password: password, request.client)
            guard let account else { throw Problem(.badRequest, "wrong email or password") }
            // Tokens cannot be stored in a read-only catalog.
            guard !site.isReadOnly else { throw onlyShows }
            return try await offload { [gallery = site.gallery] in
                let token = try gallery.accessTokens.makeForSignIn(of: account)
                let document = try CampaignDocument(of: feed, for: request, site)
                return .json(document.user(account, token: token).json)
            }
        },
        Route(.get, "/posts", for: .anyone, nil) { request, site in
            let feed = try PostRoutes.feed(of: site)
            let limit = try request.parameter("limit").map { _ in try request.limit() }
            let before = try request.parameter("before").map { text throws(Problem) in
                guard let id = Int64(id: text) else {
                    throw request.invalid("before", text, .text("the _id of a post"))
                }
                return id
            }
            let isOther = request.parameter("campaign").map {
                SectionReference.key($0) != feed.reference.key
            }
            return try await offload {
                let posts = isOther == true ? [] : try feed.posts(before: before, limit: limit)
                let document = try CampaignDocument(of: feed, for: request, site)
                return .json(.list(posts.map(document.value(of:))), for: request)
            }
        },
        Route(.post, "/posts", for: .anyone, handler: post),
        Route(.get, "/posts/{post}/photo", for: .anyone, nil) { request, site in
            try await picture("post", request, site) { feed, id in
                try await site.pictures.shared(request) { try feed.photo(ofPost: id) }
            }
        },
        Route(.get, "/posts/people/{person}/photo", for: .anyone, nil) { request, site in
            try await picture("person", request, site) { feed, id in
                let portrait = try await offload { try feed.portrait(ofAccount: id) }
                guard let (photo, edit) = portrait else { return nil }
                return try await site.pictures.rendition(
                    of: photo, preview: EditPreview(edit, side: 240), for: request)
            }
        },
    ]

    /// The error for a post without a valid token.
    static let noToken = Problem(
        .unauthorized,
        "no valid token: sign in at /auth/signin, and send its 'loginToken' as a field or as 'Authorization: Bearer'",
        headers: [.wwwAuthenticate: "Bearer realm=\"gallery\""])

    private static let onlyShows = Problem(.forbidden, "this server is read-only")

    private static func picture(
        _ part: String, _ request: WebRequest, _ site: Site,
        _ find: (CampaignFeed, Int64) async throws -> Response?
    ) async throws -> Response {
        let feed = try PostRoutes.feed(of: site)
        let text = request.part(part)
        guard let id = Int64(id: text), let answer = try await find(feed, id) else {
            throw Problem(
                .notFound, "no picture of \(part) '\(DisplayText.truncated(text, to: 60))'")
        }
        return answer
    }

    @Sendable private static func post(
        _ request: WebRequest, _ site: Site
    ) async throws -> Response {
        guard !site.isReadOnly else { throw onlyShows }
        return try await receive(
            request, from: try await sender(of: request, site), site
        ) { post, feed in
            .json(try CampaignDocument(of: feed, for: request, site).value(of: post))
        }
    }

    /// Receives a form with a picture and publishes it.
    ///
    /// - Parameters:
    ///   - known: the sender; nil if the form may contain a token.
    ///   - isEdited: true to apply the edit of the page for publishing, with the form's effect.
    ///   - answer: returns the response for the post; blocks.
    static func receive(
        _ request: WebRequest, from known: Principal?, _ site: Site, isEdited: Bool = false,
        _ answer: @escaping @Sendable (CampaignPost, CampaignFeed) throws -> Response
    ) async throws -> Response {
        let feed = try PostRoutes.feed(of: site)
        var sender = known
        guard var parser = MultipartParser(contentType: request.headers[.contentType]) else {
            guard sender != nil else { throw noToken }
            throw Problem(
                .badRequest, "the body must be 'multipart/form-data' with a picture as 'postPhoto'")
        }
        let maximum = site.options.maximumUploadBytes
        var form = PostForm(in: site, from: request.client, isKnown: sender != nil)
        do {
            let maximumBytes = maximum + 2 * PostForm.maximumTextBytes
            let maximumUnknownBytes = PostForm.maximumUnknownBytes + PostForm.maximumTextBytes
            for try await piece in try request.pieces(upTo: maximumBytes) {
                for event in try parser.read(piece) {
                    try await form.take(event)
                    if event == .end, sender == nil, let token = form.texts["loginToken"] {
                        sender = try await self.sender(of: request, token: token, site)
                        await form.senderIsKnown()
                    }
                }
                // Skipped parts of the form also count, because a chunked body does not announce
                // its length.
                guard sender != nil || parser.byteCount <= maximumUnknownBytes else {
                    throw noToken
                }
                guard parser.byteCount <= maximumBytes else {
                    throw Problem(.contentTooLarge, "the body is longer than \(maximumBytes) bytes")
                }
            }
            guard let sender else { throw noToken }
            try parser.finish()
            guard let picture = form.picture, picture.byteCount > 0 else {
                throw Problem(.badRequest, "no picture: send it as 'postPhoto'")
            }
            let account = sender.account
            // Only this post is refused, but programs stop publishing on 403.
            return try await revealingErrors(notAllowed: .conflict) {
                let (title, description) = try CampaignFeed.checked(
                    title: form.texts["title"] ?? "", description: form.texts["description"] ?? "")
                var draft = feed.draft(by: account, sentAs: [title, description])
                draft.fileName = form.fileName
                let edit = isEdited ? try PostRoutes.edit(form.texts["effect"] ?? "") : nil
                let photo = try await site.gallery.store(picture, draft)
                return try await offload {
                    let post = try feed.add(
                        photo, by: account, title: title, description: description, edit: edit)
                    return try answer(post, feed)
                }
            }
        } catch {
            await form.giveUp()
            throw error
        }
    }

    /// Returns the sender identified by a token of the form, or else by a header or a session; nil
    /// if the form may still contain a token.
    ///
    /// - Throws: 401 for an invalid token; 403 for users who may not publish.
    private static func sender(
        of request: WebRequest, token: String? = nil, _ site: Site
    ) async throws -> Principal? {
        let holder = try await site.credentials.tokenHolder(request, formToken: token)
        let user = request.principal.sessionID == nil ? nil : request.principal
        guard let sender = holder ?? user else { return nil }
        guard sender.role != nil else { throw noToken }
        try sender.checkMayPublish()
        return sender
    }
}

/// Encodes posts and accounts in the format of the campaign protocol.
struct CampaignDocument: Sendable {
    /// The public URL of the server.
    private let base: String
    private let name: String
    /// The id of the campaign's section; 0 if nothing has been published.
    private let section: Int64

    /// Creates the encoder of a campaign's feed for a request; blocks briefly.
    init(of feed: CampaignFeed, for request: WebRequest, _ site: Site) throws {
        base = site.base(for: request)
        name = feed.name
        section = try feed.section() ?? 0
    }

    /// Returns the JSON object of a post.
    func value(of post: CampaignPost) -> JSONValue {
        JSONValue([
            ("_id", "\(post.id)"), ("title", post.title), ("description", post.description),
            ("photoURL", "\(base)/posts/\(post.id)/photo"),
            ("created", PostDocument.text(of: post.dateCreated)),
            (
                "owner",
                JSONValue([
                    ("_id", "\(post.account?.id ?? 0)"),
                    ("firstName", post.account?.profile.firstName ?? ""),
                    ("lastName", post.account?.profile.lastName ?? ""),
                    ("photoURL", portrait(of: post.account)),
                ])
            ),
            ("campaignObject", JSONValue([("_id", "\(section)"), ("identifier", name)])),
        ])
    }

    /// Returns an account that signed in, with its token.
    func user(_ account: Account, token: String) -> CampaignUser {
        let profile = account.profile
        var user = CampaignUser(loginToken: token)
        user.id = "\(account.id)"
        user.email = profile.email ?? ""
        (user.firstName, user.lastName) = (profile.firstName ?? "", profile.lastName ?? "")
        (user.bio, user.level) = (profile.bio ?? "", profile.level ?? "")
        (user.photoURL, user.provider) = (portrait(of: account), "local")
        user.updated = PostDocument.text(of: account.dateUpdated ?? account.dateCreated)
        user.created = PostDocument.text(of: account.dateCreated)
        user.campaign = name
        return user
    }

    private func portrait(of account: Account?) -> String {
        guard let account, account.profile.photo != nil else { return "" }
        return "\(base)/posts/people/\(account.id)/photo"
    }
}
