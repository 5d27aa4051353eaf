package import Foundation
import GRDB
package import GalleryModel

/// Pictures that people sent to be published, before they are and after.
extension PhotoCatalog {
    /// The command that the journal names where pictures wait no more: nobody gave it.
    static let expiry = "post expire"

    /// Puts pictures into the trash that wait to be published for too long, also those of forms whose posts were never
    /// made; one that is used otherwise stays.
    ///
    /// They wait no more: one that comes out of the trash stays out of it, and the same bytes sent again are another
    /// photo.
    ///
    /// - Parameter date: those that were sent last before it.
    /// - Returns: the photos that went.
    package func trashWaiting(since date: Date) throws(CatalogError) -> [PhotoID] {
        let limit = Int64(date.timeIntervalSince1970)
        // Most times there is none: that costs no transaction that writes.
        if try read({ try Self.waiting(since: limit, $0) }).isEmpty { return [] }
        let trashed = try write { db in
            var entry = JournalEntry(command: Self.expiry)
            entry.trashed = try Self.setTrashed(
                try Self.waiting(since: limit, db), to: Self.now(), db)
            guard let number = try entry.insert(db) else { return [PhotoID]() }
            let photos = entry.trashed.map(PhotoID.init(rawValue:))
            for photo in photos {
                try Self.stopWaiting(photo, by: number, where: SentPictureID.isToBePublished, db)
                // No person removed it.
                try db.cachedStatement(
                    sql: """
                        INSERT INTO takenBack (photoID, journalID) VALUES (?, ?) ON CONFLICT DO NOTHING
                        """
                ).execute(arguments: [photo.rawValue, number])
            }
            return photos
        }
        if !trashed.isEmpty { changes.send(.photosRemoved(trashed)) }
        return trashed
    }

    private static func waiting(since limit: Int64, _ db: Database) throws -> [Int64] {
        // Reading the metadata of its bytes is noted each time they are sent.
        try db.integers(
            """
            SELECT p.id FROM photo p
            WHERE \(SentPictureID.isToBePublished) AND p.dateTrashed IS NULL AND p.dateAdded < ?1
                AND NOT EXISTS (SELECT 1 FROM post WHERE photoID = p.id)
                AND NOT EXISTS (SELECT 1 FROM account WHERE photoID = p.id)
                AND NOT EXISTS (SELECT 1 FROM shareLinkPhoto WHERE photoID = p.id)
                AND NOT EXISTS (SELECT 1 FROM membership m JOIN section s ON s.id = m.sectionID
                    WHERE m.photoID = p.id AND s.kind <> 'campaign')
                AND NOT EXISTS (SELECT 1 FROM picture c JOIN file f ON f.id = c.fileID
                    JOIN ledger l ON l.sha256 = f.sha256 AND l.kind = 'metadata'
                    WHERE c.photoID = p.id AND l.date >= ?1)
            """, [limit])
    }

    /// Lets the same bytes be another photo when they are sent again.
    static func stopWaiting(
        _ photo: PhotoID, by entry: Int64, where condition: String = SentPictureID.isWaiting,
        _ db: Database
    ) throws {
        try db.cachedStatement(
            sql: """
                UPDATE photo AS p SET originID = p.originID || '-' || ?
                WHERE p.id = ? AND \(condition)
                """
        ).execute(arguments: [entry, photo.rawValue])
    }

    /// Makes another photo of the same pictures, in a section, as an account sent it.
    static func copy(
        _ photo: PhotoID, of account: Int64?, to section: Int64, in entry: CommandEntry,
        number: Int64, _ db: Database
    ) throws -> PhotoID {
        var found: Photo?
        try db.forEachRow(
            PhotoRecord.Column.self,
            "SELECT \(PhotoRecord.selection) FROM photo p WHERE p.id = ?", [photo.rawValue]
        ) { row in
            found = PhotoRecord.read(row)
            return false
        }
        let digest = try String.fetchOne(
            db,
            sql: """
                SELECT f.sha256 FROM picture c JOIN file f ON f.id = c.fileID
                WHERE c.photoID = ? ORDER BY c.size DESC LIMIT 1
                """, arguments: [photo.rawValue])
        guard var details = found?.details, let digest else { throw noPhoto(photo) }
        details.origin = .campaign
        details.originID =
            SentPictureID.text(account: account, sha256: digest, sentAs: []) + "-\(number)"
        let copy = try store(details, in: section, noting: entry, db).id
        try db.execute(
            sql: """
                INSERT INTO picture (photoID, size, state, fileID, message, secret, date)
                SELECT ?, size, state, fileID, message, secret, date FROM picture WHERE photoID = ?
                """, arguments: [copy.rawValue, photo.rawValue])
        return copy
    }
}
