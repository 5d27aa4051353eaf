import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// How many photos there are of what: places, people, tags, cameras, days.
enum CountRoutes {
    static let all = [
        LibraryRoutes.reading("places", ["by", "limit", "cursor", "q"]) { request, gallery in
            let level = try request.choice("by", standard: PlaceLevel.city)
            let found = try gallery.placeCounts(try query(request, gallery), by: level)
            var answer = try ListAnswer(found.counts, for: request, name: name, value: value)
            answer.members = [
                ("withoutPosition", JSONValue(found.positionless)), ("due", JSONValue(found.due)),
            ]
            return answer.response
        },
        names("people") { query, gallery in try gallery.personCounts(query) },
        names("tags") { query, gallery in try gallery.tagCounts(query) },
        names("cameras") { query, gallery in try gallery.cameraCounts(query) },
        LibraryRoutes.reading("timeline", ["by", "limit", "cursor", "q"]) { request, gallery in
            let unit = try request.choice("by", standard: TimelineUnit.month)
            let counts = try gallery.timeline(try query(request, gallery), by: unit)
            return try ListAnswer(counts, for: request, name: { $0.period ?? "" }) { count in
                .object([
                    ("period", JSONValue(count.period)), ("photos", JSONValue(count.photos)),
                ])
            }.response
        },
    ]

    private static func names(
        _ template: String,
        _ counts: @escaping @Sendable (PhotoQuery, PhotoGallery) throws -> [NameCount]
    ) -> Route {
        LibraryRoutes.reading(template, ["limit", "cursor", "q"]) { request, gallery in
            let found = try counts(try query(request, gallery), gallery)
            return try ListAnswer(found, for: request, name: \.name) { count in
                .object([("name", .text(count.name)), ("photos", JSONValue(count.photos))])
            }.response
        }
    }

    /// The photos that are counted: all, or those that fit `q`.
    private static func query(
        _ request: WebRequest, _ gallery: PhotoGallery
    ) throws -> PhotoQuery {
        PhotoQuery.everything.filtered(try request.filter(request.parameter("q"), in: gallery))
    }

    private static func name(_ place: PlaceCount) -> String {
        [place.countryCode, place.region, place.city].map { $0 ?? "" }.joined(separator: "/")
    }

    private static func value(_ place: PlaceCount) -> JSONValue {
        .object([
            ("countryCode", JSONValue(place.countryCode)), ("country", JSONValue(place.country)),
            ("region", JSONValue(place.region)), ("city", JSONValue(place.city)),
            ("photos", JSONValue(place.photos)),
        ])
    }
}
