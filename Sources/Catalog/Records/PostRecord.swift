import Foundation
import GRDB
package import GalleryModel

/// A post as it is stored.
package struct PostRecord: Hashable, Sendable {
    /// The section of its campaign.
    package var section: Int64
    /// The photo.
    package var photo: PhotoID
    /// Who publishes it; nil for the owner by the server's password.
    package var account: Int64?
    /// The title, which is not empty.
    package var title: String
    /// What is said beside it; empty for nothing.
    package var description: String

    /// Makes a post.
    package init(
        section: Int64, photo: PhotoID, account: Int64?, title: String, description: String
    ) {
        self.section = section
        self.photo = photo
        self.account = account
        self.title = title
        self.description = description
    }
}

extension CampaignPost {
    /// The columns that `init` reads; behind them come those of the account.
    enum Column: Int, StatementColumns {
        case post, photoID, accountID, title, description, dateCreated, state
    }

    /// Gives `Column` and `AccountRecord.Column`, for posts that have a photo outside the trash.
    static let selection = """
        SELECT p.id AS post, p.photoID, p.accountID, p.title, p.description, p.dateCreated, p.state,
            \(AccountRecord.selection)
        FROM post p CROSS JOIN photo ph ON ph.id = p.photoID AND ph.dateTrashed IS NULL
        LEFT JOIN account a ON a.id = p.accountID
        """

    init(_ row: StatementRow<Column>) {
        self.init(
            id: row.integer(.post), photo: PhotoID(rawValue: row.integer(.photoID)),
            account: row.isNull(.accountID)
                ? nil : AccountRecord.read(row.next(AccountRecord.Column.self)),
            title: row.text(.title), description: row.text(.description),
            dateCreated: Date(timeIntervalSince1970: Double(row.integer(.dateCreated)) / 1000),
            // What a newer program says is for nobody.
            state: State(rawValue: row.text(.state)) ?? .deleted)
    }
}
