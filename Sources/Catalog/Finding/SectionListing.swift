import GRDB
import GalleryModel

/// The photos that a section lists, in order: a statement and the positions of its rows.
///
/// An album has no members of its own: it lists the results of its filter by catalog id, and the
/// ids serve as ordinals.
struct SectionListing {
    /// Selects `photoID`, `dateGone` and `ordinal`.
    let members: SQLFragment

    private var positions: ListedPositions
    /// The position of the last row, if the rows have no gaps.
    private var last: Int?
    /// The whole album, if some of its rows are left out.
    private let album: PhotoFinder?
    private var albumIDs: [Int64]?

    /// Creates the statement.
    ///
    /// - Parameters:
    ///   - before: the ordinal of the row before the first; nil or 0 for all rows.
    ///   - offset: the number of matching rows to skip.
    ///   - limit: the maximum number of rows; nil for all.
    ///   - reader: the user for whom photos are listed.
    init(
        _ section: PhotoSection, after before: Int64? = nil, offset: Int = 0, limit: Int? = nil,
        where filter: PhotoFilter = .everything, for reader: PhotoReader, _ db: Database
    ) throws {
        let ordinal = before == 0 ? nil : before
        positions = ListedPositions(sectionID: section.id, for: reader)
        let isWhole = filter.isEverything && ordinal == nil
        last = isWhole ? offset : nil
        let isAlbum = section.filter != nil
        album =
            isAlbum && !isWhole
            ? try PhotoFinder([.section(section)], .everything, for: reader, db) : nil
        if isAlbum {
            members = try PhotoFinder([.section(section)], filter, for: reader, db)
                .photosByID(after: ordinal, offset: offset, limit: limit)
        } else if filter.isEverything {
            let from = try ordinal.map { $0 + 1 } ?? positions.ordinal(at: offset + 1, db)
            members = SQLFragment(
                sql: """
                    SELECT m.photoID, m.dateGone, m.ordinal FROM membership m
                    WHERE m.sectionID = ? AND m.isTrashed = 0 AND m.ordinal >= ?
                        AND \(reader.sees("m.photoID"))
                    ORDER BY m.ordinal LIMIT ? OFFSET ?
                    """,
                arguments: [section.id, from, limit ?? -1, ordinal == nil ? 0 : offset])
        } else {
            members = try PhotoFinder([.everything], filter, for: reader, db)
                .members(of: section, after: ordinal, offset: offset, limit: limit)
        }
    }

    /// The position of the next row in the section, from 1.
    mutating func position(ofOrdinal ordinal: Int64, _ db: Database) throws -> Int {
        if let last {
            self.last = last + 1
            return last + 1
        }
        guard let album else { return try positions.position(ofOrdinal: ordinal, db) }
        let photos = album.photosByID(after: nil, offset: 0, limit: nil)
        let ids =
            try albumIDs ?? db.integers("SELECT photoID FROM (\(photos.sql))", photos.arguments)
        albumIDs = ids
        return ids.countBelow(ordinal) + 1
    }
}

extension PhotoFinder {
    /// The matching members of a section outside the trash, in order.
    ///
    /// - Parameter isBackward: true for members before the ordinal, the nearest first.
    func members(
        of section: PhotoSection, after ordinal: Int64?, offset: Int, limit: Int?,
        isBackward: Bool = false
    ) throws -> SQLFragment {
        let listed = SQLFragment(
            sql:
                "m.sectionID = ? AND m.isTrashed = 0 AND m.ordinal \(isBackward ? "<" : ">") ?",
            arguments: [section.id, ordinal ?? 0])
        let walked = min(section.count, walk(toMeet: Self.reach(limit, after: offset)))
        var members: SQLFragment
        if let source = outside.source(), source.estimate < walked {
            members = SQLFragment(
                sql: """
                    SELECT m.photoID, m.dateGone, m.ordinal FROM (\(source.photos.sql)) c
                    CROSS JOIN photoSummary s ON s.photoID = c.photoID
                    CROSS JOIN membership m ON m.photoID = s.photoID WHERE \(listed.sql)
                    """, arguments: source.photos.arguments + listed.arguments
            ).and(source.rest.test(candidates: source.estimate))
        } else {
            members = SQLFragment(
                sql: """
                    SELECT m.photoID, m.dateGone, m.ordinal FROM membership m
                    CROSS JOIN photoSummary s ON s.photoID = m.photoID WHERE \(listed.sql)
                    """, arguments: listed.arguments
            ).and(outside.test(candidates: walked))
        }
        members.sql += " ORDER BY m.ordinal\(isBackward ? " DESC" : "") LIMIT ? OFFSET ?"
        members.arguments += [limit ?? -1, offset]
        return members
    }

    /// The matching photos outside the trash, by id.
    ///
    /// - Parameter isBackward: true for photos before the id, the nearest first.
    func photosByID(
        after id: Int64?, offset: Int, limit: Int?, isBackward: Bool = false
    ) -> SQLFragment {
        let walked = walk(toMeet: Self.reach(limit, after: offset))
        let afterCursor = SQLFragment(
            sql: "s.photoID \(isBackward ? "<" : ">") ?", arguments: [id ?? 0])
        let source = outside.source().flatMap { $0.estimate < walked ? $0 : nil }
        var photos = tested(
            "s.photoID, NULL AS dateGone, s.photoID AS ordinal", from: source, walked: walked,
            and: afterCursor)
        photos.sql += " ORDER BY s.photoID\(isBackward ? " DESC" : "") LIMIT ? OFFSET ?"
        photos.arguments += [limit ?? -1, offset]
        return photos
    }
}

extension [Int64] {
    /// The number of smaller elements in this sorted array.
    fileprivate func countBelow(_ number: Int64) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Computes the positions of members in a section, from 1; fast if they are requested in order.
///
/// Ordinals count from 1 without a break. Photos in the trash, hidden photos and deleted photos
/// have no position. They are usually far fewer than the listed ones, so they are what is counted.
struct ListedPositions {
    private let sectionID: Int64
    private let reader: PhotoReader
    private var ordinal: Int64 = 0
    private var position = 0

    init(sectionID: Int64, for reader: PhotoReader) {
        self.sectionID = sectionID
        self.reader = reader
    }

    /// The position of a listed member.
    mutating func position(ofOrdinal next: Int64, _ db: Database) throws -> Int {
        if next == ordinal + 1 {
            position += 1
        } else {
            if next <= ordinal { (ordinal, position) = (0, 0) }
            position += Int(next - ordinal) - (try unlisted(after: ordinal, through: next, db))
        }
        ordinal = next
        return position
    }

    /// The ordinal at a position; one past the last if the section lists fewer.
    func ordinal(at position: Int, _ db: Database) throws -> Int64 {
        // Unlisted photos before it move it forward, possibly past more unlisted ones.
        var (last, ordinal) = (Int64(0), Int64(max(position, 1)))
        while last < ordinal {
            let more = try unlisted(after: last, through: ordinal, db)
            (last, ordinal) = (ordinal, ordinal + Int64(more))
        }
        return ordinal
    }

    /// The number of ordinals in a range that have no position.
    private func unlisted(
        after first: Int64, through last: Int64, _ db: Database
    ) throws -> Int {
        let count =
            try db.integer(
                """
                SELECT (SELECT count(*) FROM membership
                        WHERE sectionID = ?1 AND isTrashed = 1 AND ordinal > ?2 AND ordinal <= ?3)
                    + (SELECT count(*) FROM membershipGap
                        WHERE sectionID = ?1 AND ordinal > ?2 AND ordinal <= ?3)
                    + (SELECT count(*) FROM (\(reader.hiddenPhotos)) u
                        CROSS JOIN membership m ON m.photoID = u.photoID
                        WHERE m.sectionID = ?1 AND m.isTrashed = 0
                            AND m.ordinal > ?2 AND m.ordinal <= ?3)
                """, [sectionID, first, last]) ?? 0
        return Int(count)
    }
}
