import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// The next photos of a scope with what matching them with a track needs.
    ///
    /// - Parameters:
    ///   - cursor: where the last page ended; 0 for the first.
    ///   - limit: photos a page.
    /// - Returns: the photos, and where to go on; nil at the end.
    package func trackCandidates(
        _ scope: PhotoScope, after cursor: Int64, limit: Int
    ) throws(CatalogError) -> (candidates: [TrackCandidate], next: Int64?) {
        try read { db in
            let (ids, next) = try Self.page(of: scope, after: cursor, limit: limit, db)
            var candidates: [TrackCandidate] = []
            enum Column: Int, StatementColumns {
                case dateTimeOriginal, offsetTimeOriginal, latitude, longitude, altitude, title,
                    fileName
            }
            for id in ids {
                try db.forEachRow(
                    Column.self,
                    """
                    SELECT p.dateTimeOriginal, p.offsetTimeOriginal, p.latitude, p.longitude,
                        p.altitude, p.title, p.fileName FROM photo p WHERE p.id = ?
                    """, [id]
                ) { row in
                    candidates.append(
                        TrackCandidate(
                            photoID: PhotoID(rawValue: id),
                            dateTimeOriginal: row.optionalText(.dateTimeOriginal),
                            offsetTimeOriginal: row.optionalText(.offsetTimeOriginal),
                            coordinate: row.coordinate(.latitude, .longitude, .altitude),
                            given: try Self.manualPosition(of: id, db),
                            title: row.optionalText(.title), fileName: row.optionalText(.fileName)))
                    return false
                }
            }
            return (candidates, next)
        }
    }

    /// The position that a person gave a photo; nil for none.
    package func manualPosition(of id: PhotoID) throws(CatalogError) -> ManualPosition? {
        try read { db in try Self.manualPosition(of: id.rawValue, db) }
    }

    /// The position that a person gave a photo.
    static func manualPosition(of id: Int64, _ db: Database) throws -> ManualPosition? {
        enum Column: Int, StatementColumns {
            case latitude, longitude, altitude, source, track
        }
        var found: ManualPosition?
        try db.forEachRow(
            Column.self,
            """
            SELECT latitude, longitude, altitude, source, track FROM givenPosition
            WHERE photoID = ?
            """, [id]
        ) { row in
            if let coordinate = row.coordinate(.latitude, .longitude, .altitude),
                let source = PositionSource(rawValue: row.text(.source))
            {
                found = ManualPosition(
                    coordinate: coordinate, source: source, track: row.optionalText(.track))
            }
            return false
        }
        return found
    }
}
