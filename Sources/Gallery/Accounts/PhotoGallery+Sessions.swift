import Catalog
package import Foundation
package import GalleryModel

/// Sessions of browsers, for a server.
extension PhotoGallery {
    /// What tells, without a look into the catalog, that nothing in it changed: two calls of `stat`.
    package var catalogStamp: String { catalog.stamp }

    /// Stores a session, and forgets those that have expired.
    ///
    /// - Parameter hash: the digest of its secret.
    /// - Returns: its id; nil where the catalog cannot be written.
    package func storeSession(
        hash: String, account: Account?, expires: Date
    ) throws(GalleryError) -> Int64? {
        guard catalog.isWritable else { return nil }
        return try GalleryError.translating {
            try catalog.addWebSession(hash: hash, account: account?.id, expires: expires)
        }
    }

    /// The session whose secret has a digest; nil for none that is stored and valid now.
    ///
    /// A catalog that cannot be written has none: they could not be ended.
    package func session(hash: String) throws(GalleryError) -> WebSession? {
        guard catalog.isWritable else { return nil }
        let found = try GalleryError.translating { try catalog.webSession(hash: hash) }
        return found.flatMap { Date() < $0.dateExpires ? $0 : nil }
    }

    /// The account as it is now; nil where it is gone or got another password since.
    package func current(_ account: Account) throws(GalleryError) -> Account? {
        let found = try GalleryError.translating { try catalog.account(named: account.name) }
        guard let found = found?.account, found.id == account.id,
            found.datePassword == account.datePassword
        else { return nil }
        return found
    }

    /// Lets a stored session last longer, where the catalog can be written.
    package func extendSession(_ id: Int64, expires: Date) {
        // A session that is not made longer ends earlier.
        try? catalog.extendWebSession(id, expires: expires)
    }

    /// Ends a stored session.
    package func endSession(_ id: Int64) throws(GalleryError) {
        try GalleryError.translating { try catalog.removeWebSession(id) }
    }

    /// Ends all stored sessions of an account; nil for the owner's by the server's password.
    package func endSessions(of account: Account?) throws(GalleryError) {
        guard catalog.isWritable else { return }
        try GalleryError.translating { try catalog.removeWebSessions(ofAccount: account?.id) }
    }
}
