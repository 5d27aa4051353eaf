package import Foundation

/// A browser that somebody signed in with, until it expires; the secret itself is not kept.
package struct WebSession: Hashable, Sendable {
    /// The id in the catalog; 0 where it is not stored.
    package var id: Int64
    /// Whose it is; nil for the owner, who signed in by the server's password.
    package var account: Account?
    /// When it ends.
    package var dateExpires: Date

    /// Makes a value.
    package init(id: Int64, account: Account?, dateExpires: Date) {
        self.id = id
        self.account = account
        self.dateExpires = dateExpires
    }
}
