import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// The trash, and taking changes back.
enum TrashRoutes {
    static let all = [
        Route(.delete, "/api/v1/photos/{photo}", for: .owners) { request, site in
            try request.accept([])
            let gallery = site.gallery
            return try await offload {
                answer(try gallery.moveToTrash([try PhotoRoutes.photo(request, in: gallery).id]))
            }
        },
        Route(.post, "/api/v1/trash", for: .owners) { request, site in
            let body = try await BodyMembers(of: request, ["photos"])
            let gallery = site.gallery
            return try await offload {
                answer(try gallery.moveToTrash(try PhotoChoice.named(body, in: gallery)))
            }
        },
        Route(.post, "/api/v1/restore", for: .owners) { request, site in
            let body = try await BodyMembers(of: request, ["photos"])
            let gallery = site.gallery
            return try await offload {
                answer(try gallery.takeFromTrash(try PhotoChoice.named(body, in: gallery)))
            }
        },
        Route(.post, "/api/v1/undo", for: .owners, handler: undo),
    ]

    /// The photos, and the entry of the journal that `undo` takes back.
    private static func answer(_ change: TrashChange) -> Response {
        .json(
            .object([
                ("photos", .list(change.photos.map { JSONValue($0.rawValue) })),
                ("entry", JSONValue(change.entry)),
            ]))
    }

    /// Takes a change back; the latest where none is named.
    private static func undo(_ request: WebRequest, _ site: Site) async throws -> Response {
        let body = try await BodyMembers(of: request, ["entry"])
        let entry = try body.integer("entry", in: 1...Int.max)
        do {
            let summary = try await site.gallery.undo(entry.map(Int64.init))
            return .json(JSONValue(summary.members))
        } catch let error as GalleryError where error.kind == .usage {
            throw Problem(.conflict, error.message)
        }
    }
}
