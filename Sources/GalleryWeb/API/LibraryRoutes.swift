import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// What reads the gallery: sections, photos, faces, edits, places, people, tags, albums, trash and problems.
enum LibraryRoutes {
    static let all: [Route] =
        PhotoRoutes.all + SectionRoutes.all + CountRoutes.all + QueryRoutes.all
        + HistoryRoutes.all + DescriptionRoutes.all

    /// A route that reads the catalog on a thread of its own.
    ///
    /// - Parameters:
    ///   - template: the path below `/api/v1/`.
    ///   - parameters: what may stand behind the question mark.
    static func reading(
        _ template: String, for permission: Permission = .viewers, _ parameters: [String] = [],
        _ body: @escaping @Sendable (WebRequest, PhotoGallery) throws -> Response
    ) -> Route {
        Route(.get, "/api/v1/\(template)", for: permission) { request, site in
            try request.accept(parameters)
            return try await offload { try body(request, site.gallery) }
        }
    }
}

/// Photos, one by one and in pages.
enum PhotoRoutes {
    static let all = [
        LibraryRoutes.reading("photos", listed) { request, gallery in
            try page(
                PhotoListing(request, .everything, order: PhotoListing.newest, in: gallery),
                in: gallery)
        },
        LibraryRoutes.reading("sections/{section}/photos", listed) { request, gallery in
            let section = try SectionRoutes.section(request, in: gallery)
            return try page(
                PhotoListing(request, .section(section), order: nil, in: gallery), in: gallery)
        },
        LibraryRoutes.reading("photos/{photo}") { request, gallery in
            .bytes(
                try PhotoDocument(photo(request, in: gallery), in: gallery).bytes,
                type: "application/json")
        },
        LibraryRoutes.reading("photos/{photo}/faces") { request, gallery in
            .json(FaceList(try photo(request, in: gallery)).value)
        },
        LibraryRoutes.reading("photos/{photo}/edit") { request, gallery in
            let photo = try photo(request, in: gallery)
            return .json(EditDocument.value(try gallery.edit(of: photo.id) ?? PhotoEdit()))
        },
    ]

    private static let listed = ["limit", "cursor", "q", "sort"]

    /// The photo that a path names: by its id, or by any other reference.
    ///
    /// - Throws: 404.
    static func photo(_ request: WebRequest, in gallery: PhotoGallery) throws -> Photo {
        let text = request.part("photo")
        let absence = Problem(
            .notFound, say: "error.no-photo", ["photo": DisplayText.truncated(text, to: 60)])
        guard let reference = PhotoReference(text: text) else { throw absence }
        let photo: Photo
        do { photo = try gallery.photo(reference) } catch {
            guard error.kind == .notFound, case .id = reference else { throw error }
            throw absence
        }
        guard try isSeen(photo, by: request.principal, in: gallery) else { throw absence }
        return photo
    }

    /// Whether somebody may look at a photo: what lies in the trash, and what no post shows, is the owner's.
    static func isSeen(
        _ photo: Photo, by principal: Principal, in gallery: PhotoGallery
    ) throws -> Bool {
        if principal.role == .owner { return true }
        return try photo.dateTrashed == nil && gallery.isSeen(photo, by: principal.account)
    }

    private static func page(
        _ listing: PhotoListing, in gallery: PhotoGallery
    ) throws -> Response {
        let page = try gallery.page(of: listing.query)
        return ListAnswer(page.rows.map { PhotoRow($0).value }, next: page.next?.text).response
    }
}

/// Sections and albums.
enum SectionRoutes {
    static let all = [
        LibraryRoutes.reading("sections", ["limit", "cursor"]) { request, gallery in
            try ListAnswer(
                try gallery.sections(), for: request, name: { $0.reference.text }, value: value
            ).response
        },
        LibraryRoutes.reading("sections/{section}") { request, gallery in
            .json(value(try section(request, in: gallery)))
        },
        LibraryRoutes.reading("albums", ["limit", "cursor"]) { request, gallery in
            let albums = try gallery.sections().filter { $0.filter != nil }
            return try ListAnswer(albums, for: request, name: { $0.reference.text }) { album in
                .object([
                    ("section", .text(album.reference.text)), ("name", .text(album.reference.name)),
                    ("query", .text(album.filter?.text ?? "")), ("photos", JSONValue(album.count)),
                ])
            }.response
        },
    ]

    /// The section that a path names.
    ///
    /// - Throws: 404; 400 for a bare name that several sections have.
    static func section(
        _ request: WebRequest, in gallery: PhotoGallery
    ) throws -> PhotoSection {
        try section(request.part("section"), in: gallery)
    }

    /// The section of a reference.
    ///
    /// - Throws: 404; 400 for a bare name that several sections have.
    static func section(_ text: String, in gallery: PhotoGallery) throws -> PhotoSection {
        let reference = SectionReference(text: text)
        do { return try gallery.section(reference) } catch {
            guard error.kind == .notFound else { throw error }
            throw Problem(.notFound, say: "error.no-section", ["section": reference.text])
        }
    }

    private static func value(_ section: PhotoSection) -> JSONValue {
        let query = section.query.flatMap { query in
            (try? JSONText.encode(query)).flatMap { try? JSONValue(Array($0.utf8)) }
        }
        return .object([
            ("section", .text(section.reference.text)),
            ("kind", .text((section.reference.kind ?? .camera).rawValue)),
            ("name", .text(section.reference.name)), ("count", JSONValue(section.count)),
            ("found", JSONValue(section.found)), ("refreshedAt", JSONValue(section.dateRefreshed)),
            ("query", query ?? .null), ("where", JSONValue(section.filter?.text)),
        ])
    }
}
