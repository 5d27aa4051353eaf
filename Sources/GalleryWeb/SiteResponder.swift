import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Answers every request: reads it, finds its route and sender, asks who may, and sees to it that each
/// answer, of errors too, has what all answers have.
struct SiteResponder: HTTPResponder {
    private let site: Site
    private let forwarded: ForwardedAddress
    private let hosts: HostRule
    private let origins: OriginRule

    /// Makes the responder of a site.
    init(_ site: Site) {
        self.site = site
        forwarded = ForwardedAddress(site.options)
        hosts = HostRule(site.options)
        origins = OriginRule(site.options)
    }

    func respond(to request: Request, context: SiteContext) async -> Response {
        let start = ContinuousClock.now
        site.metrics.begin()
        let client = forwarded.client(
            request.headers, address: context.remoteAddress, host: request.head.authority)
        var known = Known()
        var answer: Response
        do {
            answer = try await self.answer(to: request, client, context.channel, &known)
        } catch {
            let problem = Problem(error)
            let told = known.principal.role == .owner ? problem : problem.withoutFiles
            answer = self.answer(
                to: request, told.told(in: PageLanguage(request.headers)), known)
            if answer.status == .internalServerError {
                let address = AccessEntry.withoutSecrets(request.head.path ?? "")
                site.log.error("\(request.method) \(address): \(error)")
            }
        }
        // What everybody gets may be kept for everybody: a secret has no place on it.
        if let cookie = known.cookie, known.route?.permission != .anyone,
            answer.headers[.setCookie] == nil
        {
            answer.headers[.setCookie] = cookie
        }
        if known.isShared { SecurityHeaders.hide(&answer) }
        let hasMaps = known.route.map { $0.permission != .anyone && !known.isShared } ?? false
        SecurityHeaders.add(to: &answer, tiles: hasMaps ? site.tiles?.origin : nil)
        Conditional.apply(to: &answer, request)
        if request.method == .head { answer = answer.createHeadResponse() }
        return site.metrics.observe(
            answer, to: request, route: known.route?.template, principal: known.principal,
            client: client, since: start)
    }

    /// What was found out about a request so far, for the log too where an answer comes to an error.
    private struct Known {
        var route: Route?
        var principal = Principal.anyone
        /// The cookie to send along, because the session lasts longer.
        var cookie: String?
        /// Whether a page is answered with the way to sign in.
        var leadsToSignIn = false
        /// Whether the address is one of share links.
        var isShared = false
        /// The protocol of other programs that the address belongs to.
        var peer: PeerProtocol?
        /// Whether its route was asked, which tells what is wrong itself.
        var isAsked = false
    }

    /// The order is the rule: who may not use an address does not learn whether there is one, nor what is
    /// wrong with the rest of the request.
    private func answer(
        to request: Request, _ client: Client, _ channel: (any Channel)?, _ known: inout Known
    ) async throws -> Response {
        let target = Result { () throws(Problem) in try RequestTarget(request.head.path ?? "") }
        let path = (try? target.get())?.path ?? []
        known.peer = PeerProtocol(path, request.head.path, site.options)
        try hosts.check(client)
        let found = (try? target.get()).map { site.routes.find(request.method, $0.path) }
        // What cannot be read under that address leads nowhere else either.
        known.isShared =
            path.first == "shared"
            || path.isEmpty && request.head.path?.hasPrefix("/shared/") == true
        var refusal: Problem?
        if known.isShared {
            let secret = path.dropFirst().first ?? ""
            known.principal = .shared(
                try await site.shares.access(secret, request.headers, client))
        } else {
            let identity = try await site.credentials.identify(request.headers, client)
            known.principal = identity.principal
            known.cookie = identity.cookie
            refusal = identity.refusal
        }
        var permission =
            known.isShared ? Permission.linkVisitors : known.peer != nil ? .anyone : .viewers
        switch found {
        case .route(let route, _):
            known.route = route
            permission = route.permission
        case .otherMethods(_, let other): permission = other
        case .nothing, nil: break
        }
        do { try permission.check(known.principal) } catch {
            if let refusal { throw refusal }
            known.leadsToSignIn = error.status == .unauthorized && !known.isShared
            throw error
        }
        switch (found, try target.get()) {
        case (.route(let route, let parts), let target):
            if route.isWriting {
                try origins.check(
                    request.headers, client, takesOpaque: route.takesOpaqueOrigins)
            }
            if route.isRefusedReadOnly, site.isReadOnly {
                throw Problem(.forbidden, say: "error.read-only")
            }
            var asked = WebRequest(
                request, target: target, client: client, principal: known.principal)
            asked.parts = parts
            asked.channel = channel
            known.isAsked = true
            return try await route.handler(asked, site)
        case (.otherMethods(let methods, _), _):
            let names = methods.map(\.rawValue).joined(separator: ", ")
            throw Problem(
                .methodNotAllowed, say: "error.methods", ["methods": names],
                headers: [.allow: names])
        case (.nothing, _), (nil, _):
            throw Problem.notFound
        }
    }

    /// What a problem is answered with: a person without a credential is led to the sign-in page, everybody
    /// else is told.
    private func answer(to request: Request, _ problem: Problem, _ known: Known) -> Response {
        if let peer = known.peer, !known.isAsked { return peer.answer(problem) }
        let path = request.head.path ?? ""
        let first = path.dropFirst().prefix { $0 != "/" && $0 != "?" }
        let isPage = first != "api" && first != "metrics"
        if known.leadsToSignIn, isPage, request.method == .get || request.method == .head {
            return .seeOther(ReturnAddress.signIn(next: path))
        }
        let page =
            known.isShared
            ? SharedErrors.page(problem, for: request, known.principal.shared)
            : site.pages.error(problem, for: request)
        return page ?? problem.json
    }
}
