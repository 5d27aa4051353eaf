package import Foundation
import GRDB
package import GalleryModel

/// The rows of received pictures.
extension ReceivedPicture {
    /// The visibility of a received picture, as stored in the catalog.
    enum State: Int64 {
        /// Sent by the photo-share protocol, or added to the camera section.
        case shared
        /// Sent to a campaign, and shown by a post.
        case shown
        /// Sent to a campaign, and no longer shown by a post, or expired.
        case unpublished
        /// Sent with the texts of a form, before its first post.
        case form
        /// Sent without texts, before its first post.
        case waiting
    }

    /// Records that a photo was received, unless it was received before.
    func insert(_ photo: PhotoID, from origin: Origin, _ db: Database) throws {
        let state: State = origin != .campaign ? .shared : texts.isEmpty ? .waiting : .form
        try insert(photo, as: state, db)
    }

    fileprivate func insert(_ photo: PhotoID, as state: State, _ db: Database) throws {
        try db.run(
            "INSERT INTO receivedPicture VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            [photo.rawValue, account ?? 0, sha256, state.rawValue])
    }

    /// The state of a photo; nil if it was not received from a user.
    static func state(of photo: PhotoID, _ db: Database) throws -> State? {
        try db.integer("SELECT state FROM receivedPicture WHERE photoID = ?", [photo.rawValue])
            .flatMap(State.init(rawValue:))
    }
}

/// Received pictures.
extension PhotoCatalog {
    /// The accounts that sent the photos, 0 for the owner without an account; without photos that
    /// were not received from users.
    package func senders(of photos: [PhotoID]) throws(CatalogError) -> [PhotoID: Int64] {
        enum Column: Int, StatementColumns { case photoID, account }
        return try read { db in
            let senders = try Column.all(
                """
                SELECT \(Column.selection) FROM receivedPicture
                WHERE photoID IN (SELECT value FROM json_each(?))
                """, [photos.jsonList], db
            ) { ($0.photoID(.photoID), $0.integer(.account)) }
            return Dictionary(uniqueKeysWithValues: senders)
        }
    }

    /// True if a photo is hidden from the reader even by its id: no post shows it, and another user
    /// sent it.
    package func hides(_ photo: PhotoID) throws(CatalogError) -> Bool {
        let account: Int64? = if case .account(let id) = reader { id } else { nil }
        return try read { db in
            try db.holds(
                """
                SELECT 1 FROM receivedPicture
                WHERE photoID = ? AND state >= ? AND account IS NOT ?
                """, [photo.rawValue, reader.lowestHidden, account])
        }
    }

    /// True if a section lists a photo outside the trash that an account shared.
    package func listsPhotos(
        in section: PhotoSection, sharedBy account: Int64
    ) throws(CatalogError) -> Bool {
        try read { db in
            // The unary plus keeps the index of states unused: most photos can be shared ones.
            try db.holds(
                """
                SELECT 1 FROM receivedPicture r
                CROSS JOIN membership m ON m.sectionID = ?1 AND m.photoID = r.photoID
                WHERE r.account = ?2 AND +r.state = ?3 AND m.isTrashed = 0 LIMIT 1
                """, [section.id, account, ReceivedPicture.State.shared.rawValue])
        }
    }

    /// True if a user moved a photo with these bytes and this account to the trash, with whatever
    /// texts it was sent; photos of the camera section do not count.
    ///
    /// Photos that are in the trash because of an undo, or because they were never published, do
    /// not count as removed.
    ///
    /// - Parameter account: nil for the owner without an account.
    package func isRemoved(sha256: String, of account: Int64?) throws(CatalogError) -> Bool {
        try read { db in
            try db.holds(
                """
                SELECT 1 FROM receivedPicture r CROSS JOIN photo p ON p.id = r.photoID
                WHERE r.account = ? AND r.sha256 = ? AND p.dateTrashed IS NOT NULL
                    AND p.origin <> 'camera'
                    AND NOT EXISTS (
                        SELECT 1 FROM takenBack WHERE photoID = p.id AND isRemoved = 0)
                LIMIT 1
                """, [account ?? 0, sha256])
        }
    }

    // MARK: - Pictures sent to a campaign, before and after they are published

    /// The journal's command for pictures that expired; it is never typed.
    static let expiry = "post expire"

    /// Moves pictures to the trash that waited too long to be published, including those of forms
    /// whose posts were never created; pictures with another use are kept.
    ///
    /// They no longer wait: one that is restored from the trash stays restored, and the same bytes
    /// sent again become another photo.
    ///
    /// - Parameter date: pictures last sent before this date expire.
    /// - Returns: the photos that were moved.
    package func trashUnpublished(since date: Date) throws(CatalogError) -> [PhotoID] {
        let limit = Int64(date.timeIntervalSince1970)
        // Usually there is none, which needs no write transaction.
        if try read({ try Self.waiting(since: limit, $0) }).isEmpty { return [] }
        let trashed = try write { db in
            var entry = JournalEntry(command: Self.expiry)
            entry.trashed = try Self.setTrashed(
                try Self.waiting(since: limit, db), to: Self.now(), db)
            guard let number = try entry.insert(db) else { return [PhotoID]() }
            let photos = entry.trashed.map(PhotoID.init(rawValue:))
            for photo in photos {
                try db.run(
                    "UPDATE receivedPicture SET state = ? WHERE photoID = ?",
                    [ReceivedPicture.State.unpublished.rawValue, photo.rawValue])
                try Self.stopWaiting(photo, by: number, db)
                // No user removed it.
                try db.insert(
                    into: "takenBack",
                    ["photoID": photo.rawValue, "journalID": number], "ON CONFLICT DO NOTHING")
            }
            return photos
        }
        if !trashed.isEmpty { changes.send(.photosRemoved(trashed)) }
        return trashed
    }

    private static func waiting(since limit: Int64, _ db: Database) throws -> [Int64] {
        // The ledger's metadata entry is renewed each time the bytes are sent.
        try db.integers(
            """
            SELECT p.id FROM receivedPicture r CROSS JOIN photo p ON p.id = r.photoID
            WHERE r.state >= ?1 AND p.dateTrashed IS NULL AND p.dateAdded < ?2
                AND NOT EXISTS (SELECT 1 FROM account WHERE photoID = p.id)
                AND NOT EXISTS (SELECT 1 FROM shareLinkPhoto WHERE photoID = p.id)
                AND NOT EXISTS (SELECT 1 FROM membership m JOIN section s ON s.id = m.sectionID
                    WHERE m.photoID = p.id AND s.kind <> 'campaign')
                AND NOT EXISTS (SELECT 1 FROM picture c JOIN file f ON f.id = c.fileID
                    JOIN ledger l ON l.sha256 = f.sha256 AND l.kind = 'metadata'
                    WHERE c.photoID = p.id AND l.date >= ?2)
            """, [ReceivedPicture.State.form.rawValue, limit])
    }

    /// Makes the same bytes become another photo when they are sent again.
    static func stopWaiting(_ photo: PhotoID, by entry: Int64, _ db: Database) throws {
        try db.run(
            "UPDATE photo SET originID = originID || '-' || ? WHERE id = ?",
            [entry, photo.rawValue])
    }

    /// Copies a photo with its pictures to a section, as if sent by an account.
    static func copy(
        _ photo: PhotoID, of account: Int64?, to section: Int64, in entry: CommandEntry,
        number: Int64, _ db: Database
    ) throws -> PhotoID {
        let found = try PhotoRecord.Column.first(
            "SELECT \(PhotoRecord.Column.selection) FROM photo p WHERE p.id = ?", [photo.rawValue],
            db, value: PhotoRecord.read)
        let digest = try db.text(
            """
            SELECT f.sha256 FROM picture c JOIN file f ON f.id = c.fileID
            WHERE c.photoID = ? ORDER BY c.size DESC LIMIT 1
            """, [photo.rawValue])
        guard var details = found?.details, let digest else { throw noPhoto(photo) }
        details.origin = .campaign
        let received = ReceivedPicture(account: account, sha256: digest, sentAs: [])
        details.originID = "\(received.originID)-\(number)"
        let copy = try store(details, in: section, noting: entry, db).id
        try received.insert(copy, as: .unpublished, db)
        try db.run(
            """
            INSERT INTO picture (photoID, size, state, fileID, message, secret, date)
            SELECT ?, size, state, fileID, message, secret, date FROM picture WHERE photoID = ?
            """, [copy.rawValue, photo.rawValue])
        return copy
    }
}
