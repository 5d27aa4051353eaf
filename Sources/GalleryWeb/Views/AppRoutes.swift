import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// Routes for installing the pages as an app: the manifest, and the service worker, which keeps seen
/// pages for looking at them offline.
enum AppRoutes {
    /// Returns the routes of a server with options; the manifest of a campaign is public.
    static func all(of options: ServerOptions) -> [Route] {
        [
            Route(
                .get, "/manifest.webmanifest", for: options.campaign == nil ? .viewers : .anyone
            ) { request, site in manifest(request, site) },
            // At the root, because a worker controls the pages below its own folder.
            Route(.get, "/worker.js", for: .viewers) { request, _ in try await worker(request) },
        ]
    }

    /// The icons: file name, size and purpose.
    ///
    /// The drawing of the last one is within the circle to which phones may crop it.
    private static let icons = [
        ("icon.svg", "any", "any"), ("icon-192.png", "192x192", "any"),
        ("icon-512.png", "512x512", "any"), ("icon-maskable.png", "512x512", "maskable"),
    ]

    /// Returns the manifest: with a campaign, the app is its feed.
    ///
    /// Source: Web Application Manifest (W3C); Web Share Target API (WICG).
    private static func manifest(_ request: WebRequest, _ site: Site) -> Response {
        let language = request.language
        let name = site.campaign?.name ?? language.say("page.gallery")
        let start = site.campaign == nil ? "/" : "/feed"
        let icons = icons.map { file, size, purpose in
            JSONValue([
                ("src", Assets.address(file, language)),
                ("type", EmbeddedFiles.file(Assets.folder + file)?.type), ("sizes", size),
                ("purpose", purpose),
            ])
        }
        var members: [JSONMember] = [
            ("name", name), ("short_name", name), ("id", start), ("start_url", start),
            ("scope", "/"), ("display", "standalone"), ("lang", language.code),
            ("theme_color", "#fbfaf8"), ("background_color", "#fbfaf8"), ("icons", icons),
        ]
        if !site.isReadOnly, (try? request.principal.checkMayPublish()) != nil {
            let files = JSONValue([("name", "file"), ("accept", ["image/*"])])
            let target = JSONValue([
                ("action", "/upload"), ("method", "POST"), ("enctype", "multipart/form-data"),
                ("params", JSONValue([("files", [files])])),
            ])
            members.append(("share_target", target))
        }
        return .bytes(
            JSONValue(members).compact, type: "application/manifest+json",
            headers: [.vary: PageLanguage.vary])
    }

    /// Returns the worker with the addresses of all styles and scripts, which it changes with: after
    /// an update, browsers replace the worker, and the worker what it stored.
    private static func worker(_ request: WebRequest) async throws -> Response {
        let path = Assets.folder + "scripts/worker.js"
        guard let file = try await EmbeddedFiles.file(path)?.translated(to: request.language) else {
            throw Problem.notFound
        }
        let shell = EmbeddedFiles.all.keys.filter { other in
            ["css", "js", "svg"].contains { other.hasSuffix(".\($0)") } && other != path
                && other.hasPrefix(Assets.folder) && !other.hasPrefix(Assets.folder + "site/")
        }.sorted().map {
            Assets.address(String($0.dropFirst(Assets.folder.count)), request.language)
        }
        let bytes = Array("self.shell = ".utf8) + JSONValue(shell).compact + [0x0A] + file.bytes
        return try await offload {
            .compressed(
                bytes, as: Gzip.compressed(bytes), type: file.type, for: request,
                isTranslated: true)
        }
    }
}
