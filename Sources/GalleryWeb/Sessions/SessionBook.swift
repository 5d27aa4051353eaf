import Basics
import Dispatch
import Foundation
import Gallery
import GalleryModel
import Synchronization

/// The sessions of browsers: kept in memory, and in the catalog where it can be written.
///
/// A session's secret is known to its browser alone. What is kept is a digest of it and the server's password:
/// with another password, all sessions are over.
final class SessionBook: Sendable {
    /// How long a session lasts without being used, in seconds.
    static let lifetime: TimeInterval = 30 * 24 * 3600
    /// The most sessions that are kept in memory alone.
    private static let capacity = 10_000

    private struct Entry {
        var session: Finding<WebSession>
        /// Whether the catalog has it, too.
        var isStored: Bool { session.value.id != 0 }
    }

    private let gallery: PhotoGallery
    private let password: String
    private let known = Mutex<[String: Entry]>([:])
    /// Writes what nobody waits for, one after the other.
    private let writing = DispatchQueue(label: "gallery.sessions")

    /// Makes a book; what the catalog has is looked up when it is asked for.
    ///
    /// - Parameter password: the server's.
    init(_ gallery: PhotoGallery, password: String) {
        self.gallery = gallery
        self.password = password
    }

    /// How many sessions were used since the server began.
    var count: Int { known.withLock(\.count) }

    /// Begins a session.
    ///
    /// - Parameter account: whose it is; nil for the owner's by the server's password.
    /// - Returns: its secret.
    func begin(_ account: Account?) async throws -> String {
        let secret = SecretToken().text
        let hash = digest(secret)
        let expires = Date() + SessionBook.lifetime
        let gallery = gallery
        // Where the catalog is locked or full, the session lives as long as the server.
        let id = try await offload {
            (try? gallery.storeSession(hash: hash, account: account, expires: expires)) ?? 0
        }
        let session = WebSession(id: id, account: account, dateExpires: expires)
        let finding = Finding(session, at: gallery.catalogStamp)
        known.withLock { known in
            if known.count >= SessionBook.capacity { SessionBook.makeRoom(&known) }
            known[hash] = Entry(session: finding)
        }
        return secret
    }

    /// A session that is valid now, and whether its cookie is to be sent again because it lasts longer.
    func find(_ secret: String) async throws -> (session: WebSession, isRenewed: Bool)? {
        let hash = digest(secret)
        let stamp = gallery.catalogStamp
        var entry = known.withLock { $0[hash] }
        if entry?.session.holds(at: stamp) != true {
            entry = try await lookUp(hash, entry, stamp)
        }
        guard let session = entry?.session.value, Date() < session.dateExpires else {
            known.withLock { $0[hash] = nil }
            return nil
        }
        return (session, renew(hash, session))
    }

    /// Ends a session; one that there is none of is ended.
    func end(_ secret: String) async throws {
        guard let found = try await find(secret) else { return }
        known.withLock { _ = $0.removeValue(forKey: digest(secret)) }
        guard found.session.id != 0 else { return }
        let gallery = gallery
        try await offload { try gallery.endSession(found.session.id) }
    }

    /// Ends all sessions of an account; nil for the owner's by the server's password.
    func endAll(of account: Account?) async throws {
        let gallery = gallery
        try await offload { try gallery.endSessions(of: account) }
        known.withLock { known in
            known = known.filter { $0.value.session.value.account?.id != account?.id }
        }
    }

    private func digest(_ secret: String) -> String {
        SecretToken.digest(of: secret, boundTo: password)
    }

    /// Asks the catalog for a session; one that it could not keep is valid while its account is as it was.
    private func lookUp(_ hash: String, _ old: Entry?, _ stamp: String) async throws -> Entry? {
        let gallery = gallery
        let session = try await offload { () -> WebSession? in
            if let stored = try gallery.session(hash: hash) { return stored }
            guard var session = old?.session.value, old?.isStored == false else { return nil }
            guard let account = session.account else { return session }
            guard let current = try gallery.current(account) else { return nil }
            session.account = current
            return session
        }
        let entry = session.map { Entry(session: Finding($0, at: stamp)) }
        return known.withLock { known in
            // One in memory alone may have been ended meanwhile.
            if let entry, !entry.isStored, known[hash] == nil { return nil }
            if known.count >= SessionBook.capacity { SessionBook.makeRoom(&known) }
            known[hash] = entry
            return entry
        }
    }

    /// Lets a session that was not used for a day last longer.
    private func renew(_ hash: String, _ session: WebSession) -> Bool {
        let now = Date()
        guard session.dateExpires.timeIntervalSince(now) < SessionBook.lifetime - 24 * 3600 else {
            return false
        }
        let expires = now + SessionBook.lifetime
        known.withLock { $0[hash]?.session.value.dateExpires = expires }
        if session.id != 0 {
            writing.async { [gallery] in gallery.extendSession(session.id, expires: expires) }
        }
        return true
    }

    /// Forgets what can be looked up again, and what has expired.
    private static func makeRoom(_ known: inout [String: Entry]) {
        let now = Date()
        known = known.filter { !$0.value.isStored && now < $0.value.session.value.dateExpires }
        if known.count >= capacity, let any = known.keys.first { known[any] = nil }
    }
}
