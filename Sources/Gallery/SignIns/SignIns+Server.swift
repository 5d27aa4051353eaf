package import GalleryModel
import PhotoSources
import Transport

extension SignIns {
    /// The longest `Retry-After` in seconds that a sign-in waits for: a person waits with it.
    private static let longestWait = 10.0

    /// Signs somebody in to a server, and keeps the user and the token that it answers.
    ///
    /// - Parameters:
    ///   - server: the address that the requests follow behind.
    ///   - settings: how patient transfers are.
    /// - Throws: `notAllowed` with what the server says where it does not take email and password; `unavailable`;
    ///   `tryLater`; as `read`.
    package func signIn(
        to server: ServerAddress, email: String, password: String, settings: GallerySettings
    ) async throws -> CampaignUser {
        // A file that cannot be used is told before the password leaves.
        _ = try await offload { try read() }
        let transport = HTTPTransport(
            settings: settings.transport, parallel: 1,
            retryAfterCapSeconds: min(settings.transport.retryAfterCapSeconds, Self.longestWait))
        let client = CampaignClient(
            settings: settings, transport: transport, attempted: {}, pictureAttempted: {})
        let user: CampaignUser
        do {
            user = try await client.signIn(email: email, password: password, on: server)
        } catch {
            await transport.close()
            if error is CancellationError { throw error }
            throw GalleryError(translating: error)
        }
        await transport.close()
        try await offload { try store(user, for: server) }
        return user
    }
}
