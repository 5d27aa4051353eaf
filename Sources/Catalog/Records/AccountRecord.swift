import GRDB
import GalleryModel

/// Reads accounts.
enum AccountRecord {
    /// The columns that `read` reads.
    enum Column: Int, StatementColumns {
        case id, name, role, dateCreated, datePassword, dateUpdated, passwordHash
        case email, firstName, lastName, bio, level, photoID
    }

    /// Gives `Column`, for a SELECT from `account AS a`.
    static let selection = """
        a.id, a.name, a.role, a.dateCreated, a.datePassword, a.dateUpdated, a.passwordHash,
        a.email, a.firstName, a.lastName, a.bio, a.level, a.photoID
        """

    /// The account of a row.
    static func read(_ row: StatementRow<Column>) -> Account {
        var profile = AccountProfile()
        profile.email = row.optionalText(.email)
        profile.firstName = row.optionalText(.firstName)
        profile.lastName = row.optionalText(.lastName)
        profile.bio = row.optionalText(.bio)
        profile.level = row.optionalText(.level)
        profile.photo = row.optionalInteger(.photoID).map { PhotoID(rawValue: Int64($0)) }
        return Account(
            id: row.integer(.id), name: row.text(.name),
            role: AccountRole(rawValue: row.text(.role)) ?? .viewer, profile: profile,
            dateCreated: row.date(.dateCreated), datePassword: row.date(.datePassword),
            dateUpdated: row.optionalDate(.dateUpdated))
    }
}

/// What became of storing an account.
package enum StoredAccount: Hashable, Sendable {
    /// It is stored.
    case stored
    /// Another account has the name.
    case nameTaken
    /// Another account has the address of mail.
    case emailTaken
    /// There is none of the name.
    case unknown
}
