import Foundation
import GRDB
package import GalleryModel

/// Looks accounts, tokens and sessions up.
extension PhotoCatalog {
    /// All accounts, in the order in which they were added.
    package func accounts() throws(CatalogError) -> [Account] {
        try read { db in
            var accounts: [Account] = []
            try db.forEachRow(
                AccountColumn.self,
                """
                SELECT id, name, role, dateCreated, datePassword, passwordHash FROM account
                ORDER BY id
                """
            ) { row in
                accounts.append(Account(row))
                return true
            }
            return accounts
        }
    }

    /// The account of a name, without regard to case, and the text of its password's hash; nil for none.
    package func account(
        named name: String
    ) throws(CatalogError) -> (account: Account, passwordHash: String)? {
        try read { db in
            var found: (Account, String)?
            try db.forEachRow(
                AccountColumn.self,
                """
                SELECT id, name, role, dateCreated, datePassword, passwordHash FROM account
                WHERE nameKey = ?
                """, [SectionReference.key(name)]
            ) { row in
                found = (Account(row), row.text(.passwordHash))
                return false
            }
            return found
        }
    }

    /// All tokens, in the order in which they were made.
    package func accessTokens() throws(CatalogError) -> [AccessToken] {
        try read { db in
            var tokens: [AccessToken] = []
            try db.forEachRow(
                TokenColumn.self,
                """
                SELECT id, name, role, dateCreated, dateExpires, dateUsed, dateRevoked
                FROM accessToken ORDER BY id
                """
            ) { row in
                tokens.append(AccessToken(row))
                return true
            }
            return tokens
        }
    }

    /// The token whose secret has a digest, also one that is no longer valid; nil for none.
    package func accessToken(hash: String) throws(CatalogError) -> AccessToken? {
        try read { db in
            var found: AccessToken?
            try db.forEachRow(
                TokenColumn.self,
                """
                SELECT id, name, role, dateCreated, dateExpires, dateUsed, dateRevoked
                FROM accessToken WHERE hash = ?
                """, [hash]
            ) { row in
                found = AccessToken(row)
                return false
            }
            return found
        }
    }

    /// The session whose secret has a digest, also one that has expired; nil for none.
    package func webSession(hash: String) throws(CatalogError) -> WebSession? {
        enum Column: Int, StatementColumns {
            case sessionID, expires, accountID
        }
        return try read { db in
            var found: WebSession?
            try db.forEachRow(
                Column.self, then: [AccountColumn.self],
                """
                SELECT s.id AS sessionID, s.dateExpires AS expires, s.accountID, a.id, a.name,
                    a.role, a.dateCreated, a.datePassword, a.passwordHash
                FROM webSession s LEFT JOIN account a ON a.id = s.accountID WHERE s.hash = ?
                """, [hash]
            ) { row in
                found = WebSession(
                    id: row.integer(.sessionID),
                    account: row.isNull(.accountID) ? nil : Account(row.next(AccountColumn.self)),
                    dateExpires: row.date(.expires))
                return false
            }
            return found
        }
    }

    /// What tells, without a look into it, that the catalog is as it was.
    package var stamp: String { database.stamp }
}

private enum AccountColumn: Int, StatementColumns {
    case id, name, role, dateCreated, datePassword, passwordHash
}

private enum TokenColumn: Int, StatementColumns {
    case id, name, role, dateCreated, dateExpires, dateUsed, dateRevoked
}

extension Account {
    fileprivate init(_ row: StatementRow<AccountColumn>) {
        self.init(
            id: row.integer(.id), name: row.text(.name),
            role: AccountRole(rawValue: row.text(.role)) ?? .viewer,
            dateCreated: row.date(.dateCreated), datePassword: row.date(.datePassword))
    }
}

extension AccessToken {
    fileprivate init(_ row: StatementRow<TokenColumn>) {
        self.init(
            id: row.integer(.id), name: row.text(.name),
            role: AccountRole(rawValue: row.text(.role)) ?? .viewer,
            dateCreated: row.date(.dateCreated), dateExpires: row.optionalDate(.dateExpires),
            dateUsed: row.optionalDate(.dateUsed), dateRevoked: row.optionalDate(.dateRevoked))
    }
}
