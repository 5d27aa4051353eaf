import Basics
import Dispatch
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Synchronization

/// The browser sessions, kept in memory and, if it is writable, in the catalog.
///
/// Only the browser knows a session's secret. The server stores a digest of the secret and its own
/// password, so changing the password ends all sessions.
final class SessionStore: Sendable {
    /// The time after the last use when a session expires, in seconds.
    static let lifetime: TimeInterval = 30 * 24 * 3600
    /// The maximum number of sessions that are only in memory.
    private static let capacity = 10_000

    private let gallery: PhotoGallery
    private let password: String
    private let known: CatalogCache<String, WebSession>
    private let state = Mutex(State())
    /// A serial queue for background writes.
    private let writing = DispatchQueue(label: "gallery.sessions")

    private struct State {
        /// The sessions that could not be stored, by digest.
        var unstored: [String: WebSession] = [:]
        /// The digests of ended sessions, which may still be in the catalog, until they expire.
        var ended: [String: Date] = [:]
        /// The accounts whose earlier sessions ended but are still in the catalog; 0 for the owner.
        var endedAccounts: [Int64: Date] = [:]
    }

    /// Creates the sessions of a server; stored ones are looked up on demand.
    ///
    /// - Parameter password: the server's password.
    init(_ gallery: PhotoGallery, password: String) {
        self.gallery = gallery
        self.password = password
        known = CatalogCache(gallery, capacity: SessionStore.capacity)
    }

    /// The number of sessions used since the server started.
    var count: Int { known.count }

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - account: the account; nil for the owner with the server's password.
    ///   - device: the browser and the system; nil if unknown.
    /// - Returns: the secret of the session.
    func begin(_ account: Account?, on device: String?) async throws -> String {
        let secret = SecretToken().text
        let hash = digest(secret)
        let expires = Date() + SessionStore.lifetime
        // If the catalog is locked or the disk is full, the session ends with the server.
        let id = try await offload { [self] () -> Int64? in
            // Stored dates are in seconds, which may not distinguish the session from ended ones.
            try? endStored(of: account)
            let mayStore = state.withLock { $0.endedAccounts[account?.id ?? 0] == nil }
            guard mayStore else { return nil }
            return try? gallery.sessions.store(
                hash: hash, account: account, device: device, expires: expires)
        }
        guard id == nil else { return secret }
        state.withLock { state in
            if state.unstored.count >= SessionStore.capacity {
                state.unstored = state.unstored.filter { Date() < $0.value.dateExpires }
                if state.unstored.count >= SessionStore.capacity { _ = state.unstored.popFirst() }
            }
            state.unstored[hash] = WebSession(id: 0, account: account, dateExpires: expires)
        }
        return secret
    }

    /// Returns a valid session, and true if its cookie must be sent again because it was extended.
    func find(_ secret: String) async throws -> (session: WebSession, isRenewed: Bool)? {
        let hash = digest(secret)
        let session = try await known.value(hash) { [self] in try lookUp(hash, in: $0) }
        guard let session, Date() < session.dateExpires, !isEnded(session, hash) else { return nil }
        return (session, renew(hash, session))
    }

    /// Ends a session, if it exists.
    ///
    /// The session ends immediately, even if the catalog is not writable.
    func end(_ secret: String) async {
        let hash = digest(secret)
        state.withLock { state in
            state.unstored[hash] = nil
            state.ended[hash] = Date() + SessionStore.lifetime
            guard state.ended.count > SessionStore.capacity else { return }
            let now = Date()
            state.ended = state.ended.filter { $0.value > now }
        }
        try? await offload { [self] in
            if let id = try gallery.sessions.find(hash: hash)?.id { try gallery.sessions.end(id) }
            known.replace(hash, nil)
            state.withLock { $0.ended[hash] = nil }
        }
    }

    /// Ends a stored session of an account by its id; blocks.
    func end(_ id: Int64, of account: Account?) throws {
        let own = try gallery.sessions.list(of: account)
        guard own.contains(where: { $0.id == id }) else { return }
        try gallery.sessions.end(id)
        known.removeAll { $0.id == id }
    }

    /// Ends all sessions of an account; nil for the owner with the server's password.
    ///
    /// The sessions end immediately, even if the catalog is not writable.
    func endAll(of account: Account?) async {
        state.withLock { state in
            state.endedAccounts[account?.id ?? 0] = Date()
            state.unstored = state.unstored.filter { $0.value.account?.id != account?.id }
        }
        // On errors, the sessions stay in the catalog, but give no access to this server.
        try? await offload { [self] in try endStored(of: account) }
    }

    /// Removes the sessions of an account from the catalog if they were ended; blocks.
    private func endStored(of account: Account?) throws {
        let key = account?.id ?? 0
        guard let moment = state.withLock({ $0.endedAccounts[key] }) else { return }
        try gallery.sessions.end(of: account)
        known.removeAll { $0.account?.id == account?.id }
        state.withLock { state in
            if state.endedAccounts[key] == moment { state.endedAccounts[key] = nil }
        }
    }

    private func digest(_ secret: String) -> String {
        SecretToken.digest(of: secret, boundTo: password)
    }

    /// Looks up a session; one that could not be stored stays valid while its account is unchanged.
    private func lookUp(_ hash: String, in gallery: PhotoGallery) throws -> WebSession? {
        if let stored = try gallery.sessions.find(hash: hash) { return stored }
        var session = state.withLock { $0.unstored[hash] }
        if let account = session?.account {
            guard let current = try gallery.accounts.current(account) else { return nil }
            session?.account = current
        }
        return session
    }

    /// Returns true if a session has ended but is still in the catalog or the cache.
    private func isEnded(_ session: WebSession, _ hash: String) -> Bool {
        state.withLock { state in
            if session.id == 0 { return state.unstored[hash] == nil }
            let moment = state.endedAccounts[session.account?.id ?? 0]
            return state.ended[hash] != nil
                || moment.map { session.dateExpires <= $0 + SessionStore.lifetime } ?? false
        }
    }

    /// Extends a session that was not used for a day.
    private func renew(_ hash: String, _ session: WebSession) -> Bool {
        let now = Date()
        guard session.dateExpires.timeIntervalSince(now) < SessionStore.lifetime - 24 * 3600 else {
            return false
        }
        var renewed = session
        renewed.dateExpires = now + SessionStore.lifetime
        known.replace(hash, renewed)
        if session.id != 0 {
            writing.async { [gallery, renewed] in
                gallery.sessions.extend(renewed.id, expires: renewed.dateExpires)
            }
        } else {
            state.withLock { $0.unstored[hash]?.dateExpires = renewed.dateExpires }
        }
        return true
    }
}

/// The browsers and systems in `User-Agent` headers.
enum BrowserName {
    /// Parts of headers with their names.
    ///
    /// Browsers also name others that they resemble: the first match counts.
    private static let names = [
        [
            ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
            ("Mac OS X", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
        ],
        [
            ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
            ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("Chrome/", "Chrome"),
            ("CriOS/", "Chrome"), ("Safari/", "Safari"),
        ],
    ]

    /// Returns the system and the browser of a request, such as `Windows · Firefox`; nil if unknown.
    static func device(_ headers: HTTPFields) -> String? {
        guard let text = headers[.userAgent] else { return nil }
        let parts = names.compactMap { list in list.first { text.contains($0.0) }?.1 }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }
}

/// The cookie with the secret of a session.
///
/// The prefix `__Host-` makes browsers accept it only over encrypted connections and from the same
/// host.
///
/// Source: RFC 6265bis, sections 4.1.2 and 4.1.3.
enum SessionCookie {
    /// Returns the secret in a request; nil without a cookie.
    static func secret(in headers: HTTPFields, _ client: Client) -> String? {
        BrowserCookie.value(name(client), in: headers)
    }

    /// Returns the header that sets the cookie.
    static func header(_ secret: String, _ client: Client) -> String {
        BrowserCookie.header(name(client), secret, seconds: Int(SessionStore.lifetime), client)
    }

    /// Returns the header that deletes the cookie.
    static func removal(_ client: Client) -> String {
        BrowserCookie.header(name(client), "", seconds: 0, client)
    }

    /// The name contains the port because browsers send cookies to all ports of a host; otherwise
    /// two servers on one host would end each other's sessions.
    private static func name(_ client: Client) -> String {
        let port = client.host.flatMap { WebHost($0)?.port }
        return (client.isSecure ? "__Host-gallery" : "gallery") + (port.map { "-\($0)" } ?? "")
    }
}
