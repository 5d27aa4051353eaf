import Foundation
import GRDB
package import GalleryModel

/// Stores posts, and who gets to see them.
extension PhotoCatalog {
    /// Stores a post, and the edit of its photo, as one change.
    ///
    /// Whoever sends the same once more, the same picture with the same edit and texts, gets what is there. A photo
    /// that a post showed before keeps its edit: with another one the post shows a photo of its own.
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
        let (stored, isNew, copied) = try write { db in
            let recipe = try Self.recipe(of: post.photo, db)
            let wanted = texts == nil ? recipe : texts?.first?.1
            if let same = try Self.same(as: post, recipe: wanted, db) {
                return (same, false, false)
            }
            let entry = try JournalEntry(command: command).write(db)
            var photo = post.photo
            if wanted != recipe {
                if try Self.wasPublished(photo, db) {
                    photo = try Self.copy(
                        photo, of: post.account, to: post.section,
                        in: CommandEntry(command, number: entry), number: entry, db)
                }
                if try Self.note(wanted, of: photo, in: entry, db) {
                    try Self.applyEdits(of: entry, db)
                }
            }
            try db.execute(
                sql: """
                    INSERT INTO post
                        (sectionID, photoID, accountID, title, description, dateCreated, state)
                    VALUES (?, ?, ?, ?, ?, ?, 'shown')
                    """,
                arguments: [
                    post.section, photo.rawValue, post.account, post.title, post.description,
                    try Self.moment(of: post.section, db),
                ])
            let id = db.lastInsertedRowID
            try Self.note(post: id, from: .deleted, to: .shown, in: entry, db)
            try Self.stopWaiting(photo, by: entry, db)
            guard let stored = try Self.post("p.id = ?", [id], db) else {
                throw Self.noPhoto(photo)
            }
            return (stored, true, photo != post.photo)
        }
        if copied, let section = try read({ try Self.reference(of: post.section, $0) }) {
            changes.send(.photosAdded([stored.photo], section: section))
        } else if isNew {
            changes.send(.photosUpdated([stored.photo]))
        }
        return stored
    }

    private static func recipe(of photo: PhotoID, _ db: Database) throws -> String? {
        try String.fetchOne(
            db, sql: "SELECT recipe FROM photoEdit WHERE photoID = ?", arguments: [photo.rawValue])
    }

    /// The post that says the same of the same picture, with the same edit.
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

    /// Whether a post shows a photo, or did before it was deleted, which can be taken back.
    private static func wasPublished(_ photo: PhotoID, _ db: Database) throws -> Bool {
        try !db.integers("SELECT 1 FROM post WHERE photoID = ? LIMIT 1", [photo.rawValue]).isEmpty
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
