import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// Routes for editing photos.
enum DecisionRoutes {
    static let all = [
        Route(.put, "/api/v1/photos/{photo}/edit", for: .members) { request, site in
            guard request.mediaType == "application/json" else {
                throw WebRequest.wrongType("application/json")
            }
            let wanted = try PhotoEdit(json: try await request.body())
            return try await edited(.json(wanted.value), wanted, request, site)
        },
        Route(.delete, "/api/v1/photos/{photo}/edit", for: .members) { request, site in
            try await edited(Response(status: .noContent), PhotoEdit(), request, site)
        },
    ]

    /// Sets the edit of a photo and returns a response, whose header contains the number of the
    /// change for `undo`, as the body is a recipe.
    private static func edited(
        _ answer: Response, _ edit: PhotoEdit, _ request: WebRequest, _ site: Site
    ) async throws -> Response {
        var answer = answer
        let step = try await setEdit(edit, request, site)
        answer.headers[named: "Gallery-Undo"] = step.map(String.init)
        return answer
    }

    /// Sets the edit of a photo; an empty one removes it.
    ///
    /// - Returns: the number of the change for `undo`; nil if nothing was changed.
    /// - Throws: 403 if another user added the photo; 422 for a value out of range.
    static func setEdit(
        _ edit: PhotoEdit, _ request: WebRequest, _ site: Site
    ) async throws -> Int64? {
        let gallery = site.gallery
        let photos = try await offload {
            let id = try PhotoRoutes.photo(request, in: gallery).id
            return try PhotoChangeRoutes.changeable([id], in: gallery)
        }
        var batch = PhotoBatch()
        batch.edit = edit
        do {
            return try await gallery.metadata.change(photos, batch, command: "edit").step
        } catch let error as GalleryError where error.kind == .usage {
            throw Problem(.unprocessableContent, error.message)
        }
    }
}

/// Routes for the trash, undo and redo.
enum TrashRoutes {
    static let all: [Route] = [
        .blocking(.delete, "/api/v1/photos/{photo}", for: .owners) { request, site in
            let photo = try PhotoRoutes.photo(request, in: site.gallery).id
            return answer(try site.gallery.trash.move([photo], toTrash: true))
        },
        moving("trash", toTrash: true), moving("restore", toTrash: false),
        // Undoes a change; the latest if none is specified.
        Route(.post, "/api/v1/undo", for: .owners) { request, site in
            let step = try await BodyMembers(of: request, ["step"])
                .integer("step", in: 1...Int.max)
            return try await reverting { try await site.gallery.journal.undo(step.map(Int64.init)) }
        },
        Route(.post, "/api/v1/redo", for: .owners) { request, site in
            _ = try await BodyMembers(of: request, [])
            return try await reverting { try await site.gallery.journal.redo() }
        },
    ]

    /// Undoes or redoes a change, and returns the outcome.
    private static func reverting(_ body: () async throws -> UndoSummary) async throws -> Response {
        do { return .json(JSONValue(try await body().members)) } catch let error as GalleryError
            where error.kind == .usage
        {
            throw Problem(.conflict, error.message)
        }
    }

    /// Makes a route that moves the photos listed in a body to the trash, or back.
    private static func moving(_ name: String, toTrash: Bool) -> Route {
        Route(.post, "/api/v1/\(name)", for: .owners) { request, site in
            let body = try await BodyMembers(of: request, ["photos"])
            return try await offload {
                let photos = try PhotoChoice.named(body, in: site.gallery)
                return answer(try site.gallery.trash.move(photos, toTrash: toTrash))
            }
        }
    }

    /// Returns the photos and the number of the change for `undo`.
    private static func answer(_ change: (photos: [PhotoID], entry: Int64?)) -> Response {
        .json(JSONValue([("photos", change.photos.map(\.rawValue)), ("entry", change.entry)]))
    }
}
