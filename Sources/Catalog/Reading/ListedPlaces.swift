import GRDB

/// Finds the places in a section, from 1, of members: quickly where they come in order.
///
/// Ordinals count from 1 without a break. What lies in the trash and what was deleted has none of the
/// places, and is as a rule much less than what is listed: so that is what is counted.
struct ListedPlaces {
    private let sectionID: Int64
    private var ordinal: Int64 = 0
    private var place = 0

    init(sectionID: Int64) {
        self.sectionID = sectionID
    }

    /// The place of a member that is listed.
    mutating func place(ofOrdinal next: Int64, _ db: Database) throws -> Int {
        if next == ordinal + 1 {
            place += 1
        } else {
            if next <= ordinal { (ordinal, place) = (0, 0) }
            place += Int(next - ordinal) - (try unlisted(after: ordinal, through: next, db))
        }
        ordinal = next
        return place
    }

    /// The ordinal at a place; one behind the last where the section lists fewer.
    func ordinal(atPlace place: Int, _ db: Database) throws -> Int64 {
        // What is not listed before it moves it on, over more of the same perhaps.
        var (last, ordinal) = (Int64(0), Int64(max(place, 1)))
        while last < ordinal {
            let more = try unlisted(after: last, through: ordinal, db)
            (last, ordinal) = (ordinal, ordinal + Int64(more))
        }
        return ordinal
    }

    /// How many of some ordinals have no place.
    private func unlisted(
        after first: Int64, through last: Int64, _ db: Database
    ) throws -> Int {
        let count =
            try db.integers(
                """
                SELECT (SELECT count(*) FROM membership
                        WHERE sectionID = ?1 AND isTrashed = 1 AND ordinal > ?2 AND ordinal <= ?3)
                    + (SELECT count(*) FROM membershipGap
                        WHERE sectionID = ?1 AND ordinal > ?2 AND ordinal <= ?3)
                """, [sectionID, first, last]
            ).first ?? 0
        return Int(count)
    }
}
