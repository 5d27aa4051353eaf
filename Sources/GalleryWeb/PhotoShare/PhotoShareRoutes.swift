import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// The photo-share protocol: what accounts share, for everybody, and pictures that accounts send.
///
/// Whoever asks is told in a sentence what is wrong, in English, as other programs show it.
enum PhotoShareRoutes {
    /// What every address of the protocol begins with.
    static let folder = "photoserver"

    /// The most bytes of a photo's name.
    private static let longestName = 500

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
                let answer = try await site.givenPictures.answer(
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
                throw Problem(.notFound, "this account may look at photos and not add any")
            }
            return account
        },
        // The same for a token, which no log and no proxy sees.
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
                    .notFound, "no token of an account '\(DisplayText.truncated(name, to: 60))'")
            }
            return account
        },
    ]

    /// A route that reads; parameters count for nothing: programs add some against caches.
    private static func reading(_ template: String, handler: @escaping Route.Handler) -> Route {
        Route(.get, "/\(folder)/\(template)", for: .anyone) { request, site in
            await PhotoShareAnswer.sentence(site) { try await handler(request, site) }
        }
    }

    /// A route that takes a picture, of the account that a request's credential names.
    private static func taking(
        _ template: String, account: @escaping @Sendable (WebRequest, Site) async throws -> Account
    ) -> Route {
        Route(.post, "/\(folder)/\(template)", for: .anyone) { request, site in
            await PhotoShareAnswer.sentence(site) {
                try request.accept([])
                guard !site.isReadOnly else {
                    throw Problem(.notFound, "this server shows photos and takes none")
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
        guard name.utf8.count <= longestName else {
            throw Problem(.notFound, "the photo's name has more than \(longestName) bytes")
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
            // What is wrong with the picture is no secret of the server's.
            throw Problem(.notFound, error.message)
        }
    }

    private static func list(_ items: [(name: String, id: String)]) -> Response {
        .json(.list(items.map { .object([("name", .text($0.name)), ("id", .text($0.id))]) }))
    }

    /// A number as the protocol writes it.
    private static func number(_ text: String) -> Int64? {
        Int64(text).flatMap { $0 > 0 && "\($0)" == text ? $0 : nil }
    }
}
