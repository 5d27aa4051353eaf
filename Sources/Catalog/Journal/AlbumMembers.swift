import Basics
import GRDB
import GalleryModel

/// The photos of albums filled by hand, in the order of their ordinals, including those in the
/// trash.
///
/// The journal has the photos that a change added, removed or moved, with their ordinals.
enum AlbumMembers {
    typealias Member = (photo: Int64, ordinal: Int64)

    private enum Column: Int, StatementColumns { case photoID, ordinal }

    /// The photos of an album, in order, with their ordinals.
    ///
    /// - Parameter photos: only these photos; nil for all.
    static func rows(
        of album: Int64, among photos: [Int64]? = nil, _ db: Database
    ) throws -> [Member] {
        // Ordered so that some photos are found by the index of photos.
        let condition =
            photos == nil
            ? "ORDER BY ordinal"
            : "AND photoID IN (SELECT value FROM json_each(?2)) ORDER BY +ordinal"
        return try Column.all(
            """
            SELECT \(Column.selection) FROM membership WHERE sectionID = ?1 \(condition)
            """, [album] + StatementArguments(photos.map { [$0.jsonList] } ?? []), db
        ) { row in (row.integer(.photoID), row.integer(.ordinal)) }
    }

    /// Adds existing photos, which the album does not have, at its end.
    ///
    /// - Returns: the photos with their ordinals.
    static func append(
        _ photos: [Int64], to album: Int64, _ db: Database
    ) throws -> [Member] {
        let last = try db.integer("SELECT lastOrdinal FROM section WHERE id = ?", [album]) ?? 0
        let members = zip(photos, (last + 1)...).map { (photo: $0, ordinal: $1) }
        try insert(members, in: album, db)
        return members
    }

    /// Adds photos at free ordinals; those that were deleted since, and those that the album has,
    /// are left out.
    private static func insert(_ members: [Member], in album: Int64, _ db: Database) throws {
        for member in members {
            try db.run(
                """
                INSERT INTO membership (sectionID, ordinal, photoID, dateAdded, queryRevision,
                    isTrashed)
                SELECT ?1, ?2, p.id, ?3, 0, p.dateTrashed IS NOT NULL FROM photo p
                WHERE p.id = ?4 AND NOT EXISTS (
                    SELECT 1 FROM membership WHERE sectionID = ?1 AND photoID = p.id)
                """, [album, member.ordinal, PhotoCatalog.now(), member.photo])
            guard db.changesCount > 0 else { continue }
            try db.run(
                "DELETE FROM membershipGap WHERE sectionID = ? AND ordinal = ?",
                [album, member.ordinal])
        }
        try db.run(
            "UPDATE section SET lastOrdinal = max(lastOrdinal, ?) WHERE id = ?",
            [members.map(\.ordinal).max() ?? 0, album])
    }

    /// Removes photos from an album; their ordinals become gaps.
    static func remove(_ photos: [Int64], from album: Int64, _ db: Database) throws {
        try db.run(
            """
            DELETE FROM membership
            WHERE sectionID = ? AND photoID IN (SELECT value FROM json_each(?))
            """, [album, photos.jsonList])
    }

    /// Moves a photo of an album to an ordinal; those between move by one place.
    static func move(_ member: Member, in album: Int64, _ db: Database) throws {
        let members = try rows(of: album, db)
        guard let from = members.firstIndex(where: { $0.photo == member.photo }) else { return }
        let goesBack = member.ordinal < members[from].ordinal
        var sorted = members
        let moved = sorted.remove(at: from)
        let to = sorted.firstIndex {
            goesBack ? $0.ordinal >= member.ordinal : $0.ordinal > member.ordinal
        }
        sorted.insert(moved, at: to ?? sorted.endIndex)
        let moves = zip(sorted, members).filter { $0.ordinal != $1.ordinal }
        try reorder(moves.map { ($0.photo, $1.ordinal) }, in: album, db)
    }

    /// Makes these photos, which exist, the photos of an album, for lists that earlier versions
    /// recorded.
    ///
    /// Photos that stay keep their membership; the gaps of removed photos are filled first.
    static func set(_ photos: [Int64], of album: Int64, _ db: Database) throws {
        try db.run(
            """
            DELETE FROM membership
            WHERE sectionID = ? AND photoID NOT IN (SELECT value FROM json_each(?))
            """, [album, photos.jsonList])
        let rows = try rows(of: album, db)
        let known = Dictionary(rows.map { ($0.photo, $0.ordinal) }, uniquingKeysWith: { $1 })
        let gaps = try db.integers(
            "SELECT ordinal FROM membershipGap WHERE sectionID = ? ORDER BY ordinal", [album])
        let last = try db.integer("SELECT lastOrdinal FROM section WHERE id = ?", [album]) ?? 0
        let new = photos.count - rows.count
        let free = (gaps + ((last + 1)..<(last + 1 + Int64(new)))).prefix(new)
        let places = zip(photos, (rows.map(\.ordinal) + free).sorted())
            .map { (photo: $0, ordinal: $1) }
        try db.run(
            """
            DELETE FROM membershipGap
            WHERE sectionID = ? AND ordinal IN (SELECT value FROM json_each(?))
            """, [album, free.jsonList])
        try reorder(
            places.filter { known[$0.photo, default: $0.ordinal] != $0.ordinal }, in: album, db)
        try insert(places.filter { known[$0.photo] == nil }, in: album, db)
    }

    /// Gives members of a section other ordinals, which are those of other given members or new.
    static func reorder(
        _ moves: [Member], in section: Int64, _ db: Database
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

    /// A change of an album's photos in the journal.
    private struct Change {
        let album: Int64
        /// The photos that it removed or moved; nil if it created the album.
        let before: [NotedMember]?
        /// The photos that it added or moved; nil if it removed the album.
        let after: [NotedMember]?

        /// True if an earlier version recorded all photos of the album.
        var isWhole: Bool { ((before ?? []) + (after ?? [])).contains { $0.ordinal == nil } }
    }

    /// A photo in the journal: its id, or a list of its id and its ordinal.
    private struct NotedMember: Decodable {
        let photo: Int64
        let ordinal: Int64?

        init(from decoder: any Decoder) throws {
            if let photo = try? decoder.singleValueContainer().decode(Int64.self) {
                (self.photo, ordinal) = (photo, nil)
                return
            }
            var values = try decoder.unkeyedContainer()
            photo = try values.decode(Int64.self)
            ordinal = try values.decode(Int64.self)
        }
    }

    /// Records a change of an album's photos, after the earlier ones of the same entry.
    ///
    /// - Parameters:
    ///   - before: the photos that the change removed or moved, with their old ordinals; nil if it
    ///     created the album.
    ///   - after: the photos that it added or moved, with their new ordinals; nil if it removes the
    ///     album.
    static func note(
        _ before: [Member]?, _ after: [Member]?, of album: Int64, in entry: Int64, _ db: Database
    ) throws {
        func list(_ members: [Member]?) -> String? {
            members.map { members in
                "[" + members.map { "[\($0.photo),\($0.ordinal)]" }.joined(separator: ",") + "]"
            }
        }
        func joined(_ list: String) -> String {
            """
            \(list) = CASE WHEN \(list) = '[]' THEN excluded.\(list)
                WHEN excluded.\(list) = '[]' THEN \(list)
                ELSE substr(\(list), 1, length(\(list)) - 1) || ',' || substr(excluded.\(list), 2)
                END
            """
        }
        try db.run(
            """
            INSERT INTO journalAlbum (journalID, sectionID, before, after) VALUES (?, ?, ?, ?)
            ON CONFLICT (journalID, sectionID)
            DO UPDATE SET \(joined("before")), \(joined("after"))
            """, [entry, album, list(before), list(after)])
    }

    /// The existing photos that a change added to albums, removed from them or moved in them.
    static func photos(in entry: Int64, _ db: Database) throws -> [PhotoID] {
        var photos: Set<Int64> = []
        for change in try changes(in: entry, db) {
            let before = (change.before ?? []).map(\.photo)
            let after = (change.after ?? []).map(\.photo)
            guard change.isWhole else {
                photos.formUnion(before + after)
                continue
            }
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

    /// Reverts a change of albums, and records that in the entry of the undo; photos that were
    /// deleted since are left out.
    ///
    /// Albums that the change created or removed are removed or restored with their sections.
    static func undo(_ entry: Int64, by undoing: Int64, _ db: Database) throws {
        for change in try changes(in: entry, db) {
            let album = change.album
            let exists = try db.holds("SELECT 1 FROM section WHERE id = ?", [album])
            guard exists else { continue }
            let before = change.before ?? []
            if change.isWhole, change.before != nil {
                try set(try existing(before.map(\.photo), db), of: album, db)
            } else if change.before != nil {
                let members = before.compactMap { noted in
                    noted.ordinal.map { (photo: noted.photo, ordinal: $0) }
                }
                let current = Set((change.after ?? []).map(\.photo))
                for member in members where current.contains(member.photo) {
                    try move(member, in: album, db)
                }
                try remove(current.subtracting(before.map(\.photo)).sorted(), from: album, db)
                try insert(members.filter { !current.contains($0.photo) }, in: album, db)
            }
            try db.run(
                """
                INSERT INTO journalAlbum (journalID, sectionID, before, after)
                SELECT ?1, sectionID, after, before FROM journalAlbum
                WHERE journalID = ?2 AND sectionID = ?3
                """, [undoing, entry, album])
        }
    }

    private static func changes(in entry: Int64, _ db: Database) throws -> [Change] {
        enum Column: Int, StatementColumns { case sectionID, before, after }
        return try Column.all(
            "SELECT \(Column.selection) FROM journalAlbum WHERE journalID = ?", [entry], db
        ) { row in
            Change(
                album: row.integer(.sectionID), before: try row.json(.before),
                after: try row.json(.after))
        }
    }
}
