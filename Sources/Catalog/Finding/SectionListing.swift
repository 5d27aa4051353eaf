import GRDB
import GalleryModel

/// The photos that a section lists, in order: a statement and the positions of its rows.
///
/// An album with a query has no members of its own: it lists the results by catalog id, and the ids
/// serve as ordinals.
struct SectionListing {
    /// Selects `photoID`, `dateGone` and `ordinal`.
    let members: SQLFragment

    private let section: PhotoSection
    private let reader: PhotoReader
    private var positions: ListedPositions
    /// The position of the last row, if the rows have no gaps.
    private var last: Int?
    /// The whole album, if some of its rows are left out, and the number of its rows before the
    /// last position.
    private var album: (ids: [PhotoID], passed: Int)?

    /// Creates the statement.
    ///
    /// - Parameters:
    ///   - before: the ordinal of the row before the first; nil or 0 for all rows.
    ///   - offset: the number of matching rows to skip.
    ///   - limit: the maximum number of rows; nil for all.
    ///   - isBackward: true for the rows before that ordinal, the nearest first.
    ///   - reader: the user for whom photos are listed.
    init(
        _ section: PhotoSection, after before: Int64? = nil, offset: Int = 0, limit: Int? = nil,
        isBackward: Bool = false, where filter: PhotoFilter = .everything, for reader: PhotoReader,
        _ db: Database
    ) throws {
        (self.section, self.reader) = (section, reader)
        let ordinal = before == 0 ? nil : before
        positions = ListedPositions(sectionID: section.id, for: reader)
        last = filter.isEverything && ordinal == nil ? offset : nil
        let (sign, direction) = isBackward ? ("<", "DESC") : (">", "")
        let rows: SQLFragment
        var (key, skipped) = ("m.ordinal", offset)
        if section.filter != nil {
            let finder = try PhotoFinder([.section(section)], filter, for: reader, db)
            let walked = finder.walk(toMeet: limit, after: offset)
            rows = finder.tested(
                "s.photoID, NULL AS dateGone, s.photoID AS ordinal",
                from: finder.outside.source(below: walked), walked: walked,
                where: "s.isTrashed = 0 AND s.photoID \(sql: sign) \(ordinal ?? 0)")
            key = "s.photoID"
        } else if filter.isEverything {
            // Positions lead to the first row without reading those before it.
            let start = try ordinal ?? positions.ordinal(at: offset + 1, db) - 1
            rows = """
                SELECT m.photoID, m.dateGone, m.ordinal FROM membership m
                WHERE m.sectionID = \(section.id) AND m.isTrashed = 0
                    AND m.ordinal \(sql: sign) \(start)
                    AND \(sql: reader.sees("m.photoID"))
                """
            if ordinal == nil { skipped = 0 }
        } else {
            let finder = try PhotoFinder([.everything], filter, for: reader, db)
            let walked = min(section.count, finder.walk(toMeet: limit, after: offset))
            rows = finder.tested(
                "m.photoID, m.dateGone, m.ordinal",
                from: finder.outside.source(below: walked),
                joining: "CROSS JOIN membership m ON m.photoID = s.photoID",
                orScanning: "membership m CROSS JOIN photoSummary s ON s.photoID = m.photoID",
                walked: walked,
                where: """
                    m.sectionID = \(section.id) AND m.isTrashed = 0
                        AND m.ordinal \(sql: sign) \(ordinal ?? 0)
                    """)
        }
        members = """
            \(rows) ORDER BY \(sql: key) \(sql: direction) LIMIT \(limit ?? -1) OFFSET \(skipped)
            """
    }

    /// The position of the next row in the section, from 1.
    mutating func position(ofOrdinal ordinal: Int64, _ db: Database) throws -> Int {
        if let last {
            self.last = last + 1
            return last + 1
        }
        guard section.filter != nil else { return try positions.position(ofOrdinal: ordinal, db) }
        var (ids, passed) = try album ?? (SectionListing(section, for: reader, db).photoIDs(db), 0)
        while passed < ids.count, ids[passed].rawValue < ordinal { passed += 1 }
        album = (ids, passed)
        return passed + 1
    }

    /// The ids of the photos, in order.
    func photoIDs(_ db: Database) throws -> [PhotoID] {
        try db.photoIDs(of: "SELECT photoID FROM (\(members))")
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
    private func unlisted(after first: Int64, through last: Int64, _ db: Database) throws -> Int {
        try db.count(
            """
            SELECT (SELECT count(*) FROM membership
                    WHERE sectionID = ?1 AND isTrashed = 1 AND ordinal > ?2 AND ordinal <= ?3)
                + (SELECT count(*) FROM membershipGap
                    WHERE sectionID = ?1 AND ordinal > ?2 AND ordinal <= ?3)
                + (SELECT count(*) FROM (\(reader.hiddenPhotos)) u
                    CROSS JOIN membership m ON m.photoID = u.photoID
                    WHERE m.sectionID = ?1 AND m.isTrashed = 0
                        AND m.ordinal > ?2 AND m.ordinal <= ?3)
            """, [sectionID, first, last])
    }
}
