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
    /// The sessions by digest; the id is 0 for those that are only in memory.
    private let known = Mutex<[String: CatalogLookup<WebSession>]>([:])
    /// Sessions that ended but could not be removed from the catalog.
    private let ended = Mutex(EndedSessions())
    /// A serial queue for background writes.
    private let writing = DispatchQueue(label: "gallery.sessions")

    /// Creates the sessions of a server; stored ones are looked up on demand.
    ///
    /// - Parameter password: the server's password.
    init(_ gallery: PhotoGallery, password: String) {
        self.gallery = gallery
        self.password = password
    }

    /// The number of sessions used since the server started.
    var count: Int { known.withLock(\.count) }

    /// Creates a session.
    ///
    /// - Parameter account: the account; nil for the owner with the server's password.
    /// - Returns: the secret of the session.
    func begin(_ account: Account?) async throws -> String {
        let secret = SecretToken().text
        let hash = digest(secret)
        let expires = Date() + SessionStore.lifetime
        let gallery = gallery
        // If the catalog is locked or the disk is full, the session ends with the server.
        let id = try await offload {
            (try? gallery.storeSession(hash: hash, account: account, expires: expires)) ?? 0
        }
        let session = WebSession(id: id, account: account, dateExpires: expires)
        let lookup = CatalogLookup(session, at: gallery.catalogStamp)
        known.withLock { known in
            if known.count >= SessionStore.capacity { SessionStore.evictOldest(&known) }
            known[hash] = lookup
        }
        return secret
    }

    /// Returns a valid session, and true if its cookie must be sent again because it was extended.
    func find(_ secret: String) async throws -> (session: WebSession, isRenewed: Bool)? {
        let hash = digest(secret)
        let stamp = gallery.catalogStamp
        var entry = known.withLock { $0[hash] }
        if entry?.holds(at: stamp) != true {
            entry = try await lookUp(hash, entry, stamp)
        }
        guard let session = entry?.value, Date() < session.dateExpires else {
            known.withLock { $0[hash] = nil }
            return nil
        }
        return (session, renew(hash, session))
    }

    /// Ends a session, if it exists.
    ///
    /// The session ends immediately, even if the catalog is not writable.
    func end(_ secret: String) async {
        let hash = digest(secret)
        let session = known.withLock { $0.removeValue(forKey: hash)?.value }
        ended.withLock { $0.hashes[hash] = Date() + SessionStore.lifetime }
        let gallery = gallery
        let isStored = await offloaded {
            guard let id = try session?.id ?? gallery.session(hash: hash)?.id, id != 0 else {
                return
            }
            try gallery.endSession(id)
        }
        if isStored { ended.withLock { $0.hashes[hash] = nil } }
    }

    /// Ends all sessions of an account; nil for the owner with the server's password.
    ///
    /// The sessions end immediately, even if the catalog is not writable.
    func endAll(of account: Account?) async {
        let key = account?.id ?? 0
        ended.withLock { $0.accounts[key] = Date() }
        known.withLock { known in
            known = known.filter { $0.value.value.account?.id != account?.id }
        }
        let gallery = gallery
        if await offloaded({ try gallery.endSessions(of: account) }) {
            ended.withLock { $0.accounts[key] = nil }
        }
    }

    /// Accesses the catalog on a background thread.
    ///
    /// - Returns: true on success.
    private func offloaded(_ body: @escaping @Sendable () throws -> Void) async -> Bool {
        do { try await offload(body) } catch { return false }
        return true
    }

    private func digest(_ secret: String) -> String {
        SecretToken.digest(of: secret, boundTo: password)
    }

    /// Looks up a session in the catalog; a session that could not be stored stays valid while its
    /// account is unchanged.
    private func lookUp(
        _ hash: String, _ old: CatalogLookup<WebSession>?, _ stamp: String
    ) async throws -> CatalogLookup<WebSession>? {
        let gallery = gallery
        let session = try await offload { () -> WebSession? in
            if let stored = try gallery.session(hash: hash) { return stored }
            guard var session = old?.value, session.id == 0 else { return nil }
            guard let account = session.account else { return session }
            guard let current = try gallery.current(account) else { return nil }
            session.account = current
            return session
        }
        let entry = session.map { CatalogLookup($0, at: stamp) }
        return known.withLock { known in
            // A session that is only in memory may have ended meanwhile.
            if session?.id == 0, known[hash] == nil { return nil }
            if let session, isEnded(session, hash, isKnown: known[hash] != nil) { return nil }
            if known.count >= SessionStore.capacity { SessionStore.evictOldest(&known) }
            known[hash] = entry
            return entry
        }
    }

    /// Returns true if a session has ended but is still in the catalog.
    ///
    /// - Parameter isKnown: true if the session is in memory, which means that it began or was
    ///   found after all sessions were ended.
    private func isEnded(_ session: WebSession, _ hash: String, isKnown: Bool) -> Bool {
        ended.withLock { ended in
            if ended.hashes[hash] != nil { return true }
            guard !isKnown, let moment = ended.accounts[session.account?.id ?? 0] else {
                return false
            }
            return session.dateExpires <= moment + SessionStore.lifetime
        }
    }

    /// Extends a session that was not used for a day.
    private func renew(_ hash: String, _ session: WebSession) -> Bool {
        let now = Date()
        guard session.dateExpires.timeIntervalSince(now) < SessionStore.lifetime - 24 * 3600 else {
            return false
        }
        let expires = now + SessionStore.lifetime
        known.withLock { $0[hash]?.value.dateExpires = expires }
        if session.id != 0 {
            writing.async { [gallery] in gallery.extendSession(session.id, expires: expires) }
        }
        return true
    }

    /// Removes stored and expired sessions from memory.
    private static func evictOldest(_ known: inout [String: CatalogLookup<WebSession>]) {
        let now = Date()
        known = known.filter { $0.value.value.id == 0 && now < $0.value.value.dateExpires }
        if known.count >= capacity, let any = known.keys.first { known[any] = nil }
    }
}

/// Ended sessions that are still in the catalog.
private struct EndedSessions {
    /// The expiration dates of ended sessions, by digest.
    var hashes: [String: Date] = [:] {
        didSet {
            guard hashes.count > 10_000 else { return }
            let now = Date()
            hashes = hashes.filter { $0.value > now }
        }
    }
    /// The time when all sessions of an account were ended; account 0 is the owner.
    var accounts: [Int64: Date] = [:]
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
        BrowserCookie.header(
            name(client), secret, seconds: Int(SessionStore.lifetime), client)
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
