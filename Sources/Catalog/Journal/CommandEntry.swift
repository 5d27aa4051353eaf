import GRDB
import GalleryModel
import Synchronization

/// The one entry of the journal in which a command notes what origins said, a transaction after the other.
///
/// What was before is noted ahead of each change, the first time alone. The entry is written with its first note: a
/// command that changes nothing has none.
package final class CommandEntry: Sendable {
    private struct State {
        var id: Int64?
        /// The section that the entry is about, where it is one.
        var sectionID: Int64?
    }

    private let command: String
    private let state = Mutex(State())

    /// Makes an entry that is not written yet.
    package init(_ command: String) {
        self.command = command
    }

    /// Goes on with an entry that was written in the same transaction.
    init(_ command: String, number: Int64) {
        self.command = command
        state.withLock { $0.id = number }
    }

    /// Whether something was noted.
    var isBegun: Bool { state.withLock { $0.id != nil } }

    /// The entry's number.
    ///
    /// - Parameter sectionID: the section that the change is about; the entry of several names none.
    private func number(about sectionID: Int64?, _ db: Database) throws -> Int64 {
        let known = state.withLock { $0 }
        // What was taken back while the command runs is over: the rest has an entry of its own.
        let isOpen = try known.id.flatMap { id in
            try Bool.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT undoneBy IS NULL AND undonePartlyBy IS NULL FROM journal WHERE id = ?
                        """), arguments: [id])
        }
        if let id = known.id, isOpen == true {
            if let sectionID, let first = known.sectionID, first != sectionID {
                try db.execute(
                    sql: "UPDATE journal SET section = NULL WHERE id = ?", arguments: [id])
                state.withLock { $0.sectionID = nil }
            }
            return id
        }
        let section = try sectionID.flatMap { try PhotoCatalog.reference(of: $0, db)?.text }
        let id = try JournalEntry(command: command, section: section).write(db)
        state.withLock { $0 = State(id: id, sectionID: sectionID) }
        db.afterNextTransaction(
            onCommit: { _ in },
            onRollback: { [weak self] _ in self?.state.withLock { $0 = State() } })
        return id
    }

    /// Notes that a photo was not listed by a section, or was not there at all.
    func noteUnlisted(
        _ photo: PhotoID, in sectionID: Int64, wasThere: Bool, _ db: Database
    ) throws {
        let id = try number(about: sectionID, db)
        try db.cachedStatement(
            sql: """
                INSERT INTO journalListing (journalID, photoID, sectionID, wasThere, wasListed)
                VALUES (?, ?, ?, ?, 0) ON CONFLICT DO NOTHING
                """
        ).execute(arguments: [id, photo.rawValue, sectionID, wasThere])
        if db.changesCount == 0 { return }
        try db.cachedStatement(sql: "UPDATE journal SET added = added + 1 WHERE id = ?")
            .execute(arguments: [id])
    }

    /// Notes how a section lists a photo before that changes.
    ///
    /// - Parameter isGone: whether it is going to be marked as no longer listed.
    func noteListing(
        of photo: Int64, in sectionID: Int64, isGone: Bool, _ db: Database
    ) throws {
        let id = try number(about: sectionID, db)
        try db.cachedStatement(
            sql: """
                INSERT INTO journalListing (journalID, photoID, sectionID, wasThere, wasListed,
                    dateGone, queryRevision)
                SELECT ?, photoID, sectionID, 1, 1, dateGone, queryRevision FROM membership
                WHERE sectionID = ? AND photoID = ? ON CONFLICT DO NOTHING
                """
        ).execute(arguments: [id, sectionID, photo])
        guard isGone, db.changesCount > 0 else { return }
        try db.cachedStatement(sql: "UPDATE journal SET gone = gone + 1 WHERE id = ?")
            .execute(arguments: [id])
    }

    /// Notes what an origin says of a photo before it says something else.
    func noteFacts(of photo: PhotoID, in sectionID: Int64, _ db: Database) throws {
        let id = try number(about: sectionID, db)
        try db.cachedStatement(sql: PhotoRecord.noting).execute(arguments: [id, photo.rawValue])
        if db.changesCount == 0 { return }
        try db.cachedStatement(sql: "UPDATE journal SET updated = updated + 1 WHERE id = ?")
            .execute(arguments: [id])
    }

    /// Notes the picture of a photo before another one is stored; that of a photo that the command itself brought
    /// stays with it.
    func notePicture(
        of photo: PhotoID, size: Int, replacing fileID: Int64, _ db: Database
    ) throws {
        let known = state.withLock { $0.id }
        let isNoted = try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM journalListing
                            WHERE journalID = ?1 AND photoID = ?2 AND wasThere = 0)
                        OR EXISTS (SELECT 1 FROM picture
                            WHERE photoID = ?2 AND size = ?3 AND fileID = ?4)
                    """), arguments: [known, photo.rawValue, size, fileID])
        if isNoted == true { return }
        let id = try number(about: nil, db)
        try db.cachedStatement(
            sql: """
                INSERT INTO journalPicture (journalID, photoID, size, state, fileID, message, secret,
                    date)
                SELECT ?1, ?2, ?3, p.state, p.fileID, p.message, p.secret, p.date
                FROM (SELECT 1) LEFT JOIN picture p ON p.photoID = ?2 AND p.size = ?3
                WHERE true ON CONFLICT DO NOTHING
                """
        ).execute(arguments: [id, photo.rawValue, size])
    }

    /// Notes a section that was just made.
    func noteMade(_ sectionID: Int64, _ db: Database) throws {
        try SectionRecord.noteAfter(sectionID, in: try number(about: sectionID, db), db)
    }

    /// Notes what a section asks its origin for, and when it did, before that changes.
    func noteRefresh(of sectionID: Int64, _ db: Database) throws {
        let id = try number(about: sectionID, db)
        try db.cachedStatement(
            sql: """
                INSERT INTO journalRefresh (journalID, sectionID, query, queryRevision, dateRefreshed,
                    found)
                SELECT ?1, id, query, queryRevision, dateRefreshed, found FROM section
                WHERE id = ?2 AND NOT EXISTS (
                    SELECT 1 FROM journalSection WHERE journalID = ?1 AND sectionID = ?2)
                ON CONFLICT DO NOTHING
                """
        ).execute(arguments: [id, sectionID])
    }
}
