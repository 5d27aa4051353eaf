import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// The campaign protocol: the feed for everybody, signing in, and posts that accounts send.
enum CampaignRoutes {
    static let all: [Route] = [
        Route(.post, "/auth/signin", for: .anyone) { request, site in
            await CampaignAnswer.told(site, as: .message) { try await signIn(request, site) }
        },
        Route(.get, "/posts", for: .anyone) { request, site in
            await CampaignAnswer.told(site) { try await list(request, site) }
        },
        Route(.post, "/posts", for: .anyone) { request, site in
            await CampaignAnswer.told(site) { try await post(request, site) }
        },
        Route(.get, "/posts/{post}/photo", for: .anyone) { request, site in
            await CampaignAnswer.told(site) {
                try await picture("post", request, site) { feed, id in
                    try feed.photo(ofPost: id)
                }
            }
        },
        Route(.get, "/posts/people/{person}/photo", for: .anyone) { request, site in
            await CampaignAnswer.told(site) {
                try await picture("person", request, site) { feed, id in
                    try feed.portrait(ofAccount: id)
                }
            }
        },
        Route(.get, "/manifest.webmanifest", for: .anyone) { request, site in
            try request.accept([])
            return .bytes(
                try CampaignManifest(PostRoutes.feed(of: site).name, request.language).bytes,
                type: "application/manifest+json")
        },
    ]

    /// What is told whoever sends a post without a valid token.
    static let noToken = Problem(
        .unauthorized,
        "no valid token: sign in at /auth/signin, and send its 'loginToken' as a field or as 'Authorization: Bearer'",
        headers: [.wwwAuthenticate: "Bearer realm=\"gallery\""])

    private static let onlyShows = Problem(.forbidden, "this server shows posts and takes none")

    // MARK: - Reading

    private static func list(_ request: WebRequest, _ site: Site) async throws -> Response {
        // Other parameters count for nothing: programs add some against caches.
        let feed = try PostRoutes.feed(of: site)
        var limit: Int?
        if request.parameter("limit") != nil { limit = try request.limit() }
        let before = try request.parameter("before").map { text throws(Problem) in
            guard let id = number(text) else {
                throw request.invalid("before", text, expected: "the _id of a post")
            }
            return id
        }
        let isOther = request.parameter("campaign").map {
            SectionReference.key($0) != feed.reference.key
        }
        let base = site.base(for: request)
        return try await offload { [limit, before] in
            let posts = isOther == true ? [] : try feed.posts(before: before, limit: limit)
            let document = CampaignDocument(
                base: base, name: feed.name, section: try feed.section() ?? 0)
            return .compressed(
                JSONValue.list(posts.map(document.value(of:))).compact, type: "application/json",
                for: request)
        }
    }

    private static func picture(
        _ part: String, _ request: WebRequest, _ site: Site,
        _ find:
            @escaping @Sendable (CampaignFeed, Int64) throws -> (
                photos: SharedPhotos, photo: GivenPhoto
            )?
    ) async throws -> Response {
        let feed = try PostRoutes.feed(of: site)
        let text = request.part(part)
        guard let id = number(text),
            let answer = try await site.givenPictures.answer(request, { try find(feed, id) })
        else {
            throw Problem(
                .notFound,
                "there is no picture of \(part) '\(DisplayText.truncated(text, to: 60))'")
        }
        return answer
    }

    /// A number as the protocol writes it.
    private static func number(_ text: String) -> Int64? {
        Int64(text).flatMap { $0 > 0 && "\($0)" == text ? $0 : nil }
    }

    // MARK: - Signing in

    private static func signIn(_ request: WebRequest, _ site: Site) async throws -> Response {
        try request.accept([])
        let feed = try PostRoutes.feed(of: site)
        let (email, password): (String, String)
        if request.mediaType == "application/json" {
            guard case .object(let members) = try await request.json(upTo: WebRequest.longestForm)
            else {
                throw Problem(.badRequest, "the body is to be a JSON object")
            }
            func text(_ name: String) -> String {
                members.first { $0.key == name }?.value.string ?? ""
            }
            (email, password) = (text("email"), text("password"))
        } else {
            do {
                let form = try await request.form()
                (email, password) = (form["email"] ?? "", form["password"] ?? "")
            } catch let problem as Problem where problem.status == .unsupportedMediaType {
                throw Problem(
                    .badRequest, "the body is to be JSON or a form with 'email' and 'password'")
            }
        }
        guard !email.isEmpty, !password.isEmpty else {
            throw Problem(.badRequest, "expected 'email' and 'password'")
        }
        let account = try await site.credentials.account(
            named: email, password: password, request.client)
        guard let account else { throw Problem(.badRequest, "wrong email or password") }
        // What cannot be written can give no token.
        guard !site.isReadOnly else { throw onlyShows }
        let base = site.base(for: request)
        return try await offload { [gallery = site.gallery] in
            let token = try gallery.makeSignInToken(of: account)
            let document = CampaignDocument(base: base, name: feed.name, section: 0)
            var answer = Response.json(document.value(of: account, token: token))
            answer.headers[.cacheControl] = "no-store"
            answer.headers[.eTag] = nil
            return answer
        }
    }

    // MARK: - Publishing

    private static func post(_ request: WebRequest, _ site: Site) async throws -> Response {
        try request.accept([])
        let feed = try PostRoutes.feed(of: site)
        guard !site.isReadOnly else { throw onlyShows }
        var sender = try await sender(request, site)
        _ = try sender.map(CampaignSender.init)
        guard var parser = MultipartParser(contentType: request.headers[.contentType]) else {
            guard sender != nil else { throw noToken }
            throw Problem(
                .badRequest,
                "the body is to be 'multipart/form-data' with a picture as 'postPhoto'")
        }
        let maximum = site.options.maximumUploadBytes
        var form = PostForm(
            in: site.gallery, upTo: maximum, turns: sender == nil ? site.unknownSenders : nil)
        do {
            let longest = maximum + 2 * PostForm.longestTexts
            let longestUnknown = PostForm.longestUnknown + PostForm.longestTexts
            let pieces = try request.pieces(upTo: longest)
            for try await piece in pieces {
                for event in try parser.read(piece) {
                    try await form.take(event)
                    if event == .end, sender == nil, let token = form.texts["loginToken"] {
                        sender = try await self.sender(token, request, site)
                        _ = try sender.map(CampaignSender.init)
                        await form.senderIsKnown()
                    }
                }
                // What the form passes over counts, too: a body in chunks tells no length.
                guard sender != nil || parser.byteCount <= longestUnknown else { throw noToken }
                guard parser.byteCount <= longest else {
                    throw Problem(
                        .contentTooLarge, "the body is longer than \(longest) bytes")
                }
            }
            guard let sender else { throw noToken }
            try parser.finish()
            let answer = try await publish(
                form, by: CampaignSender(sender), in: feed, request, site)
            return answer
        } catch {
            await form.giveUp()
            throw error
        }
    }

    private static func publish(
        _ form: PostForm, by sender: CampaignSender, in feed: CampaignFeed, _ request: WebRequest,
        _ site: Site
    ) async throws -> Response {
        guard let picture = form.picture, picture.byteCount > 0 else {
            throw Problem(.badRequest, "there is no picture: send it as 'postPhoto'")
        }
        do {
            return try await publish(form, picture, by: sender, in: feed, request, site)
        } catch let problem as Problem where problem.status == .forbidden {
            // The sender may publish others: programs take 403 for the end of their work.
            throw Problem(.conflict, problem.detail)
        }
    }

    private static func publish(
        _ form: PostForm, _ picture: ArrivingPicture, by sender: CampaignSender,
        in feed: CampaignFeed, _ request: WebRequest, _ site: Site
    ) async throws -> Response {
        let base = site.base(for: request)
        return try await CampaignSender.telling {
            let (title, description) = try CampaignFeed.checked(
                title: form.texts["title"] ?? "", description: form.texts["description"] ?? "")
            let photo = try await site.gallery.store(
                picture,
                feed.draft(
                    by: sender.account, sentAs: [title, description],
                    maximumBytes: site.options.maximumUploadBytes))
            return try await offload {
                let post = try feed.add(
                    photo, by: sender.account, title: title, description: description)
                let document = CampaignDocument(
                    base: base, name: feed.name, section: try feed.section() ?? 0)
                return .json(document.value(of: post))
            }
        }
    }

    /// Who sends a post, by a header or a session; nil where the form may tell it.
    ///
    /// - Throws: 401 for a token that is not valid.
    private static func sender(
        _ request: WebRequest, _ site: Site
    ) async throws -> Principal? {
        if let holder = try await site.credentials.tokenHolder(request) {
            guard holder.role != nil else { throw noToken }
            return holder
        }
        return request.principal.sessionID == nil ? nil : request.principal
    }

    private static func sender(
        _ token: String, _ request: WebRequest, _ site: Site
    ) async throws -> Principal {
        let identity = try await site.credentials.identify(byToken: token, request.client)
        guard identity.principal.role != nil else {
            if let refusal = identity.refusal, refusal.status != .unauthorized { throw refusal }
            throw noToken
        }
        return identity.principal
    }
}
