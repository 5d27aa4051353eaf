import GRDB
import GalleryModel

/// Taking back what origins said of photos, the pictures that they gave, and when sections were asked.
extension PhotoCatalog {
    /// What becomes what it was, beside the listings.
    struct UndoneFacts {
        var photos: [Int64] = []
        var pictures: [(photo: Int64, size: Int64)] = []
        var sections: [Int64] = []
    }

    /// Finds what becomes what it was; what later commands changed stays.
    static func compareFacts(
        of entry: JournalSummary, _ db: Database, _ undone: inout UndoneChange
    ) throws -> UndoneFacts {
        enum Column: Int, StatementColumns {
            case photoID, isChanged
        }
        enum PictureColumn: Int, StatementColumns {
            case photoID, size
        }
        var facts = UndoneFacts()
        try db.forEachRow(
            Column.self,
            """
            SELECT j.photoID, EXISTS (SELECT 1 FROM journalPhoto k
                WHERE k.photoID = j.photoID AND k.journalID > j.journalID AND k.isUndone = 0)
                AS isChanged
            FROM journalPhoto j CROSS JOIN photo p ON p.id = j.photoID
            WHERE j.journalID = ? AND j.isUndone = 0 ORDER BY j.photoID
            """, [entry.id]
        ) { row in
            let photo = row.integer(.photoID)
            if row.boolean(.isChanged) {
                undone.kept.append(PhotoID(rawValue: photo))
            } else {
                facts.photos.append(photo)
            }
            return true
        }
        try db.forEachRow(
            PictureColumn.self,
            """
            SELECT j.photoID, j.size FROM journalPicture j CROSS JOIN photo p ON p.id = j.photoID
            WHERE j.journalID = ? AND j.isUndone = 0 AND NOT EXISTS (SELECT 1 FROM journalPicture k
                WHERE k.photoID = j.photoID AND k.size = j.size AND k.journalID > j.journalID
                    AND k.isUndone = 0)
            ORDER BY j.photoID, j.size
            """, [entry.id]
        ) { row in
            facts.pictures.append((row.integer(.photoID), row.integer(.size)))
            return true
        }
        facts.sections = try db.integers(
            """
            SELECT j.sectionID FROM journalRefresh j CROSS JOIN section s ON s.id = j.sectionID
            WHERE j.journalID = ? AND j.isUndone = 0 AND NOT EXISTS (SELECT 1 FROM journalRefresh k
                WHERE k.sectionID = j.sectionID AND k.journalID > j.journalID AND k.isUndone = 0)
            ORDER BY j.sectionID
            """, [entry.id])
        undone.updated = Set(facts.photos + facts.pictures.map(\.photo)).sorted()
            .map(PhotoID.init(rawValue:))
        return facts
    }

    /// Brings all of it back to what it was.
    static func takeBack(
        _ facts: UndoneFacts, of entry: JournalSummary, _ db: Database
    ) throws {
        for photo in facts.photos { try takeBackFacts(of: photo, [entry.id, photo], db) }
        for picture in facts.pictures {
            try takeBackPicture([entry.id, picture.photo, picture.size], db)
        }
        for section in facts.sections {
            let key: StatementArguments = [entry.id, section]
            try db.cachedStatement(
                sql: """
                    UPDATE section SET (query, queryRevision, dateRefreshed, found) = (
                        SELECT j.query, j.queryRevision, j.dateRefreshed, j.found
                        FROM journalRefresh j WHERE j.journalID = ?1 AND j.sectionID = ?2)
                    WHERE id = ?2
                    """
            ).execute(arguments: key)
            try db.cachedStatement(
                sql: "UPDATE journalRefresh SET isUndone = 1 WHERE journalID = ? AND sectionID = ?"
            ).execute(arguments: key)
        }
    }

    private static func takeBackFacts(
        of photo: Int64, _ key: StatementArguments, _ db: Database
    ) throws {
        try db.cachedStatement(sql: PhotoRecord.takingBack).execute(arguments: key)
        try db.cachedStatement(sql: "DELETE FROM photoRaw WHERE photoID = ?")
            .execute(arguments: [photo])
        try db.cachedStatement(
            sql: """
                INSERT INTO photoRaw (photoID, json) SELECT photoID, json FROM journalPhoto
                WHERE journalID = ? AND photoID = ? AND json IS NOT NULL
                """
        ).execute(arguments: key)
        try db.cachedStatement(
            sql: "UPDATE journalPhoto SET isUndone = 1 WHERE journalID = ? AND photoID = ?"
        ).execute(arguments: key)
    }

    private static func takeBackPicture(_ key: StatementArguments, _ db: Database) throws {
        // The bytes stay: another photo may have them, and whoever asks again finds them.
        try db.cachedStatement(
            sql: """
                DELETE FROM picture WHERE (photoID, size) = (SELECT photoID, size FROM journalPicture
                    WHERE journalID = ? AND photoID = ? AND size = ?)
                """
        ).execute(arguments: key)
        try db.cachedStatement(
            sql: """
                INSERT INTO picture (photoID, size, state, fileID, message, secret, date)
                SELECT j.photoID, j.size, j.state, j.fileID, j.message, j.secret, j.date
                FROM journalPicture j
                WHERE j.journalID = ? AND j.photoID = ? AND j.size = ? AND j.state IS NOT NULL
                    AND (j.fileID IS NULL OR EXISTS (SELECT 1 FROM file WHERE id = j.fileID))
                """
        ).execute(arguments: key)
        try db.cachedStatement(
            sql: """
                UPDATE journalPicture SET isUndone = 1
                WHERE journalID = ? AND photoID = ? AND size = ?
                """
        ).execute(arguments: key)
    }
}
