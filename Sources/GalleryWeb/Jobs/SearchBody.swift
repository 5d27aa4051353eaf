import Basics
import GalleryModel
import HTTPTypes

/// Reads what `POST /api/v1/search` asks for: the term, and Flickr's filters under the names of the command's
/// options.
enum SearchBody {
    /// The filters that are texts.
    private static let texts:
        [(name: String, path: any WritableKeyPath<FlickrQuery, String?> & Sendable)] = [
            ("tags", \.tags), ("tagMode", \.tagMode), ("user", \.user), ("license", \.license),
            ("sort", \.sort), ("minTaken", \.minTaken), ("maxTaken", \.maxTaken),
            ("minUpload", \.minUpload), ("maxUpload", \.maxUpload), ("bbox", \.bbox),
            ("contentType", \.contentType), ("media", \.media), ("machineTags", \.machineTags),
            ("group", \.group),
        ]

    /// What a body may have.
    static let names =
        ["term", "limit", "all", "size", "near", "radius", "hasGeo", "safeSearch"]
        + texts.map(\.name)

    /// The query of a body.
    ///
    /// - Throws: 400 for a value that cannot be, and for none at all.
    static func query(_ body: BodyMembers) throws(Problem) -> FlickrQuery {
        let term = SectionReference.normalized(try body.text("term") ?? "")
        guard term.utf8.count <= 1_000 else {
            throw Problem(.badRequest, say: "error.long-term")
        }
        let limit = try body.integer("limit", in: 1...Int.max)
        let isAll = try body.flag("all") ?? false
        if isAll, limit != nil {
            throw Problem(.badRequest, say: "error.all-and-limit")
        }
        var query = FlickrQuery(
            term: term, limit: isAll ? nil : limit ?? 100, size: try size(body))
        let plain = query
        for (name, path) in texts { query[keyPath: path] = try body.text(name) }
        query.hasGeo = try body.flag("hasGeo")
        query.safeSearch = try body.integer("safeSearch", in: 1...3)
        try near(body, &query)
        if term.isEmpty, query == plain {
            throw Problem(.badRequest, say: "error.nothing-to-search")
        }
        return query
    }

    private static func size(_ body: BodyMembers) throws(Problem) -> PictureSize? {
        guard try body.text("size") != "none" else { return nil }
        return try body.choice("size", among: PictureSize.allCases) ?? .medium
    }

    private static func near(_ body: BodyMembers, _ query: inout FlickrQuery) throws(Problem) {
        if let text = try body.text("near") {
            guard let near = Coordinate(text: text) else {
                throw body.wrong("near", .text(text), .init(say: "expected.position"))
            }
            query.near = near
        }
        guard let radius = try body.number("radius") else { return }
        guard query.near != nil else {
            throw Problem(.badRequest, say: "error.radius-alone")
        }
        guard radius > 0, radius <= 32 else {
            throw body.wrong("radius", .number(radius), .init(say: "expected.radius"))
        }
        query.radius = radius
    }
}
