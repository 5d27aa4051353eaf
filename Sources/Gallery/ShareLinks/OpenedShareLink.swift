import Basics
import Catalog
package import GalleryModel

/// A share link that an address opened: it is valid now, and what it opens is there.
package struct OpenedShareLink: Hashable, Sendable {
    /// The link.
    package let link: ShareLink
    /// What a browser that has opened it keeps, and nobody makes up who does not know the password: it depends on
    /// the address and on the stored hash of the password.
    package let proof: String

    private let passwordHash: String?

    init(_ record: ShareLinkRecord, secret: String) {
        link = record.link
        passwordHash = record.passwordHash
        proof = SecretToken.digest(of: secret, boundTo: record.passwordHash ?? "opened")
    }

    /// Whether it has a password and this is it; takes some tenths of a second.
    ///
    /// - Throws: where the memory cannot be had.
    package func isOpened(by password: String) throws -> Bool {
        guard password.utf8.count <= PasswordRule.longest,
            let hash = passwordHash.flatMap(PasswordHash.init(text:))
        else { return false }
        return try hash.fits(password)
    }
}
