import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// Gives photos edits, or takes them away again (nil, or an edit that changes nothing), in one
    /// transaction.
    ///
    /// What is said last about a photo holds. A change of nothing leaves no entry in the journal.
    ///
    /// - Returns: how many photos have another edit now.
    /// - Throws: `noPhoto` where there is no such photo, `statement` for an edit that makes no sense;
    ///   nothing is stored then.
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

    /// What is stored of each edit, the last of each photo, in the order given.
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
                        .statement, "the edit of photo '\(id)' makes no sense: \(error)")
                }
                last = (edit, edit.json)
            }
            texts.append((id, last?.text))
        }
        return texts.reversed()
    }

    /// Notes in the journal which edit a photo had and is to have.
    ///
    /// - Returns: false where it has that one.
    static func note(
        _ text: String?, of id: PhotoID, in entry: Int64, _ db: Database
    ) throws -> Bool {
        try db.cachedStatement(
            sql: """
                INSERT INTO journalEdit
                SELECT ?1, p.id, pe.recipe, ?3 FROM photo p \(EditRecord.join)
                WHERE p.id = ?2 AND pe.recipe IS NOT ?3
                """
        ).execute(arguments: [entry, id.rawValue, text])
        if db.changesCount > 0 { return true }
        let isKnown = try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM photo WHERE id = ?"), arguments: [id.rawValue])
        if isKnown == nil { throw noPhoto(id) }
        return false
    }

    static func noPhoto(_ id: PhotoID) -> CatalogError {
        CatalogError(.noPhoto, "there is no photo '\(id)' in the catalog")
    }

    /// Gives photos the edits that an entry of the journal says they have after it.
    ///
    /// The entry's count is set.
    static func applyEdits(of entry: Int64, _ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM photoEdit WHERE photoID IN (
                    SELECT photoID FROM journalEdit WHERE journalID = ? AND after IS NULL)
                """, arguments: [entry])
        try db.execute(
            sql: """
                INSERT INTO photoEdit (photoID, recipe, date)
                SELECT photoID, after, ?2 FROM journalEdit
                WHERE journalID = ?1 AND after IS NOT NULL ORDER BY photoID
                ON CONFLICT (photoID) DO UPDATE SET recipe = excluded.recipe, date = excluded.date
                """, arguments: [entry, now()])
        try db.execute(
            sql: """
                UPDATE journal SET edits = (SELECT count(*) FROM journalEdit WHERE journalID = ?1)
                WHERE id = ?1
                """, arguments: [entry])
    }
}

// MARK: - Taking back

extension PhotoCatalog {
    /// Finds the photos whose edit becomes what it was.
    static func compareEdits(
        of entry: JournalSummary, _ db: Database, _ undone: inout UndoneChange
    ) throws {
        enum Column: Int, StatementColumns {
            case photoID, isUnchanged
        }
        try db.forEachRow(
            Column.self,
            "SELECT j.photoID, \(isEditUnchanged) AS isUnchanged \(edits(of: entry)) ORDER BY j.photoID"
        ) { row in
            let id = PhotoID(rawValue: row.integer(.photoID))
            if row.boolean(.isUnchanged) { undone.edits.append(id) } else { undone.kept.append(id) }
            return true
        }
    }

    /// Notes in the entry of an undoing what it changes: the other way round than the entry undone.
    static func noteEditUndoing(
        of entry: JournalSummary, by undoing: Int64, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                INSERT INTO journalEdit SELECT ?, j.photoID, j.after, j.before
                \(edits(of: entry)) AND \(isEditUnchanged)
                """, arguments: [undoing])
    }

    /// The edits `j` of an entry that were not taken back yet, of photos that are there, as `p`, with what
    /// they have now, as `pe`.
    private static func edits(of entry: JournalSummary) -> String {
        let handled = """
            AND NOT EXISTS (SELECT 1 FROM journal u
                JOIN journalEdit k ON k.journalID = u.id AND k.photoID = j.photoID
                WHERE u.undoes = \(entry.id))
            """
        return """
            FROM journalEdit j CROSS JOIN photo p ON p.id = j.photoID \(EditRecord.join)
            WHERE j.journalID = \(entry.id) \(entry.isPartlyUndone ? handled : "")
            """
    }

    /// Whether the edit `pe` is the one after the change `j`.
    private static let isEditUnchanged = "(pe.recipe IS j.after)"
}
