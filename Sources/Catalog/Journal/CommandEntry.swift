import GRDB
import GalleryModel
import Synchronization

/// The single journal entry in which a command records changes from origins, over several
/// transactions.
///
/// The old values are recorded before each change, only the first time. The entry is created with
/// its first record: a command that changes nothing has no entry.
package final class CommandEntry: Sendable {
    private struct State {
        var id: Int64?
        /// The section of the entry, if it has only one.
        var sectionID: Int64?
        /// Sections that were refreshed before anything was recorded, with their old values: id,
        /// query, its revision, and the time and result of the last refresh.
        var refreshed: [Int64: StatementArguments] = [:]
    }

    private let command: String
    private let state = Mutex(State())

    /// Creates an entry that is not written yet, or continues the one with a number.
    package init(_ command: String, number: Int64? = nil) {
        self.command = command
        state.withLock { $0.id = number }
    }

    /// The entry's number; nil until something is recorded.
    package var id: Int64? { state.withLock { $0.id } }

    /// The number of the entry, which is written now unless it exists.
    ///
    /// - Parameter sectionID: the section that the change is about; an entry about several sections
    ///   has no section.
    func number(about sectionID: Int64?, _ db: Database) throws -> Int64 {
        let known = state.withLock { $0 }
        // If the entry was undone while the command runs, the remaining changes get a new entry.
        if let id = known.id,
            try db.holds(
                "SELECT undoneBy IS NULL AND undonePartlyBy IS NULL FROM journal WHERE id = ?",
                [id])
        {
            if let sectionID, let first = known.sectionID, first != sectionID {
                try db.run("UPDATE journal SET section = NULL WHERE id = ?", [id])
                state.withLock { $0.sectionID = nil }
            }
            return id
        }
        let section = try sectionID.flatMap { try PhotoCatalog.reference(of: $0, db)?.text }
        let id = try JournalEntry(command: command, section: section).write(db)
        for values in known.refreshed.values {
            try db.run(
                """
                INSERT INTO journalRefresh (journalID, sectionID, query, queryRevision,
                    dateRefreshed, found) VALUES (?, ?, ?, ?, ?, ?)
                """, [id] + values)
        }
        state.withLock { ($0.id, $0.sectionID) = (id, sectionID) }
        return id
    }

    /// Runs a transaction, and resets its entry if the transaction is rolled back, so that the next
    /// change writes the entry again.
    ///
    /// Each transaction that records changes in an entry must run in this function.
    ///
    /// - Parameter keeps: returns false to roll back.
    static func transaction<Value>(
        _ db: Database, noting entry: CommandEntry?, if keeps: (Value) -> Bool,
        _ body: (Database) throws -> Value
    ) throws -> Value {
        // GRDB's transaction observers would drop cached statements with large trigger programs.
        let old = entry?.state.withLock { $0 }
        func rollBack() {
            if let old { entry?.state.withLock { $0 = old } }
            try? db.rollback()
        }
        do {
            try db.beginTransaction()
            let value = try body(db)
            if keeps(value) { try db.commit() } else { rollBack() }
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    /// Runs a statement that records data before it changes, unless the entry has it already.
    ///
    /// - Parameters:
    ///   - column: the column of `journal` that counts new records; nil for none.
    ///   - sql: the statement, with the entry's number as the first argument.
    private func note(
        about sectionID: Int64?, in column: String? = nil, _ sql: String,
        _ arguments: StatementArguments, _ db: Database
    ) throws {
        let id = try number(about: sectionID, db)
        try db.run(sql, [id] + arguments)
        guard let column, db.changesCount > 0 else { return }
        try db.run("UPDATE journal SET \(column) = \(column) + 1 WHERE id = ?", [id])
    }

    /// Records that a photo was not listed by a section, or did not exist.
    func noteUnlisted(
        _ photo: PhotoID, in sectionID: Int64, wasListed: Bool, _ db: Database
    ) throws {
        try note(
            about: sectionID, in: "added",
            """
            INSERT INTO journalListing (journalID, photoID, sectionID, wasThere, wasListed,
                dateTrashed)
            SELECT ?1, id, ?3, ?4, 0, dateTrashed FROM photo WHERE id = ?2 ON CONFLICT DO NOTHING
            """, [photo.rawValue, sectionID, wasListed], db)
    }

    /// Records how a section lists a photo before that changes.
    ///
    /// - Parameter isDelisted: true if the photo is about to be marked as delisted.
    func noteListing(
        of photo: Int64, in sectionID: Int64, isDelisted: Bool, _ db: Database
    ) throws {
        try note(
            about: sectionID, in: isDelisted ? "gone" : nil,
            """
            INSERT INTO journalListing (journalID, photoID, sectionID, wasThere, wasListed,
                dateGone, queryRevision)
            SELECT ?, photoID, sectionID, 1, 1, dateGone, queryRevision FROM membership
            WHERE sectionID = ? AND photoID = ? ON CONFLICT DO NOTHING
            """, [sectionID, photo], db)
    }

    /// Records the origin's metadata of a photo before it changes.
    func noteFacts(of photo: PhotoID, in sectionID: Int64, _ db: Database) throws {
        try note(about: sectionID, in: "updated", PhotoRecord.noting, [photo.rawValue], db)
    }

    /// Records the picture of a photo before another one replaces it; pictures of photos that the
    /// command itself added are not recorded.
    func notePicture(of photo: PhotoID, size: Int, replacing fileID: Int64, _ db: Database) throws {
        let isNoted = try db.holds(
            """
            SELECT EXISTS (SELECT 1 FROM journalListing
                    WHERE journalID = ?1 AND photoID = ?2 AND wasThere = 0)
                OR EXISTS (SELECT 1 FROM picture
                    WHERE photoID = ?2 AND size = ?3 AND fileID = ?4)
            """, [id, photo.rawValue, size, fileID])
        if isNoted { return }
        try note(
            about: nil,
            """
            INSERT INTO journalPicture (journalID, photoID, size, state, fileID, message, secret,
                date)
            SELECT ?1, ?2, ?3, p.state, p.fileID, p.message, p.secret, p.date
            FROM (SELECT 1) LEFT JOIN picture p ON p.photoID = ?2 AND p.size = ?3
            WHERE true ON CONFLICT DO NOTHING
            """, [photo.rawValue, size], db)
    }

    /// Records a home before and after a change, in `journalPosition` with the source `home`.
    func noteHome(
        of photo: PhotoID, before: Coordinate?, after: Coordinate?, _ db: Database
    ) throws {
        let home = PositionSource.home.rawValue
        // Counted one by one instead of recounted: there can be a million homes.
        try note(
            about: nil, in: "positions",
            """
            INSERT INTO journalPosition (journalID, photoID, beforeLatitude, beforeLongitude,
                beforeSource, afterLatitude, afterLongitude, afterSource)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (journalID, photoID) DO UPDATE SET
                afterLatitude = excluded.afterLatitude,
                afterLongitude = excluded.afterLongitude, afterSource = excluded.afterSource
            """,
            [
                photo.rawValue, before?.latitude, before?.longitude, before.map { _ in home },
                after?.latitude, after?.longitude, after.map { _ in home },
            ], db)
    }

    /// Records a section that was just created.
    func noteMade(_ sectionID: Int64, _ db: Database) throws {
        try SectionRecord.note(.after, sectionID, in: try number(about: sectionID, db), db)
    }

    /// Records the last refresh of a section before it changes, if the entry contains another
    /// change now or later.
    func noteDate(of sectionID: Int64, _ db: Database) throws {
        if id != nil { return try noteRefresh(of: sectionID, db) }
        enum Column: Int, StatementColumns { case query, queryRevision, dateRefreshed, found }
        let values: StatementArguments? = try Column.first(
            "SELECT \(Column.selection) FROM section WHERE id = ?", [sectionID], db
        ) { row in
            [
                sectionID, row.optionalText(.query), row.integer(.queryRevision),
                row.optionalNumber(.dateRefreshed), row.optionalNumber(.found),
            ]
        }
        state.withLock { $0.refreshed[sectionID] = $0.refreshed[sectionID] ?? values }
    }

    /// Records the query and last refresh of a section before they change.
    func noteRefresh(of sectionID: Int64, _ db: Database) throws {
        try note(
            about: sectionID,
            """
            INSERT INTO journalRefresh (journalID, sectionID, query, queryRevision, dateRefreshed,
                found)
            SELECT ?1, id, query, queryRevision, dateRefreshed, found FROM section
            WHERE id = ?2 AND NOT EXISTS (
                SELECT 1 FROM journalSection WHERE journalID = ?1 AND sectionID = ?2)
            ON CONFLICT DO NOTHING
            """, [sectionID], db)
    }
}
