import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// What whoever has the address of a share link may see: its photos, as pages, pictures, files and one archive.
///
/// Photos come from `SharedPhotos` alone.
enum SharedRoutes {
    static let all: [Route] = [
        Route(.get, "/shared/{secret}", for: .linkHolders, handler: open),
        // Who sends it knows the secret.
        Route(
            .post, "/shared/{secret}", for: .linkHolders, takesOpaqueOrigins: true, handler: unlock),
        Route(.get, "/shared/{secret}/photos/{photo}", for: .linkVisitors) { request, site in
            let (shared, photo) = try await photo(request, site)
            return try await offload {
                try SharedPhotoPage(request: request, shared: shared, photo: photo).response()
            }
        },
        Route(.get, "/shared/{secret}/photos/{photo}/thumbnail/{side}", for: .linkVisitors) {
            request, site in
            try request.accept(["v"])
            let (shared, photo) = try await photo(request, site)
            guard let side = shared.thumbnailSides.first(where: { "\($0)" == request.part("side") })
            else { throw Problem.notFound }
            var answer = try await site.pictures.thumbnail(of: photo.id, side: side, for: request)
            // A link that ends is over at the next look.
            answer.headers[.cacheControl] = Conditional.caching
            return answer
        },
        Route(.get, "/shared/{secret}/photos/{photo}/file", for: .linkVisitors) { request, site in
            try request.accept(["download"])
            let (shared, photo) = try await photo(request, site)
            let file = try await request.whileAskerWaits { [gallery = site.gallery] in
                try await gallery.file(of: photo, in: shared)
            }
            return try FileAnswer(
                tag: EntityTag(String(file.identity.prefix(32))),
                type: OriginalType(fileType: file.fileType), name: file.name,
                byteCount: file.byteCount
            ) { try file.read(into: $0, at: $1) }.response(for: request)
        },
        Route(.get, "/shared/{secret}/photos.zip", for: .linkVisitors, handler: archive),
        Route(.get, "/shared/{secret}/assets/{version}/{file}", for: .linkHolders) { request, _ in
            try await Assets.answer("", request.part("file"), request)
        },
        Route(.get, "/shared/{secret}/assets/{version}/scripts/{file}", for: .linkVisitors) {
            request, _ in
            try await Assets.answer("scripts/", request.part("file"), request)
        },
    ]

    /// The photos of a request's link, which its principal is.
    private static func shared(
        _ request: WebRequest, _ site: Site
    ) async throws -> SharedPhotos {
        guard let access = request.principal.shared else { throw Problem.notFound }
        return try await site.shares.photos(of: access.link.link)
    }

    /// The photo that the address names, where the link gives it.
    ///
    /// - Throws: 404 for any other one.
    private static func photo(
        _ request: WebRequest, _ site: Site
    ) async throws -> (SharedPhotos, GivenPhoto) {
        let shared = try await shared(request, site)
        let text = request.part("photo")
        guard let number = Int64(text), "\(number)" == text else { throw Problem.notFound }
        let photo = try await offload { try shared.photo(PhotoID(rawValue: number)) }
        guard let photo else { throw Problem.notFound }
        return (shared, photo)
    }

    @Sendable private static func open(
        _ request: WebRequest, _ site: Site
    ) async throws -> Response {
        guard case .open(let link)? = request.principal.shared else {
            throw ShareDesk.locked()
        }
        let shared = try await shared(request, site)
        var answer = try await offload {
            try SharedPage(request: request, shared: shared).response()
        }
        if !request.isHead, !ShareCookie.isIn(request.headers, of: link, request.client) {
            site.shares.noteOpening(of: link.link)
            answer.headers[.setCookie] = ShareCookie.header(
                link, at: SharedAddresses.base(request), request.client)
        }
        return answer
    }

    @Sendable private static func unlock(
        _ request: WebRequest, _ site: Site
    ) async throws -> Response {
        try request.accept([])
        guard let access = request.principal.shared else { throw Problem.notFound }
        let base = SharedAddresses.base(request)
        let form = try await request.form()
        guard access.link.link.hasPassword else { return .seeOther(base) }
        try await site.shares.unlock(
            access.link, password: form["password"] ?? "", from: request.client)
        if !access.isOpen { site.shares.noteOpening(of: access.link.link) }
        var answer = Response.seeOther(base)
        answer.headers[.setCookie] = ShareCookie.header(access.link, at: base, request.client)
        return answer
    }

    /// How many files somebody who asks for an archive waits for; more are made by a job.
    private static let mostAwaited = 16

    @Sendable private static func archive(
        _ request: WebRequest, _ site: Site
    ) async throws -> Response {
        try request.accept([])
        guard let link = request.principal.shared?.link.link else { throw Problem.notFound }
        let shared = try await shared(request, site)
        let gallery = site.gallery
        let archives = site.shares.archives
        var state = try await request.whileAskerWaits {
            try await archives.archive(of: shared, in: gallery)
        }
        if case .missing(let count, let all) = state {
            guard gallery.keepsProblems else {
                throw Problem(.notFound, say: "shared.no-archive")
            }
            guard count <= mostAwaited || site.isReadOnly else {
                try await site.jobs.prepare(link)
                throw Problem(
                    .serviceUnavailable, say: "shared.making",
                    ["done": "\(all - count)", "count": "\(all)"], headers: [.retryAfter: "5"])
            }
            _ = try await request.whileAskerWaits {
                try await gallery.prepareShareLink(link.id)
            }
            // What fails is tried again when somebody asks the next time.
            state = try await request.whileAskerWaits {
                try await archives.archive(of: shared, in: gallery, leavesFailed: true)
            }
        }
        guard case .ready(let archive) = state else {
            throw Problem(
                .serviceUnavailable, say: "shared.changed", headers: [.retryAfter: "2"])
        }
        return try FileAnswer(
            tag: EntityTag(String(archive.identity.prefix(32))), type: .zip,
            name: "shared-photos.zip",
            byteCount: archive.byteCount
        ) { try archive.read(into: $0, at: $1) }.response(for: request)
    }
}
