import Basics
import Dispatch
import Gallery
import GalleryModel
import HTTPTypes

/// Opens share links: looks them up by secret, checks their passwords and counts openings.
final class ShareLinkOpener: Sendable {
    /// The maximum length of a secret, in bytes.
    private static let maximumSecretBytes = 64

    /// The archives of recently requested links.
    let archives: ShareLinkArchiveCache

    private let gallery: PhotoGallery
    private let attempts: PasswordAttempts
    private let known: CatalogCache<Int64, SharedPhotos>
    /// A serial queue for background writes.
    private let writing = DispatchQueue(label: "gallery.shares")

    /// Creates the state for share links.
    ///
    /// - Parameter now: the clock for attempts and archives.
    init(_ gallery: PhotoGallery, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.gallery = gallery
        known = CatalogCache(gallery, capacity: 1000)
        archives = ShareLinkArchiveCache(now: now)
        attempts = PasswordAttempts(free: 20, now: now)
    }

    /// Returns the access granted by a secret; nil for any kind of invalid link.
    func access(
        _ secret: String, _ headers: HTTPFields, _ client: Client
    ) async throws -> SharedAccess? {
        guard secret.utf8.count <= ShareLinkOpener.maximumSecretBytes else { return nil }
        let found = try await offload { [gallery] in try gallery.shareLinks.open(secret: secret) }
        return found.map { link in
            SharedAccess(
                link: link,
                isOpen: !link.link.hasPassword || ShareCookie.isIn(headers, of: link, client))
        }
    }

    /// Returns the photos of a link.
    ///
    /// - Throws: 404 if its section was removed meanwhile.
    func photos(of link: ShareLink) async throws -> SharedPhotos {
        guard let photos = try await known.value(link.id, { try $0.shareLinks.photos(of: link) })
        else { throw Problem.notFound }
        return photos
    }

    /// Checks a password.
    ///
    /// - Throws: 401 if it is wrong; 429 and 503 with `Retry-After`.
    func unlock(_ link: OpenedShareLink, password: String, from client: Client) async throws {
        let opened = try await attempts.check("\(link.link.id)", from: client) {
            try await offload { try link.isOpened(by: password) ? true : nil }
        }
        guard opened != nil else { throw ShareLinkOpener.locked(.init(say: "shared.wrong")) }
    }

    /// Counts an opening of a link by a browser.
    func noteOpening(of link: ShareLink) {
        writing.async { [gallery] in gallery.shareLinks.noteOpening(of: link) }
    }

    /// Waits until all openings are stored.
    func flush() { writing.sync {} }

    /// Returns the error for a link whose password is required.
    static func locked(_ message: Message = .init(say: "shared.asks")) -> Problem {
        Problem(.unauthorized, message, headers: [.wwwAuthenticate: "Form realm=\"share\""])
    }
}

/// The access of a request to a share link, which ignores other credentials.
struct SharedAccess: Hashable, Sendable {
    /// The link.
    let link: OpenedShareLink
    /// True if the link's photos may be viewed; false if its password is required.
    let isOpen: Bool
}

/// The cookie that marks a share link as opened; browsers send it only to the link's addresses.
///
/// Its value depends on the link's address and password, so it is not valid for other links or
/// after a change of the password.
enum ShareCookie {
    /// The lifetime of the cookie, in seconds.
    private static let lifetime = 30 * 24 * 3600

    /// Returns true if a request contains the link's cookie.
    static func isIn(_ headers: HTTPFields, of link: OpenedShareLink, _ client: Client) -> Bool {
        // Comparing digests prevents timing attacks.
        let key = link.proof
        return BrowserCookie.values(name(client), in: headers).contains { value in
            SecretToken.digest(of: value, boundTo: key)
                == SecretToken.digest(of: link.proof, boundTo: key)
        }
    }

    /// Returns the header that sets the cookie.
    static func header(_ link: OpenedShareLink, at base: String, _ client: Client) -> String {
        BrowserCookie.header(name(client), link.proof, at: base, seconds: lifetime, client)
    }

    private static func name(_ client: Client) -> String {
        client.isSecure ? "__Secure-gallery-share" : "gallery-share"
    }
}
