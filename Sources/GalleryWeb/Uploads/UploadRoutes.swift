import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// Routes that add photos to the camera section, and the page for it.
enum UploadRoutes {
    /// The maximum number of digests in a request.
    private static let maximumDigests = 100

    static let all: [Route] =
        [
            Route(.post, "/api/v1/uploads", for: .members, ["album", "group"]) { request, site in
                let (items, step) = try await UploadForm.receive(request, site)
                if items.count == 1, let refusal = items[0].refusal { throw refusal }
                return .json(
                    JSONValue([("items", JSONValue.list(items.map(\.json))), ("undo", step)]))
            },
            // Which files need not be sent.
            Route(.get, "/api/v1/uploads", for: .members, ["sha256"]) { request, site in
                let texts = (request.parameter("sha256") ?? "").split(separator: ",")
                let digests = try texts.map { part throws(Problem) in
                    let text = String(part)
                    guard let digest = FileDigest(hexadecimal: text) else {
                        throw request.invalid("sha256", text, .say("expected.digests"))
                    }
                    return digest
                }
                guard digests.count <= maximumDigests else {
                    throw request.invalid("sha256", "\(digests.count)", .say("expected.digests"))
                }
                return try await offload { [gallery = site.gallery] in
                    let items = try digests.compactMap { digest in
                        try gallery.uploads.photo(of: digest).map { photo in
                            JSONValue([("sha256", digest.hexadecimal), ("photo", photo.rawValue)])
                        }
                    }
                    return .json(JSONValue([("items", JSONValue.list(items))]))
                }
            },
            PageRoutes.page("/upload", for: .members) { try $0.upload() },
            // For browsers without scripts, and for files that apps share (AppRoutes).
            Route(.post, "/upload", for: .members, acceptsShares: true) { request, site in
                let items = try await UploadForm.receive(request, site).items
                return try await offload {
                    try GalleryPage(request: request, site: site).upload(items)
                }
            },
        ] + TusRoutes.all
}
