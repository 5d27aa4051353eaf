import Basics
import Gallery
import GalleryModel
import Hummingbird

/// Routes of the photo-share protocol: public access to shared photos, and uploads by accounts.
///
/// Errors are reported as English sentences, since clients display them as they are.
enum PhotoShareRoutes {
    /// The first path component of all addresses of the protocol.
    static let folder = "photoserver"

    /// The maximum length of a photo's name, in bytes.
    private static let maximumNameBytes = 500

    static let all: [Route] = [
        Route(.get, "/\(folder)/userlist", for: .anyone, nil) { _, site in
            let people = try await offload { try site.gallery.sharedPeople.people() }
            return list(people.map { ($0.name, "\($0.id)") })
        },
        Route(.get, "/\(folder)/userphotos/{person}", for: .anyone, nil) { request, site in
            let text = request.part("person")
            let photos = try await offload { [people = site.gallery.sharedPeople] in
                try Int64(id: text).flatMap(people.photos)
            }
            guard let photos else {
                throw Problem(.notFound, "no user with id \(DisplayText.truncated(text, to: 60))")
            }
            return list(photos.map { ($0.name, "\($0.id)") })
        },
        Route(.get, "/\(folder)/photo/{photo}", for: .anyone, nil) { request, site in
            let text = request.part("photo")
            let people = site.gallery.sharedPeople
            guard let id = Int64(id: text),
                let answer = try await site.pictures.shared(
                    request, { try people.photo(PhotoID(rawValue: id)) })
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
                try? gallery.accounts.account(named: name)
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

    /// Makes a route for uploading a picture to the account identified by the request's credential.
    private static func taking(
        _ template: String, account: @escaping @Sendable (WebRequest, Site) async throws -> Account
    ) -> Route {
        Route(.post, "/\(folder)/\(template)", for: .anyone) { request, site in
            guard !site.isReadOnly else { throw Problem(.notFound, "this server is read-only") }
            let account = try await account(request, site)
            let name = request.part("name")
            guard !name.allSatisfy(\.isWhitespace) else {
                throw Problem(.notFound, "the photo has no name")
            }
            guard name.utf8.count <= maximumNameBytes else {
                throw Problem(
                    .notFound, "the photo's name is longer than \(maximumNameBytes) bytes")
            }
            let draft = PictureDraft(
                section: SharedPeople.section(of: account), origin: .share, account: account,
                sentAs: [name])
            let maximum = site.options.maximumUploadBytes
            let pieces = try request.pieces(upTo: maximum)
            let id = try await revealingErrors {
                try await site.gallery.receivePicture(pieces, upTo: maximum, draft)
            }
            return .json(JSONValue([("id", "\(id)")]))
        }
    }

    private static func list(_ items: [(name: String, id: String)]) -> Response {
        .json(.list(items.map { JSONValue([("name", $0.name), ("id", $0.id)]) }))
    }
}
