import GRDB
import GalleryModel

/// The photos that a section lists, in its order: a statement and the positions of its rows.
///
/// An album has no members of its own: it lists what its filter finds in the order of catalog ids, which
/// stand for ordinals.
struct SectionListing {
    /// Gives `photoID`, `dateGone` and `ordinal`.
    let members: SQLFragment

    private var places: ListedPlaces
    /// Where rows follow each other without a gap: the position of the last one.
    private var last: Int?
    /// The section as a whole, where it is an album of which some rows are left out.
    private let album: PhotoFinder?
    private var albumIDs: [Int64]?

    /// Makes the statement.
    ///
    /// - Parameters:
    ///   - before: the ordinal of the row before the first; nil or 0 for all rows.
    ///   - offset: how many of the rows that fit to skip.
    ///   - limit: how many to give at most; nil for all.
    init(
        _ section: PhotoSection, after before: Int64? = nil, offset: Int = 0, limit: Int? = nil,
        where filter: PhotoFilter = .everything, _ db: Database
    ) throws {
        let ordinal = before == 0 ? nil : before
        places = ListedPlaces(sectionID: section.id)
        let isWhole = filter.isEverything && ordinal == nil
        last = isWhole ? offset : nil
        let isAlbum = section.filter != nil
        album = isAlbum && !isWhole ? try PhotoFinder([.section(section)], .everything, db) : nil
        if isAlbum {
            members = try PhotoFinder([.section(section)], filter, db)
                .photosByID(after: ordinal, offset: offset, limit: limit)
        } else if filter.isEverything {
            let from = try ordinal.map { $0 + 1 } ?? places.ordinal(atPlace: offset + 1, db)
            members = SQLFragment(
                sql: """
                    SELECT m.photoID, m.dateGone, m.ordinal FROM membership m
                    WHERE m.sectionID = ? AND m.isTrashed = 0 AND m.ordinal >= ?
                    ORDER BY m.ordinal LIMIT ? OFFSET ?
                    """,
                arguments: [section.id, from, limit ?? -1, ordinal == nil ? 0 : offset])
        } else {
            members = try PhotoFinder([.everything], filter, db)
                .members(of: section, after: ordinal, offset: offset, limit: limit)
        }
    }

    /// The position of the next row in the section, from 1.
    mutating func position(ofOrdinal ordinal: Int64, _ db: Database) throws -> Int {
        if let last {
            self.last = last + 1
            return last + 1
        }
        guard let album else { return try places.place(ofOrdinal: ordinal, db) }
        let photos = album.photosByID(after: nil, offset: 0, limit: nil)
        let ids =
            try albumIDs ?? db.integers("SELECT photoID FROM (\(photos.sql))", photos.arguments)
        albumIDs = ids
        return ids.placeOfSorted(ordinal) + 1
    }
}

extension PhotoFinder {
    /// The members of a section that fit, outside the trash, in order.
    ///
    /// - Parameter isBackward: whether they stand before the ordinal, the nearest first.
    func members(
        of section: PhotoSection, after ordinal: Int64?, offset: Int, limit: Int?,
        isBackward: Bool = false
    ) throws -> SQLFragment {
        let listed = SQLFragment(
            sql:
                "m.sectionID = ? AND m.isTrashed = 0 AND m.ordinal \(isBackward ? "<" : ">") ?",
            arguments: [section.id, ordinal ?? 0])
        let walked = min(section.count, walk(toMeet: Self.reach(limit, behind: offset)))
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

    /// The photos that fit, outside the trash, in the order of their ids.
    ///
    /// - Parameter isBackward: whether they stand before the id, the nearest first.
    func photosByID(
        after id: Int64?, offset: Int, limit: Int?, isBackward: Bool = false
    ) -> SQLFragment {
        let walked = walk(toMeet: Self.reach(limit, behind: offset))
        let behind = SQLFragment(
            sql: "s.photoID \(isBackward ? "<" : ">") ?", arguments: [id ?? 0])
        var photos: SQLFragment
        if let source = outside.source(), source.estimate < walked {
            photos = SQLFragment(
                sql: """
                    SELECT s.photoID, NULL AS dateGone, s.photoID AS ordinal
                    FROM (\(source.photos.sql)) c
                    CROSS JOIN photoSummary s ON s.photoID = c.photoID WHERE s.isTrashed = 0
                    """, arguments: source.photos.arguments
            ).and(behind).and(source.rest.test(candidates: source.estimate))
        } else {
            photos = SQLFragment(
                sql: """
                    SELECT s.photoID, NULL AS dateGone, s.photoID AS ordinal
                    FROM photoSummary s NOT INDEXED WHERE s.isTrashed = 0
                    """
            ).and(behind).and(outside.test(candidates: walked))
        }
        photos.sql += " ORDER BY s.photoID\(isBackward ? " DESC" : "") LIMIT ? OFFSET ?"
        photos.arguments += [limit ?? -1, offset]
        return photos
    }
}

extension [Int64] {
    /// How many of sorted numbers are smaller.
    fileprivate func placeOfSorted(_ number: Int64) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
