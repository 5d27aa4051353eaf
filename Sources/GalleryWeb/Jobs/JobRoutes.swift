import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// Starting, following and stopping work; what changes the gallery; changes as they happen.
enum JobRoutes {
    static let all =
        [
            Route(.get, "/api/v1/jobs", for: .viewers, handler: list),
            Route(.get, "/api/v1/jobs/{job}", for: .viewers) { request, site in
                try request.accept([])
                let job = try await site.jobs.job(try id(request))
                return answer(job, request)
            },
            Route(.delete, "/api/v1/jobs/{job}", for: .owners) { request, site in
                try request.accept([])
                let job = try await site.jobs.stop(try id(request))
                return answer(job, request, status: job.state.isOver ? .ok : .accepted)
            },
            Route(.post, "/api/v1/search", for: .owners, handler: search),
            Route(.post, "/api/v1/refresh", for: .owners, handler: refresh),
            Route(.post, "/api/v1/fetch", for: .owners, handler: fetch),
            Route(.post, "/api/v1/faces", for: .owners, handler: faces),
            Route(.post, "/api/v1/photos/{photo}/faces", for: .owners, handler: photoFaces),
        ] + TrashRoutes.all + DecisionRoutes.all + ChangeRoutes.all

    // MARK: - Following

    private static func list(_ request: WebRequest, _ site: Site) async throws -> Response {
        try request.accept(["limit", "cursor"])
        let limit = try request.limit()
        let last = try request.cursor { Int64($0) }
        // One more tells whether there is a next page.
        let jobs = try await site.jobs.jobs(before: last, limit: limit + 1)
        let page = jobs.prefix(limit)
        var answer = ListAnswer(
            page.map { $0.json(for: request) },
            next: jobs.count > limit ? page.last.map { "\($0.id)" } : nil
        ).response
        answer.headers[.vary] = PageLanguage.vary
        return answer
    }

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

    // MARK: - Starting

    private static func search(_ request: WebRequest, _ site: Site) async throws -> Response {
        let body = try await BodyMembers(of: request, SearchBody.names)
        return try await start(.search(try SearchBody.query(body)), request, site)
    }

    private static func refresh(_ request: WebRequest, _ site: Site) async throws -> Response {
        let body = try await BodyMembers(of: request, ["sections"])
        let names = try body.list("sections")
        let sections = try await offload { [gallery = site.gallery] in
            guard let names else { return try gallery.sections().filter { $0.query != nil } }
            guard names.count <= PhotoChoice.most else {
                throw Problem(
                    .badRequest, say: "error.many-sections", ["count": "\(names.count)"])
            }
            var met: Set<Int64> = []
            return try names.compactMap { name in
                guard let text = name.string else {
                    throw body.wrong("section", name, .init(say: "expected.section"))
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
    }

    private static func fetch(_ request: WebRequest, _ site: Site) async throws -> Response {
        let body = try await BodyMembers(of: request, PhotoChoice.names + ["size"])
        let size = try body.choice("size", among: PictureSize.allCases) ?? .large
        let photos = try await offload { [gallery = site.gallery] in
            try PhotoChoice(body, in: gallery)
        }
        return try await start(.fetch(photos, size: size), request, site)
    }

    private static func faces(_ request: WebRequest, _ site: Site) async throws -> Response {
        let body = try await BodyMembers(of: request, PhotoChoice.names + ["again", "detector"])
        let photos = try await offload { [gallery = site.gallery] in
            try PhotoChoice(body, in: gallery)
        }
        return try await detect(in: photos, body, request, site)
    }

    private static func photoFaces(
        _ request: WebRequest, _ site: Site
    ) async throws -> Response {
        let body = try await BodyMembers(of: request, ["again", "detector"])
        let photo = try await offload { [gallery = site.gallery] in
            try PhotoRoutes.photo(request, in: gallery).id
        }
        return try await detect(in: PhotoChoice(photo), body, request, site)
    }

    private static func detect(
        in photos: PhotoChoice, _ body: BodyMembers, _ request: WebRequest, _ site: Site
    ) async throws -> Response {
        let again = try body.flag("again") ?? false
        let detector = try body.choice("detector", among: FaceDetectorName.allCases)
        return try await start(
            .faces(photos, again: again, detector: detector), request, site)
    }

    /// Begins a job and tells where it can be followed.
    private static func start(
        _ work: JobRequest, _ request: WebRequest, _ site: Site
    ) async throws -> Response {
        let job = try await site.jobs.start(work, for: request.principal.name)
        var answer = answer(job, request, status: .accepted)
        answer.headers[.location] = "/api/v1/jobs/\(job.id)"
        return answer
    }
}
