package import Foundation
import GRDB
package import GalleryModel

/// Stores accounts, tokens and sessions; none of it is journalled.
extension PhotoCatalog {
    /// Stores an account.
    package func addAccount(
        named name: String, role: AccountRole, profile: AccountProfile = AccountProfile(),
        passwordHash: String
    ) throws(CatalogError) -> StoredAccount {
        try write { db in
            let (now, key) = (Self.now(), SectionReference.key(name))
            let isTaken = try !db.integers("SELECT id FROM account WHERE nameKey = ?", [key])
                .isEmpty
            if isTaken { return .nameTaken }
            if try Self.isEmailTaken(profile, nameKey: key, db) { return .emailTaken }
            try db.execute(
                sql: """
                    INSERT INTO account
                        (name, nameKey, role, passwordHash, dateCreated, datePassword, email, emailKey,
                        firstName, lastName, bio, level, photoID)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [name, key, role.rawValue, passwordHash, now, now]
                    + Self.arguments(profile))
            return .stored
        }
    }

    /// Stores another role and profile of an account.
    package func updateAccount(
        named name: String, role: AccountRole, profile: AccountProfile
    ) throws(CatalogError) -> StoredAccount {
        try write { db in
            let key = SectionReference.key(name)
            if try Self.isEmailTaken(profile, nameKey: key, db) { return .emailTaken }
            try db.execute(
                sql: """
                    UPDATE account SET role = ?, dateUpdated = ?, email = ?, emailKey = ?,
                        firstName = ?, lastName = ?, bio = ?, level = ?, photoID = ?
                    WHERE nameKey = ?
                    """,
                arguments: [role.rawValue, Self.now()] + Self.arguments(profile) + [key])
            return db.changesCount > 0 ? .stored : .unknown
        }
    }

    private static func arguments(_ profile: AccountProfile) -> StatementArguments {
        [
            profile.email, profile.email.map(SectionReference.key), profile.firstName,
            profile.lastName, profile.bio, profile.level, profile.photo?.rawValue,
        ]
    }

    /// Whether an account of another name has the address of mail.
    private static func isEmailTaken(
        _ profile: AccountProfile, nameKey: String, _ db: Database
    ) throws -> Bool {
        guard let email = profile.email else { return false }
        return try !db.integers(
            "SELECT id FROM account WHERE emailKey = ? AND nameKey <> ?",
            [SectionReference.key(email), nameKey]
        ).isEmpty
    }

    /// Removes an account with its sessions and tokens.
    ///
    /// - Returns: false where there is none of the name.
    package func removeAccount(named name: String) throws(CatalogError) -> Bool {
        try write { db in
            try db.execute(
                sql: "DELETE FROM account WHERE nameKey = ?",
                arguments: [SectionReference.key(name)])
            return db.changesCount > 0
        }
    }

    /// Gives an account another password, ends its sessions and revokes its tokens.
    ///
    /// - Returns: false where there is none of the name.
    package func setPasswordHash(
        _ hash: String, ofAccount name: String
    ) throws(CatalogError) -> Bool {
        try write { db in
            let key = SectionReference.key(name)
            try db.execute(
                sql: "UPDATE account SET passwordHash = ?, datePassword = ? WHERE nameKey = ?",
                arguments: [hash, Self.now(), key])
            let isKnown = db.changesCount > 0
            try db.execute(
                sql: """
                    DELETE FROM webSession
                    WHERE accountID = (SELECT id FROM account WHERE nameKey = ?)
                    """, arguments: [key])
            try db.execute(
                sql: """
                    UPDATE accessToken SET dateRevoked = ? WHERE dateRevoked IS NULL
                    AND accountID = (SELECT id FROM account WHERE nameKey = ?)
                    """, arguments: [Self.now(), key])
            return isKnown
        }
    }

    /// Stores another hash of the password that an account has, unless it got another password meanwhile.
    package func replacePasswordHash(
        _ old: String, with new: String, ofAccount id: Int64
    ) throws(CatalogError) {
        try write { db in
            try db.execute(
                sql: "UPDATE account SET passwordHash = ? WHERE id = ? AND passwordHash = ?",
                arguments: [new, id, old])
        }
    }

    /// Stores a token; an expired one of the name is revoked.
    ///
    /// - Parameters:
    ///   - account: for which account it acts, whose role counts then; nil for none.
    ///   - hash: the digest of its secret.
    ///   - expires: when it ends; nil for never.
    /// - Returns: false where there is one of the name that is neither expired nor revoked.
    package func addAccessToken(
        named name: String, role: AccountRole, account: Int64? = nil, hash: String, expires: Date?
    ) throws(CatalogError) -> Bool {
        try write { db in
            let (now, key) = (Self.now(), SectionReference.key(name))
            try db.execute(
                sql: """
                    UPDATE accessToken SET dateRevoked = ?1
                    WHERE nameKey = ?2 AND dateRevoked IS NULL AND dateExpires <= ?1
                    """, arguments: [now, key])
            try db.execute(
                sql: """
                    INSERT INTO accessToken
                        (name, nameKey, role, accountID, hash, dateCreated, dateExpires)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (nameKey) WHERE dateRevoked IS NULL DO NOTHING
                    """,
                arguments: [
                    name, key, role.rawValue, account, hash, now,
                    expires.map { Int64($0.timeIntervalSince1970) },
                ])
            return db.changesCount > 0
        }
    }

    /// Revokes the token of a name.
    ///
    /// - Returns: false where there is none that was not revoked before.
    package func revokeAccessToken(named name: String) throws(CatalogError) -> Bool {
        try write { db in
            try db.execute(
                sql: """
                    UPDATE accessToken SET dateRevoked = ?
                    WHERE nameKey = ? AND dateRevoked IS NULL
                    """, arguments: [Self.now(), SectionReference.key(name)])
            return db.changesCount > 0
        }
    }

    /// Notes that a token was used.
    package func noteUse(ofAccessToken id: Int64) throws(CatalogError) {
        try write { db in
            try db.execute(
                sql: "UPDATE accessToken SET dateUsed = ? WHERE id = ?",
                arguments: [Self.now(), id])
        }
    }

    /// Stores a session, and forgets those that have expired.
    ///
    /// - Parameters:
    ///   - hash: the digest of its secret.
    ///   - account: whose it is; nil for the owner by the server's password.
    /// - Returns: its id.
    package func addWebSession(
        hash: String, account: Int64?, expires: Date
    ) throws(CatalogError) -> Int64 {
        try write { db in
            let now = Self.now()
            try db.execute(sql: "DELETE FROM webSession WHERE dateExpires <= ?", arguments: [now])
            try db.execute(
                sql: """
                    INSERT INTO webSession (hash, accountID, dateCreated, dateExpires)
                    VALUES (?, ?, ?, ?)
                    """,
                arguments: [hash, account, now, Int64(expires.timeIntervalSince1970)])
            return db.lastInsertedRowID
        }
    }

    /// Lets a session last longer.
    package func extendWebSession(_ id: Int64, expires: Date) throws(CatalogError) {
        try write { db in
            try db.execute(
                sql: "UPDATE webSession SET dateExpires = ? WHERE id = ?",
                arguments: [Int64(expires.timeIntervalSince1970), id])
        }
    }

    /// Ends a session.
    package func removeWebSession(_ id: Int64) throws(CatalogError) {
        try write { db in
            try db.execute(sql: "DELETE FROM webSession WHERE id = ?", arguments: [id])
        }
    }

    /// Ends all sessions of an account; nil for those of the owner by the server's password.
    package func removeWebSessions(ofAccount account: Int64?) throws(CatalogError) {
        try write { db in
            try db.execute(
                sql: "DELETE FROM webSession WHERE accountID IS ?", arguments: [account])
        }
    }
}
