import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// Renders the pages without photos: errors and sign-in.
enum Pages {
    /// Renders the error page for a problem, with the navigation of the sender.
    ///
    /// - Returns: nil for clients other than browsers, which get JSON.
    static func error(
        _ problem: Problem, for request: Request, _ principal: Principal, _ site: Site
    ) -> Response? {
        guard Pages.acceptsHTML(request) else { return nil }
        let isOpen = problem.status != .unauthorized
        let language = PageLanguage(request.headers)
        let title = Pages.title(of: problem.status, in: language)
        let values: [String: Any] = [
            "errorTitle": title,
            "errorDetail": Pages.sentence(problem.detail), "errorStatus": problem.status.code,
            "isUnauthorized": !isOpen,
            "isEnglish": language.translation(of: problem.message) == nil,
        ]
        let frame = PageFrame(
            .error, for: principal, in: language,
            address: request.method == .get ? request.head.path ?? "/" : "/", site)
        guard let page = try? frame.page("error", title, values) else { return nil }
        return .html(page, status: problem.status, headers: problem.headers)
    }

    /// Renders the sign-in form.
    ///
    /// - Parameters:
    ///   - ticket: a ticket to sign in with, and the name of its account, which is empty for the
    ///     owner and nil for an invalid ticket.
    ///   - failure: the error of the last attempt, whose status becomes that of the response.
    ///   - next: the address to return to after signing in.
    static func signIn(
        _ request: WebRequest, name: String = "", ticket: (secret: String, name: String?)? = nil,
        failure: Problem? = nil, next: String
    ) -> Response {
        var values: [String: Any] = ["nameText": name, "nextAddress": next]
        var failure = failure
        if let ticket, let name = ticket.name {
            let shown = name.isEmpty ? request.language.say("account.owner") : name
            values["ticket"] = ticket.secret
            values["ticketText"] = request.language.say("account.continue", ["name": shown])
        } else if ticket != nil {
            failure = Problem(.unauthorized, say: "error.wrong-ticket")
        }
        if let failure {
            values["failure"] = Pages.sentence(failure.translated(to: request.language).detail)
        }
        let language = request.language
        let frame = PageFrame(
            .signIn, isOpen: false, in: language, address: ReturnAddress.signIn(next: next))
        guard let page = try? frame.page("sign-in", language.say("sign-in.title"), values) else {
            return .text("sign in with a form: 'name' and 'password'")
        }
        return .html(page, status: failure?.status ?? .ok, headers: failure?.headers ?? [:])
    }

    /// Returns true if the client is a browser.
    static func acceptsHTML(_ request: Request) -> Bool {
        let path = request.head.path ?? ""
        if path == "/api" || path.hasPrefix("/api/") { return false }
        return request.headers[.accept]?.lowercased().contains("text/html") == true
    }

    /// Returns the title of an error page.
    static func title(of status: HTTPResponse.Status, in language: PageLanguage) -> String {
        language.text(of: "\(status.code)", in: "error-title") ?? language.say("error-title.other")
    }

    /// Returns the values for a query that cannot be parsed.
    static func fault(_ error: GalleryError, in language: PageLanguage) -> [String: Any] {
        let problem = Problem(error).translated(to: language)
        return [
            "reason": sentence(DisplayText.escaped(problem.detail)),
            "excerpt": error.query?.excerpt ?? "",
            "isEnglish": language.translation(of: problem.message) == nil,
        ]
    }

    /// Formats a message as a sentence.
    static func sentence(_ message: String) -> String {
        let isEnded = message.last.map { ".!?".contains($0) } ?? true
        return capitalized(message) + (isEnded ? "" : ".")
    }

    /// Capitalizes the first letter of a text.
    static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }
}

/// Routes for pages, which are complete without scripts, and for their assets.
enum PageRoutes {
    static let all: [Route] =
        Assets.routes + [
            page("/") { try $0.photos(in: nil) },
            page("/albums") { try $0.cards(.albums) },
            page("/flickr") { try $0.cards(.flickr) },
            page("/sections") { try $0.sections() },
            page("/sections/{section}") { page in
                let section = try page.section(named: page.request.part("section"))
                return page.showsNames(in: section)
                    ? try page.photoNames(in: section) : try page.photos(in: section)
            },
            page("/map") { try $0.map() },
            page("/photos/{photo}") { try $0.photo() }, PhotoForm.route,
            page("/photos/{photo}/edit", for: .members) { try $0.edit() }, EditForm.route,
            page("/places") { try $0.places() },
            page("/people") { page in
                try page.request.filled("name").map(page.person) ?? page.people()
            },
            page("/people/unnamed") { try $0.unnamedFaces() },
            page("/trash", for: .owners) { try $0.trash() },
            // Messages contain server file paths.
            page("/problems", for: .owners) { try $0.problems() },
            page("/undo") { try $0.history() },
            Route(.get, "/jobs", for: .viewers) { request, site in
                try await GalleryPage(request: request, site: site).jobs()
            },
            page("/feed") { try $0.feed(try PostRoutes.feed(of: $0.site)) },
            page("/publish", for: .members) {
                try $0.publish(in: try PostRoutes.feed(of: $0.site))
            },
        ] + ActivityForms.all + StorageRoutes.all

    /// Makes the route of a page, which is rendered on a background thread.
    static func page(
        _ template: String, for permission: Permission = .viewers,
        _ render: @escaping @Sendable (GalleryPage) throws -> Response
    ) -> Route {
        .blocking(.get, template, for: permission) {
            try render(GalleryPage(request: $0, site: $1))
        }
    }
}
