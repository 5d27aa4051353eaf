import Basics
import Foundation
import GRDB
import GalleryModel

/// Finds the entry of the journal that `undo` takes back.
enum UndoableEntry {
    /// Whether nothing of an entry was taken back, and it is no undoing itself, nor what a server does unasked.
    private static let isWhole = """
        undoneBy IS NULL AND undonePartlyBy IS NULL AND undoes IS NULL
            AND command <> '\(PhotoCatalog.expiry)'
        """

    /// The entry with a number, or with nil the latest of which nothing was taken back, and which somebody asked for.
    ///
    /// - Throws: `noEntry`; `notUndoable` with the reason and what can be taken back instead.
    static func find(_ id: Int64?, _ db: Database) throws -> (JournalSummary, JournalEntry) {
        let found =
            if let id {
                try latest("id = \(id)", db)
            } else {
                try latest(isWhole, db) ?? latest("undonePartlyBy IS NOT NULL", db)
            }
        guard let found else {
            throw CatalogError(
                .noEntry,
                id.map {
                    "there is no change '\($0)' in the catalog's journal: without a number the "
                        + "latest one is taken back"
                } ?? "there is nothing to undo")
        }
        if let reason = found.refusal {
            let other = id == nil ? try alternative(db) : nil
            throw CatalogError(
                .notUndoable, "\(found.title) \(reason)" + (other.map { "; \($0)" } ?? ""))
        }
        if id == nil, found.isPartlyUndone {
            throw CatalogError(.notUndoable, "nothing else can be taken back: \(found.hint)")
        }
        let change = try String.fetchOne(
            db, sql: "SELECT change FROM journal WHERE id = ?", arguments: [found.id])
        return (found, try JSONText.decode(JournalEntry.self, from: (change ?? "{}").utf8))
    }

    /// What to do instead, where the latest entry cannot be taken back.
    private static func alternative(_ db: Database) throws -> String? {
        let isUndoable = """
            (\(JournalSummary.noted) OR added + updated = 0
                AND trashed + restored + faces + positions + edits
                    + \(JournalSummary.sectionCount) + \(JournalSummary.trackCount)
                    + \(JournalSummary.postCount) > 0)
            """
        return
            (try latest("\(isWhole) AND \(isUndoable)", db)
            ?? latest("undonePartlyBy IS NOT NULL", db))?.hint
    }

    private static func latest(_ condition: String, _ db: Database) throws -> JournalSummary? {
        var found: JournalSummary?
        try db.forEachRow(
            JournalSummary.Column.self,
            """
            SELECT \(JournalSummary.selection) FROM journal WHERE \(condition)
            ORDER BY id DESC LIMIT 1
            """
        ) { row in
            found = JournalSummary(row)
            return false
        }
        return found
    }
}

extension JournalSummary {
    /// What messages call it: `change 5 (remove)`.
    var title: String { "change \(id) (\(command))" }

    /// How to take it back: the command, and what it is about.
    fileprivate var hint: String {
        let time = Date(timeIntervalSince1970: Double(date)).formatted(.iso8601)
        let what =
            isPartlyUndone ? "the rest of an earlier change" : "the latest change that can be"
        return "'gallery undo \(id)' takes back \(what) (\(command), \(time))"
    }

    /// Why it cannot be taken back, after its title; nil where it can.
    fileprivate var refusal: String? {
        if let undoes { return "took change \(undoes) back: give that command again instead" }
        if let undoneBy { return "was taken back already, by change \(undoneBy)" }
        if added + updated > 0, !isNoted {
            return
                "was made by an earlier gallery, which did not keep what was before: 'gallery remove' puts "
                + "photos that are not wanted into the trash"
        }
        return isUndoable ? nil : "changed nothing that can be taken back"
    }
}
