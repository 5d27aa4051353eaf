import Basics
package import Foundation
import GRDB
package import GalleryModel

/// The origin id of a submitted picture: its account, its bytes, and the texts sent with it, as
/// `/ACCOUNT/SHA256-TEXTS`.
///
/// A picture that waits to be published has no texts yet; once published, the number of that change
/// takes their place.
package enum SentPictureID {
    /// The number of hexadecimal digits of the digest of the texts in an id.
    private static let digestLength = 16

    /// The prefix of the ids of an account's pictures; nil for the owner without an account.
    package static func beginning(ofAccount id: Int64?) -> String { "/\(id ?? 0)/" }

    /// The id of a picture.
    ///
    /// - Parameters:
    ///   - account: the account; nil for the owner without an account.
    ///   - sha256: the digest of its bytes.
    ///   - texts: the texts sent with it, such as its name; empty while it waits.
    package static func text(account: Int64?, sha256: String, sentAs texts: [String]) -> String {
        let id = beginning(ofAccount: account) + sha256
        if texts.isEmpty { return id }
        let text = texts.map(\.precomposedStringWithCanonicalMapping).joined(separator: "\0")
        return id + "-" + FileDigest(of: text).hexadecimal.prefix(digestLength)
    }

    /// Tests that an id `p.originID` of `photo` is of a picture that was submitted to a campaign of
    /// this gallery.
    static let isSent = "p.origin = 'campaign' AND p.originID >= '/' AND p.originID < '0'"

    /// Tests that an id `p.originID` of `photo` is of a picture that waits for texts.
    static let isWaiting = "\(isSent) AND instr(p.originID, '-') = 0"

    /// Tests that an id `p.originID` of `photo` is of a picture that is to be published: it waits
    /// for texts, or has texts from a form, without the number of a change.
    static let isToBePublished = """
        \(isSent) AND instr(p.originID, '-') IN (0, length(p.originID) - \(digestLength))
        """
}

/// Submitted pictures that a user removed.
extension PhotoCatalog {
    /// True if a user moved a photo with these bytes and this account to the trash, with whatever
    /// texts it was sent.
    ///
    /// Photos that are in the trash because of an undo, or because they were never published, do
    /// not count as removed.
    ///
    /// - Parameter account: nil for the owner without an account.
    package func isRemoved(sha256: String, of account: Int64?) throws(CatalogError) -> Bool {
        let id = SentPictureID.text(account: account, sha256: sha256, sentAs: [])
        return try read { db in
            try db.holds(
                """
                SELECT 1 FROM photo p
                WHERE p.origin IN ('campaign', 'share') AND p.originID >= ?1
                    AND p.originID < ?1 || '.' -- behind '-'
                    AND p.dateTrashed IS NOT NULL AND NOT EXISTS (
                        SELECT 1 FROM takenBack WHERE photoID = p.id AND isRemoved = 0)
                LIMIT 1
                """, [id])
        }
    }
}

/// Submitted pictures, before and after they are published.
extension PhotoCatalog {
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
                try Self.stopWaiting(photo, by: number, where: SentPictureID.isToBePublished, db)
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

    /// Makes the same bytes become another photo when they are sent again.
    static func stopWaiting(
        _ photo: PhotoID, by entry: Int64, where condition: String = SentPictureID.isWaiting,
        _ db: Database
    ) throws {
        try db.run(
            """
            UPDATE photo AS p SET originID = p.originID || '-' || ?
            WHERE p.id = ? AND \(condition)
            """, [entry, photo.rawValue])
    }

    /// Copies a photo with its pictures to a section, as if sent by an account.
    static func copy(
        _ photo: PhotoID, of account: Int64?, to section: Int64, in entry: CommandEntry,
        number: Int64, _ db: Database
    ) throws -> PhotoID {
        let found = try PhotoRecord.Column.first(
            "SELECT \(PhotoRecord.Column.selection) FROM photo p WHERE p.id = ?", [photo.rawValue],
            db,
            value: PhotoRecord.read)
        let digest = try db.text(
            """
            SELECT f.sha256 FROM picture c JOIN file f ON f.id = c.fileID
            WHERE c.photoID = ? ORDER BY c.size DESC LIMIT 1
            """, [photo.rawValue])
        guard var details = found?.details, let digest else { throw noPhoto(photo) }
        details.origin = .campaign
        details.originID =
            SentPictureID.text(account: account, sha256: digest, sentAs: []) + "-\(number)"
        let copy = try store(details, in: section, noting: entry, db).id
        try db.run(
            """
            INSERT INTO picture (photoID, size, state, fileID, message, secret, date)
            SELECT ?, size, state, fileID, message, secret, date FROM picture WHERE photoID = ?
            """, [copy.rawValue, photo.rawValue])
        return copy
    }
}
