import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// What a person decides about a photo: who its faces are, and how it looks.
enum DecisionRoutes {
    static let all = [
        Route(.patch, "/api/v1/photos/{photo}/faces/{face}", for: .owners) { request, site in
            let body = try await BodyMembers(of: request, ["name"])
            let name = try body.text("name")
            return try await decide(request, site) { gallery, photo, face in
                _ = try gallery.nameFace(face, of: photo, as: name)
            }
        },
        Route(.delete, "/api/v1/photos/{photo}/faces/{face}", for: .owners) { request, site in
            try await decide(request, site) { gallery, photo, face in
                _ = try gallery.rejectFaces([face], of: photo)
            }
        },
        Route(.put, "/api/v1/photos/{photo}/edit", for: .owners) { request, site in
            let type = request.headers[.contentType]?.split(separator: ";").first.map(String.init)
            guard type?.lowercased() == "application/json" else {
                throw Problem(.unsupportedMediaType, "the body is to be 'application/json'")
            }
            let recipe = try await request.body()
            let wanted: PhotoEdit
            do throws(PhotoEditError) { wanted = try PhotoEdit(json: recipe) } catch {
                throw Problem(.unprocessableContent, error.description)
            }
            return try await edit(.edit(wanted), request, site)
        },
        Route(.delete, "/api/v1/photos/{photo}/edit", for: .owners) { request, site in
            try await edit(.empty, request, site)
        },
    ]

    private static let done = Response(status: .noContent)

    /// Decides about a face, which the path names by its place in the photo, from 1.
    private static func decide(
        _ request: WebRequest, _ site: Site,
        _ body: @escaping @Sendable (PhotoGallery, Photo, Int) throws -> Void
    ) async throws -> Response {
        guard let face = Int(request.part("face")) else { throw Problem.notFound }
        let gallery = site.gallery
        try await offload { try body(gallery, try request.photo(in: gallery), face) }
        return done
    }

    /// Gives a photo an edit.
    private static func edit(
        _ beginning: EditChange.Beginning, _ request: WebRequest, _ site: Site
    ) async throws -> Response {
        let gallery = site.gallery
        let photo = try await offload { try request.photo(in: gallery).id }
        var change = EditChange()
        change.base = beginning
        do {
            _ = try await gallery.edit(.photos([photo]), change)
        } catch let error as GalleryError where error.kind == .usage {
            throw Problem(.unprocessableContent, error.message)
        }
        return done
    }
}
