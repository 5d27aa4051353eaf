import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Logging

/// Routes of the photo-share protocol: public access to shared photos, and uploads by accounts.
///
/// Errors are reported as English sentences, since clients display them as they are.
enum PhotoShareRoutes {
    /// The first path component of all addresses of the protocol.
    static let folder = "photoserver"

    /// The maximum length of a photo's name, in bytes.
    private static let maximumNameBytes = 500

    static let all: [Route] = [
        reading("userlist") { request, site in
            let people = try await offload { [gallery = site.gallery] in
                try gallery.sharedPeople.people()
            }
            return list(people.map { ($0.name, "\($0.id)") })
        },
        reading("userphotos/{person}") { request, site in
            let text = request.part("person")
            let photos = try await offload { [gallery = site.gallery] in
                try number(text).flatMap { try gallery.sharedPeople.person($0) }.map {
                    try gallery.sharedPeople.photos(of: $0)
                }
            }
            guard let photos else {
                throw Problem(.notFound, "no user with id \(DisplayText.truncated(text, to: 60))")
            }
            return list(photos.map { ($0.name, "\($0.id)") })
        },
        reading("photo/{photo}") { request, site in
            let text = request.part("photo")
            guard let id = number(text),
                let answer = try await site.sharedPictures.answer(
                    request,
                    { [people = site.gallery.sharedPeople] in
                        try people.photo(PhotoID(rawValue: id))
                    })
            else {
                throw Problem(.notFound, "no photo with id \(DisplayText.truncated(text, to: 60))")
            }
            return answer
        },
        taking("postphoto/{person}/{password}/{name}") { request, site in
            let account = try await site.credentials.account(
                named: request.part("person"), password: request.part("password"), request.client)
            guard let account else { throw Problem(.notFound, "wrong name or password") }
            guard account.role >= .member else {
                throw Problem(.notFound, "this account may only view photos")
            }
            return account
        },
        // A variant with a token in a header, which does not appear in the logs of proxies.
        taking("postphoto/{person}/{name}") { request, site in
            let name = request.part("person")
            let holder = try await site.credentials.tokenHolder(request)
            let account = try await offload { [gallery = site.gallery] in
                try? gallery.account(named: name)
            }
            guard let holder, let role = holder.role, role >= .member, let account,
                role == .owner || holder.account?.id == account.id
            else {
                throw Problem(
                    .notFound, "no token for account '\(DisplayText.truncated(name, to: 60))'")
            }
            return account
        },
    ]

    /// Makes a route for reading; it ignores parameters, since programs add some to bypass caches.
    private static func reading(_ template: String, handler: @escaping Route.Handler) -> Route {
        Route(.get, "/\(folder)/\(template)", for: .anyone) { request, site in
            await PhotoShareErrors.sentence(site) { try await handler(request, site) }
        }
    }

    /// Makes a route for uploading a picture to the account identified by the request's credential.
    private static func taking(
        _ template: String, account: @escaping @Sendable (WebRequest, Site) async throws -> Account
    ) -> Route {
        Route(.post, "/\(folder)/\(template)", for: .anyone) { request, site in
            await PhotoShareErrors.sentence(site) {
                try request.accept([])
                guard !site.isReadOnly else {
                    throw Problem(.notFound, "this server is read-only")
                }
                let account = try await account(request, site)
                return try await take(request, of: account, site)
            }
        }
    }

    private static func take(
        _ request: WebRequest, of account: Account, _ site: Site
    ) async throws -> Response {
        let name = request.part("name")
        guard !name.allSatisfy(\.isWhitespace) else {
            throw Problem(.notFound, "the photo has no name")
        }
        guard name.utf8.count <= maximumNameBytes else {
            throw Problem(.notFound, "the photo's name is longer than \(maximumNameBytes) bytes")
        }
        let draft = PictureDraft(
            section: SharedPeople.section(of: account), origin: .share, account: account,
            sentAs: [name], maximumBytes: site.options.maximumUploadBytes)
        let pieces = try request.pieces(upTo: draft.maximumBytes)
        do {
            let id = try await site.gallery.receivePicture(pieces, draft)
            return .json(.object([("id", .text("\(id)"))]))
        } catch let error as GalleryError
            where [.badInput, .notAllowed, .usage].contains(error.kind) && !error.isTooLong
        {
            // The sender may see errors about their own picture.
            throw Problem(.notFound, error.message)
        }
    }

    private static func list(_ items: [(name: String, id: String)]) -> Response {
        .json(.list(items.map { .object([("name", .text($0.name)), ("id", .text($0.id))]) }))
    }

    /// Parses an id in the protocol's format.
    private static func number(_ text: String) -> Int64? {
        Int64(text).flatMap { $0 > 0 && "\($0)" == text ? $0 : nil }
    }
}

/// Formats errors for clients of the photo-share protocol: a sentence with status 404, except for
/// oversized pictures (413) and temporary errors (429).
enum PhotoShareErrors {
    /// Returns the body's response, or a sentence about its error.
    static func sentence(
        _ site: Site, _ body: () async throws -> Response
    ) async -> Response {
        do { return try await body() } catch {
            let problem = Problem(error)
            if problem.status == .internalServerError {
                // The address may contain a password.
                site.log.error("photo sharing: \(error)")
            }
            return answer(problem)
        }
    }

    /// Returns the response to a problem.
    static func answer(_ problem: Problem) -> Response {
        // Only the owner may see server file paths.
        let publicProblem = problem.withoutFiles
        let busy = TextMessage(say: "error.much-at-once").text(in: .english)
        switch problem.status {
        case .contentTooLarge: return text(publicProblem.detail, publicProblem, .contentTooLarge)
        case .tooManyRequests: return text(publicProblem.detail, publicProblem, .tooManyRequests)
        case .serviceUnavailable: return text(busy, publicProblem, .tooManyRequests)
        default: return text(publicProblem.detail, publicProblem, .notFound)
        }
    }

    private static func text(
        _ sentence: String, _ problem: Problem, _ status: HTTPResponse.Status
    ) -> Response {
        var answer = Response.text(sentence, status: status)
        answer.headers[.retryAfter] = problem.headers[.retryAfter]
        return answer
    }
}
