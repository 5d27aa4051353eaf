package import Foundation
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// Stores a token that an account got by signing in, in place of those that expired.
    ///
    /// - Parameters:
    ///   - title: what its name begins with; a number behind it makes the name one of its own.
    ///   - hash: the digest of its secret.
    ///   - most: how many the account may have; those that are used least lately go. A program that signs in for each
    ///     run leaves the token of a phone alone: tokens that were used an hour after they were made stay before others.
    package func addSignInToken(
        of account: Account, title: String, hash: String, expires: Date, most: Int
    ) throws(CatalogError) {
        try write { db in
            let now = Self.now()
            try db.execute(
                sql: "DELETE FROM accessToken WHERE isSignIn = 1 AND dateExpires <= ?",
                arguments: [now])
            try db.execute(
                sql: """
                    DELETE FROM accessToken WHERE id IN (
                        SELECT id FROM accessToken WHERE isSignIn = 1 AND accountID = ?1
                        ORDER BY ifnull(dateUsed - dateCreated >= 3600, 0) DESC,
                            max(ifnull(dateUsed, 0), dateCreated) DESC, id DESC
                        LIMIT -1 OFFSET ?2)
                    """, arguments: [account.id, most - 1])
            let latest = try db.integers("SELECT id FROM accessToken ORDER BY id DESC LIMIT 1")
            let name = "\(title) \((latest.first ?? 0) + 1)"
            try db.execute(
                sql: """
                    INSERT INTO accessToken
                        (name, nameKey, role, accountID, hash, dateCreated, dateExpires, isSignIn)
                    VALUES (?, ?, ?, ?, ?, ?, ?, 1)
                    """,
                arguments: [
                    name, SectionReference.key(name), account.role.rawValue, account.id, hash, now,
                    Int64(expires.timeIntervalSince1970),
                ])
        }
    }
}
