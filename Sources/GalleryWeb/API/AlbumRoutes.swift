import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// Routes that list, create and change albums; each change is one step for `undo`.
///
/// `POST /api/v1/batch` adds photos to albums and removes them.
enum AlbumRoutes {
    static let all = [
        LibraryRoutes.reading("albums", ["limit", "cursor"]) { request, gallery in
            let albums = try gallery.sections.list().filter(\.isAlbum)
            return try .list(albums, for: request, name: { $0.reference.text }) { album in
                JSONValue(try members(of: album, in: gallery))
            }
        },
        Route(.post, "/api/v1/albums", for: .owners) { request, site in
            let body = try await BodyMembers(
                of: request, ["name", "query"], refusal: .unprocessableContent)
            let name = try name(body)
            let query = try PhotoPatch.text("query", body)
            return try await changing(site, status: .created) { gallery in
                try check(name, in: gallery)
                return try gallery.albums.create(named: name, filter: query.map(gallery.filter))
            }
        },
        Route(.patch, "/api/v1/albums/{album}", for: .owners) { request, site in
            let body = try await BodyMembers(
                of: request, ["name", "cover"], refusal: .unprocessableContent)
            guard body.contains("name") != body.contains("cover") else {
                throw Problem(.unprocessableContent, say: "error.name-or-cover")
            }
            let name = body.contains("name") ? try name(body) : nil
            let cover = try body.integer("cover", in: 1...Int.max).map(photo)
            return try await changing(site) { gallery in
                let album = try album(request, in: gallery)
                guard let name else {
                    return (album, try gallery.albums.setCover(of: album, to: cover))
                }
                try check(name, except: album, in: gallery)
                return try gallery.albums.rename(album, to: name)
            }
        },
        Route(.post, "/api/v1/albums/{album}/move", for: .owners) { request, site in
            let body = try await BodyMembers(
                of: request, ["photo", "to"], refusal: .unprocessableContent)
            guard let id = try body.integer("photo", in: 1...Int.max).map(photo),
                let position = try body.integer("to", in: 1...Int.max)
            else { throw Problem(.unprocessableContent, say: "error.photo-and-to") }
            return try await changing(site) { gallery in
                let album = try album(request, in: gallery)
                return (album, try gallery.albums.move(id, in: album, to: position))
            }
        },
        Route(.delete, "/api/v1/albums/{album}", for: .owners) { request, site in
            let gallery = site.gallery
            return try await Problem.refusing {
                let found = try await offload { try album(request, in: gallery) }
                let summary = try await gallery.sections.remove([found], command: "album delete")
                return .json(JSONValue([("undo", summary.step)]))
            }
        },
    ]

    /// Returns the album that the path names, with or without `album:`.
    ///
    /// - Throws: 404 if it does not exist.
    private static func album(
        _ request: WebRequest, in gallery: PhotoGallery
    ) throws -> PhotoSection {
        let typed = SectionReference(text: request.part("album"))
        let name = typed.kind == .album ? typed.name : request.part("album")
        return try gallery.sections.find(SectionReference(kind: .album, name: name))
    }

    /// Returns the name in a body.
    private static func name(_ body: BodyMembers) throws(Problem) -> String {
        guard let name = try PhotoPatch.text("name", body) else {
            throw body.wrong("name", body["name"] ?? .null, .say("expected.text"))
        }
        return name
    }

    private static func photo(_ id: Int) -> PhotoID { PhotoID(rawValue: Int64(id)) }

    /// Checks a new name, to explain a refusal in the language of the request.
    ///
    /// - Throws: 422 for a name that no album can have; 409 if another album has it.
    private static func check(
        _ name: String, except album: PhotoSection? = nil, in gallery: PhotoGallery
    ) throws {
        let values = ["album": DisplayText.truncated(name, to: 60)]
        guard let reference = try? gallery.albums.reference(named: name) else {
            throw Problem(.unprocessableContent, say: "error.album-name", values)
        }
        if let found = try? gallery.sections.find(reference), found.id != album?.id {
            throw Problem(.conflict, say: "error.album-exists", values)
        }
    }

    /// Changes an album on a background thread, and returns it with the number of the step.
    private static func changing(
        _ site: Site, status: HTTPResponse.Status = .ok,
        _ change: @escaping @Sendable (PhotoGallery) throws -> (album: PhotoSection, step: Int64?)
    ) async throws -> Response {
        let gallery = site.gallery
        return try await Problem.refusing {
            try await offload {
                let (album, step) = try change(gallery)
                // With its new cover and order.
                let now = try gallery.sections.find(album.reference)
                return .json(
                    JSONValue(try members(of: now, in: gallery) + [("undo", step)]), status: status)
            }
        }
    }

    private static func members(
        of album: PhotoSection, in gallery: PhotoGallery
    ) throws -> [JSONMember] {
        [
            ("section", album.reference.text), ("name", album.reference.name),
            ("query", album.filter?.text), ("photos", album.count),
            ("cover", try gallery.sections.cover(of: album)),
        ]
    }
}
