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
                AccountRecord.Column.self,
                "SELECT \(AccountRecord.selection) FROM account a ORDER BY a.id"
            ) { row in
                accounts.append(AccountRecord.read(row))
                return true
            }
            return accounts
        }
    }

    /// The account of a name, without regard to case, and the text of its password's hash; nil for none.
    package func account(
        named name: String
    ) throws(CatalogError) -> (account: Account, passwordHash: String)? {
        try account("a.nameKey = ?", SectionReference.key(name))
    }

    /// The account of an address of mail, without regard to case, and the text of its password's hash; nil for none.
    package func account(
        email: String
    ) throws(CatalogError) -> (account: Account, passwordHash: String)? {
        try account("a.emailKey = ?", SectionReference.key(email))
    }

    private func account(
        _ condition: String, _ key: String
    ) throws(CatalogError) -> (account: Account, passwordHash: String)? {
        try read { db in
            var found: (Account, String)?
            try db.forEachRow(
                AccountRecord.Column.self,
                "SELECT \(AccountRecord.selection) FROM account a WHERE \(condition)", [key]
            ) { row in
                found = (AccountRecord.read(row), row.text(.passwordHash))
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
                TokenColumn.self, then: [AccountRecord.Column.self],
                "\(TokenColumn.selection) ORDER BY t.id"
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
                TokenColumn.self, then: [AccountRecord.Column.self],
                "\(TokenColumn.selection) WHERE t.hash = ?", [hash]
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
                Column.self, then: [AccountRecord.Column.self],
                """
                SELECT s.id AS sessionID, s.dateExpires AS expires, s.accountID,
                    \(AccountRecord.selection)
                FROM webSession s LEFT JOIN account a ON a.id = s.accountID WHERE s.hash = ?
                """, [hash]
            ) { row in
                found = WebSession(
                    id: row.integer(.sessionID),
                    account: row.isNull(.accountID)
                        ? nil : AccountRecord.read(row.next(AccountRecord.Column.self)),
                    dateExpires: row.date(.expires))
                return false
            }
            return found
        }
    }

    /// What tells, without a look into it, that the catalog is as it was.
    package var stamp: String { database.stamp }
}

private enum TokenColumn: Int, StatementColumns {
    case id, name, role, dateCreated, dateExpires, dateUsed, dateRevoked, accountID

    /// Gives these columns and those of the account for which a token acts.
    static let selection = """
        SELECT t.id, t.name, t.role, t.dateCreated, t.dateExpires, t.dateUsed, t.dateRevoked,
            t.accountID, \(AccountRecord.selection)
        FROM accessToken t LEFT JOIN account a ON a.id = t.accountID
        """
}

extension AccessToken {
    fileprivate init(_ row: StatementRow<TokenColumn>) {
        let account =
            row.isNull(.accountID)
            ? nil : AccountRecord.read(row.next(AccountRecord.Column.self))
        self.init(
            id: row.integer(.id), name: row.text(.name),
            role: account?.role ?? AccountRole(rawValue: row.text(.role)) ?? .viewer,
            account: account, dateCreated: row.date(.dateCreated),
            dateExpires: row.optionalDate(.dateExpires), dateUsed: row.optionalDate(.dateUsed),
            dateRevoked: row.optionalDate(.dateRevoked))
    }
}
