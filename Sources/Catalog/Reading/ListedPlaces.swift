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
            let unlisted =
                try db.integers(
                    """
                    SELECT (SELECT count(*) FROM membership
                            WHERE sectionID = ?1 AND isTrashed = 1 AND ordinal > ?2 AND ordinal <= ?3)
                        + (SELECT count(*) FROM membershipGap
                            WHERE sectionID = ?1 AND ordinal > ?2 AND ordinal <= ?3)
                    """, [sectionID, ordinal, next]
                ).first ?? 0
            place += Int(next - ordinal - unlisted)
        }
        ordinal = next
        return place
    }
}
