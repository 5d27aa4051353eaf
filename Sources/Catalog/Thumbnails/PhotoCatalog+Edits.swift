import GRDB
package import GalleryModel

/// Reads edits of `photoEdit` for many rows, parsing each text once.
///
/// A batch edit gives many photos the same text.
struct EditRecord {
    /// The column of an edit.
    enum Column: Int, StatementColumns {
        case recipe
        static let table = "pe"
    }

    /// Joins the edit of `photo AS p`.
    static let join = "LEFT JOIN photoEdit pe ON pe.photoID = p.id"

    /// True if any photo has an edit.
    static func areAny(_ db: Database) throws -> Bool {
        try db.holds("SELECT EXISTS (SELECT 1 FROM photoEdit)")
    }

    /// The number of cached edits at which the cache is emptied.
    private static let capacity = 1_000

    private var edits: [String: PhotoEdit?] = [:]

    /// The edit of a row; nil if there is none or it cannot be parsed: listings continue, and
    /// `PhotoCatalog.edit(of:)` reports the photo.
    mutating func edit(_ row: StatementRow<Column>) -> PhotoEdit? {
        guard let text = row.optionalText(.recipe) else { return nil }
        if let known = edits[text] { return known }
        let edit = try? PhotoEdit(json: text.utf8)
        if edits.count >= Self.capacity { edits.removeAll() }
        edits[text] = .some(edit)
        return edit
    }
}

extension PhotoCatalog {
    /// The edit of a photo; nil if it has none.
    ///
    /// - Throws: `noPhoto`; `damaged` if the recipe cannot be parsed, which listings ignore.
    package func edit(of id: PhotoID) throws(CatalogError) -> PhotoEdit? {
        let text = try read { db in
            let texts = try EditRecord.Column.all(
                """
                SELECT \(EditRecord.Column.selection) FROM photo p \(EditRecord.join) WHERE p.id = ?
                """, [id.rawValue], db
            ) { row -> String?? in .some(row.optionalText(.recipe)) }
            guard let text = texts.first else { throw Self.noPhoto(id) }
            return text
        }
        guard let text else { return nil }
        do { return try PhotoEdit(json: text.utf8) } catch {
            throw CatalogError(
                .damaged,
                "the edit of photo '\(id)' in the catalog is damaged: \(error); remove it with "
                    + "'gallery edit \(id) --reset'")
        }
    }

    /// Sets or removes the edits of photos, in one transaction; nil or an empty edit removes.
    ///
    /// The last edit of each photo is used. If nothing changes, the journal gets no entry.
    ///
    /// - Returns: the number of photos whose edit was changed.
    /// - Throws: `noPhoto` if a photo does not exist, `statement` for an invalid edit; nothing is
    ///   stored then.
    @discardableResult
    package func setEdits(
        _ edits: [(PhotoID, PhotoEdit?)], command: String
    ) throws(CatalogError) -> Int {
        guard !edits.isEmpty else { return 0 }
        let texts = try Self.texts(of: edits)
        let changed = try write { db in
            var changed: [PhotoID] = []
            try db.inSavepoint {
                let entry = try JournalEntry(command: command).write(db)
                for (id, text) in texts where try Self.note(text, of: id, in: entry, db) {
                    changed.append(id)
                }
                if changed.isEmpty { return .rollback }
                try Self.applyEdits(of: entry, db)
                return .commit
            }
            return changed
        }
        if !changed.isEmpty { changes.send(.photosUpdated(changed)) }
        return changed.count
    }

    /// The stored text of each photo's last edit, in the given order.
    static func texts(
        of edits: [(PhotoID, PhotoEdit?)]
    ) throws(CatalogError) -> [(PhotoID, String?)] {
        var seen: Set<PhotoID> = []
        var texts: [(PhotoID, String?)] = []
        var last: (edit: PhotoEdit, text: String)?
        for (id, edit) in edits.reversed() where seen.insert(id).inserted {
            guard let edit, !edit.isEmpty else {
                texts.append((id, nil))
                continue
            }
            if last?.edit != edit {
                do { try edit.check() } catch {
                    throw CatalogError(
                        .statement, "the edit of photo '\(id)' is invalid: \(error)")
                }
                last = (edit, edit.json)
            }
            texts.append((id, last?.text))
        }
        return texts.reversed()
    }

    /// Records a photo's old and new edit in the journal.
    ///
    /// - Returns: false if the edit is unchanged.
    static func note(
        _ text: String?, of id: PhotoID, in entry: Int64, _ db: Database
    ) throws -> Bool {
        try db.run(
            """
            INSERT INTO journalEdit
            SELECT ?1, p.id, pe.recipe, ?3 FROM photo p \(EditRecord.join)
            WHERE p.id = ?2 AND pe.recipe IS NOT ?3
            """, [entry, id.rawValue, text])
        if db.changesCount > 0 { return true }
        let isKnown = try db.boolean("SELECT 1 FROM photo WHERE id = ?", [id.rawValue])
        if isKnown == nil { throw noPhoto(id) }
        return false
    }

    /// The error for a photo that does not exist, by its name.
    package static func noPhoto(_ name: some CustomStringConvertible) -> CatalogError {
        CatalogError(.noPhoto, message: "no photo '\(name)' in the catalog")
    }

    /// Applies the edits after a journal entry to their photos.
    ///
    /// The entry's count is set.
    static func applyEdits(of entry: Int64, _ db: Database) throws {
        try db.run(
            """
            DELETE FROM photoEdit WHERE photoID IN (
                SELECT photoID FROM journalEdit WHERE journalID = ? AND after IS NULL)
            """, [entry])
        try db.run(
            """
            INSERT INTO photoEdit (photoID, recipe, date)
            SELECT photoID, after, ?2 FROM journalEdit
            WHERE journalID = ?1 AND after IS NOT NULL ORDER BY photoID
            ON CONFLICT (photoID) DO UPDATE SET recipe = excluded.recipe, date = excluded.date
            """, [entry, now()])
        try db.run(
            """
            UPDATE journal SET edits = (SELECT count(*) FROM journalEdit WHERE journalID = ?1)
            WHERE id = ?1
            """, [entry])
    }
}

// MARK: - Undo

extension PhotoCatalog {
    /// Finds the photos whose edit is to be restored.
    static func compareEdits(
        of entry: GalleryJournalEntry, _ db: Database, _ undone: inout UndoneChange
    ) throws {
        let (unchanged, changed) = try divided(
            by: isEditUnchanged, "\(edits(of: entry)) ORDER BY j.photoID", [], db)
        undone.edits += unchanged
        undone.kept += changed
    }

    /// Records in the entry of an undo what it changes: the reverse of the undone entry.
    static func noteEditUndoing(
        of entry: GalleryJournalEntry, by undoing: Int64, _ db: Database
    ) throws {
        try db.run(
            """
            INSERT INTO journalEdit SELECT ?, j.photoID, j.after, j.before
            \(edits(of: entry)) AND \(isEditUnchanged)
            """, [undoing])
    }

    /// The edits `j` of an entry that were not undone yet, for existing photos `p`, with their
    /// current edits `pe`.
    private static func edits(of entry: GalleryJournalEntry) -> String {
        """
        FROM journalEdit j CROSS JOIN photo p ON p.id = j.photoID \(EditRecord.join)
        WHERE \(entry.isLeft(in: "journalEdit"))
        """
    }

    /// Tests that the edit `pe` is the one that the change `j` set.
    private static let isEditUnchanged = "(pe.recipe IS j.after)"
}
