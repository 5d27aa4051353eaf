import Basics
import GRDB
import GalleryModel

/// One command's changes to the catalog, with the data needed to undo them.
///
/// Lists are stored as JSON in `journal.change`, without empty ones; the rest in columns, positions
/// in `journalPosition`, edits in `journalEdit`, sections in `journalSection` and `journalMember`,
/// and changes from origins as `CommandEntry` records them. See docs/formats.md.
struct JournalEntry {
    /// A user's decisions about the faces of a photo's picture.
    struct Faces: Codable {
        /// The catalog id.
        var photo: Int64
        /// The picture's SHA-256.
        var sha256: String
        /// All decisions before and after.
        var before: [FaceDecision]
        var after: [FaceDecision]
        /// The face that was moved; nil for none.
        var moved: Move?
        /// The changes about other pictures in the same step; nil for none.
        var others: [Faces]?

        /// A face that a user moved, by its number in the photo.
        struct Move: Codable {
            var number: Int
            var from: RelativeRectangle
            var to: RelativeRectangle

            /// The move back.
            var reversed: Move { Move(number: number, from: to, to: from) }
        }
    }

    /// A row of `takenBack`: a photo that the undo of a change removed from its sections.
    struct TakenBack: Codable {
        /// The catalog id.
        var photo: Int64
        /// The entry of that change.
        var change: Int64
        /// True if a user had moved the photo to the trash before that change was undone.
        var isRemoved: Bool
    }

    var command = ""
    var section: String?
    var trashed: [Int64] = []
    var restored: [Int64] = []
    /// When each of the restored photos had been moved to the trash; empty if an earlier version
    /// wrote the entry.
    var dates: [Int64] = []
    /// Photos that were restored from the trash to sections of a change that had been undone.
    var relisted: [TakenBack] = []
    /// The rows of `takenBack` that the change deleted, or of an undo, those before it.
    var takenBack: [TakenBack] = []
    var faces: Faces?
    /// The entry that this one undoes.
    var undoes: Int64?
    /// True for an undo that recorded what `redo` needs.
    var isRedoable = false

    /// Writes the entry, unless it changed nothing.
    ///
    /// - Returns: its number; nil if it was not written.
    @discardableResult
    func insert(_ db: Database) throws -> Int64? {
        let isEmpty =
            trashed.isEmpty && restored.isEmpty && faces.map { $0.before == $0.after } ?? true
        return isEmpty ? nil : try write(db)
    }

    /// Writes the entry, even if it changed nothing, and drops the oldest beyond the maximum.
    ///
    /// - Returns: its number.
    func write(_ db: Database) throws -> Int64 {
        try db.insert(
            into: "journal",
            [
                "date": PhotoCatalog.now(), "command": command, "section": section,
                "undoes": undoes, "added": 0, "updated": 0, "gone": 0, "trashed": trashed.count,
                "restored": restored.count, "faces": faces == nil ? 0 : 1, "positions": 0,
                "edits": 0, "change": try JSONText.encode(self), "account": ChangeAuthor.name,
            ])
        let number = db.lastInsertedRowID
        if undoes == nil { try Self.dropOldest(db) }
        return number
    }

    /// Drops the oldest changes beyond the maximum, with their undos.
    private static func dropOldest(_ db: Database) throws {
        let last = try db.integer(
            """
            SELECT id FROM journal WHERE undoes IS NULL ORDER BY id DESC LIMIT 1 OFFSET maximumSteps()
            """)
        guard let last else { return }
        try db.run(
            """
            INSERT INTO journalDropped
            SELECT 1, count(*), max(id), max(date) FROM journal WHERE id <= ? AND undoes IS NULL
            ON CONFLICT (id) DO UPDATE SET number = number + excluded.number,
                lastID = excluded.lastID, lastDate = excluded.lastDate
            """, [last])
        try keepUnlisted(through: last, db)
        try db.run("DELETE FROM journal WHERE undoes > 0 AND undoes <= ?", [last])
        try db.run("DELETE FROM journal WHERE id <= ? AND undoes IS NULL", [last])
    }

    /// Moves the photos without a section that only dropped changes explain to the entry 0, which
    /// is no change: listings of everything find such photos in the journal.
    private static func keepUnlisted(through last: Int64, _ db: Database) throws {
        let photos = try db.integers(
            """
            SELECT p.id FROM (
                SELECT photoID FROM journalMember WHERE journalID BETWEEN 1 AND ?1
                UNION SELECT m.photoID FROM journal u
                    CROSS JOIN journalMember m ON m.journalID = u.id
                    WHERE u.undoes > 0 AND u.undoes <= ?1
                UNION SELECT l.photoID FROM journalListing l CROSS JOIN takenBack t
                    ON t.photoID = l.photoID AND t.journalID = l.journalID
                WHERE l.journalID <= ?1) d
            CROSS JOIN photo p ON p.id = d.photoID
            WHERE NOT EXISTS (SELECT 1 FROM membership m
                CROSS JOIN section s ON s.id = m.sectionID
                WHERE m.photoID = p.id AND s.kind <> 'album')
            """, [last])
        if photos.isEmpty { return }
        try db.run(
            """
            INSERT OR IGNORE INTO journal (id, date, command, undoes, added, updated, gone, trashed,
                restored, faces, positions, edits, change)
            VALUES (0, 0, '', 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}')
            """)
        try db.run(
            """
            INSERT OR IGNORE INTO journalMember (journalID, sectionID, ordinal, photoID)
            SELECT 0, 0, id, id FROM photo WHERE id IN (SELECT value FROM json_each(?))
            """, [photos.jsonList])
    }
}

extension PhotoCatalog {
    /// Changes the catalog in one transaction within a new journal entry; a refused change is rolled
    /// back.
    ///
    /// - Parameter body: returns false if it changes nothing.
    /// - Returns: the number of the step for `undo`, which a dry run does not store; nil if nothing
    ///   was changed.
    func writeStep(
        _ command: String, about reference: SectionReference? = nil, isDryRun: Bool = false,
        _ body: (_ entry: Int64, Database) throws -> Bool
    ) throws(CatalogError) -> Int64? {
        try write(if: { $0 != nil && !isDryRun }) { db in
            let entry = try JournalEntry(command: command, section: reference?.text).write(db)
            return try body(entry, db) ? entry : nil
        }
    }
}

/// `maximumSteps()` for statements: the number of changes that the journal keeps.
enum MaximumSteps {
    static func function(_ number: Int) -> DatabaseFunction {
        DatabaseFunction("maximumSteps", argumentCount: 0, pure: true) { _ in max(number, 1) }
    }
}

/// The JSON in `journal.change`.
extension JournalEntry: Codable {
    private enum CodingKeys: String, CodingKey {
        case trashed, restored, dates, relisted, takenBack, faces, isRedoable
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        trashed = try values.decodeIfPresent([Int64].self, forKey: .trashed) ?? []
        restored = try values.decodeIfPresent([Int64].self, forKey: .restored) ?? []
        dates = try values.decodeIfPresent([Int64].self, forKey: .dates) ?? []
        relisted = try values.decodeIfPresent([TakenBack].self, forKey: .relisted) ?? []
        takenBack = try values.decodeIfPresent([TakenBack].self, forKey: .takenBack) ?? []
        faces = try values.decodeIfPresent(Faces.self, forKey: .faces)
        isRedoable = try values.decodeIfPresent(Bool.self, forKey: .isRedoable) ?? false
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        if !trashed.isEmpty { try values.encode(trashed, forKey: .trashed) }
        if !restored.isEmpty { try values.encode(restored, forKey: .restored) }
        if !dates.isEmpty { try values.encode(dates, forKey: .dates) }
        if !relisted.isEmpty { try values.encode(relisted, forKey: .relisted) }
        if !takenBack.isEmpty { try values.encode(takenBack, forKey: .takenBack) }
        try values.encodeIfPresent(faces, forKey: .faces)
        if isRedoable { try values.encode(true, forKey: .isRedoable) }
    }
}

extension GalleryJournalEntry {
    /// The columns that `init` reads; those of numbers are named as their kind of change.
    enum Column: Int, StatementColumns {
        case id, date, command, section, account, undoes, undoneBy, undonePartlyBy, isNoted
        case added, updated, gone, trashed, restored, faces, positions, edits
        case sections, tracks, posts, pictures, metadata, albums, duplicates
        /// The positions of an entry are all homes, or none is.
        case isAboutHomes
        /// The metadata that changed, separated by commas.
        case fields

        static let expressions: [Self: String] = [
            .sections: count("journalSection"), .tracks: count("journalTrack"),
            .posts: count("journalPost"), .pictures: count("journalPicture"),
            .metadata: count("journalMetadata"), .duplicates: count("journalDuplicate"),
            // A command adds photos to an album, removes them, or moves one.
            .albums: """
            (SELECT ifnull(sum(max(abs(json_array_length(n.after)
                - ifnull(json_array_length(n.before), 0)), n.before IS NOT NULL)), 0)
            FROM journalAlbum n WHERE n.journalID = journal.id AND n.after IS NOT NULL)
            """,
            .isNoted: OriginRows.all.map {
                "EXISTS (SELECT 1 FROM \($0.table) n WHERE n.journalID = journal.id)"
            }.joined(separator: " OR "),
            .isAboutHomes: """
            (SELECT ifnull(j.afterSource, j.beforeSource) = 'home' FROM journalPosition j
            WHERE j.journalID = journal.id LIMIT 1)
            """,
            // Of many photos, the same metadata changes, as a rule.
            .fields: """
            (SELECT \(metadataFields.map { field -> String in
                // No metadata, like metadata of other fields, contains no tags.
                let none = field.name == "tags" ? "'[]'" : "NULL"
                let isChanged = field.columns.map {
                    "ifnull(n.before\($0), \(none)) IS NOT ifnull(n.after\($0), \(none))"
                }
                return "CASE WHEN max(\(isChanged.joined(separator: " OR "))) "
                    + "THEN '\(field.name),' ELSE '' END"
            }.joined(separator: " || "))
            FROM (SELECT * FROM journalMetadata WHERE journalID = journal.id LIMIT 100) n)
            """,
        ]

        /// The words for metadata, and the ends of its columns.
        private static let metadataFields: [(name: String, columns: [String])] = [
            ("title", ["Title"]), ("description", ["Caption"]),
            ("tags", ["AddedTags", "RemovedTags"]), ("rating", ["Rating"]),
            ("favorite mark", ["Favorite"]), ("date", ["Date", "SubSeconds", "Offset"]),
        ]

        /// Counts the rows of an entry of `journal` in another table.
        private static func count(_ table: String) -> String {
            "(SELECT count(*) FROM \(table) n WHERE n.journalID = journal.id)"
        }

        /// The kinds of changes with their columns; homes are counted as positions.
        fileprivate static let numbers = Kind.allCases.compactMap { kind in
            Column(stringValue: kind.rawValue).map { (kind, $0) }
        }
    }

    /// Tests that a reader may see an entry of `journal`: only owners see submissions to campaigns
    /// and what happened to them.
    static func isVisible(to reader: PhotoReader) -> String {
        if reader == .owner { return "1" }
        return """
            NOT EXISTS (SELECT 1 FROM journal u WHERE u.id = ifnull(journal.undoes, journal.id)
                AND (u.command GLOB 'post*' OR u.command = 'upload' AND u.section GLOB 'campaign:*'))
            """
    }

    init(_ row: StatementRow<Column>) {
        self.init(id: row.integer(.id), date: row.date(.date), command: row.text(.command))
        section = row.optionalText(.section)
        account = row.optionalText(.account)
        undoes = row.optionalNumber(.undoes)
        undoneBy = row.optionalNumber(.undoneBy)
        undonePartlyBy = row.optionalNumber(.undonePartlyBy)
        isNoted = row.boolean(.isNoted)
        fields = row.optionalText(.fields)?.split(separator: ",").map(String.init) ?? []
        for (kind, column) in Column.numbers { numbers[kind] = row.count(column) }
        if row.boolean(.isAboutHomes) { numbers[.homes] = numbers.removeValue(forKey: .positions) }
    }
}

/// A section as stored in the journal.
enum SectionRecord {
    /// The columns of a section, without its number.
    static let columns = [
        "kind", "name", "nameKey", "query", "filter", "dateCreated", "dateRefreshed", "found",
        "queryRevision", "lastOrdinal", "cover",
    ]

    /// The columns of `section AS s` as JSON.
    private static let json =
        "json_object(" + columns.map { "'\($0)', s.\($0)" }.joined(separator: ", ") + ")"

    /// A column of `journalSection`.
    enum Moment { case before, after }

    /// Records a section as it is before or after a change.
    static func note(_ moment: Moment, _ sectionID: Int64, in entry: Int64, _ db: Database) throws {
        try db.run(
            """
            INSERT INTO journalSection (journalID, sectionID, \(moment))
            SELECT ?, s.id, \(json) FROM section s WHERE s.id = ?
            ON CONFLICT (journalID, sectionID) DO UPDATE SET \(moment) = excluded.\(moment)
            """, [entry, sectionID])
    }

    /// Records the members of a section and its empty ordinals.
    static func noteMembers(_ sectionID: Int64, in entry: Int64, _ db: Database) throws {
        try db.run(
            """
            INSERT INTO journalMember
            SELECT ?, sectionID, ordinal, photoID, dateAdded, dateGone, queryRevision
            FROM membership WHERE sectionID = ?
            """, [entry, sectionID])
        try db.run(
            """
            INSERT INTO journalMember (journalID, sectionID, ordinal)
            SELECT ?, sectionID, ordinal FROM membershipGap WHERE sectionID = ?
            """, [entry, sectionID])
    }
}

extension PhotoFilter {
    /// Parses an album's stored filter; nil for an album filled by hand, and other sections.
    ///
    /// - Throws: `damaged` if it is not a valid query.
    init?(stored text: String?) throws {
        guard let text, !text.isEmpty else { return nil }
        do throws(QueryError) { try self.init(text: text) } catch {
            throw CatalogError(
                .damaged,
                "the query '\(text)' of an album cannot be parsed (\(error.reason)): restore a backup"
            )
        }
    }
}
