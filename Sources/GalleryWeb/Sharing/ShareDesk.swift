import Basics
import Dispatch
import Gallery
import GalleryModel
import HTTPTypes
import Synchronization

/// Opens share links: finds them by their secrets, checks their passwords, and counts who opens them.
final class ShareDesk: Sendable {
    /// The longest secret that is looked up, in bytes.
    private static let longestSecret = 64
    /// How often it is looked for files of links that ended.
    private static let sweepInterval = Duration.seconds(600)
    /// How many links' photos are remembered.
    private static let capacity = 1000

    /// The archives of links that were asked for lately.
    let archives: ArchiveShelf

    private let gallery: PhotoGallery
    /// A hash takes 32 MiB and a core.
    private let turns = BoundedTurns(limit: 2, queue: 16)
    private let addresses: AttemptLimits
    private let links: AttemptLimits
    private let known = Mutex<[Int64: Finding<SharedPhotos>]>([:])
    private let nextSweep = Mutex(ContinuousClock.now)
    /// Writes what nobody waits for, one after the other.
    private let writing = DispatchQueue(label: "gallery.shares")

    /// Makes a desk.
    ///
    /// - Parameter now: the clock of attempts and archives.
    init(_ gallery: PhotoGallery, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.gallery = gallery
        archives = ArchiveShelf(now: now)
        addresses = AttemptLimits(.init(free: 10, longest: .seconds(900)), now: now)
        // Shorter, as others can lock somebody out by it.
        links = AttemptLimits(.init(free: 20, longest: .seconds(60)), now: now)
    }

    /// How far a secret lets a request in; nil where it opens nothing, whatever the reason.
    func access(
        _ secret: String, _ headers: HTTPFields, _ client: Client
    ) async throws -> SharedAccess? {
        sweep()
        guard secret.utf8.count <= ShareDesk.longestSecret else { return nil }
        let gallery = gallery
        let found = try await offload { try gallery.openShareLink(secret: secret) }
        guard let found else { return nil }
        let isOpen = !found.link.hasPassword || ShareCookie.isIn(headers, of: found, client)
        return isOpen ? .open(found) : .locked(found)
    }

    /// The photos that a link gives.
    ///
    /// - Throws: 404 where its section was removed meanwhile.
    func photos(of link: ShareLink) async throws -> SharedPhotos {
        let stamp = gallery.catalogStamp
        if let finding = known.withLock({ $0[link.id] }), finding.holds(at: stamp) {
            return finding.value
        }
        let gallery = gallery
        guard let photos = try await offload({ try gallery.sharedPhotos(of: link) }) else {
            throw Problem.notFound
        }
        known.withLock { known in
            if known.count >= ShareDesk.capacity { known = [:] }
            known[link.id] = Finding(photos, at: stamp)
        }
        return photos
    }

    /// Checks a password that somebody typed.
    ///
    /// - Throws: 401 where it is wrong; 429 and 503 with `Retry-After`.
    func unlock(
        _ link: OpenedShareLink, password: String, from client: Client
    ) async throws {
        let address = AttemptKey.address(client.address)
        let key = "\(link.link.id)"
        try addresses.begin(address)
        do { try links.begin(key) } catch {
            addresses.takeBack(address)
            throw error
        }
        let isRight: Bool
        do {
            isRight = try await turns.run { try await offload { try link.isOpened(by: password) } }
        } catch {
            // Nothing was tried.
            addresses.takeBack(address)
            links.takeBack(key)
            throw error
        }
        guard isRight else { throw ShareDesk.locked(.init(say: "shared.wrong")) }
        addresses.takeBack(address)
        links.takeBack(key)
    }

    /// Counts a browser that opened a link.
    func noteOpening(of link: ShareLink) {
        writing.async { [gallery] in gallery.noteOpening(of: link) }
    }

    /// Waits until all openings are counted.
    func flush() { writing.sync {} }

    /// What is answered where a password is asked for.
    static func locked(_ message: TextMessage = .init(say: "shared.asks")) -> Problem {
        Problem(.unauthorized, message, headers: [.wwwAuthenticate: "Form realm=\"share\""])
    }

    /// Removes the files of links that ended, once in a while.
    private func sweep() {
        let isDue = nextSweep.withLock { next in
            guard next <= .now else { return false }
            next = .now + ShareDesk.sweepInterval
            return true
        }
        if isDue { writing.async { [gallery] in gallery.removeExpiredSharedFiles() } }
    }
}
