import Gallery
import GalleryModel
import HTTPTypes

/// Thumbnails, originals, and pictures as they are edited, or would be.
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
        Route(.get, "/api/v1/photos/{photo}/preview", for: .viewers) { request, site in
            try request.accept(["edit", "side"])
            let text = request.parameter("side") ?? "640"
            guard let side = PictureDesk.sides.first(where: { "\($0)" == text }) else {
                throw request.invalid(
                    "side", text,
                    expected: PictureDesk.sides.map(String.init).joined(separator: ", "))
            }
            var edit = PhotoEdit()
            do throws(PhotoEditError) {
                if let text = request.parameter("edit") { edit = try PhotoEdit(json: text.utf8) }
            } catch {
                throw Problem(.unprocessableContent, error.description)
            }
            return try await site.pictures.preview(
                of: try await photo(of: request, in: site), as: edit, side: side, for: request)
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
