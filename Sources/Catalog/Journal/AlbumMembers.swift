import Basics
import GRDB
import GalleryModel

/// The photos of albums filled by hand, in the order of their ordinals, including those in the
/// trash.
///
/// The journal has the whole list of an album before and after each change of it.
enum AlbumMembers {
    private enum Column: Int, StatementColumns { case photoID, ordinal }

    /// The photos of an album, in order, with their ordinals.
    static func rows(
        of album: Int64, _ db: Database
    ) throws -> [(photo: Int64, ordinal: Int64)] {
        try Column.all(
            "SELECT \(Column.selection) FROM membership WHERE sectionID = ? ORDER BY ordinal",
            [album], db
        ) { row in (row.integer(.photoID), row.integer(.ordinal)) }
    }

    /// Makes these photos, which exist, the photos of an album.
    ///
    /// Photos that stay keep their membership, and their ordinals as long as the order allows it:
    /// ordinals of removed photos become gaps, which an undo fills again, so that cursors of
    /// listings stay valid.
    static func set(_ photos: [Int64], of album: Int64, _ db: Database) throws {
        try db.run(
            """
            DELETE FROM membership
            WHERE sectionID = ? AND photoID NOT IN (SELECT value FROM json_each(?))
            """, [album, photos.jsonList])
        let rows = try rows(of: album, db)
        let known = Dictionary(rows.map { ($0.photo, $0.ordinal) }, uniquingKeysWith: { $1 })
        let last = try db.integer("SELECT lastOrdinal FROM section WHERE id = ?", [album]) ?? 0
        let old = rows.map(\.ordinal)
        let isKnown = photos.map { known[$0] != nil }
        let filled =
            isKnown.prefix(old.count).contains(false)
            ? try filling(
                old, isKnown,
                gaps: db.integers(
                    "SELECT ordinal FROM membershipGap WHERE sectionID = ? ORDER BY ordinal",
                    [album]), after: last) : nil
        let new = Int64(photos.count - rows.count)
        let ordinals = filled ?? old + ((last + 1)..<(last + 1 + new))
        let places = zip(photos, ordinals).map { (photo: $0, ordinal: $1) }
        try reorder(
            places.filter { known[$0.photo, default: $0.ordinal] != $0.ordinal }, in: album, db)
        for place in places where known[place.photo] == nil {
            try db.run(
                """
                INSERT INTO membership (sectionID, ordinal, photoID, dateAdded, queryRevision,
                    isTrashed)
                SELECT ?, ?, id, ?, 0, dateTrashed IS NOT NULL FROM photo WHERE id = ?
                """, [album, place.ordinal, PhotoCatalog.now(), place.photo])
            try db.run(
                "DELETE FROM membershipGap WHERE sectionID = ? AND ordinal = ?",
                [album, place.ordinal])
        }
        try db.run(
            "UPDATE section SET lastOrdinal = max(lastOrdinal, ?) WHERE id = ?",
            [ordinals.last ?? 0, album])
    }

    /// The ordinals of photos in order: old ones for known photos, gaps for new photos before the
    /// last known one, and then the ordinals after `last`; nil if there are too few gaps.
    private static func filling(
        _ old: [Int64], _ isKnown: [Bool], gaps: [Int64], after last: Int64
    ) -> [Int64]? {
        var (rest, free, last) = (old[...], gaps[...], last)
        var ordinals: [Int64] = []
        for isKnown in isKnown {
            guard let next = rest.first else {
                last += 1
                ordinals.append(last)
                continue
            }
            if isKnown { rest.removeFirst() }
            free = free.drop { $0 <= ordinals.last ?? 0 }
            guard let ordinal = isKnown ? next : free.first, ordinal <= next else { return nil }
            ordinals.append(ordinal)
        }
        return ordinals
    }

    /// Gives members of a section other ordinals, which are those of other given members or new.
    static func reorder(
        _ moves: [(photo: Int64, ordinal: Int64)], in section: Int64, _ db: Database
    ) throws {
        // Ordinals must be unique at all times, so they are changed in two passes.
        for sign in [-1, 1] as [Int64] {
            for move in moves {
                try db.run(
                    "UPDATE membership SET ordinal = ? WHERE sectionID = ? AND photoID = ?",
                    [sign * move.ordinal, section, move.photo])
            }
        }
    }

    // MARK: - In the journal

    /// Records the photos of an album after a change; those before it only the first time.
    ///
    /// - Parameters:
    ///   - before: the photos before the change; nil if it created the album.
    ///   - after: nil if it removes the album.
    static func note(
        _ before: [Int64]?, _ after: [Int64]?, of album: Int64, in entry: Int64, _ db: Database
    ) throws {
        try db.run(
            """
            INSERT INTO journalAlbum (journalID, sectionID, before, after) VALUES (?, ?, ?, ?)
            ON CONFLICT (journalID, sectionID) DO UPDATE SET after = excluded.after
            """, [entry, album, before?.jsonList, after?.jsonList])
    }

    /// The existing photos that a change added to albums, removed from them or moved in them.
    static func photos(in entry: Int64, _ db: Database) throws -> [PhotoID] {
        var photos: Set<Int64> = []
        for change in try changes(in: entry, db) {
            let (before, after) = (change.before ?? [], change.after ?? [])
            let differing = Set(before).symmetricDifference(after)
            photos.formUnion(differing)
            // A command moves one photo, to one end of the part that differs.
            guard differing.isEmpty,
                let first = before.indices.first(where: { before[$0] != after[$0] }),
                let last = before.indices.last(where: { before[$0] != after[$0] })
            else { continue }
            photos.insert(before[first] == after[last] ? before[first] : before[last])
        }
        return try existing(photos.sorted(), db).map(PhotoID.init(rawValue:))
    }

    /// The photos among some that were not deleted, in the same order.
    private static func existing(_ photos: [Int64], _ db: Database) throws -> [Int64] {
        try db.integers(
            """
            SELECT p.id FROM json_each(?) i CROSS JOIN photo p ON p.id = i.value ORDER BY i.key
            """, [photos.jsonList])
    }

    /// Makes the photos before a change those of its albums again, and records that in the entry of
    /// the undo; photos that were deleted since are left out.
    ///
    /// Albums that the change created or removed are removed or restored with their sections.
    static func undo(_ entry: Int64, by undoing: Int64, _ db: Database) throws {
        for change in try changes(in: entry, db) {
            let exists = try db.holds("SELECT 1 FROM section WHERE id = ?", [change.album])
            guard exists else { continue }
            let current = try rows(of: change.album, db).map(\.photo)
            let restored = try change.before.map { try existing($0, db) }
            if let restored { try set(restored, of: change.album, db) }
            try note(current, restored, of: change.album, in: undoing, db)
        }
    }

    private static func changes(
        in entry: Int64, _ db: Database
    ) throws -> [(album: Int64, before: [Int64]?, after: [Int64]?)] {
        enum Column: Int, StatementColumns { case sectionID, before, after }
        func photos(_ text: String?) throws -> [Int64]? {
            try text.map { try JSONText.decode([Int64].self, from: $0.utf8) }
        }
        return try Column.all(
            "SELECT \(Column.selection) FROM journalAlbum WHERE journalID = ?", [entry], db
        ) { row in
            (
                row.integer(.sectionID), try photos(row.optionalText(.before)),
                try photos(row.optionalText(.after))
            )
        }
    }
}
