import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// Routes for starting, following and stopping jobs, and for changes to the gallery.
enum JobRoutes {
    static let all =
        [
            Route(.get, "/api/v1/jobs", for: .viewers, ["limit", "cursor"]) { request, site in
                let limit = try request.limit()
                let last = try request.cursor { Int64($0) }
                // One extra job shows whether there is another page.
                let jobs = try await site.jobs.jobs(before: last, limit: limit + 1)
                return try await offload {
                    .list(
                        jobs, limit: limit, for: request, isTranslated: true,
                        cursor: { "\($0.id)" }, value: { $0.json(for: request) })
                }
            },
            Route(.get, "/api/v1/jobs/{job}", for: .viewers) { request, site in
                answer(try await site.jobs.job(try id(request)), request)
            },
            Route(.delete, "/api/v1/jobs/{job}", for: .owners) { request, site in
                let job = try await site.jobs.stop(try id(request))
                return answer(job, request, status: job.state.isOver ? .ok : .accepted)
            },
            Route(.post, "/api/v1/search", for: .owners) { request, site in
                let body = try await BodyMembers(of: request, SearchBody.names)
                return try await start(.search(try SearchBody.query(body)), request, site)
            },
            Route(.post, "/api/v1/refresh", for: .owners) { request, site in
                let body = try await BodyMembers(of: request, ["sections"])
                let names = try body.list("sections")
                let gallery = site.gallery
                let sections = try await offload {
                    guard let names else {
                        return try gallery.sections.list().filter { $0.query != nil }
                    }
                    guard names.count <= PhotoChoice.maximumPhotos else {
                        throw Problem(
                            .badRequest, say: "error.many-sections", ["count": "\(names.count)"])
                    }
                    var met: Set<Int64> = []
                    return try names.compactMap { name in
                        guard let text = name.string else {
                            throw body.wrong("section", name, .say("expected.section"))
                        }
                        let section = try SectionRoutes.section(text, in: gallery)
                        guard section.query != nil else {
                            throw Problem(
                                .unprocessableContent,
                                say: "error.nothing-to-repeat", ["section": section.reference.text])
                        }
                        return met.insert(section.id).inserted ? section : nil
                    }
                }
                return try await start(.refresh(sections), request, site)
            },
            Route(.post, "/api/v1/fetch", for: .owners) { request, site in
                let body = try await BodyMembers(of: request, PhotoChoice.names + ["size"])
                let size = try body.choice("size", among: PictureSize.allCases) ?? .large
                let photos = try await offload { try PhotoChoice(body, in: site.gallery) }
                return try await start(.fetch(photos, size: size), request, site)
            },
            Route(.post, "/api/v1/faces", for: .owners) { request, site in
                let body = try await BodyMembers(
                    of: request, PhotoChoice.names + FaceRoutes.detection)
                let photos = try await offload { try PhotoChoice(body, in: site.gallery) }
                let options = try detection(body, in: site.gallery)
                return try await start(.faces(photos, options), request, site)
            },
        ] + TrashRoutes.all + DecisionRoutes.all + FaceRoutes.all + FaceRoutes.people
        + ChangeRoutes.all

    private static func answer(
        _ job: GalleryJob, _ request: WebRequest, status: HTTPResponse.Status = .ok
    ) -> Response {
        var answer = Response.json(job.json(for: request), status: status)
        answer.headers[.vary] = PageLanguage.vary
        return answer
    }

    private static func id(_ request: WebRequest) throws(Problem) -> Int64 {
        guard let id = Int64(request.part("job")), id > 0 else { throw Problem.notFound }
        return id
    }

    /// Returns how faces are detected.
    static func detection(
        _ body: BodyMembers, in gallery: PhotoGallery
    ) throws(Problem) -> FaceOptions {
        var options = gallery.faces.options
        options.again = try body.flag("again") ?? false
        let detector = try body.choice("detector", among: FaceDetectorName.allCases)
        if let detector { options.detector = detector }
        return options
    }

    /// Queues a job and returns its address.
    static func start(
        _ work: JobRequest, _ request: WebRequest, _ site: Site
    ) async throws -> Response {
        let job = try await site.jobs.start(work, for: request.principal.name)
        var answer = answer(job, request, status: .accepted)
        answer.headers[.location] = "/api/v1/jobs/\(job.id)"
        return answer
    }
}

/// Reads the body of `POST /api/v1/search`: the term and Flickr filters, named like the command's
/// options.
enum SearchBody {
    /// The filters with string values.
    private static let texts:
        [(name: String, path: any WritableKeyPath<FlickrQuery, String?> & Sendable)] = [
            ("tags", \.tags), ("tagMode", \.tagMode), ("user", \.user), ("license", \.license),
            ("sort", \.sort), ("minTaken", \.minTaken), ("maxTaken", \.maxTaken),
            ("minUpload", \.minUpload), ("maxUpload", \.maxUpload), ("bbox", \.bbox),
            ("contentType", \.contentType), ("media", \.media), ("machineTags", \.machineTags),
            ("group", \.group),
        ]

    /// The allowed members of the body.
    static let names =
        ["term", "limit", "all", "size", "near", "radius", "hasGeo", "safeSearch"]
        + texts.map(\.name)

    /// Returns the query of a body.
    ///
    /// - Throws: 400 for an invalid value or an empty query.
    static func query(_ body: BodyMembers) throws(Problem) -> FlickrQuery {
        let term = SectionReference.normalized(try body.text("term") ?? "")
        guard term.utf8.count <= 1_000 else { throw Problem(.badRequest, say: "error.long-term") }
        let limit = try body.integer("limit", in: 1...Int.max)
        let isAll = try body.flag("all") ?? false
        if isAll, limit != nil { throw Problem(.badRequest, say: "error.all-and-limit") }
        let size =
            try body.text("size") == "none"
            ? nil : try body.choice("size", among: PictureSize.allCases) ?? .medium
        var query = FlickrQuery(term: term, limit: isAll ? nil : limit ?? 100, size: size)
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

    private static func near(_ body: BodyMembers, _ query: inout FlickrQuery) throws(Problem) {
        if let text = try body.text("near") {
            guard let near = Coordinate(text: text) else {
                throw body.wrong("near", .text(text), .say("expected.position"))
            }
            query.near = near
        }
        guard let radius = try body.number("radius") else { return }
        guard query.near != nil else { throw Problem(.badRequest, say: "error.radius-alone") }
        guard radius > 0, radius <= 32 else {
            throw body.wrong("radius", .number(radius), .say("expected.radius"))
        }
        query.radius = radius
    }
}

extension GalleryJob {
    /// Returns the JSON object of a job in the language of the request; only owners see errors, as
    /// these may contain server file paths, and the photos of some jobs, which may be hidden.
    func json(for request: WebRequest) -> JSONValue {
        let isOwner = request.principal.role == .owner
        let language = request.language
        let namesPhotos = kind == .duplicates || kind == .trash
        let shownSummary = isOwner || !namesPhotos ? summary : nil
        let shownFailures = failures.map { failure in
            JSONValue([("subject", failure.subject), ("message", failure.message)])
        }
        return JSONValue(
            members(title: language.text(title)) + [
                ("error", isOwner ? error?.withoutPaths : nil), ("retryAfter", retryAfter),
                ("summary", shownSummary.flatMap { try? JSONValue(Array($0.utf8)) }),
                ("sentence", sentence.map(language.text)),
                ("failures", isOwner ? shownFailures : []),
                ("remarks", isOwner ? remarks.map(\.withoutPaths) : []),
            ])
    }

    /// The JSON object for an event, in English.
    var event: JSONValue { JSONValue(members(title: PageLanguage.english.text(title))) }

    private func members(title: String) -> [JSONMember] {
        [
            ("id", id), ("kind", kind.rawValue), ("title", title), ("state", state.rawValue),
            ("askedBy", requester), ("createdAt", dateCreated), ("startedAt", dateStarted),
            ("endedAt", dateEnded), ("progress", progress?.json), ("failedItems", failedItems),
        ]
    }
}

extension WorkProgress {
    fileprivate var json: JSONValue {
        JSONValue([("activity", activity), ("done", done), ("total", total)])
    }
}

extension ChangeFeed {
    /// Posts the state of a job, which replaces its earlier events.
    func post(_ job: GalleryJob) { post(.job, job.event, replacing: "job \(job.id)") }
}
