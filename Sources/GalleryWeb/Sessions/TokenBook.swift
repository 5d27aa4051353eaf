import Basics
import Dispatch
import Foundation
import Gallery
import GalleryModel
import Synchronization

/// The tokens of programs, as the catalog has them; those in use are remembered.
final class TokenBook: Sendable {
    /// How many are remembered.
    private static let capacity = 1000

    private let gallery: PhotoGallery
    private let known = Mutex<[String: Finding<AccessToken>]>([:])
    /// Writes what nobody waits for, one after the other.
    private let writing = DispatchQueue(label: "gallery.tokens")

    /// Makes a book.
    init(_ gallery: PhotoGallery) {
        self.gallery = gallery
    }

    /// The token with a secret that was found lately; asks no catalog.
    func remembered(_ secret: String) -> AccessToken? {
        let hash = SecretToken.digest(of: secret)
        guard let found = known.withLock({ $0[hash] }), found.holds(at: gallery.catalogStamp),
            found.value.isValid(at: Date())
        else { return nil }
        return found.value
    }

    /// The token with a secret; nil for none that is valid now.
    func find(_ secret: String) async throws -> AccessToken? {
        let hash = SecretToken.digest(of: secret)
        let stamp = gallery.catalogStamp
        if let found = remembered(secret) { return found }
        let gallery = gallery
        let token = try await offload { try gallery.accessToken(secret: secret) }
        known.withLock { known in
            if known.count >= TokenBook.capacity { known = [:] }
            known[hash] = token.map { Finding($0, at: stamp) }
        }
        if let token, token.dateUsed.map({ Date() > $0 + 3600 }) != false {
            writing.async { gallery.noteUse(of: token) }
        }
        return token
    }
}
