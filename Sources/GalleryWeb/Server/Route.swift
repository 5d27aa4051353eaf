import Gallery
import HTTPTypes
import Hummingbird

/// An address that the server handles: method, path, required permission and handler.
struct Route: Sendable {
    /// Handles a request.
    typealias Handler = @Sendable (WebRequest, Site) async throws -> Response

    /// The method; GET also serves HEAD.
    let method: HTTPRequest.Method
    /// The template, such as `/api/v1/photos/{photo}`.
    let template: String
    /// The permission required to use it.
    let permission: Permission
    /// The query parameters; nil if it ignores unknown ones, as programs add some to bypass caches.
    let parameters: [String]?
    /// True if the route accepts `null` as the origin: pages of share links send no referrer, so
    /// browsers send `null` as the origin of their forms (Fetch, section 3.2).
    let acceptsOpaqueOrigins: Bool
    /// True if apps of a phone share files to the route, by requests of the browser itself.
    let acceptsShares: Bool
    let handler: Handler
    /// The components of the template; those in braces are parameters, which match any non-empty
    /// text.
    let parts: [Substring]

    /// Creates a route; each route must specify a permission.
    init(
        _ method: HTTPRequest.Method, _ template: String, for permission: Permission,
        _ parameters: [String]? = [], acceptsOpaqueOrigins: Bool = false,
        acceptsShares: Bool = false, handler: @escaping Handler
    ) {
        self.method = method
        self.parameters = parameters
        self.template = template
        self.permission = permission
        self.acceptsOpaqueOrigins = acceptsOpaqueOrigins
        self.acceptsShares = acceptsShares
        self.handler = handler
        parts = template.split(separator: "/")
    }

    /// Creates a route whose handler blocks and therefore runs on a background thread.
    static func blocking(
        _ method: HTTPRequest.Method, _ template: String, for permission: Permission,
        _ parameters: [String]? = [],
        handler: @escaping @Sendable (WebRequest, Site) throws -> Response
    ) -> Route {
        Route(method, template, for: permission, parameters) { request, site in
            try await offload { try handler(request, site) }
        }
    }

    /// True if the route changes something; such requests must come from a page of this server or
    /// from a program.
    var isWriting: Bool { method != .get }

    /// True if a read-only server rejects the route; signing in and out is allowed, as it does not
    /// change the gallery.
    var isRefusedReadOnly: Bool { isWriting && (permission == .owners || permission == .members) }

    /// The number of literal components.
    var literals: Int { parts.count { !$0.hasPrefix("{") } }

    /// Returns the values of the template's parameters; nil if the path does not match.
    func match(_ path: [String]) -> [String: String]? {
        guard path.count == parts.count else { return nil }
        var found: [String: String] = [:]
        for (part, text) in zip(parts, path) {
            if part.hasPrefix("{") {
                guard !text.isEmpty else { return nil }
                found[String(part.dropFirst().dropLast())] = text
            } else if part != text {
                return nil
            }
        }
        return found
    }
}

extension [Route] {
    /// Returns the routes of a path, with the values of their parameters.
    ///
    /// A literal component takes precedence over a parameter for all methods.
    func matching(_ path: [String]) -> [(route: Route, parts: [String: String])] {
        let matches = compactMap { route in route.match(path).map { (route: route, parts: $0) } }
        let most = matches.map(\.route.literals).max()
        return matches.filter { $0.route.literals == most }
    }
}

extension Route {
    private static let health = Route(.get, "/healthz", for: .anyone) { _, _ in .text("ok") }

    /// The routes of every server.
    static let standard: [Route] =
        [health] + MetricRoutes.all + SignInRoutes.all + AccountRoutes.all + LanguageRoutes.all
        + PageRoutes.all
        + LibraryRoutes.all + AlbumRoutes.all + ColumnRoutes.all + MapRoutes.all
        + PositionRoutes.all + PictureRoutes.all + ShareRoutes.all + SharedRoutes.all
        + JobRoutes.all + PostRoutes.all + PhotoChangeRoutes.all + PhotoArchiveRoutes.all
        + UploadRoutes.all

    /// Returns the routes of a server with options.
    static func all(of options: ServerOptions) -> [Route] {
        standard + AppRoutes.all(of: options) + (options.isSharing ? PhotoShareRoutes.all : [])
            + (options.campaign == nil ? [] : CampaignRoutes.all)
    }
}
