import Basics
import Dispatch
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Synchronization

/// Identifies the sender of a request by a session cookie or a token, and checks names and
/// passwords, with limited attempts and in the same time for unknown names.
final class Credentials: Sendable {
    /// The identity of a sender.
    struct Identity: Sendable {
        /// The user identified by the credential.
        var principal: Principal
        /// The error for routes that need a valid credential; nil if the request has none.
        var refusal: Problem?
        /// The cookie to send again, as the session was extended.
        var cookie: String?
    }

    private let gallery: PhotoGallery
    /// The sessions; nil if no password is set and sign-in is disabled.
    private let sessions: SessionStore?
    private let passwordCost: PasswordHash.Cost
    /// A digest of the server's password under a random key, which makes the comparison safe from
    /// timing attacks.
    private let owner: String?
    private let key = SecretToken().text
    private let attempts: PasswordAttempts
    /// The tokens by digest.
    private let tokens: CatalogCache<String, AccessToken>
    /// A serial queue for background writes.
    private let writing = DispatchQueue(label: "gallery.tokens")
    /// The tickets for signing in other devices, by digest.
    private let tickets = Mutex<[String: (account: Account?, expires: Date)]>([:])
    /// Limits catalog lookups of wrong tokens; guessing 256-bit secrets is hopeless anyway.
    private let wrongTokens: AttemptLimits

    /// Creates the credentials of a server.
    init(_ gallery: PhotoGallery, _ options: ServerOptions) {
        self.gallery = gallery
        sessions = options.password.map { SessionStore(gallery, password: $0) }
        passwordCost = options.passwordCost
        owner = options.password.map { [key] in Credentials.digest($0, key) }
        attempts = PasswordAttempts(free: 10, now: options.now)
        wrongTokens = AttemptLimits(.init(free: 5000, maximumWait: .seconds(60)), now: options.now)
        tokens = CatalogCache(gallery, capacity: 1000)
    }

    /// True if users must sign in.
    var requiresSignIn: Bool { sessions != nil }
    /// The number of sessions used since the server started.
    var sessionCount: Int { sessions?.count ?? 0 }

    /// Identifies the sender of a request; anyone without a valid credential.
    ///
    /// An `Authorization: Bearer` header takes precedence over a cookie; other schemes are left to
    /// proxies.
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

    /// Identifies the holder of the request's token, even on a server without sign-in; nil without
    /// a token.
    ///
    /// Neither a session nor a local connection replaces the token.
    ///
    /// - Parameter formToken: a token in the request's body; nil for that of the headers.
    /// - Throws: 429 after too many wrong tokens.
    func tokenHolder(_ request: WebRequest, formToken: String? = nil) async throws -> Principal? {
        guard let secret = formToken ?? Credentials.bearer(request.headers) else { return nil }
        if formToken == nil, requiresSignIn { return request.principal }
        let identity = try await identify(byToken: secret, request.client)
        if let refusal = identity.refusal, refusal.status != .unauthorized { throw refusal }
        return identity.principal
    }

    /// Identifies the holder of a token, even on a server without sign-in.
    private func identify(byToken secret: String, _ client: Client) async throws -> Identity {
        let hash = SecretToken.digest(of: secret)
        if tokens.cached(hash) == nil,
            let refusal = wrongTokens.refusal(AttemptKey.address(client.address))
        {
            return Identity(principal: .anyone, refusal: refusal)
        }
        let token = try await tokens.value(hash) { [writing] gallery in
            let token = try gallery.accessTokens.find(secret: secret)
            if let token, token.dateUsed.map({ Date() > $0 + 3600 }) != false {
                writing.async { gallery.accessTokens.noteUse(of: token) }
            }
            return token
        }
        if let token, token.isValid(at: Date()) {
            return Identity(
                principal: Principal(
                    role: token.role, name: token.account?.name ?? token.name, sessionID: nil,
                    account: token.account))
        }
        return Identity(principal: .anyone, refusal: refusal(client))
    }

    /// Signs a user in by a form with a ticket or with a name and a password, and ends the previous
    /// session of the request.
    ///
    /// - Returns: the cookie of the new session.
    /// - Throws: 401; 429 and 503, as `check`.
    func signIn(
        _ form: [String: String], _ headers: HTTPFields, _ client: Client
    ) async throws -> String {
        guard let sessions else { throw Problem.notFound }
        let ticket = form["ticket"]
        let found =
            if let ticket {
                try await account(ofTicket: ticket)
            } else {
                try await check(
                    name: form["name"] ?? "", password: form["password"] ?? "", from: client)
            }
        guard let account = found else {
            throw Problem(
                .unauthorized, say: ticket == nil ? "error.wrong-password" : "error.wrong-ticket",
                headers: [.wwwAuthenticate: "Bearer realm=\"gallery\""])
        }
        let secret = try await sessions.begin(account, on: BrowserName.device(headers))
        if let old = SessionCookie.secret(in: headers, client) { await sessions.end(old) }
        return SessionCookie.header(secret, client)
    }

    /// The time for which a ticket is valid, in seconds.
    private static let ticketLifetime: TimeInterval = 600

    /// Makes a ticket, which signs another device of the sender in once within ten minutes, and ends
    /// the account's previous one.
    ///
    /// Only its digest is kept, and only until the server ends.
    ///
    /// - Returns: the secret.
    /// - Throws: 409 for senders without a session.
    func makeTicket(for principal: Principal) throws(Problem) -> String {
        guard principal.sessionID != nil else { throw Problem(.conflict, say: "error.no-session") }
        let secret = SecretToken().text
        let now = Date()
        tickets.withLock { tickets in
            tickets = tickets.filter {
                now < $0.value.expires && $0.value.account?.id != principal.account?.id
            }
            tickets[SecretToken.digest(of: secret)] = (
                principal.account, now + Credentials.ticketLifetime
            )
        }
        return secret
    }

    /// Returns the name of the account that a ticket signs in, empty for the owner; nil if the ticket
    /// is invalid.
    func name(ofTicket secret: String) -> String? {
        let found = tickets.withLock { $0[SecretToken.digest(of: secret)] }
        return found.flatMap { Date() < $0.expires ? $0.account?.name ?? "" : nil }
    }

    /// Returns the account of a ticket, which is then used up.
    ///
    /// - Returns: the account, which is nil for the owner; nil for a ticket that is unknown, used or
    ///   expired, or whose account was changed.
    private func account(ofTicket secret: String) async throws -> Account?? {
        let found = tickets.withLock { $0.removeValue(forKey: SecretToken.digest(of: secret)) }
        guard let found, Date() < found.expires else { return nil }
        guard let known = found.account else { return .some(nil) }
        let account = try await offload { [gallery] in try gallery.accounts.current(known) }
        return account.map(Optional.some)
    }

    /// Ends all sessions of an account, and its tickets; nil for those of the owner with the server's
    /// password.
    func endAll(of account: Account?) async {
        tickets.withLock { $0 = $0.filter { $0.value.account?.id != account?.id } }
        await sessions?.endAll(of: account)
    }

    /// Returns the stored sessions of a sender's account, the last used one first; blocks.
    func sessions(of principal: Principal) throws -> [WebSession] {
        guard principal.sessionID != nil else { return [] }
        return try gallery.sessions.list(of: principal.account)
    }

    /// Ends a stored session of a sender's account by its id; blocks.
    func end(_ session: Int64, of principal: Principal) throws {
        guard principal.sessionID != nil else { return }
        try sessions?.end(session, of: principal.account)
    }

    /// Returns the account with a name and a password, without creating a session; nil if either is
    /// wrong.
    ///
    /// Attempts count as sign-in attempts.
    ///
    /// - Throws: 429 and 503.
    func account(named name: String, password: String, _ client: Client) async throws -> Account? {
        // An empty name means the owner, who has no account.
        guard !name.allSatisfy(\.isWhitespace) else { return nil }
        return try await check(name: name, password: password, from: client) ?? nil
    }

    /// Checks a name and a password.
    ///
    /// - Returns: the account, which is nil for the owner, who has no name; nil if either is wrong.
    /// - Throws: 429 and 503 with `Retry-After`.
    private func check(
        name: String, password: String, from client: Client
    ) async throws -> Account?? {
        // Attempts are counted for the owner, who has no name, for an account by name or email
        // address, or for the digest of an unknown name.
        let target = try await offload { [gallery] () throws(GalleryError) -> String in
            if name.allSatisfy(\.isWhitespace) { return "owner" }
            if let account = try gallery.accounts.id(named: name) { return "account \(account)" }
            return FileDigest(of: SectionReference.key(String(name.prefix(1000)))).hexadecimal
        }
        return try await attempts.check(target, from: client) { [self] in
            try await offload { [self] in
                guard password.utf8.count <= PasswordRule.maximumLength else {
                    _ = try PasswordHash(of: "", cost: passwordCost)
                    return nil
                }
                if name.allSatisfy(\.isWhitespace) {
                    // The hash is not needed, but makes the check take as long as for an account.
                    _ = try PasswordHash(of: password, cost: passwordCost)
                    return Credentials.digest(password, key) == owner ? .some(nil) : nil
                }
                return try gallery.accounts.account(
                    named: name, password: password, cost: passwordCost
                ).map(Optional.some)
            }
        }
    }

    private static func digest(_ password: String, _ key: String) -> String {
        SecretToken.digest(of: password.precomposedStringWithCanonicalMapping, boundTo: key)
    }

    /// Ends the session of a request, or all sessions of its account.
    func signOut(_ headers: HTTPFields, _ client: Client, everywhere: Bool) async throws {
        guard let sessions, let secret = SessionCookie.secret(in: headers, client) else { return }
        if everywhere, let found = try await sessions.find(secret) {
            await endAll(of: found.session.account)
        } else {
            await sessions.end(secret)
        }
    }

    /// Returns the error for a wrong token, which is the same for unknown, expired and revoked
    /// tokens.
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

    /// Returns the secret of an `Authorization: Bearer` header; nil without one.
    ///
    /// Source: RFC 6750, section 2.1.
    static func bearer(_ headers: HTTPFields) -> String? {
        guard let value = headers[.authorization] else { return nil }
        let parts = value.split(separator: " ", maxSplits: 1)
        guard let scheme = parts.first, scheme.lowercased() == "bearer" else { return nil }
        return parts.count == 2 ? String(parts[1]) : ""
    }
}
