import Basics
import Catalog
public import Foundation
public import GalleryModel

extension PhotoGallery {
    /// The tokens for a server of the gallery, also those no longer valid, in the order in which they were made.
    public func accessTokens() throws(GalleryError) -> [AccessToken] {
        try GalleryError.translating { try catalog.accessTokens() }
    }

    /// Makes a token.
    ///
    /// - Parameters:
    ///   - account: the name of the account for which it acts, whose role counts then; nil for none.
    ///   - expires: when it ends; nil for never.
    /// - Returns: its secret, which is kept nowhere.
    /// - Throws: `usage` for a name that cannot be taken or that a valid token has; `notFound` where there
    ///   is no such account.
    public func makeAccessToken(
        named name: String, role: AccountRole, account: String? = nil, expires: Date? = nil
    ) throws(GalleryError) -> String {
        let name = try AccountName.checked(name, of: "token")
        var owner: Account?
        if let account { owner = try self.account(named: account) }
        let secret = SecretToken().text
        let isMade = try GalleryError.translating { [owner] in
            try catalog.addAccessToken(
                named: name, role: owner?.role ?? role, account: owner?.id,
                hash: SecretToken.digest(of: secret), expires: expires)
        }
        guard isMade else {
            throw GalleryError(
                .usage,
                "there is a token '\(name)' already: take another name, or revoke it first with "
                    + "'gallery token revoke'")
        }
        return secret
    }

    /// Makes a token for an account that signed in: it ends by itself, and of many makes one end that is used no more.
    ///
    /// - Returns: its secret, which is kept nowhere.
    /// - Throws: `tryLater` and `inputOutput` where the catalog cannot be written.
    package func makeSignInToken(of account: Account) throws(GalleryError) -> String {
        let secret = SecretToken().text
        try GalleryError.translating {
            try catalog.addSignInToken(
                of: account, title: "sign-in of \(account.profile.email ?? account.name)",
                hash: SecretToken.digest(of: secret), expires: Date() + 90 * 24 * 3600, most: 50)
        }
        return secret
    }

    /// Revokes a token: it opens nothing any more.
    ///
    /// - Throws: `notFound`.
    public func revokeAccessToken(named name: String) throws(GalleryError) {
        let isRevoked = try GalleryError.translating { try catalog.revokeAccessToken(named: name) }
        guard isRevoked else {
            throw GalleryError(
                .notFound,
                "there is no token '\(name)' to revoke: 'gallery token list' lists those there are")
        }
    }

    /// The token with a secret; nil where there is none that is valid now.
    package func accessToken(secret: String) throws(GalleryError) -> AccessToken? {
        let found = try GalleryError.translating {
            try catalog.accessToken(hash: SecretToken.digest(of: secret))
        }
        return found.flatMap { $0.isValid(at: Date()) ? $0 : nil }
    }

    /// Notes that a token was used, where the catalog can be written.
    package func noteUse(of token: AccessToken) {
        // For a person to look at: nothing is lost that matters.
        try? catalog.noteUse(ofAccessToken: token.id)
    }
}
