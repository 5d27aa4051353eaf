import HTTPTypes

/// Every address that the server answers.
struct RouteTable: Sendable {
    /// The routes; of two that fit a path, the one with more literal parts is taken.
    let routes: [Route]
    private let byLength: [Int: [Route]]

    /// Makes a table.
    init(_ routes: [Route]) {
        self.routes = routes
        byLength = Dictionary(grouping: routes, by: \.parts.count).mapValues { group in
            group.sorted { $0.literals > $1.literals }
        }
    }

    /// What there is at a path.
    enum Found {
        /// A route, and what stands for the names of its template.
        case route(Route, [String: String])
        /// The path has other methods.
        case otherMethods([HTTPRequest.Method], Permission)
        /// Nothing.
        case nothing
    }

    /// Looks a path up.
    func find(_ method: HTTPRequest.Method, _ path: [String]) -> Found {
        let all = (byLength[path.count] ?? []).compactMap { route in
            route.match(path).map { (route, $0) }
        }
        // What a more literal template names is no value of another one, whatever the method.
        let fitting = all.prefix { $0.0.literals == all.first?.0.literals }
        let asked = method == .head ? .get : method
        if let (route, parts) = fitting.first(where: { $0.0.method == asked }) {
            return .route(route, parts)
        }
        guard let first = fitting.first else { return .nothing }
        let methods = fitting.flatMap { $0.0.method == .get ? [.get, .head] : [$0.0.method] }
        return .otherMethods(methods, first.0.permission)
    }
}

extension Route {
    fileprivate var literals: Int { parts.count { if case .literal = $0 { true } else { false } } }
}

extension RouteTable {
    /// Everything that every server answers.
    static let standard = RouteTable(
        HealthRoutes.all + MetricRoutes.all + SignInRoutes.all + LanguageRoutes.all
            + PageRoutes.all + LibraryRoutes.all + ColumnRoutes.all + MapRoutes.all
            + StandingRoutes.all + PictureRoutes.all + ShareRoutes.all + SharedRoutes.all
            + JobRoutes.all + PostRoutes.all)
}

extension RouteTable {
    /// Everything that a server with options answers.
    static func of(_ options: ServerOptions) -> RouteTable {
        RouteTable(
            standard.routes + (options.isSharing ? PhotoShareRoutes.all : [])
                + (options.campaign == nil ? [] : CampaignRoutes.all))
    }
}

/// Whether the server is there.
enum HealthRoutes {
    static let all = [
        Route(.get, "/healthz", for: .anyone) { _, _ in .text("ok") }
    ]
}
