import GRDB
import GalleryModel

/// The photos of a scope that fit a filter, each once, also from the trash where the query asks for it, with
/// their rows of `photoSummary`.
struct DatedPhotos {
    /// What follows FROM, with the rows as `s`.
    let photos: SQLFragment

    /// Makes the statement.
    ///
    /// - Parameter seconds: what the dates must lie within; nil for any date.
    init(
        _ scope: PhotoScope, _ filter: PhotoFilter, within seconds: Range<Int64>? = nil,
        _ db: Database
    ) throws {
        if case .section(let section) = scope, section.filter == nil, filter.isEverything,
            seconds == nil
        {
            photos = SQLFragment(
                sql: """
                    membership m CROSS JOIN photoSummary s ON s.photoID = m.photoID
                    WHERE m.sectionID = ? AND m.isTrashed = 0
                    """, arguments: [section.id])
            return
        }
        let found = try PhotoFinder([scope], filter, within: seconds, db).photoIDs
        photos = SQLFragment(
            sql: "(\(found.sql)) p CROSS JOIN photoSummary s ON s.photoID = p.photoID",
            arguments: found.arguments)
    }
}
