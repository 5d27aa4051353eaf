import Gallery
import GalleryModel
import HTTPTypes

/// Thumbnails, originals, and pictures as they are edited.
enum PictureRoutes {
    static let all: [Route] = [
        Route(.get, "/api/v1/photos/{photo}/thumbnail/{side}", for: .viewers) { request, site in
            try request.accept(["v"])
            guard let side = PictureDesk.sides.first(where: { "\($0)" == request.part("side") })
            else { throw Problem.notFound }
            return try await site.pictures.thumbnail(
                of: try await photo(of: request, in: site), side: side, for: request)
        },
        Route(.get, "/api/v1/photos/{photo}/original", for: .viewers) { request, site in
            try request.accept(["download"])
            return try await site.pictures.original(
                of: try await photo(of: request, in: site), for: request)
        },
        Route(.get, "/api/v1/photos/{photo}/rendition", for: .viewers) { request, site in
            try request.accept(["download"])
            return try await site.pictures.rendition(
                of: try await photo(of: request, in: site), for: request)
        },
    ]

    /// The photo that the address names; without a look at the catalog where the owner asks by the id.
    private static func photo(of request: WebRequest, in site: Site) async throws -> PhotoID {
        if request.principal.role == .owner,
            case .id(let id)? = PhotoReference(text: request.part("photo"))
        {
            return id
        }
        return try await offload { try PhotoRoutes.photo(request, in: site.gallery).id }
    }
}
