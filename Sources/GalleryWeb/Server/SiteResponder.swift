import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Handles every request: parses it, finds its route and sender, checks the permission, and adds
/// the common headers to every response, including errors.
struct SiteResponder: HTTPResponder {
    private let site: Site
    private let forwarded: ForwardedAddress
    private let hosts: HostRule

    /// Creates the responder of a site.
    init(_ site: Site) {
        self.site = site
        forwarded = ForwardedAddress(site.options)
        hosts = HostRule(site.options)
    }

    func respond(to request: Request, context: SiteContext) async -> Response {
        let address = context.channel.remoteAddress?.ipAddress ?? ""
        return await respond(to: request, from: address, on: context.channel)
    }

    /// Returns the response to a request from an IP address; without a connection in tests.
    func respond(
        to request: Request, from address: String, on channel: (any Channel)? = nil
    ) async -> Response {
        let start = ContinuousClock.now
        site.metrics.begin()
        let client = forwarded.client(
            request.headers, address: address, host: request.head.authority)
        var known = Known()
        var answer: Response
        do {
            answer = try await self.answer(to: request, client, channel, &known)
        } catch {
            let problem = Problem(error)
            answer = self.answer(to: request, problem, known)
            // The owner finds the affected files in the log.
            if problem.status == .internalServerError
                || problem.revealsPaths && problem.status.code >= 500
            {
                let address = AccessEntry.withoutSecrets(request.head.path ?? "")
                site.log.error("\(request.method) \(address): \(error)")
            }
        }
        // Public responses may be cached by proxies and must not contain a secret.
        if let cookie = known.identity.cookie, known.route?.permission != .anyone,
            answer.headers[.setCookie] == nil
        {
            answer.headers[.setCookie] = cookie
        }
        let principal = known.identity.principal
        if principal.role != nil, known.route?.permission != .anyone {
            answer.headers[named: "Gallery-Account"] = principal.digest
        }
        if known.isShared { SecurityHeaders.hide(&answer) }
        let hasMaps = known.route.map { $0.permission != .anyone && !known.isShared } ?? false
        SecurityHeaders.add(to: &answer, tiles: hasMaps ? site.tiles?.origin : nil)
        Conditional.apply(to: &answer, request)
        if request.method == .head { answer = answer.createHeadResponse() }
        return site.metrics.observe(
            answer, to: request, route: known.route?.template, principal: principal,
            client: client, since: start)
    }

    /// The information gathered about a request so far; also used to log requests that fail.
    private struct Known {
        var route: Route?
        var identity = Credentials.Identity(principal: .anyone)
        /// True if a page request is redirected to the sign-in page.
        var redirectsToSignIn = false
        /// True if the address belongs to a share link.
        var isShared = false
        /// The peer protocol that the address belongs to.
        var peer: PeerProtocol?
        /// True if the route takes the request; peers get its problems in English.
        var isHandled = false
    }

    /// Checks a request in a fixed order, so that a sender without permission learns neither
    /// whether an address exists nor what else is wrong with the request.
    private func answer(
        to request: Request, _ client: Client, _ channel: (any Channel)?, _ known: inout Known
    ) async throws -> Response {
        let target = Result { () throws(Problem) in try RequestTarget(request.head.path ?? "") }
        let path = (try? target.get())?.path ?? []
        known.peer = PeerProtocol(path, request.head.path, site.options)
        try hosts.check(client)
        // Unreadable addresses below `/shared/` also belong to share links.
        known.isShared =
            path.first == "shared"
            || path.isEmpty && request.head.path?.hasPrefix("/shared/") == true
        if known.isShared {
            let secret = path.dropFirst().first ?? ""
            known.identity.principal = .shared(
                try await site.shares.access(secret, request.headers, client))
        } else {
            known.identity = try await site.credentials.identify(request.headers, client)
        }
        let principal = known.identity.principal
        let fitting = (try? target.get()).map { site.routes.matching($0.path) } ?? []
        let method = request.method == .head ? .get : request.method
        let found = fitting.first { $0.route.method == method }
        known.route = found?.route
        let usual =
            known.isShared ? Permission.linkVisitors : known.peer == nil ? .viewers : .anyone
        let permission = (found ?? fitting.first)?.route.permission ?? usual
        do { try permission.check(principal) } catch {
            if let refusal = known.identity.refusal { throw refusal }
            known.redirectsToSignIn = error.status == .unauthorized && !known.isShared
            throw error
        }
        let readable = try target.get()
        guard let (route, parts) = found else {
            guard !fitting.isEmpty else { throw Problem.notFound }
            let methods = fitting.map(\.route.method).flatMap { $0 == .get ? [.get, .head] : [$0] }
            let names = methods.map(\.rawValue).joined(separator: ", ")
            throw Problem(
                .methodNotAllowed, say: "error.methods", ["methods": names],
                headers: [.allow: names])
        }
        if route.isWriting {
            try hosts.checkOrigin(request.headers, client, for: route)
        }
        if route.isRefusedReadOnly, site.isReadOnly {
            throw Problem(.forbidden, say: "error.read-only")
        }
        var webRequest = WebRequest(request, target: readable, client: client, principal: principal)
        webRequest.parts = parts
        webRequest.channel = channel
        known.isHandled = true
        try webRequest.checkParameters(of: route)
        let author = principal.name.isEmpty ? nil : principal.name
        return try await ChangeAuthor.$name.withValue(author) { [webRequest] in
            try await route.handler(webRequest, site.seen(by: principal))
        }
    }

    /// Returns the response to a problem: browsers without a credential are redirected to the
    /// sign-in page, all others get the error.
    private func answer(to request: Request, _ problem: Problem, _ known: Known) -> Response {
        let isOwner = known.identity.principal.role == .owner
        let shown = (isOwner ? problem.withoutPaths : problem.withoutFiles)
            .translated(to: PageLanguage(request.headers))
        if let peer = known.peer { return peer.answer(known.isHandled ? problem : shown) }
        let path = request.head.path ?? ""
        let first = path.dropFirst().prefix { $0 != "/" && $0 != "?" }
        let isPage = first != "api" && first != "metrics"
        if known.redirectsToSignIn, isPage, request.method == .get || request.method == .head {
            return .seeOther(ReturnAddress.signIn(next: path))
        }
        let page =
            known.isShared
            ? SharedErrors.page(shown, for: request, known.identity.principal.shared)
            : Pages.error(shown, for: request, known.identity.principal, site)
        return page ?? shown.json
    }
}

/// A protocol of other programs, which has its own format for errors.
enum PeerProtocol: Sendable {
    /// The photo-share protocol.
    case photoShare
    /// The campaign protocol; its sign-in has another name for the member with the error.
    case campaign(errorMember: String)

    /// Returns the protocol of an address, including unreadable ones; nil if it belongs to none.
    ///
    /// - Parameters:
    ///   - path: the components of the path; empty if the address is unreadable.
    ///   - text: the address as sent.
    init?(_ path: [String], _ text: String?, _ options: ServerOptions) {
        func isBelow(_ folder: String) -> Bool {
            path.first == folder || path.isEmpty && text?.hasPrefix("/\(folder)/") == true
        }
        if options.isSharing, isBelow(PhotoShareRoutes.folder) {
            self = .photoShare
        } else if options.campaign != nil, isBelow("posts") {
            self = .campaign(errorMember: "error")
        } else if options.campaign != nil, isBelow("auth") {
            self = .campaign(errorMember: "message")
        } else {
            return nil
        }
    }

    /// Returns the response to a problem: a sentence, since clients display it as it is.
    ///
    /// For photo sharing, it has status 404, except for oversized pictures (413) and temporary
    /// errors (429); for campaigns, it is in a JSON object.
    func answer(_ problem: Problem) -> Response {
        // Only the owner may see server file paths.
        let problem = problem.withoutFiles
        var answer: Response
        switch self {
        case .photoShare:
            let isBusy = problem.status == .serviceUnavailable
            let isOther = problem.status != .contentTooLarge && problem.status != .tooManyRequests
            answer = .text(
                isBusy ? PageLanguage.english.say("error.much-at-once") : problem.detail,
                status: isBusy ? .tooManyRequests : isOther ? .notFound : problem.status)
        case .campaign(let member):
            // The protocol has a single status for invalid forms.
            answer = .json(
                .object([(member, .text(problem.detail))]),
                status: problem.status == .unprocessableContent ? .badRequest : problem.status)
            for name in [HTTPField.Name.wwwAuthenticate, .allow] {
                answer.headers[name] = problem.headers[name]
            }
        }
        answer.headers[.retryAfter] = problem.headers[.retryAfter]
        return answer
    }
}
