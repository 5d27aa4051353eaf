import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// Read-only API routes: sections, photos, faces, edits, places, people, tags, trash and problems.
enum LibraryRoutes {
    static let all: [Route] =
        PhotoRoutes.all + SectionRoutes.all + CountRoutes.all + QueryRoutes.all
        + HistoryRoutes.all + DescriptionRoutes.all

    /// Makes a route that reads the catalog on a background thread.
    ///
    /// - Parameters:
    ///   - template: the path below `/api/v1/`.
    ///   - parameters: the accepted query parameters.
    static func reading(
        _ template: String, for permission: Permission = .viewers, _ parameters: [String] = [],
        _ body: @escaping @Sendable (WebRequest, PhotoGallery) throws -> Response
    ) -> Route {
        .blocking(.get, "/api/v1/\(template)", for: permission, parameters) { request, site in
            try body(request, site.gallery)
        }
    }
}

/// Routes for single photos and for photo listings.
enum PhotoRoutes {
    static let all = [
        LibraryRoutes.reading("photos", listed) { request, gallery in
            try page(PhotoListing.query(of: nil), request, in: gallery)
        },
        LibraryRoutes.reading("sections/{section}/photos", listed) { request, gallery in
            let section = try SectionRoutes.section(request.part("section"), in: gallery)
            return try page(.section(section), request, in: gallery)
        },
        LibraryRoutes.reading("photos/{photo}") { request, gallery in
            .json(try PhotoDocument.value(of: photo(request, in: gallery), in: gallery))
        },
        LibraryRoutes.reading("photos/{photo}/faces") { request, gallery in
            .json(JSONValue(try photo(request, in: gallery).faceMembers))
        },
        LibraryRoutes.reading("photos/{photo}/edit") { request, gallery in
            let photo = try photo(request, in: gallery)
            return .json((try gallery.edits.recipe(of: photo.id) ?? PhotoEdit()).value)
        },
    ]

    private static let listed = ["limit", "cursor", "q", "sort"]

    /// Returns the photo that the path names by id or any other reference.
    ///
    /// - Throws: 404 if no such photo exists.
    static func photo(_ request: WebRequest, in gallery: PhotoGallery) throws -> Photo {
        let text = request.part("photo")
        guard let reference = PhotoReference(text: text) else {
            throw Problem(
                .notFound, say: "error.no-photo", ["photo": DisplayText.truncated(text, to: 60)])
        }
        return try gallery.photo(reference)
    }

    /// Returns a page of photos, specified by `limit`, `cursor`, `q` and `sort`.
    ///
    /// - Parameter all: all photos in the default order.
    /// - Throws: 400 for an invalid parameter.
    private static func page(
        _ all: PhotoQuery, _ request: WebRequest, in gallery: PhotoGallery
    ) throws -> Response {
        var query = all
        if let text = request.parameter("sort") { query.order = try request.order(text) }
        query.limit = try request.limit()
        query.after = try request.cursor(PhotoCursor.init(text:))
        query.filter = try request.filter(request.parameter("q"), in: gallery)
        let page = try gallery.page(of: query)
        return .list(
            page.rows.map { JSONValue($0.rowMembers) }, next: page.next?.text, for: request)
    }
}

/// Routes for sections.
enum SectionRoutes {
    static let all = [
        LibraryRoutes.reading("sections", ["limit", "cursor"]) { request, gallery in
            try .list(
                try gallery.sections.list(), for: request, name: { $0.reference.text }
            ) { try value($0, in: gallery) }
        },
        LibraryRoutes.reading("sections/{section}") { request, gallery in
            .json(try value(try section(request.part("section"), in: gallery), in: gallery))
        },
        // Photos that no other section lists move to the trash.
        Route(.delete, "/api/v1/sections/{section}", for: .owners) { request, site in
            let gallery = site.gallery
            return try await Problem.refusing {
                let found = try await offload { try section(request.part("section"), in: gallery) }
                let summary = try await gallery.sections.remove([found])
                return .json(
                    JSONValue([("trashed", summary.trashed.count), ("undo", summary.step)]))
            }
        },
    ]

    /// Returns the section with a reference.
    ///
    /// - Throws: 404 if it does not exist; 400 if several sections have the given name.
    static func section(_ text: String, in gallery: PhotoGallery) throws -> PhotoSection {
        try gallery.sections.find(SectionReference(text: text))
    }

    private static func value(
        _ section: PhotoSection, in gallery: PhotoGallery
    ) throws -> JSONValue {
        let query = section.query.flatMap { query in
            (try? JSONText.encode(query)).flatMap { try? JSONValue(Array($0.utf8)) }
        }
        return JSONValue([
            ("section", section.reference.text),
            ("kind", (section.reference.kind ?? .camera).rawValue),
            ("name", section.reference.name), ("count", section.count), ("found", section.found),
            ("refreshedAt", section.dateRefreshed), ("query", query),
            ("where", section.filter?.text), ("cover", try gallery.sections.cover(of: section)),
        ])
    }
}

/// Routes for photo counts by place, person, tag, camera and period.
enum CountRoutes {
    static let all = [
        LibraryRoutes.reading("places", ["by", "limit", "cursor", "q"]) { request, gallery in
            let level = try request.choice("by", standard: PlaceLevel.city)
            let query = try ColumnRoutes.query(request, in: gallery)
            let found = try gallery.counts.places(query, by: level)
            return try .list(
                found.counts, [("withoutPosition", found.positionless), ("due", found.due)],
                for: request,
                name: { place in
                    [place.countryCode, place.region, place.city].map { $0 ?? "" }
                        .joined(separator: "/")
                }
            ) { place in
                JSONValue([
                    ("countryCode", place.countryCode), ("country", place.country),
                    ("region", place.region), ("city", place.city), ("photos", place.photos),
                ])
            }
        },
        names(
            "people",
            more: { person, gallery in
                [("picture", try gallery.faces.portrait(of: person.name)?.address)]
            }
        ) { query, gallery in try gallery.counts.people(query) },
        names("tags") { query, gallery in try gallery.counts.tags(query) },
        names("cameras") { query, gallery in try gallery.counts.cameras(query) },
        LibraryRoutes.reading("timeline", ["by", "limit", "cursor", "q"]) { request, gallery in
            let unit = try request.choice("by", standard: TimelineUnit.month)
            let query = try ColumnRoutes.query(request, in: gallery)
            let counts = try gallery.counts.timeline(query, by: unit)
            return try .list(counts, for: request, name: { $0.period ?? "" }) { count in
                JSONValue([("period", count.period), ("photos", count.photos)])
            }
        },
    ]

    private static func names(
        _ template: String,
        more: @escaping @Sendable (NameCount, PhotoGallery) throws -> [JSONMember] = { _, _ in [] },
        _ counts: @escaping @Sendable (PhotoQuery, PhotoGallery) throws -> [NameCount]
    ) -> Route {
        LibraryRoutes.reading(template, ["limit", "cursor", "q"]) { request, gallery in
            let found = try counts(try ColumnRoutes.query(request, in: gallery), gallery)
            return try .list(found, for: request, name: \.name) { count in
                JSONValue(
                    try [("name", count.name), ("photos", count.photos)] + more(count, gallery))
            }
        }
    }
}

/// Routes that are independent of the catalog: the OpenAPI document and the list of effects.
enum DescriptionRoutes {
    static let all = [
        Route(.get, "/api/v1/openapi.json", for: .viewers) { _, _ in
            guard let document = EmbeddedFiles.file("API/openapi.json") else {
                throw Problem.notFound
            }
            return .bytes(document.bytes, type: document.type)
        },
        LibraryRoutes.reading("effects", ["limit", "cursor"]) { request, _ in
            try .list(EffectDescription.all, for: request, name: \.name.rawValue) { effect in
                let texts: [JSONMember] = [
                    ("name", effect.name.rawValue), ("description", effect.summary),
                    ("recipe", effect.parameters),
                ]
                return JSONValue(texts + effect.numbers)
            }
        },
    ]
}
