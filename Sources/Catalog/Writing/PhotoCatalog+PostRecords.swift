import Foundation
import GRDB
package import GalleryModel

/// Stores posts, and who gets to see them.
extension PhotoCatalog {
    /// Stores a post, and the edit of its photo, as one change.
    ///
    /// Whoever sends the same once more gets what is there; one that is hidden stays as it is.
    ///
    /// - Parameter edit: what the photo is to look like; nil for what it looks like already.
    /// - Returns: the post.
    /// - Throws: `noPhoto` where there is no such photo; `statement` for an edit that makes no sense.
    package func add(
        _ post: PostRecord, edit: PhotoEdit? = nil, command: String
    ) throws(CatalogError) -> CampaignPost {
        let texts = try edit.map { edit throws(CatalogError) in
            try Self.texts(of: [(post.photo, edit)])
        }
        let (stored, isNew) = try write { db in
            let same = try Self.post(
                """
                p.photoID = ? AND p.sectionID = ? AND p.accountID IS ? AND p.title = ?
                    AND p.description = ?
                """,
                [post.photo.rawValue, post.section, post.account, post.title, post.description], db)
            if let same, edit == nil || same.state == .hidden { return (same, false) }
            let entry = try JournalEntry(command: command).write(db)
            for (photo, text) in texts ?? [] where try Self.note(text, of: photo, in: entry, db) {
                try Self.applyEdits(of: entry, db)
            }
            if let same {
                let isEdited = try !db.integers(
                    "SELECT 1 FROM journalEdit WHERE journalID = ?", [entry]
                ).isEmpty
                if !isEdited {
                    try db.execute(sql: "DELETE FROM journal WHERE id = ?", arguments: [entry])
                }
                return (same, isEdited)
            }
            try db.execute(
                sql: """
                    INSERT INTO post
                        (sectionID, photoID, accountID, title, description, dateCreated, state)
                    VALUES (?, ?, ?, ?, ?, ?, 'shown')
                    """,
                arguments: [
                    post.section, post.photo.rawValue, post.account, post.title, post.description,
                    try Self.moment(of: post.section, db),
                ])
            let id = db.lastInsertedRowID
            try Self.note(post: id, from: .deleted, to: .shown, in: entry, db)
            guard let stored = try Self.post("p.id = ?", [id], db) else {
                throw Self.noPhoto(post.photo)
            }
            return (stored, true)
        }
        if isNew { changes.send(.photosUpdated([stored.photo])) }
        return stored
    }

    /// Lets others see a post, or not.
    ///
    /// - Returns: the entry of the journal; nil where nothing changed.
    @discardableResult
    package func setState(
        _ state: CampaignPost.State, ofPost id: Int64, command: String
    ) throws(CatalogError) -> Int64? {
        let (entry, photo) = try write { db -> (Int64?, PhotoID?) in
            guard let post = try Self.post("p.id = ?", [id], db), post.state != state else {
                return (nil, nil)
            }
            let entry = try JournalEntry(command: command).write(db)
            try db.execute(
                sql: "UPDATE post SET state = ? WHERE id = ?", arguments: [state.rawValue, id])
            try Self.note(post: id, from: post.state, to: state, in: entry, db)
            return (entry, post.photo)
        }
        if let photo { changes.send(.photosUpdated([photo])) }
        return entry
    }

    /// Now, in milliseconds; not before the latest post, so that a clock that is set back a little moves none.
    private static func moment(of section: Int64, _ db: Database) throws -> Int64 {
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        let latest = try Int64.fetchOne(
            db, sql: "SELECT dateCreated FROM post WHERE sectionID = ? ORDER BY id DESC LIMIT 1",
            arguments: [section])
        return latest.map { $0 > now && $0 < now + 60_000 ? $0 : now } ?? now
    }

    private static func note(
        post: Int64, from before: CampaignPost.State, to after: CampaignPost.State,
        in entry: Int64, _ db: Database
    ) throws {
        try db.cachedStatement(sql: "INSERT INTO journalPost VALUES (?, ?, ?, ?)")
            .execute(arguments: [entry, post, before.rawValue, after.rawValue])
    }
}

/// Taking back that posts were made, hidden, shown or deleted.
extension PhotoCatalog {
    /// Finds the photos whose posts an entry left as they are: those that change when it is taken back.
    static func comparePosts(
        of entry: JournalSummary, _ db: Database, _ undone: inout UndoneChange
    ) throws {
        undone.posts = try db.integers(
            "SELECT p.photoID \(unchangedPosts) ORDER BY p.id", [entry.id]
        ).map(PhotoID.init(rawValue:))
    }

    /// Notes in the entry of an undoing what it changes, and changes it.
    static func applyPosts(
        of entry: JournalSummary, by undoing: Int64, _ db: Database
    ) throws {
        try db.execute(
            sql: "INSERT INTO journalPost SELECT ?2, p.id, j.after, j.before \(unchangedPosts)",
            arguments: [entry.id, undoing])
        try db.execute(
            sql: """
                UPDATE post SET state = j.after FROM journalPost j
                WHERE j.journalID = ? AND post.id = j.postID
                """, arguments: [undoing])
    }

    /// The posts `p` of an entry `?1` that nothing changed since, by their changes `j`.
    private static let unchangedPosts = """
        FROM journalPost j CROSS JOIN post p ON p.id = j.postID
        WHERE j.journalID = ?1 AND p.state = j.after
        """
}
