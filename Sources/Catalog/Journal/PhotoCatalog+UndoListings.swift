import GRDB
import GalleryModel

/// Taking back that photos were listed, and that they were marked as no longer listed.
extension PhotoCatalog {
    /// How a section lists a photo, and is to list it again.
    struct UndoneListing {
        var photo: Int64
        var section: Int64
        /// Whether the section listed it before.
        var wasListed: Bool
    }

    /// A photo that a command brought.
    struct UndoneArrival: Hashable, Sendable {
        var photo: Int64
        /// Whether it lies in the trash already.
        var isRemoved: Bool
    }

    /// Finds the listings that become what they were; what later commands changed stays.
    ///
    /// A photo that the command brought, or one that was taken back before it, goes into the trash, unless another
    /// command had it listed since.
    static func compareListings(
        of entry: JournalSummary, _ db: Database, _ undone: inout UndoneChange
    ) throws -> [UndoneListing] {
        enum Column: Int, StatementColumns {
            case photoID, sectionID, isBrought, wasListed, isListed, isMarked, isTrashed, isChanged
            case isElsewhere
        }
        var listings: [UndoneListing] = []
        try db.forEachRow(
            Column.self,
            """
            SELECT l.photoID, l.sectionID, l.wasThere = 0 OR EXISTS (SELECT 1 FROM takenBack
                    WHERE photoID = l.photoID) AS isBrought,
                l.wasListed, m.photoID IS NOT NULL AS isListed,
                m.dateGone IS NOT l.dateGone AS isMarked, p.dateTrashed IS NOT NULL AS isTrashed,
                l.wasListed AND EXISTS (SELECT 1 FROM journalListing k
                    WHERE k.sectionID = l.sectionID AND k.photoID = l.photoID
                        AND k.journalID > l.journalID AND k.wasListed = 1 AND k.isUndone = 0)
                    AS isChanged,
                EXISTS (SELECT 1 FROM membership o
                    WHERE o.photoID = l.photoID AND NOT EXISTS (SELECT 1 FROM journalListing k
                        WHERE k.journalID = l.journalID AND k.photoID = l.photoID
                            AND k.sectionID = o.sectionID AND k.wasListed = 0)) AS isElsewhere
            FROM journalListing l CROSS JOIN photo p ON p.id = l.photoID
            LEFT JOIN membership m ON m.sectionID = l.sectionID AND m.photoID = l.photoID
            WHERE l.journalID = ? AND l.isUndone = 0 ORDER BY l.photoID, l.sectionID
            """, [entry.id]
        ) { row in
            let photo = PhotoID(rawValue: row.integer(.photoID))
            let wasListed = row.boolean(.wasListed)
            if row.boolean(.isChanged) {
                undone.kept.append(photo)
                return true
            }
            listings.append(
                UndoneListing(
                    photo: photo.rawValue, section: row.integer(.sectionID), wasListed: wasListed))
            if wasListed {
                if row.boolean(.isListed), row.boolean(.isMarked) { undone.listed.append(photo) }
                return true
            }
            let leaves = row.boolean(.isBrought) && !row.boolean(.isElsewhere)
            if row.boolean(.isBrought) {
                undone.brought.append(
                    .init(photo: photo.rawValue, isRemoved: row.boolean(.isTrashed)))
            }
            if leaves, !row.boolean(.isTrashed) {
                undone.trashed.append(photo)
            } else if !leaves, row.boolean(.isListed) {
                undone.unlisted.append(photo)
            }
            return true
        }
        return listings
    }

    /// Brings listings back to what they were.
    static func takeBack(
        _ listings: [UndoneListing], of entry: JournalSummary, brought: [UndoneArrival],
        _ db: Database
    ) throws {
        for listing in listings {
            let key: StatementArguments = [entry.id, listing.photo, listing.section]
            if listing.wasListed {
                try db.cachedStatement(
                    sql: """
                        UPDATE membership SET (dateGone, queryRevision) = (
                            SELECT l.dateGone, l.queryRevision FROM journalListing l
                            WHERE l.journalID = ?1 AND l.photoID = ?2 AND l.sectionID = ?3)
                        WHERE sectionID = ?3 AND photoID = ?2
                        """
                ).execute(arguments: key)
            } else {
                try db.cachedStatement(
                    sql: "DELETE FROM membership WHERE sectionID = ? AND photoID = ?"
                ).execute(arguments: [listing.section, listing.photo])
            }
            try db.cachedStatement(
                sql: """
                    UPDATE journalListing SET isUndone = 1
                    WHERE journalID = ? AND photoID = ? AND sectionID = ?
                    """
            ).execute(arguments: key)
        }
        for photo in brought {
            try db.cachedStatement(
                sql: """
                    INSERT INTO takenBack (photoID, journalID, isRemoved) VALUES (?, ?, ?)
                    ON CONFLICT (photoID) DO UPDATE SET journalID = excluded.journalID
                    """
            ).execute(arguments: [photo.photo, entry.id, photo.isRemoved])
        }
    }

    /// Lists a photo that comes out of the trash where it was before the change that brought it was taken back.
    static func relist(_ photo: Int64, _ db: Database) throws {
        let sections = try db.integers(
            """
            SELECT l.sectionID FROM takenBack t
            CROSS JOIN journalListing l ON l.journalID = t.journalID AND l.photoID = t.photoID
            JOIN section s ON s.id = l.sectionID
            WHERE t.photoID = ? AND l.wasListed = 0
            """, [photo])
        for section in sections {
            _ = try append(PhotoID(rawValue: photo), to: section, noting: nil, db)
        }
        _ = try stopTakingBack(photo, db)
    }

    /// Whether a photo is in the trash because the change that brought it was taken back alone; forgets that.
    static func comesBack(_ photo: Int64, _ db: Database) throws -> Bool {
        try db.cachedStatement(sql: "DELETE FROM takenBack WHERE photoID = ? AND isRemoved = 0")
            .execute(arguments: [photo])
        return db.changesCount > 0
    }

    /// Forgets that a photo is in the trash because a change was taken back; false where it is not.
    static func stopTakingBack(_ photo: Int64, _ db: Database) throws -> Bool {
        try db.cachedStatement(sql: "DELETE FROM takenBack WHERE photoID = ?")
            .execute(arguments: [photo])
        return db.changesCount > 0
    }
}
