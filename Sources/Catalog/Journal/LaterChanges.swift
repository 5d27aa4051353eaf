import Basics
import GRDB
import GalleryModel

/// Finds the later changes that depend on one, which therefore cannot be undone alone.
enum LaterChanges {
    /// Checks that no later change depends on a change.
    ///
    /// A later change in effect depends on it if it changed the same value, listing, picture,
    /// query, section, track, post, face decisions or trash state, if it changed something in a
    /// section that the change created, or anything about a photo that the undo moves to the trash.
    ///
    /// - Parameters:
    ///   - undone: what the undo would change.
    ///   - sections: sections that prevent it.
    /// - Throws: `blocked`, with the later changes.
    static func check(
        _ entry: GalleryJournalEntry, _ change: JournalEntry, _ undone: UndoneChange,
        blocking sections: [Int64], _ db: Database
    ) throws {
        let leaving = Set((undone.leaving + undone.trashed).map(\.rawValue))
        let moved = leaving.union(change.trashed + change.restored)
        let found = try db.integers(
            """
            SELECT l.id FROM journal l WHERE l.id > ?1 AND \(UndoableEntry.isDone)
                AND (\(conditions(entry, leaving: leaving.count).joined(separator: " OR ")))
            ORDER BY l.id
            """,
            [
                entry.id, leaving.jsonList, moved.jsonList, sections.jsonList,
                change.faces?.photo, change.faces?.sha256,
            ])
        guard !found.isEmpty else { return }
        let named = try found.prefix(3).compactMap {
            try UndoableEntry.entry($0, db)?.title(withDate: true)
        }
        let others = found.count - named.count
        let titles = named + (others > 0 ? ["\(others) other\(others == 1 ? "" : "s")"] : [])
        throw CatalogError(
            .blocked,
            "\(entry.title()) cannot be undone alone: \(titles.enumeration) "
                + (found.count == 1
                    ? "depends on it: undo that first" : "depend on it: undo them first"))
    }

    /// Tests that the photo or section of a row `j` was not deleted since.
    private static func exists(_ owner: String, _ key: String) -> String {
        "EXISTS (SELECT 1 FROM \(owner) WHERE id = j.\(key))"
    }

    /// Tests that a later change `l` depends on an entry `?1`: `?2` are the photos that leave, `?3`
    /// those that the entry or its undo moves to or from the trash, `?4` sections, `?5` and `?6`
    /// the photo and picture of face decisions.
    private static func conditions(_ entry: GalleryJournalEntry, leaving number: Int) -> [String] {
        let leaving = "IN (SELECT value FROM json_each(?2))"
        // Many photos are not looked up one by one.
        let photo = number < 1_000 ? "k.photoID" : "+k.photoID"
        // Only tables of the entry, because later changes can have a million rows in the others.
        let tables: [(kind: GalleryJournalEntry.Kind, table: String, key: String)] =
            JournaledValue.all.map { ($0, $1.journal, "photoID") } + [
                (.sections, "journalSection", "sectionID"),
                (.albums, "journalAlbum", "sectionID"), (.posts, "journalPost", "postID"),
            ]
        let values = tables.filter { entry[$0.kind] > 0 }.map { kind, table, key in
            let isSameKind =
                table == "journalPosition"
                ? " AND ifnull(k.afterSource, k.beforeSource) \(kind == .homes ? "=" : "<>") 'home'"
                : ""
            let exists = key == "photoID" ? " AND \(Self.exists("photo", key))" : ""
            return """
                EXISTS (SELECT 1 FROM \(table) k CROSS JOIN \(table) j
                    WHERE k.journalID = l.id AND \(entry.isLeft(in: table, key: key))
                        AND j.\(key) = k.\(key)\(isSameKind)\(exists))
                """
        }
        let origins = (entry.isNoted ? OriginRows.all : []).map { rows in
            """
            EXISTS (SELECT 1 FROM \(rows.table) k CROSS JOIN \(rows.table) j
                WHERE k.journalID = l.id AND k.isUndone = 0 AND j.journalID = ?1 AND j.isUndone = 0
                    AND \(rows.isSame("j", "k")) AND \(Self.exists(rows.owner, rows.key[0])))
            """
        }
        // In created sections, and by the removal of sections.
        let sections = ["journalListing", "journalRefresh", "journalAlbum"].flatMap { table in
            [
                ("journalSection j CROSS JOIN \(table) k", "j.before"),
                ("journalSection k CROSS JOIN \(table) j", "k.after"),
            ].map { tables, end in
                """
                EXISTS (SELECT 1 FROM \(tables) WHERE k.journalID = l.id AND j.journalID = ?1
                    AND j.sectionID = k.sectionID AND \(end) IS NULL)
                """
            }
        }
        let isInEffect = " AND k.isUndone = 0"
        let photos =
            [
                ("journalMetadata", ""), ("journalEdit", ""), ("journalPosition", ""),
                ("journalDuplicate", ""), ("journalPhoto", isInEffect),
                ("journalPicture", isInEffect),
            ].map { table, condition in
                "EXISTS (SELECT 1 FROM \(table) k WHERE k.journalID = l.id AND "
                    + "\(photo) \(leaving)\(condition))"
            } + [
                """
                EXISTS (SELECT 1 FROM journalPost k CROSS JOIN post p ON p.id = k.postID
                    WHERE k.journalID = l.id AND p.photoID \(leaving))
                """,
                """
                EXISTS (SELECT 1 FROM journalAlbum k CROSS JOIN json_each(k.after) e
                    WHERE k.journalID = l.id AND ifnull(e.value ->> 0, e.value) \(leaving))
                """,
            ]
        let moves = ["$.trashed", "$.restored"].map { list in
            """
            l.trashed + l.restored > 0 AND EXISTS (SELECT 1 FROM json_each(l.change, '\(list)') e
                WHERE e.value IN (
                    SELECT p.id FROM json_each(?3) i CROSS JOIN photo p ON p.id = i.value))
            """
        }
        let others = [
            """
            EXISTS (SELECT 1 FROM journalTrack k CROSS JOIN track t ON t.id = k.trackID
                CROSS JOIN journalTrack j ON j.journalID = ?1
                CROSS JOIN track o ON o.id = j.trackID AND o.sha256 = t.sha256
                WHERE k.journalID = l.id)
            """,
            """
            EXISTS (SELECT 1 FROM journalSection k WHERE k.journalID = l.id
                AND (k.sectionID IN (SELECT value FROM json_each(?4))
                    OR k.after ->> 'cover' \(leaving)))
            """,
            """
            l.faces > 0 AND (l.change ->> '$.faces.photo' \(leaving)
                OR l.change ->> '$.faces.photo' = ?5 OR l.change ->> '$.faces.sha256' = ?6)
            """,
        ]
        return values + origins + sections + moves + others + (number == 0 ? [] : photos)
    }
}
