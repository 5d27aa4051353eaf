import Basics
import Gallery
import GalleryModel
import HTTPTypes

/// Tells whom the credential of a request names: a session's cookie or a token.
final class Credentials: Sendable {
    /// What a request's credential comes to.
    struct Identity: Sendable {
        /// Whom it names.
        var principal: Principal
        /// Why it names nobody, where it was there; for routes that need one.
        var refusal: Problem?
        /// The cookie to send again, because the session lasts longer.
        var cookie: String?
    }

    /// Nil where no password is set: nobody signs in then.
    private let sessions: SessionBook?
    private let desk: SignInDesk
    private let tokens: TokenBook
    /// Secrets of 256 bits are not guessed: this keeps somebody from asking the catalog all day.
    private let wrongTokens: AttemptLimits

    /// Makes the credentials of a server.
    init(_ gallery: PhotoGallery, _ options: ServerOptions) {
        sessions = options.password.map { SessionBook(gallery, password: $0) }
        desk = SignInDesk(
            gallery, password: options.password, cost: options.passwordCost, now: options.now)
        wrongTokens = AttemptLimits(
            .init(free: 5000, longest: .seconds(60)), now: options.now)
        tokens = TokenBook(gallery)
    }

    /// Whether anybody has to sign in.
    var areNeeded: Bool { sessions != nil }

    /// How many sessions were used since the server began.
    var sessionCount: Int { sessions?.count ?? 0 }

    /// Whom a request's credential names; anyone where it has none that is valid.
    ///
    /// A header `Authorization: Bearer` wins over a cookie; other kinds are a proxy's business.
    func identify(_ headers: HTTPFields, _ client: Client) async throws -> Identity {
        guard let sessions else { return Identity(principal: .local) }
        if let secret = Credentials.bearer(headers) {
            return try await identify(byToken: secret, client)
        }
        guard let secret = SessionCookie.secret(in: headers, client),
            let found = try await sessions.find(secret)
        else { return Identity(principal: .anyone) }
        let account = found.session.account
        return Identity(
            principal: Principal(
                role: account?.role ?? .owner, name: account?.name ?? "",
                sessionID: found.session.id, account: account),
            cookie: found.isRenewed ? SessionCookie.header(secret, client) : nil)
    }

    /// Whom the token of a request names, also where nobody has to sign in; nil where it has none.
    ///
    /// Neither a session nor being at this machine stands in for the token.
    func tokenHolder(_ request: WebRequest) async throws -> Principal? {
        guard let secret = Credentials.bearer(request.headers) else { return nil }
        if areNeeded { return request.principal }
        return try await identify(byToken: secret, request.client).principal
    }

    /// Whom a token names, also where nobody has to sign in.
    func identify(byToken secret: String, _ client: Client) async throws -> Identity {
        if tokens.remembered(secret) == nil,
            let refusal = wrongTokens.refusal(AttemptKey.address(client.address))
        {
            return Identity(principal: .anyone, refusal: refusal)
        }
        if let token = try await tokens.find(secret) {
            let principal = Principal(
                role: token.role, name: token.account?.name ?? token.name, sessionID: nil,
                account: token.account)
            return Identity(principal: principal)
        }
        return Identity(principal: .anyone, refusal: refusal(client))
    }

    /// Signs somebody in and ends the session that the request came with.
    ///
    /// - Returns: the cookie of a new session.
    /// - Throws: 401, 429 and 503, as `SignInDesk.check`.
    func signIn(
        name: String, password: String, _ headers: HTTPFields, _ client: Client
    ) async throws -> String {
        guard let sessions else { throw Problem.notFound }
        let account = try await desk.check(name: name, password: password, from: client)
        let secret = try await sessions.begin(account)
        if let old = SessionCookie.secret(in: headers, client) {
            // It ends by itself where the catalog does not let go of it now.
            try? await sessions.end(old)
        }
        return SessionCookie.header(secret, client)
    }

    /// The account that a name and a password open, without a session; nil where either is wrong.
    ///
    /// Attempts count with those of signing in.
    ///
    /// - Throws: 429 and 503.
    func account(
        named name: String, password: String, _ client: Client
    ) async throws -> Account? {
        // The owner, who has no name, is no account.
        guard !name.allSatisfy(\.isWhitespace) else { return nil }
        do { return try await desk.check(name: name, password: password, from: client) } catch {
            guard (error as? Problem)?.status == .unauthorized else { throw error }
            return nil
        }
    }

    /// Ends the session that a request came with, or all of that account.
    func signOut(_ headers: HTTPFields, _ client: Client, everywhere: Bool) async throws {
        guard let sessions, let secret = SessionCookie.secret(in: headers, client) else { return }
        if everywhere, let found = try await sessions.find(secret) {
            try await sessions.endAll(of: found.session.account)
        } else {
            try await sessions.end(secret)
        }
    }

    /// What a wrong token is answered with: the same for one that is unknown, expired or revoked.
    private func refusal(_ client: Client) -> Problem {
        do throws(Problem) {
            try wrongTokens.begin(AttemptKey.address(client.address))
        } catch {
            return error
        }
        return Problem(
            .unauthorized, say: "error.wrong-token",
            headers: [.wwwAuthenticate: "Bearer realm=\"gallery\", error=\"invalid_token\""])
    }

    /// The secret of an `Authorization: Bearer` header; nil where there is none of the kind.
    ///
    /// Source: RFC 6750, section 2.1.
    static func bearer(_ headers: HTTPFields) -> String? {
        guard let value = headers[.authorization] else { return nil }
        let parts = value.split(separator: " ", maxSplits: 1)
        guard let scheme = parts.first, scheme.lowercased() == "bearer" else { return nil }
        return parts.count == 2 ? String(parts[1]) : ""
    }
}
