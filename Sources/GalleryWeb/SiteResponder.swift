import HTTPTypes
import Hummingbird
import Logging

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
        let client = forwarded.client(
            request.headers, address: context.remoteAddress, host: request.head.authority)
        var known = Known()
        var answer: Response
        do {
            answer = try await self.answer(to: request, client, &known)
        } catch {
            let problem = Problem(error)
            if problem.status == .internalServerError {
                site.log.error("\(request.method) \(request.uri.path): \(error)")
            }
            answer = site.pages.error(problem, for: request) ?? problem.json
        }
        SecurityHeaders.add(to: &answer)
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
    }

    /// The order is the rule: who may not use an address does not learn whether there is one.
    private func answer(
        to request: Request, _ client: Client, _ known: inout Known
    ) async throws -> Response {
        let target = try RequestTarget(request.head.path ?? "")
        let found = site.routes.find(request.method, target.path)
        try hosts.check(client)
        known.principal = try await site.credentials.principal(request.headers, client)
        switch found {
        case .route(let route, let parts):
            known.route = route
            try route.permission.check(known.principal)
            if route.isWriting { try origins.check(request.headers, client) }
            var asked = WebRequest(
                request, target: target, client: client, principal: known.principal)
            asked.parts = parts
            return try await route.handler(asked, site)
        case .otherMethods(let methods, let permission):
            try permission.check(known.principal)
            let names = methods.map(\.rawValue).joined(separator: ", ")
            throw Problem(
                .methodNotAllowed, "this address takes \(names)", headers: [.allow: names])
        case .nothing:
            try Permission.viewers.check(known.principal)
            throw Problem.notFound
        }
    }
}
