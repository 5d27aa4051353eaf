import Basics
import GRDB
package import GalleryModel

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
    }

    /// A photo that was restored from the trash to sections of a change that had been undone.
    struct Relisted: Codable {
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
    var relisted: [Relisted] = []
    var faces: Faces?
    /// The entry that this one undoes.
    var undoes: Int64?

    /// Writes the entry, unless it changed nothing.
    ///
    /// - Returns: its number; nil if it was not written.
    @discardableResult
    func insert(_ db: Database) throws -> Int64? {
        let isEmpty =
            trashed.isEmpty && restored.isEmpty && faces.map { $0.before == $0.after } ?? true
        return isEmpty ? nil : try write(db)
    }

    /// Writes the entry, even if it changed nothing.
    ///
    /// - Returns: its number.
    func write(_ db: Database) throws -> Int64 {
        try db.insert(
            into: "journal",
            [
                "date": PhotoCatalog.now(), "command": command, "section": section,
                "undoes": undoes, "added": 0, "updated": 0, "gone": 0, "trashed": trashed.count,
                "restored": restored.count, "faces": faces == nil ? 0 : 1, "positions": 0,
                "edits": 0, "change": try JSONText.encode(self),
            ])
        return db.lastInsertedRowID
    }
}

/// The JSON in `journal.change`.
extension JournalEntry: Codable {
    private enum CodingKeys: String, CodingKey { case trashed, restored, relisted, faces }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        trashed = try values.decodeIfPresent([Int64].self, forKey: .trashed) ?? []
        restored = try values.decodeIfPresent([Int64].self, forKey: .restored) ?? []
        relisted = try values.decodeIfPresent([Relisted].self, forKey: .relisted) ?? []
        faces = try values.decodeIfPresent(Faces.self, forKey: .faces)
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        if !trashed.isEmpty { try values.encode(trashed, forKey: .trashed) }
        if !restored.isEmpty { try values.encode(restored, forKey: .restored) }
        if !relisted.isEmpty { try values.encode(relisted, forKey: .relisted) }
        try values.encodeIfPresent(faces, forKey: .faces)
    }
}

extension GalleryJournalEntry {
    /// The columns that `init` reads; those of numbers are named as their kind of change.
    enum Column: Int, StatementColumns {
        case id, date, command, section, undoes, undoneBy, undonePartlyBy, isNoted
        case added, updated, gone, trashed, restored, faces, positions, edits
        case sections, tracks, posts, pictures, metadata
        /// The positions of an entry are all homes, or none is.
        case isAboutHomes

        static let expressions: [Self: String] = [
            .sections: count("journalSection"), .tracks: count("journalTrack"),
            .posts: count("journalPost"), .pictures: count("journalPicture"),
            .metadata: count("journalMetadata"),
            .isNoted: OriginRows.all.map {
                "EXISTS (SELECT 1 FROM \($0.table) n WHERE n.journalID = journal.id)"
            }.joined(separator: " OR "),
            .isAboutHomes: """
            (SELECT ifnull(j.afterSource, j.beforeSource) = 'home' FROM journalPosition j
            WHERE j.journalID = journal.id LIMIT 1)
            """,
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
        undoes = row.optionalNumber(.undoes)
        undoneBy = row.optionalNumber(.undoneBy)
        undonePartlyBy = row.optionalNumber(.undonePartlyBy)
        isNoted = row.boolean(.isNoted)
        for (kind, column) in Column.numbers { numbers[kind] = row.count(column) }
        if row.boolean(.isAboutHomes) { numbers[.homes] = numbers.removeValue(forKey: .positions) }
    }
}

/// The result of undoing a journal entry.
package struct UndoneChange: Sendable {
    /// The undone entry, as it was before.
    package var entry: GalleryJournalEntry
    /// The journal entry of the undo; nil if nothing was stored.
    package var id: Int64?
    /// Photos that were restored from the trash.
    package var restored: [PhotoID] = []
    /// Photos that were moved to the trash again.
    package var trashed: [PhotoID] = []
    /// Photos whose faces, manual position, home, edit or posts were restored, by kind.
    ///
    /// The places of those with a restored position, or with a home again, are queued for lookup.
    var values: [GalleryJournalEntry.Kind: [PhotoID]] = [:]
    /// Photos whose delisted mark was restored.
    package var listed: [PhotoID] = []
    /// Photos that were removed from sections but are still in others.
    package var unlisted: [PhotoID] = []
    /// Photos whose metadata or picture was restored.
    package var updated: [PhotoID] = []
    /// Photos that the change had added, and whether they were already in the trash.
    var brought: [(photo: PhotoID, isRemoved: Bool)] = []
    /// The sections whose listings were restored.
    var listings: Set<Int64> = []
    /// The sections whose query and last refresh were restored.
    var refreshed: [Int64] = []
    /// Sections that were restored, renamed back or removed again.
    package var sections: [UndoneSection] = []
    /// Tracks that were removed again or restored.
    package var tracks: [Int64] = []
    /// Photos that were left unchanged because they were changed since.
    ///
    /// If there are any, the entry can be undone once more, for these photos only.
    package var kept: [PhotoID] = []

    /// Photos whose value of a kind was restored.
    package subscript(kind: GalleryJournalEntry.Kind) -> [PhotoID] { values[kind, default: []] }

    /// Photos that were changed and are where they were; one photo can occur several times.
    package var changed: [PhotoID] {
        let kinds: [GalleryJournalEntry.Kind] = [.faces, .metadata, .positions, .homes, .edits]
        return kinds.flatMap { self[$0] } + listed + self[.posts] + unlisted + updated
    }

    /// True if anything is, or would be, restored.
    var changesSomething: Bool {
        !((restored + trashed + changed).isEmpty && sections.isEmpty && tracks.isEmpty
            && listings.isEmpty && refreshed.isEmpty)
    }
}

/// Finds the journal entry that `undo` undoes.
enum UndoableEntry {
    /// Tests that an entry was not undone, even partly, and is neither an undo nor a change that a
    /// server made on its own.
    private static let isWhole = """
        undoneBy IS NULL AND undonePartlyBy IS NULL AND undoes IS NULL
            AND command <> '\(PhotoCatalog.expiry)'
        """

    private static let isPartlyUndone = "undonePartlyBy IS NOT NULL"

    /// The entry with a number, or the latest that a user requested and that was not undone.
    ///
    /// - Throws: `noEntry`; `notUndoable` with the reason and an entry that can be undone instead.
    static func find(_ id: Int64?, _ db: Database) throws -> (GalleryJournalEntry, JournalEntry) {
        let found =
            if let id {
                try latest("id = \(id)", db)
            } else {
                try latest(isWhole, db) ?? latest(isPartlyUndone, db)
            }
        guard let found else {
            throw CatalogError(
                .noEntry,
                id.map {
                    "change '\($0)' is not in the catalog's journal: omit the number to undo the "
                        + "latest change"
                } ?? "nothing to undo")
        }
        if let reason = found.refusal {
            let other =
                id != nil
                ? nil : try latest(isWhole, where: \.isUndoable, db) ?? latest(isPartlyUndone, db)
            throw CatalogError(
                .notUndoable, "\(found.title) \(reason)" + (other.map { "; \($0.hint)" } ?? ""))
        }
        if id == nil, found.isPartlyUndone {
            throw CatalogError(.notUndoable, "nothing else can be undone: \(found.hint)")
        }
        let change = try db.text("SELECT change FROM journal WHERE id = ?", [found.id])
        return (found, try JSONText.decode(JournalEntry.self, from: (change ?? "{}").utf8))
    }

    private static func latest(
        _ condition: String, where isFit: (GalleryJournalEntry) -> Bool = { _ in true },
        _ db: Database
    ) throws -> GalleryJournalEntry? {
        var found: GalleryJournalEntry?
        try GalleryJournalEntry.Column.forEachRow(
            """
            SELECT \(GalleryJournalEntry.Column.selection) FROM journal
            WHERE \(condition) ORDER BY id DESC
            """, [], db
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

    /// The entry's name in messages: `change 5 (remove)`.
    var title: String { "change \(id) (\(command))" }

    /// The command that undoes it, and a description of the change.
    fileprivate var hint: String {
        let time = date.isoText
        let what = isPartlyUndone ? "the rest of an earlier change" : "the latest undoable change"
        return "'gallery undo \(id)' undoes \(what) (\(command), \(time))"
    }

    /// The reason why it cannot be undone, to follow its title; nil if it can.
    fileprivate var refusal: String? {
        if let undoes { return "is an undo of change \(undoes): run that command again" }
        if let undoneBy { return "was already undone by change \(undoneBy)" }
        if self[.added] + self[.updated] > 0, !isNoted {
            return
                "was made by an older version of gallery, which did not record the old values: use "
                + "'gallery remove' to move unwanted photos to the trash"
        }
        return isUndoable ? nil : "changed nothing that can be undone"
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
    static func note(
        _ moment: Moment, _ sectionID: Int64, in entry: Int64, _ db: Database
    ) throws {
        try db.run(
            """
            INSERT INTO journalSection (journalID, sectionID, \(moment))
            SELECT ?, s.id, \(json) FROM section s WHERE s.id = ?
            ON CONFLICT (journalID, sectionID) DO UPDATE SET \(moment) = excluded.\(moment)
            """, [entry, sectionID])
    }
}

extension PhotoFilter {
    /// Parses an album's stored filter.
    ///
    /// - Throws: `damaged` if it is not a valid query.
    init(stored text: String) throws {
        do throws(QueryError) { try self.init(text: text) } catch {
            throw CatalogError(
                .damaged,
                "the query '\(text)' of an album cannot be parsed (\(error.reason)): restore a backup"
            )
        }
    }
}
