package import Basics
import Foundation
import GRDB
package import GalleryModel

/// A post to store: the campaign's section, the photo, the account that publishes it, nil for the
/// owner, and its texts.
package typealias PostRecord = (
    section: Int64, photo: PhotoID, account: Int64?, title: String, description: String
)

extension CampaignPost {
    /// The columns that `init` reads, followed by those of the account.
    enum Column: Int, StatementColumns {
        case id, photoID, title, description, dateCreated, state
        static let table = "p"
    }

    init(_ row: StatementRow<Column>) {
        self.init(
            id: row.integer(.id), photo: row.photoID(.photoID), account: Account(row.next()),
            title: row.text(.title), description: row.text(.description),
            dateCreated: Date(timeIntervalSince1970: Double(row.integer(.dateCreated)) / 1000),
            // A state of a newer program is visible to no one.
            state: State(rawValue: row.text(.state)) ?? .deleted)
    }
}

/// Posts; only those whose photo is outside the trash are read.
extension PhotoCatalog {
    /// Posts of a campaign, the latest first.
    ///
    /// - Parameters:
    ///   - section: the campaign's section.
    ///   - before: the last post of the previous page; nil for the first page.
    ///   - limit: the maximum number of posts; nil for all.
    ///   - includesHidden: true to include hidden posts.
    package func posts(
        in section: Int64, before: Int64? = nil, limit: Int? = nil, includesHidden: Bool = false
    ) throws(CatalogError) -> [CampaignPost] {
        try read { db in
            let states = includesHidden ? "('shown', 'hidden')" : "('shown')"
            return try Self.posts(
                "p.sectionID = ? AND p.id < ? AND p.state IN \(states)", limit: limit ?? -1,
                [section, before ?? .max], db)
        }
    }

    /// A post of a campaign, even if hidden; nil if it does not exist.
    package func post(_ id: Int64, in section: Int64) throws(CatalogError) -> CampaignPost? {
        try read { db in try Self.post("p.id = ? AND p.sectionID = ?", [id, section], db) }
    }

    /// The unedited photo of a post with the same bytes and texts, even if hidden; nil if there is
    /// none.
    package func photo(
        of digest: FileDigest, publishedBy account: Int64?, title: String, description: String,
        in section: Int64
    ) throws(CatalogError) -> PhotoID? {
        try read { db in
            try Self.post(
                """
                p.sectionID = ? AND p.accountID IS ? AND p.title = ? AND p.description = ?
                    AND p.photoID IN (
                        SELECT c.photoID FROM picture c JOIN file f ON f.id = c.fileID
                        WHERE f.sha256 = ?)
                    AND NOT EXISTS (SELECT 1 FROM photoEdit WHERE photoID = p.photoID)
                """, [section, account, title, description, digest.hexadecimal], db)
        }?.photo
    }

    /// The post that meets a condition and is not deleted.
    static func post(
        _ condition: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> CampaignPost? {
        try posts("\(condition) AND p.state IN ('shown', 'hidden')", limit: 1, arguments, db).first
    }

    /// Posts whose photo is outside the trash, the latest first.
    private static func posts(
        _ condition: String, limit: Int, _ arguments: StatementArguments, _ db: Database
    ) throws -> [CampaignPost] {
        try CampaignPost.Column.all(
            """
            SELECT \(CampaignPost.Column.selection), \(Account.Column.selection)
            FROM post p CROSS JOIN photo ph ON ph.id = p.photoID AND ph.dateTrashed IS NULL
            LEFT JOIN account a ON a.id = p.accountID
            WHERE \(condition) ORDER BY p.id DESC LIMIT ?
            """, arguments + [limit], then: [Account.Column.self], db,
            value: CampaignPost.init)
    }

    // MARK: - Writing

    /// Stores a post and the edit of its photo, as one change.
    ///
    /// Posting the same picture with the same edit and texts again returns the existing post. A
    /// photo that was posted before keeps its edit: with another edit, the post gets a copy of the
    /// photo.
    ///
    /// - Parameter edit: the photo's new edit; nil to keep the current one.
    /// - Returns: the post.
    /// - Throws: `noPhoto` if the photo does not exist; `statement` for an invalid edit.
    package func add(
        _ post: PostRecord, edit: PhotoEdit? = nil, command: String
    ) throws(CatalogError) -> CampaignPost {
        let texts = try edit.map { edit throws(CatalogError) in
            try Self.texts(of: [(post.photo, edit)])
        }
        let (stored, isNew, arrived) = try write { db in
            let recipe = try db.text(
                "SELECT recipe FROM photoEdit WHERE photoID = ?", [post.photo.rawValue])
            let wanted = texts == nil ? recipe : texts?.first?.1
            if let same = try Self.same(as: post, recipe: wanted, db) {
                return (same, false, false)
            }
            let entry = try JournalEntry(command: command).write(db)
            let state = try ReceivedPicture.state(of: post.photo, db)
            var photo = post.photo
            if wanted != recipe {
                // Even in a deleted post, because its deletion can be undone.
                if try db.holds("SELECT 1 FROM post WHERE photoID = ? LIMIT 1", [photo.rawValue]) {
                    photo = try Self.copy(
                        photo, of: post.account, to: post.section,
                        in: CommandEntry(command, number: entry), number: entry, db)
                }
                _ = try JournaledValue.edit.set([wanted], of: photo, in: entry, db)
            }
            try db.insert(
                into: "post",
                [
                    "sectionID": post.section, "photoID": photo.rawValue, "accountID": post.account,
                    "title": post.title, "description": post.description,
                    "dateCreated": try Self.moment(of: post.section, db), "state": "shown",
                ])
            let id = db.lastInsertedRowID
            try Self.note(post: id, from: .deleted, to: .shown, in: entry, db)
            // A picture that was sent without a title gets the title of its post.
            let isCopy = photo != post.photo
            if isCopy || state != nil && state != .shared {
                try Self.withOriginMetadata(of: "SELECT ?", [photo.rawValue], db) {
                    if !isCopy { try db.run(PhotoRecord.noting, [entry, photo.rawValue]) }
                    try db.run(
                        "UPDATE photo SET title = ? WHERE id = ? AND (? OR title IS NULL)",
                        [post.title, photo.rawValue, isCopy])
                }
            }
            if state == .waiting { try Self.stopWaiting(photo, by: entry, db) }
            guard let stored = try Self.post("p.id = ?", [id], db) else {
                throw Self.noPhoto(photo)
            }
            return (stored, true, isCopy || state == .form || state == .waiting)
        }
        if arrived, let section = try read({ try Self.reference(of: post.section, $0) }) {
            changes.send(.photosAdded([stored.photo], section: section))
        } else if isNew {
            changes.send(.photosUpdated([stored.photo]))
        }
        return stored
    }

    /// The post with the same picture, edit and texts.
    private static func same(
        as post: PostRecord, recipe: String?, _ db: Database
    ) throws -> CampaignPost? {
        try Self.post(
            """
            p.sectionID = ? AND p.accountID IS ? AND p.title = ? AND p.description = ?
                AND p.photoID IN (
                    SELECT ?5 UNION ALL
                    SELECT o.photoID FROM picture c JOIN picture o ON o.fileID = c.fileID
                    WHERE c.photoID = ?5)
                AND (SELECT recipe FROM photoEdit WHERE photoID = p.photoID) IS ?6
            """,
            [
                post.section, post.account, post.title, post.description, post.photo.rawValue,
                recipe,
            ], db)
    }

    /// Shows, hides or deletes a post.
    ///
    /// - Returns: the journal entry; nil if nothing was changed.
    @discardableResult
    package func setState(
        _ state: CampaignPost.State, ofPost id: Int64, command: String
    ) throws(CatalogError) -> Int64? {
        let (entry, photo) = try write { db -> (Int64?, PhotoID?) in
            guard let post = try Self.post("p.id = ?", [id], db), post.state != state else {
                return (nil, nil)
            }
            let entry = try JournalEntry(command: command).write(db)
            try db.run("UPDATE post SET state = ? WHERE id = ?", [state.rawValue, id])
            try Self.note(post: id, from: post.state, to: state, in: entry, db)
            return (entry, post.photo)
        }
        if let photo { changes.send(.photosUpdated([photo])) }
        return entry
    }

    /// The current time, in milliseconds, but not before the latest post, so that a clock set back
    /// slightly does not reorder posts.
    private static func moment(of section: Int64, _ db: Database) throws -> Int64 {
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        let latest = try db.integer(
            "SELECT dateCreated FROM post WHERE sectionID = ? ORDER BY id DESC LIMIT 1", [section])
        return latest.map { $0 > now && $0 < now + 60_000 ? $0 : now } ?? now
    }

    private static func note(
        post: Int64, from before: CampaignPost.State, to after: CampaignPost.State,
        in entry: Int64, _ db: Database
    ) throws {
        try db.run(
            "INSERT INTO journalPost VALUES (?, ?, ?, ?)",
            [entry, post, before.rawValue, after.rawValue])
    }

    // MARK: - Undoing the creation, hiding, showing and deletion of posts

    /// Finds the photos whose posts are still as an entry left them, and so change when it is
    /// undone.
    static func unchangedPosts(of entry: GalleryJournalEntry, _ db: Database) throws -> [PhotoID] {
        try db.photoIDs("SELECT p.photoID \(unchangedRows) ORDER BY p.id", [entry.id])
    }

    /// Applies an undo to posts, and records it in the undo's entry.
    static func applyPosts(
        of entry: GalleryJournalEntry, by undoing: Int64, _ db: Database
    ) throws {
        try db.run(
            "INSERT INTO journalPost SELECT ?2, p.id, j.after, j.before \(unchangedRows)",
            [entry.id, undoing])
        try db.run(
            """
            UPDATE post SET state = j.after FROM journalPost j
            WHERE j.journalID = ? AND post.id = j.postID
            """, [undoing])
    }

    /// Makes the photos of undone posts wait for a post again, as before the change that created
    /// the posts.
    static func waitAgain(for step: Int64, _ db: Database) throws {
        let photos = try db.photoIDs(
            """
            SELECT p.photoID \(unchangedRows.replacing("j.after", with: "j.before"))
                AND j.before = 'deleted' AND EXISTS (
                    SELECT 1 FROM photo WHERE id = p.photoID AND originID GLOB '*-' || ?1)
                AND NOT EXISTS (
                    SELECT 1 FROM post o WHERE o.photoID = p.photoID AND o.state <> 'deleted')
            """, [step])
        for photo in photos {
            // The same bytes can have been sent again since.
            try db.run(
                """
                UPDATE OR IGNORE photo
                SET originID = substr(originID, 1, length(originID) - length(?2) - 1) WHERE id = ?1
                """, [photo.rawValue, "\(step)"])
            guard db.changesCount > 0 else { continue }
            try db.run(
                "UPDATE receivedPicture SET state = ? WHERE photoID = ?",
                [ReceivedPicture.State.waiting.rawValue, photo.rawValue])
        }
    }

    /// Reverts that, before the posts are shown again.
    static func stopWaitingAgain(for step: Int64, _ db: Database) throws {
        let photos = try db.photoIDs(
            """
            SELECT p.photoID FROM journalPost j CROSS JOIN post p ON p.id = j.postID
            WHERE j.journalID = ? AND j.before = 'deleted'
            """, [step])
        for photo in photos where try ReceivedPicture.state(of: photo, db) == .waiting {
            try stopWaiting(photo, by: step, db)
        }
    }

    /// The posts `p` of an entry `?1` that were not changed since, with their changes `j`.
    private static let unchangedRows = """
        FROM journalPost j CROSS JOIN post p ON p.id = j.postID
        WHERE j.journalID = ?1 AND p.state = j.after
        """
}
