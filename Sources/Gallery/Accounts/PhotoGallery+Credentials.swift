import Basics
import Catalog
package import Foundation
package import GalleryModel

/// The access tokens of a server.
package struct GalleryAccessTokens: GalleryFeature {
    let gallery: PhotoGallery

    /// Returns the access tokens for a server of the gallery, including invalid ones, in order of
    /// creation.
    package func list() throws(GalleryError) -> [AccessToken] {
        try translated(catalog.accessTokens())
    }

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - account: the name of the account that the token acts for, which determines the role; nil
    ///     for none.
    ///   - expires: the expiration date; nil for never.
    /// - Returns: the secret, which is not stored.
    /// - Throws: `usage` if the name is invalid or a valid token has it; `notFound` if the account
    ///   does not exist.
    package func make(
        named name: String, role: AccountRole, account: String? = nil, expires: Date? = nil
    ) throws(GalleryError) -> String {
        let name = try AccountName.checked(name, of: "token")
        var owner: Account?
        if let account { owner = try gallery.accounts.account(named: account) }
        let secret = SecretToken().text
        let isMade = try translated(
            catalog.addAccessToken(
                named: name, role: owner?.role ?? role, account: owner?.id,
                hash: SecretToken.digest(of: secret), expires: expires))
        guard isMade else {
            throw GalleryError(
                .usage,
                "a token '\(name)' already exists: use another name, or revoke it first with "
                    + "'gallery token revoke'")
        }
        return secret
    }

    /// Creates a token for an account that signed in.
    ///
    /// The token expires, and if there are too many, the least recently used one ends.
    ///
    /// - Returns: the secret, which is not stored.
    /// - Throws: `tryLater` and `inputOutput` if the catalog is not writable.
    package func makeForSignIn(of account: Account) throws(GalleryError) -> String {
        let secret = SecretToken().text
        try translated(
            catalog.addSignInToken(
                of: account, title: "sign-in of \(account.profile.email ?? account.name)",
                hash: SecretToken.digest(of: secret), expires: Date() + 90 * 24 * 3600, maximum: 50)
        )
        return secret
    }

    /// Revokes a token, which then no longer grants access.
    ///
    /// - Throws: `notFound`.
    package func revoke(named name: String) throws(GalleryError) {
        guard try translated(catalog.revokeAccessToken(named: name)) else {
            throw GalleryError(
                .notFound,
                "no token '\(name)' to revoke: 'gallery token list' shows all tokens")
        }
    }

    /// Returns the token with a secret; nil if no valid token has it.
    package func find(secret: String) throws(GalleryError) -> AccessToken? {
        let found = try translated(catalog.accessToken(hash: SecretToken.digest(of: secret)))
        return found.flatMap { $0.isValid(at: Date()) ? $0 : nil }
    }

    /// Records the use of a token if the catalog is writable.
    package func noteUse(of token: AccessToken) {
        // The date is informational, so failures are ignored.
        try? catalog.noteUse(ofAccessToken: token.id)
    }
}

/// The sessions of signed-in users.
package struct GallerySessions: GalleryFeature {
    let gallery: PhotoGallery

    /// Stores a session and deletes expired ones.
    ///
    /// - Parameters:
    ///   - hash: the digest of the session's secret.
    ///   - device: the browser and the system; nil if unknown.
    /// - Returns: the id; nil if the catalog is not writable.
    package func store(
        hash: String, account: Account?, device: String?, expires: Date
    ) throws(GalleryError) -> Int64? {
        guard catalog.isWritable else { return nil }
        return try translated(
            catalog.addWebSession(
                hash: hash, account: account?.id, device: device, expires: expires))
    }

    /// Returns the valid stored sessions of an account, the last used one first; nil for those
    /// opened with the server's password.
    package func list(of account: Account?) throws(GalleryError) -> [WebSession] {
        guard catalog.isWritable else { return [] }
        let now = Date()
        return try translated(catalog.webSessions(ofAccount: account?.id))
            .filter { now < $0.dateExpires }
            .sorted { ($0.dateExpires, $0.id) > ($1.dateExpires, $1.id) }
    }

    /// Returns the valid session whose secret has a digest; nil if there is none.
    ///
    /// A read-only catalog has no sessions, as they could not be ended.
    package func find(hash: String) throws(GalleryError) -> WebSession? {
        guard catalog.isWritable else { return nil }
        let found = try translated(catalog.webSession(hash: hash))
        return found.flatMap { Date() < $0.dateExpires ? $0 : nil }
    }

    /// Extends a stored session if the catalog is writable.
    package func extend(_ id: Int64, expires: Date) {
        // If this fails, the session just ends earlier.
        try? catalog.extendWebSession(id, expires: expires)
    }

    /// Ends a stored session.
    package func end(_ id: Int64) throws(GalleryError) {
        try translated(catalog.removeWebSession(id))
    }

    /// Ends all stored sessions of an account; nil for sessions opened with the server's password.
    package func end(of account: Account?) throws(GalleryError) {
        guard catalog.isWritable else { return }
        try translated(catalog.removeWebSessions(ofAccount: account?.id))
    }
}
