import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// Routes for visitors of a share link: pages, pictures, files and an archive of its photos.
///
/// Photos come only from `SharedPhotos`.
enum SharedRoutes {
    static let all: [Route] = [
        Route(.get, "/shared/{secret}", for: .linkHolders) { request, site in
            guard let access = request.principal.shared, access.isOpen else {
                throw ShareLinkOpener.locked()
            }
            let link = access.link
            let shared = try await shared(request, site)
            var answer = try await offload {
                try SharedPage(request: request, shared: shared).photos()
            }
            if !request.isHead, !ShareCookie.isIn(request.headers, of: link, request.client),
                !isPreview(request.headers)
            {
                site.shares.noteOpening(of: link.link)
                answer.headers[.setCookie] = ShareCookie.header(
                    link, at: SharedAddresses.base(request), request.client)
            }
            return answer
        },
        // The secret in the address proves that the request is intended.
        Route(
            .post, "/shared/{secret}", for: .linkHolders, acceptsOpaqueOrigins: true
        ) { request, site in
            guard let access = request.principal.shared else { throw Problem.notFound }
            let base = SharedAddresses.base(request)
            let form = try await request.form()
            guard access.link.link.hasPassword else { return .seeOther(base) }
            try await site.shares.unlock(
                access.link, password: form["password"] ?? "", from: request.client)
            if !access.isOpen { site.shares.noteOpening(of: access.link.link) }
            let cookie = ShareCookie.header(access.link, at: base, request.client)
            return .seeOther(base, cookie: cookie)
        },
        Route(.get, "/shared/{secret}/photos/{photo}", for: .linkVisitors) { request, site in
            let (shared, photo) = try await photo(request, site)
            return try await offload {
                try SharedPage(request: request, shared: shared).photo(photo)
            }
        },
        Route(.get, "/shared/{secret}/photos/{photo}/thumbnail/{side}", for: .linkVisitors) {
            request, site in
            let (shared, photo) = try await photo(request, site)
            guard let side = shared.thumbnailSides.first(where: { "\($0)" == request.part("side") })
            else { throw Problem.notFound }
            var answer = try await site.pictures.thumbnail(of: photo.id, side: side, for: request)
            // Browsers must revalidate, so that an expired link stops working immediately.
            answer.headers[.cacheControl] = Conditional.caching
            return answer
        },
        Route(.get, "/shared/{secret}/photos/{photo}/file", for: .linkVisitors) { request, site in
            let (_, photo) = try await photo(request, site)
            let file = try await request.whileClientWaits { [gallery = site.gallery] in
                try await gallery.shareLinks.file(of: photo)
            }
            return try FileResponse(
                tag: EntityTag(String(file.identity.prefix(32))),
                type: OriginalType(fileType: file.fileType), name: file.name,
                byteCount: file.byteCount, read: file.read
            ).response(for: request)
        },
        Route(.get, "/shared/{secret}/photos.zip", for: .linkVisitors) { request, site in
            guard let link = request.principal.shared?.link.link else { throw Problem.notFound }
            let shared = try await shared(request, site)
            let gallery = site.gallery
            let archives = site.shares.archives
            var state = try await request.whileClientWaits {
                try await archives.archive(of: shared, in: gallery)
            }
            if case .missing(let count, let all) = state {
                guard gallery.problems.areKept else {
                    throw Problem(.notFound, say: "shared.no-archive")
                }
                guard count <= maximumAwaitedFiles || site.isReadOnly else {
                    try await site.jobs.prepare(link)
                    var problem = Problem(
                        .serviceUnavailable, say: "shared.making",
                        ["done": "\(all - count)", "count": "\(all)"], headers: again)
                    problem.members = [("done", all - count), ("total", all)]
                    throw problem
                }
                state = try await request.whileClientWaits {
                    _ = try await gallery.shareLinks.prepare(link.id)
                    // Failed files are retried at the next request.
                    return try await archives.archive(of: shared, in: gallery, leavesFailed: true)
                }
            }
            guard case .ready(let archive) = state else {
                throw Problem(.serviceUnavailable, say: "shared.changed", headers: again)
            }
            return try FileResponse(
                tag: EntityTag(String(archive.identity.prefix(32))), type: .zip,
                name: "shared-photos.zip", byteCount: archive.byteCount, read: archive.read
            ).response(for: request)
        },
        Route(.get, "/shared/{secret}/assets/{version}/{file}", for: .linkHolders) { request, _ in
            try await Assets.answer("", request.part("file"), request)
        },
        Route(.get, "/shared/{secret}/assets/{version}/scripts/{file}", for: .linkVisitors) {
            request, _ in
            try await Assets.answer("scripts/", request.part("file"), request)
        },
    ]

    /// Returns the photos of the link that the request's principal contains.
    private static func shared(_ request: WebRequest, _ site: Site) async throws -> SharedPhotos {
        guard let access = request.principal.shared else { throw Problem.notFound }
        return try await site.shares.photos(of: access.link.link)
    }

    /// Returns the photo that the address names.
    ///
    /// - Throws: 404 if the link does not contain it.
    private static func photo(
        _ request: WebRequest, _ site: Site
    ) async throws -> (SharedPhotos, ShareLinkPhoto) {
        let shared = try await shared(request, site)
        guard let number = Int64(id: request.part("photo")),
            let photo = try await offload({ try shared.photo(PhotoID(rawValue: number)) })
        else { throw Problem.notFound }
        return (shared, photo)
    }

    /// Returns true for link previews by messengers and for crawlers, which do not count as
    /// openings.
    ///
    /// Source: the `User-Agent` documentation of these programs, such as
    /// https://developers.facebook.com/docs/sharing/webmasters/web-crawlers; Sec-Purpose in the
    /// Fetch standard.
    private static func isPreview(_ headers: HTTPFields) -> Bool {
        if headers[named: "Sec-Purpose"]?.contains("prefetch") == true { return true }
        let agent = (headers[.userAgent] ?? "").lowercased()
        // Cubot is a phone brand.
        let hasBot = agent.replacing("cubot", with: "").contains(/bot\b/)
        return hasBot || previewAgents.contains { agent.contains($0) }
    }

    /// Substrings of the names of such programs that do not contain `bot`.
    private static let previewAgents = [
        "crawler", "embedly", "facebookexternalhit", "facebookcatalog", "iframely",
        "kakaotalk-scrap", "mastodon/", "meta-external", "pleroma", "preview", "snapchat", "spider",
        "vkshare", "whatsapp/", "yahoo! slurp",
    ]

    /// The maximum number of missing files that a request for an archive waits for; more are made
    /// by a job.
    private static let maximumAwaitedFiles = 16

    /// The headers that make clients, including browsers without scripts, retry after two seconds.
    ///
    /// Source: RFC 9110, section 10.2.3; HTML Standard, section 7.4.2.3.2 (the Refresh header)
    private static var again: HTTPFields {
        var headers: HTTPFields = [.retryAfter: "2"]
        headers[named: "Refresh"] = "2"
        return headers
    }
}
