package import Foundation
import GRDB
package import GalleryModel

extension Account {
    /// The columns that `init` reads.
    enum Column: Int, StatementColumns {
        case id, name, role, dateCreated, datePassword, dateUpdated, passwordHash
        case email, firstName, lastName, bio, level, photoID
        static let table = "a"
    }

    /// Nil if a LEFT JOIN found no account.
    init?(_ row: StatementRow<Column>) {
        if row.isNull(.id) { return nil }
        var profile = AccountProfile()
        profile.email = row.optionalText(.email)
        profile.firstName = row.optionalText(.firstName)
        profile.lastName = row.optionalText(.lastName)
        profile.bio = row.optionalText(.bio)
        profile.level = row.optionalText(.level)
        profile.photo = row.optionalNumber(.photoID).map(PhotoID.init(rawValue:))
        self.init(
            id: row.integer(.id), name: row.text(.name),
            role: AccountRole(rawValue: row.text(.role)) ?? .viewer, profile: profile,
            dateCreated: row.date(.dateCreated), datePassword: row.date(.datePassword),
            dateUpdated: row.optionalDate(.dateUpdated))
    }
}

/// The result of storing an account.
package enum StoredAccount: Hashable, Sendable {
    /// The account was stored.
    case stored
    /// Another account has the name.
    case nameTaken
    /// Another account has the email address.
    case emailTaken
    /// No account has the name.
    case unknown
}

/// Accounts, tokens and sessions.
extension PhotoCatalog {
    /// All accounts, in the order in which they were added.
    package func accounts() throws(CatalogError) -> [Account] {
        try accounts("ORDER BY a.id", []).map(\.account)
    }

    /// The account with a name, ignoring case, and its password hash; nil if there is none.
    package func account(
        named name: String
    ) throws(CatalogError) -> (account: Account, passwordHash: String)? {
        try accounts("WHERE a.nameKey = ?", [SectionReference.key(name)]).first
    }

    /// The account with an email address, ignoring case, and its password hash; nil if there is
    /// none.
    package func account(
        email: String
    ) throws(CatalogError) -> (account: Account, passwordHash: String)? {
        try accounts("WHERE a.emailKey = ?", [SectionReference.key(email)]).first
    }

    private func accounts(
        _ rest: String, _ arguments: StatementArguments
    ) throws(CatalogError) -> [(account: Account, passwordHash: String)] {
        try read { db in
            try Account.Column.all(
                "SELECT \(Account.Column.selection) FROM account a \(rest)", arguments, db
            ) { row in Account(row).map { ($0, row.text(.passwordHash)) } }
        }
    }

    /// All tokens, in order of creation.
    package func accessTokens() throws(CatalogError) -> [AccessToken] {
        try tokens("ORDER BY t.id", [])
    }

    /// The token whose secret has a digest, even if it is no longer valid; nil if there is none.
    package func accessToken(hash: String) throws(CatalogError) -> AccessToken? {
        try tokens("WHERE t.hash = ?", [hash]).first
    }

    private func tokens(
        _ rest: String, _ arguments: StatementArguments
    ) throws(CatalogError) -> [AccessToken] {
        enum Column: Int, StatementColumns {
            case id, name, role, dateCreated, dateExpires, dateUsed, dateRevoked
            static let table = "t"
        }
        return try read { db in
            try Column.all(
                """
                SELECT \(Column.selection), \(Account.Column.selection)
                FROM accessToken t LEFT JOIN account a ON a.id = t.accountID \(rest)
                """, arguments, then: [Account.Column.self], db
            ) { row in
                let account = Account(row.next())
                return AccessToken(
                    id: row.integer(.id), name: row.text(.name),
                    role: account?.role ?? AccountRole(rawValue: row.text(.role)) ?? .viewer,
                    account: account, dateCreated: row.date(.dateCreated),
                    dateExpires: row.optionalDate(.dateExpires),
                    dateUsed: row.optionalDate(.dateUsed),
                    dateRevoked: row.optionalDate(.dateRevoked))
            }
        }
    }

    /// The session whose secret has a digest, even if it has expired; nil if there is none.
    package func webSession(hash: String) throws(CatalogError) -> WebSession? {
        enum Column: Int, StatementColumns { case id, dateExpires }
        return try read { db in
            try Column.first(
                """
                SELECT s.id, s.dateExpires, \(Account.Column.selection)
                FROM webSession s LEFT JOIN account a ON a.id = s.accountID WHERE s.hash = ?
                """, [hash], then: [Account.Column.self], db
            ) { row in
                WebSession(
                    id: row.integer(.id), account: Account(row.next()),
                    dateExpires: row.date(.dateExpires))
            }
        }
    }

    /// The sessions of an account, even expired ones; nil for those of the owner with the server's
    /// password.
    package func webSessions(ofAccount account: Int64?) throws(CatalogError) -> [WebSession] {
        enum Column: Int, StatementColumns { case id, dateCreated, dateExpires, device }
        return try read { db in
            try Column.all(
                "SELECT \(Column.selection) FROM webSession WHERE accountID IS ?", [account], db
            ) { row in
                var session = WebSession(
                    id: row.integer(.id), account: nil, dateExpires: row.date(.dateExpires))
                session.device = row.optionalText(.device)
                session.dateCreated = row.date(.dateCreated)
                return session
            }
        }
    }

    /// Changes with the catalog's database, without opening it.
    package var stamp: String { database.stamp }

    // MARK: - Writing, which is not recorded in the journal

    /// Stores an account.
    package func addAccount(
        named name: String, role: AccountRole, profile: AccountProfile = AccountProfile(),
        passwordHash: String
    ) throws(CatalogError) -> StoredAccount {
        try write { db in
            let (now, key) = (Self.now(), SectionReference.key(name))
            if try db.holds("SELECT id FROM account WHERE nameKey = ?", [key]) { return .nameTaken }
            if try Self.isEmailTaken(profile, nameKey: key, db) { return .emailTaken }
            try db.run(
                """
                INSERT INTO account
                    (name, nameKey, role, passwordHash, dateCreated, datePassword, email, emailKey,
                    firstName, lastName, bio, level, photoID)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, [name, key, role.rawValue, passwordHash, now, now] + Self.arguments(profile))
            return .stored
        }
    }

    /// Changes the role and profile of an account.
    package func updateAccount(
        named name: String, role: AccountRole, profile: AccountProfile
    ) throws(CatalogError) -> StoredAccount {
        try write { db in
            let key = SectionReference.key(name)
            if try Self.isEmailTaken(profile, nameKey: key, db) { return .emailTaken }
            try db.run(
                """
                UPDATE account SET role = ?, dateUpdated = ?, email = ?, emailKey = ?,
                    firstName = ?, lastName = ?, bio = ?, level = ?, photoID = ?
                WHERE nameKey = ?
                """, [role.rawValue, Self.now()] + Self.arguments(profile) + [key])
            return db.changesCount > 0 ? .stored : .unknown
        }
    }

    private static func arguments(_ profile: AccountProfile) -> StatementArguments {
        [
            profile.email, profile.email.map(SectionReference.key), profile.firstName,
            profile.lastName, profile.bio, profile.level, profile.photo?.rawValue,
        ]
    }

    /// True if an account with another name has the email address.
    private static func isEmailTaken(
        _ profile: AccountProfile, nameKey: String, _ db: Database
    ) throws -> Bool {
        guard let email = profile.email else { return false }
        return try db.holds(
            "SELECT id FROM account WHERE emailKey = ? AND nameKey <> ?",
            [SectionReference.key(email), nameKey])
    }

    /// Removes an account with its sessions and tokens.
    ///
    /// - Returns: false if no account has the name.
    package func removeAccount(named name: String) throws(CatalogError) -> Bool {
        try run("DELETE FROM account WHERE nameKey = ?", [SectionReference.key(name)])
    }

    /// Changes an account's password, ends its sessions and revokes its tokens.
    ///
    /// - Returns: false if no account has the name.
    package func setPasswordHash(
        _ hash: String, ofAccount name: String
    ) throws(CatalogError) -> Bool {
        try write { db in
            let id = try db.integer(
                "SELECT id FROM account WHERE nameKey = ?", [SectionReference.key(name)])
            guard let id else { return false }
            let now = Self.now()
            try db.run(
                "UPDATE account SET passwordHash = ?, datePassword = ? WHERE id = ?",
                [hash, now, id])
            try db.run("DELETE FROM webSession WHERE accountID = ?", [id])
            try db.run(
                """
                UPDATE accessToken SET dateRevoked = ? WHERE accountID = ? AND dateRevoked IS NULL
                """, [now, id])
            return true
        }
    }

    /// Replaces an account's password hash with another hash of the same password, unless the
    /// password was changed meanwhile.
    package func replacePasswordHash(
        _ old: String, with new: String, ofAccount id: Int64
    ) throws(CatalogError) {
        try run(
            "UPDATE account SET passwordHash = ? WHERE id = ? AND passwordHash = ?", [new, id, old])
    }

    /// Stores a token; an expired one with the same name is revoked.
    ///
    /// - Parameters:
    ///   - account: the account for which it acts and whose role applies; nil for none.
    ///   - hash: the digest of its secret.
    ///   - expires: the expiry date; nil for never.
    /// - Returns: false if a valid token has the name.
    package func addAccessToken(
        named name: String, role: AccountRole, account: Int64? = nil, hash: String, expires: Date?
    ) throws(CatalogError) -> Bool {
        try write { db in
            let (now, key) = (Self.now(), SectionReference.key(name))
            try db.run(
                """
                UPDATE accessToken SET dateRevoked = ?1
                WHERE nameKey = ?2 AND dateRevoked IS NULL AND dateExpires <= ?1
                """, [now, key])
            try db.insert(
                into: "accessToken",
                [
                    "name": name, "nameKey": key, "role": role.rawValue, "accountID": account,
                    "hash": hash, "dateCreated": now,
                    "dateExpires": expires.map { Int64($0.timeIntervalSince1970) },
                ], "ON CONFLICT (nameKey) WHERE dateRevoked IS NULL DO NOTHING")
            return db.changesCount > 0
        }
    }

    /// Revokes the token with a name.
    ///
    /// - Returns: false if no unrevoked token has the name.
    package func revokeAccessToken(named name: String) throws(CatalogError) -> Bool {
        try run(
            "UPDATE accessToken SET dateRevoked = ? WHERE nameKey = ? AND dateRevoked IS NULL",
            [Self.now(), SectionReference.key(name)])
    }

    /// Records the use of a token.
    package func noteUse(ofAccessToken id: Int64) throws(CatalogError) {
        try run("UPDATE accessToken SET dateUsed = ? WHERE id = ?", [Self.now(), id])
    }

    /// Stores a session, and deletes expired ones.
    ///
    /// - Parameters:
    ///   - hash: the digest of its secret.
    ///   - account: the session's account; nil for the owner with the server's password.
    ///   - device: its browser and system; nil if unknown.
    /// - Returns: its id.
    package func addWebSession(
        hash: String, account: Int64?, device: String? = nil, expires: Date
    ) throws(CatalogError) -> Int64 {
        try write { db in
            let now = Self.now()
            try db.run("DELETE FROM webSession WHERE dateExpires <= ?", [now])
            try db.run(
                """
                INSERT INTO webSession (hash, accountID, device, dateCreated, dateExpires)
                VALUES (?, ?, ?, ?, ?)
                """, [hash, account, device, now, Int64(expires.timeIntervalSince1970)])
            return db.lastInsertedRowID
        }
    }

    /// Extends a session.
    package func extendWebSession(_ id: Int64, expires: Date) throws(CatalogError) {
        try run(
            "UPDATE webSession SET dateExpires = ? WHERE id = ?",
            [Int64(expires.timeIntervalSince1970), id])
    }

    /// Ends a session.
    package func removeWebSession(_ id: Int64) throws(CatalogError) {
        try run("DELETE FROM webSession WHERE id = ?", [id])
    }

    /// Ends all sessions of an account; nil for those of the owner with the server's password.
    package func removeWebSessions(ofAccount account: Int64?) throws(CatalogError) {
        try run("DELETE FROM webSession WHERE accountID IS ?", [account])
    }

    /// Stores a token from a sign-in, and deletes expired ones.
    ///
    /// - Parameters:
    ///   - title: the start of its name; an appended number makes the name unique.
    ///   - hash: the digest of its secret.
    ///   - maximum: the maximum number per account; the least recently used are deleted. Tokens
    ///     that were used an hour after their creation are kept before others, so that a program
    ///     that signs in for each run does not displace the token of a phone.
    package func addSignInToken(
        of account: Account, title: String, hash: String, expires: Date, maximum: Int
    ) throws(CatalogError) {
        try write { db in
            let now = Self.now()
            try db.run("DELETE FROM accessToken WHERE isSignIn = 1 AND dateExpires <= ?", [now])
            try db.run(
                """
                DELETE FROM accessToken WHERE id IN (
                    SELECT id FROM accessToken WHERE isSignIn = 1 AND accountID = ?1
                    ORDER BY ifnull(dateUsed - dateCreated >= 3600, 0) DESC,
                        max(ifnull(dateUsed, 0), dateCreated) DESC, id DESC
                    LIMIT -1 OFFSET ?2)
                """, [account.id, maximum - 1])
            let latest = try db.integer("SELECT id FROM accessToken ORDER BY id DESC LIMIT 1")
            let name = "\(title) \((latest ?? 0) + 1)"
            try db.insert(
                into: "accessToken",
                [
                    "name": name, "nameKey": SectionReference.key(name),
                    "role": account.role.rawValue, "accountID": account.id, "hash": hash,
                    "dateCreated": now, "dateExpires": Int64(expires.timeIntervalSince1970),
                    "isSignIn": 1,
                ])
        }
    }
}
