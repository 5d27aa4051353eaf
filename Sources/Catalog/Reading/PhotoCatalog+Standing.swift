import Basics
import GRDB
package import GalleryModel

extension PhotoCatalog {
    private enum CountColumn: Int, StatementColumns {
        case photos, newer, newerInMonth, isThere
    }

    /// Where a photo stands among those of a scope by their dates, the newest first, as `months` and
    /// `columns(ofMonth:)` list them; nil where it is none of them.
    ///
    /// - Parameters:
    ///   - scope: whose photos; each counts once.
    ///   - filter: which of them. Without scope and filter the photos of its month are counted, else all that are
    ///     found.
    package func standing(
        of id: PhotoID, byDateIn scope: PhotoScope = .everything,
        where filter: PhotoFilter = .everything
    ) throws(CatalogError) -> PhotoStanding? {
        try read { db in
            guard
                let date = try db.integers(
                    "SELECT date FROM photoSummary WHERE photoID = ?", [id.rawValue]
                ).first,
                let month = PartialDate(text: CivilDate(unixSeconds: date).text().prefix(7))
            else { return nil }
            guard case .everything = scope, filter.isEverything else {
                let photos = try DatedPhotos(scope, filter, db).photos
                var standing: PhotoStanding?
                // Newer, or of the same second and added later.
                try db.forEachRow(
                    CountColumn.self,
                    """
                    SELECT count(*) AS photos, ifnull(sum((s.date, s.photoID) > (?, ?)), 0) AS newer,
                        ifnull(sum((s.date, s.photoID) > (?, ?) AND s.date < ?), 0) AS newerInMonth,
                        ifnull(max(s.photoID = ?), 0) AS isThere
                    FROM \(photos.sql)
                    """,
                    [date, id.rawValue, date, id.rawValue, month.seconds.upperBound, id.rawValue]
                        + photos.arguments
                ) { row in
                    guard row.integer(.isThere) > 0 else { return false }
                    standing = PhotoStanding(
                        month: month.text, index: Int(row.integer(.newerInMonth)),
                        position: Int(row.integer(.newer)) + 1, count: Int(row.integer(.photos)))
                    return false
                }
                return standing
            }
            let found = try db.integers(
                """
                SELECT (SELECT count(*) FROM photoSummary s
                        WHERE s.isTrashed = 0 AND s.date > ?2 AND s.date < ?3)
                    + (SELECT count(*) FROM photoSummary s
                        WHERE s.isTrashed = 0 AND s.date = ?2 AND s.photoID > ?1)
                WHERE EXISTS (SELECT 1 FROM photoSummary WHERE photoID = ?1 AND isTrashed = 0)
                """, [id.rawValue, date, month.seconds.upperBound]
            ).first
            guard let index = found.map(Int.init) else { return nil }
            let months = try Self.keptMonths(nil, db)
            let newer = months.prefix { $0.month > month.text }.reduce(0) { $0 + $1.photos }
            return PhotoStanding(
                month: month.text, index: index, position: newer + index + 1,
                count: months.reduce(0) { $0 + $1.photos })
        }
    }

    /// Where a photo stands among those of a section in its order, as `columns(of:)` lists them; nil where it is
    /// none of them.
    ///
    /// - Parameter filter: which of the section's photos. Without one what the section does not list is counted,
    ///   else all that are found.
    package func standing(
        of id: PhotoID, in section: PhotoSection, where filter: PhotoFilter = .everything
    ) throws(CatalogError) -> PhotoStanding? {
        try read { db in
            if section.filter == nil, filter.isEverything {
                let ordinals = try db.integers(
                    """
                    SELECT ordinal FROM membership
                    WHERE sectionID = ? AND photoID = ? AND isTrashed = 0
                    """, [section.id, id.rawValue])
                var places = ListedPlaces(sectionID: section.id)
                guard let place = try ordinals.first.map({ try places.place(ofOrdinal: $0, db) })
                else { return nil }
                return PhotoStanding(index: place - 1, position: place, count: section.count)
            }
            let members = try SectionListing(section, where: filter, db).members
            let ids = try db.integers(
                "SELECT photoID FROM (\(members.sql))", members.arguments)
            guard let index = ids.firstIndex(of: id.rawValue) else { return nil }
            return PhotoStanding(index: index, position: index + 1, count: ids.count)
        }
    }
}
