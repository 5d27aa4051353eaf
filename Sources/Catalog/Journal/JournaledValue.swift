import GRDB
import GalleryModel

/// A kind of values of photos that users change: the journal records them before and after each
/// change.
struct JournaledValue {
    /// Positions that users gave.
    static let position = JournaledValue(
        "givenPosition", ["latitude", "longitude", "altitude", "source", "track"],
        "journalPosition", ["Latitude", "Longitude", "Altitude", "Source", "Track"],
        count: "positions")
    /// Homes, which the journal records as positions with another source.
    static let home = JournaledValue(
        "homePosition", ["latitude", "longitude"], position.journal, position.ends,
        count: position.count)
    /// Edits.
    static let edit = JournaledValue("photoEdit", ["recipe"], "journalEdit", [""], count: "edits")
    /// The groups of photos that users declared different.
    static let ignoredDuplicate = JournaledValue(
        "ignoredDuplicate", ["groupID"], "journalDuplicate", [""], count: nil)
    /// Metadata that users gave; the first column is that of each row that exists.
    static let metadata = JournaledValue(
        "manualMetadata", ManualColumn.allCases.map(\.stringValue), "journalMetadata",
        [
            "AddedTags", "RemovedTags", "Title", "Caption", "Rating", "Favorite", "Date",
            "SubSeconds", "Offset",
        ], count: nil)

    /// All kinds of values.
    static let all: [(kind: GalleryJournalEntry.Kind, value: JournaledValue)] = [
        (.metadata, metadata), (.positions, position), (.homes, home), (.edits, edit),
        (.duplicates, ignoredDuplicate),
    ]

    /// The table of the current values.
    private let table: String
    /// The columns of a value.
    private let columns: [String]
    /// The journal's table.
    let journal: String
    /// The ends of the names of the journal's columns, after `before` and `after`.
    let ends: [String]
    /// The column of `journal` that counts the photos; nil if they are counted when it is read.
    private let count: String?
    /// The start of the statement that records a change.
    private let recording: String
    /// The statement that stores the new value of an entry `?1` for a photo `?2`.
    private let storing: String

    private init(
        _ table: String, _ columns: [String], _ journal: String, _ ends: [String], count: String?
    ) {
        self.table = table
        self.columns = columns
        self.journal = journal
        self.ends = ends
        self.count = count
        let new = columns.indices.map { "?\($0 + 3)" }
        let changes = zip(columns, new).map { "v.\($0) IS NOT \($1)" }
        recording = """
            INSERT INTO \(journal) (journalID, photoID, \(Self.list("before", ends)),
                \(Self.list("after", ends)))
            SELECT ?1, p.id, \(Self.list("v.", columns)), \(new.joined(separator: ", "))
            FROM photo p LEFT JOIN \(table) v ON v.photoID = p.id
            WHERE p.id = ?2 AND (\(changes.joined(separator: " OR ")))
            """
        let all = columns + ["date"]
        storing = """
            INSERT INTO \(table) (photoID, \(Self.list("", all)))
            SELECT photoID, \(Self.list("after", ends.prefix(columns.count))), ?3
            FROM \(journal) WHERE journalID = ?1 AND photoID = ?2 AND after\(ends[0]) IS NOT NULL
            ON CONFLICT (photoID) DO UPDATE
            SET \(all.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
            """
    }

    private static func list(_ start: String, _ names: some Sequence<String>) -> String {
        names.map { start + $0 }.joined(separator: ", ")
    }

    /// Gives a photo a new value and records the old one, unless they are the same; triggers update
    /// the rest.
    ///
    /// Homes are recorded by `CommandEntry`.
    ///
    /// - Parameters:
    ///   - new: the new value's columns; NULL for no value.
    ///   - condition: a further condition on the photo `p` and its old value `v`.
    /// - Returns: false if nothing was changed.
    /// - Throws: `noPhoto` if the photo does not exist.
    func set(
        _ new: StatementArguments, of id: PhotoID, in entry: Int64,
        if condition: String = "1", _ db: Database
    ) throws -> Bool {
        try db.run("\(recording) AND \(condition)", [entry, id.rawValue] + new)
        if db.changesCount > 0 {
            try apply(entry, to: [id], db)
            return true
        }
        let exists = try db.holds("SELECT 1 FROM photo WHERE id = ?", [id.rawValue])
        if !exists { throw PhotoCatalog.noPhoto(id) }
        return false
    }

    /// Gives photos the values after a journal entry, and counts the photos in the entry.
    ///
    /// A statement for all would copy each page that it changes to a file of its own.
    private func apply(_ entry: Int64, to photos: [PhotoID], _ db: Database) throws {
        for photo in photos {
            try db.run(storing, [entry, photo.rawValue, PhotoCatalog.now()])
            if db.changesCount == 0 {
                try db.run("DELETE FROM \(table) WHERE photoID = ?", [photo.rawValue])
            }
        }
        guard let count else { return }
        try db.run(
            "UPDATE journal SET \(count) = \(count) + ? WHERE id = ?", [photos.count, entry])
    }

    /// The photos whose value is still as an entry left it, and so is restored when it is undone.
    func unchanged(since entry: GalleryJournalEntry, _ db: Database) throws -> [PhotoID] {
        try db.photoIDs("SELECT j.photoID \(rows(of: entry)) AND \(isUnchanged) ORDER BY j.photoID")
    }

    /// Restores the values before an entry, and records that in the entry of the undo.
    func undo(_ entry: GalleryJournalEntry, by undoing: Int64, _ db: Database) throws {
        try db.run(
            """
            INSERT INTO \(journal) (journalID, photoID, \(Self.list("before", ends)),
                \(Self.list("after", ends)))
            SELECT ?, j.photoID, \(Self.list("j.after", ends)), \(Self.list("j.before", ends))
            \(rows(of: entry)) AND \(isUnchanged)
            """, [undoing])
        let photos = try db.photoIDs(
            "SELECT photoID FROM \(journal) WHERE journalID = ? ORDER BY photoID", [undoing])
        try apply(undoing, to: photos, db)
    }

    /// The changes `j` of an entry that were not undone yet, for existing photos, with their
    /// current values `v`.
    private func rows(of entry: GalleryJournalEntry) -> String {
        """
        FROM \(journal) j CROSS JOIN photo p ON p.id = j.photoID
        LEFT JOIN \(table) v ON v.photoID = p.id WHERE \(entry.isLeft(in: journal))
        """
    }

    private var isUnchanged: String {
        zip(columns, ends).map { "v.\($0) IS j.after\($1)" }.joined(separator: " AND ")
    }
}

/// A table of the journal with previous data from origins.
///
/// The rows of an undone change are marked, and those of the undo, with the data before it, always
/// are: unmarked rows are in effect.
struct OriginRows {
    /// How sections listed photos.
    static let listings = OriginRows(
        table: "journalListing", owner: "photo", key: ["photoID", "sectionID"])
    /// The metadata of photos.
    static let facts = OriginRows(table: "journalPhoto", owner: "photo", key: ["photoID"])
    /// The pictures of photos.
    static let pictures = OriginRows(
        table: "journalPicture", owner: "photo", key: ["photoID", "size"])
    /// The queries and last refreshes of sections.
    static let refreshes = OriginRows(table: "journalRefresh", owner: "section", key: ["sectionID"])

    /// All tables.
    static let all = [listings, facts, pictures, refreshes]

    /// The table.
    let table: String
    /// The table of the photos or sections of the rows.
    let owner: String
    /// The columns that identify a row in an entry, the photo or section first.
    let key: [String]

    /// Tests that two rows are about the same.
    func isSame(_ first: String, _ second: String) -> String {
        key.map { "\(first).\($0) = \(second).\($0)" }.joined(separator: " AND ")
    }

    /// The rows `j` of an entry `?1`, with their existing photo or section `o`.
    ///
    /// - Parameter isUndo: true for the entry of an undo.
    func rows(_ joins: String = "", ofUndo isUndo: Bool = false) -> String {
        """
        FROM \(table) j CROSS JOIN \(owner) o ON o.id = j.\(key[0]) \(joins)
        WHERE j.journalID = ?1 AND j.isUndone = \(isUndo ? 1 : 0)
        """
    }

    /// The photos or sections of an entry.
    func owners(of entry: Int64, isUndo: Bool = false, _ db: Database) throws -> [Int64] {
        try db.integers("SELECT DISTINCT j.\(key[0]) \(rows(ofUndo: isUndo)) ORDER BY 1", [entry])
    }

    /// Marks the rows of an undone entry.
    func mark(in entry: Int64, _ db: Database) throws {
        try db.run("UPDATE \(table) SET isUndone = 1 WHERE journalID = ? AND isUndone = 0", [entry])
    }

    /// Unmarks the rows of an entry whose undo is reverted.
    func unmark(in entry: Int64, undoneBy undoing: Int64, _ db: Database) throws {
        try db.run(
            """
            UPDATE \(table) SET isUndone = 0 WHERE journalID = ?1 AND EXISTS (
                SELECT 1 FROM \(table) u WHERE u.journalID = ?2 AND \(isSame("u", table)))
            """, [entry, undoing])
    }
}
