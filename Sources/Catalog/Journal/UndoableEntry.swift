import Basics
import GRDB
package import GalleryModel

/// The result of undoing a change, or of doing it again.
package struct UndoneChange: Sendable {
    /// The change, as it was before.
    package var entry: GalleryJournalEntry
    /// The journal entry of the undo; nil if nothing was stored, and for a redo.
    package var id: Int64?
    /// Photos that were restored from the trash.
    package var restored: [PhotoID] = []
    /// Photos that were moved to the trash.
    package var trashed: [PhotoID] = []
    /// Photos whose metadata by hand, faces, manual position, home, edit or posts were changed, by
    /// kind.
    ///
    /// The places of those with another position, or with another home, are queued for lookup.
    var values: [GalleryJournalEntry.Kind: [PhotoID]] = [:]
    /// Photos whose delisted mark was changed.
    package var listed: [PhotoID] = []
    /// Photos that were removed from sections but are still in others.
    package var unlisted: [PhotoID] = []
    /// Photos whose metadata from the origin, picture or listing was changed.
    package var updated: [PhotoID] = []
    /// Photos that the change had added, and whether they were already in the trash.
    var brought: [(photo: PhotoID, isRemoved: Bool)] = []
    /// The added photos that no other section lists.
    var leaving: [PhotoID] = []
    /// The sections whose listings were changed.
    var listings: Set<Int64> = []
    /// The sections whose query and last refresh were changed.
    var refreshed: [Int64] = []
    /// Sections that were restored, renamed back or removed.
    package var sections: [UndoneSection] = []
    /// Tracks that were removed or restored.
    package var tracks: [Int64] = []

    /// Photos whose value of a kind was changed.
    package subscript(kind: GalleryJournalEntry.Kind) -> [PhotoID] { values[kind, default: []] }

    /// Photos that were changed and are where they were; one photo can occur several times.
    package var changed: [PhotoID] {
        let kinds: [GalleryJournalEntry.Kind] = [
            .faces, .metadata, .positions, .homes, .edits, .duplicates, .albums,
        ]
        return kinds.flatMap { self[$0] } + listed + self[.posts] + unlisted + updated
    }

    /// True if anything is, or would be, changed.
    var changesSomething: Bool {
        !((restored + trashed + changed).isEmpty && sections.isEmpty && tracks.isEmpty
            && listings.isEmpty && refreshed.isEmpty)
    }
}

/// Finds the journal entry that `undo` undoes, or `redo` does again.
enum UndoableEntry {
    /// Tests that an entry is in effect, and is neither an undo nor a change that a server made on
    /// its own.
    static let isDone =
        "undoneBy IS NULL AND undoes IS NULL AND command <> '\(PhotoCatalog.expiry)'"

    /// The entry with a number, or the latest before another one that a user requested, that was
    /// not undone and that changed anything.
    ///
    /// - Throws: `noEntry`; `notUndoable` with the reason and an entry that can be undone instead.
    static func find(
        _ id: Int64?, before last: Int64 = .max, _ db: Database
    ) throws -> (step: GalleryJournalEntry, change: JournalEntry) {
        let found =
            if let id { try entry(id, db) } else {
                try latest(
                    "id < ? AND \(isDone)", [last], where: { $0.isUndoable || $0.isUnrecorded }, db)
            }
        guard let found else {
            guard let id else { throw CatalogError(.noEntry, "nothing to undo") }
            let isDropped = try db.holds(
                "SELECT ? BETWEEN 1 AND lastID FROM journalDropped WHERE id = 1", [id])
            throw CatalogError(
                .noEntry,
                isDropped
                    ? "change '\(id)' is too old to be undone: the journal keeps the latest "
                        + "\(try db.count("SELECT maximumSteps()")) changes (the setting "
                        + "undo.maximumSteps)"
                    : "change '\(id)' is not in the catalog's journal: omit the number to undo the "
                        + "latest change")
        }
        if let reason = found.refusal {
            throw CatalogError(
                .notUndoable,
                "\(found.title()) \(reason)" + (id == nil ? try hint(besides: found, db) : ""))
        }
        return (found, try change(of: found.id, db))
    }

    /// The latest undo, which `redo` reverts, with the entry that it undid.
    ///
    /// - Throws: `noEntry` if there is none; `blocked` if a change was made since.
    static func findUndone(
        _ db: Database
    ) throws -> (undo: GalleryJournalEntry, change: JournalEntry, step: GalleryJournalEntry) {
        let id = try db.integer("SELECT max(id) FROM journal WHERE undoes > 0")
        guard let undo = try entry(id ?? 0, db), let undoes = undo.undoes,
            let step = try entry(undoes, db)
        else { throw CatalogError(.noEntry, "nothing to redo") }
        let change = try change(of: undo.id, db)
        // Earlier versions did not record what is needed.
        if !change.isRedoable { throw CatalogError(.noEntry, "nothing to redo") }
        if let later = try latest("id > ?", [undo.id], db) {
            throw CatalogError(
                .blocked,
                "\(step.title()) cannot be done again: \(later.title(withDate: true)) was made after "
                    + "it was undone")
        }
        return (undo, change, step)
    }

    /// The error for a change of which nothing is left to restore.
    static func exhausted(
        _ entry: GalleryJournalEntry, _ verb: String, _ db: Database
    ) throws -> CatalogError {
        CatalogError(
            .notUndoable,
            "nothing in \(entry.title()) can be \(verb): "
                + (entry.isPartlyUndone
                    ? "later commands changed everything that was left"
                    : "what it changed was deleted since") + (try hint(besides: entry, db)))
    }

    /// The entry with a number; nil if there is none.
    static func entry(_ id: Int64, _ db: Database) throws -> GalleryJournalEntry? {
        try latest("id = ? AND id > 0", [id], db)
    }

    private static func change(of id: Int64, _ db: Database) throws -> JournalEntry {
        let change = try db.text("SELECT change FROM journal WHERE id = ?", [id])
        return try JSONText.decode(JournalEntry.self, from: (change ?? "{}").utf8)
    }

    /// The command that undoes the latest change before one that cannot be undone.
    private static func hint(besides entry: GalleryJournalEntry, _ db: Database) throws -> String {
        let other = try latest("id < ? AND \(isDone)", [entry.id], where: \.isUndoable, db)
        return other.map {
            "; 'gallery undo \($0.id)' undoes the latest undoable change (\($0.command), "
                + "\($0.date.isoText))"
        } ?? ""
    }

    private static func latest(
        _ condition: String, _ arguments: StatementArguments,
        where isFit: (GalleryJournalEntry) -> Bool = { _ in true }, _ db: Database
    ) throws -> GalleryJournalEntry? {
        var found: GalleryJournalEntry?
        try GalleryJournalEntry.Column.forEachRow(
            """
            SELECT \(GalleryJournalEntry.Column.selection) FROM journal
            WHERE \(condition) ORDER BY id DESC
            """, arguments, db
        ) { row in
            let entry = GalleryJournalEntry(row)
            if isFit(entry) { found = entry }
            return found == nil
        }
        return found
    }
}

extension GalleryJournalEntry {
    /// Tests that a row `j` of another table belongs to the entry and was not undone yet.
    func isLeft(in table: String, key: String = "photoID") -> String {
        let isHandled = """
            EXISTS (SELECT 1 FROM journal u
                JOIN \(table) k ON k.journalID = u.id AND k.\(key) = j.\(key)
                WHERE u.undoes = \(id))
            """
        return "j.journalID = \(id)" + (isPartlyUndone ? " AND NOT \(isHandled)" : "")
    }

    /// The entry's name in messages: `change 5 (remove)`, or `change 5 (remove, 2026-05-01T12:00:00Z)`.
    func title(withDate: Bool = false) -> String {
        "change \(id) (\(command)\(withDate ? ", \(date.isoText)" : ""))"
    }

    /// True if an older version made it, which did not record the old values.
    fileprivate var isUnrecorded: Bool { self[.added] + self[.updated] > 0 && !isNoted }

    /// The reason why it cannot be undone, to follow its title; nil if it can.
    fileprivate var refusal: String? {
        if let undoes { return "is the undo of change \(undoes): use 'gallery redo'" }
        if undoneBy != nil { return "was already undone" }
        if isUnrecorded {
            return
                "was made by an older version of gallery, which did not record the old values: use "
                + "'gallery remove' to move unwanted photos to the trash"
        }
        return isUndoable ? nil : "changed nothing that can be undone"
    }
}
