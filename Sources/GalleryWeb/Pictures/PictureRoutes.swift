import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// Routes for thumbnails, originals, edited pictures and previews of edits.
enum PictureRoutes {
    static let all: [Route] = [
        Route(.get, "/api/v1/photos/{photo}/thumbnail/{side}", for: .viewers, ["v"]) {
            request, site in
            guard
                let side = PictureResponder.sides.first(where: { "\($0)" == request.part("side") })
            else { throw Problem.notFound }
            return try await site.pictures.thumbnail(
                of: try await photo(of: request, in: site), side: side, for: request)
        },
        Route(.get, "/api/v1/photos/{photo}/original", for: .viewers, ["download"]) {
            request, site in
            try await site.pictures.original(
                of: try await photo(of: request, in: site), for: request)
        },
        Route(.get, "/api/v1/photos/{photo}/rendition", for: .viewers, ["download"]) {
            request, site in
            try await site.pictures.rendition(
                of: try await photo(of: request, in: site), for: request)
        },
        Route(.get, "/api/v1/photos/{photo}/preview", for: .viewers, ["recipe", "size"]) {
            request, site in
            let size = try request.integer("size", in: EditPreview.sides, standard: 640)
            return try await preview(EditPreview(recipe(of: request), side: size), request, site)
        },
        Route(
            .get, "/api/v1/photos/{photo}/effects.jpg", for: .viewers,
            ["recipe", "size", "columns"]
        ) { request, site in
            let size = try request.integer("size", in: EditPreview.tileSides, standard: 160)
            let count = EffectName.allCases.count
            let columns = try request.integer("columns", in: 1...count, standard: count)
            return try await preview(
                EditPreview(recipe(of: request), side: size, columns: columns), request, site)
        },
    ]

    /// Returns the edit of the parameter `recipe`; empty if it is missing.
    private static func recipe(of request: WebRequest) throws(PhotoEditError) -> PhotoEdit {
        guard let text = request.parameter("recipe") else { return PhotoEdit() }
        return try PhotoEdit(json: text.utf8)
    }

    private static func preview(
        _ preview: EditPreview, _ request: WebRequest, _ site: Site
    ) async throws -> Response {
        try await site.pictures.rendition(
            of: try await photo(of: request, in: site), preview: preview, for: request)
    }

    /// Returns the photo that the address names; ids from the owner need no catalog lookup.
    private static func photo(of request: WebRequest, in site: Site) async throws -> PhotoID {
        if request.principal.role == .owner,
            case .id(let id)? = PhotoReference(text: request.part("photo"))
        {
            return id
        }
        return try await offload { try PhotoRoutes.photo(request, in: site.gallery).id }
    }
}

/// Addresses of pictures.
enum PictureAddress {
    /// The number of photos considered for a cover.
    static let coverPhotos = 3

    /// Returns the small thumbnail of the first photo with a picture; nil without one.
    static func cover(of photos: [Photo]) -> String? {
        photos.lazy.compactMap { thumbnail(of: $0, side: 240) }.first
    }

    /// Returns the address of a thumbnail, which changes with the picture and its edit; nil if no
    /// picture is stored.
    ///
    /// - Parameter side: 240, 640 or 1600.
    static func thumbnail(of photo: Photo, side: Int) -> String? {
        guard let version = photo.thumbnailVersion else { return nil }
        return "/api/v1/photos/\(photo.id)/thumbnail/\(side)?v=\(version)"
    }

    /// Returns the addresses of the thumbnails by side, as a JSON object.
    static func thumbnails(of photo: Photo) -> JSONValue {
        .object(PictureResponder.sides.map { ("\($0)", thumbnail(of: photo, side: $0).json) })
    }

    /// Returns the address of a photo's original.
    static func original(of photo: Photo) -> String { "/api/v1/photos/\(photo.id)/original" }

    /// Returns the address of a preview with an edit that is not stored.
    static func preview(of photo: Photo, _ edit: PhotoEdit) -> String {
        PageAddress.with(
            [("recipe", edit.json), ("size", "\(EditPreview.sides.upperBound)")],
            "/api/v1/photos/\(photo.id)/preview")
    }

    /// Returns the address of the full-size edited picture, a JPEG file.
    static func rendition(of photo: Photo) -> String { "/api/v1/photos/\(photo.id)/rendition" }
}
