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
            try request.accept([])
            return try await decide(request, site) { gallery, photo, face in
                _ = try gallery.rejectFaces([face], of: photo)
            }
        },
        Route(.put, "/api/v1/photos/{photo}/edit", for: .owners) { request, site in
            try request.accept([])
            let type = request.headers[.contentType]?.split(separator: ";").first.map(String.init)
            guard type?.lowercased() == "application/json" else {
                throw WebRequest.wrongType("application/json")
            }
            let recipe = try await request.body()
            let wanted: PhotoEdit
            do throws(PhotoEditError) { wanted = try PhotoEdit(json: recipe) } catch {
                throw Problem(.unprocessableContent, error.description)
            }
            let edit = try await edit(.edit(wanted), request, site)
            return .json(EditDocument.value(edit ?? PhotoEdit()))
        },
        Route(.delete, "/api/v1/photos/{photo}/edit", for: .owners) { request, site in
            try request.accept([])
            _ = try await edit(.empty, request, site)
            return Response(status: .noContent)
        },
    ]

    /// Decides about a face, which the path names by its number, and tells all of the photo's.
    private static func decide(
        _ request: WebRequest, _ site: Site,
        _ body: @escaping @Sendable (PhotoGallery, Photo, Int) throws -> Void
    ) async throws -> Response {
        let number = request.part("face")
        let gallery = site.gallery
        return try await offload {
            let photo = try PhotoRoutes.photo(request, in: gallery)
            guard let face = Int(number) else {
                throw Problem(
                    .notFound, say: "error.no-face",
                    ["face": DisplayText.truncated(number, to: 60)])
            }
            try body(gallery, photo, face)
            return .json(FaceList(try gallery.photo(id: photo.id)).value)
        }
    }

    /// Gives a photo an edit.
    ///
    /// - Returns: the edit that is stored; nil for none.
    private static func edit(
        _ beginning: EditChange.Beginning, _ request: WebRequest, _ site: Site
    ) async throws -> PhotoEdit? {
        let gallery = site.gallery
        let photo = try await offload { try PhotoRoutes.photo(request, in: gallery).id }
        var change = EditChange()
        change.base = beginning
        do {
            _ = try await gallery.edit(.photos([photo]), change)
        } catch let error as GalleryError where error.kind == .usage {
            throw Problem(.unprocessableContent, error.message)
        }
        return try await offload { try gallery.edit(of: photo) }
    }
}
