import Foundation
import GRDB
package import GalleryModel

/// Looks tracks up.
extension PhotoCatalog {
    /// The tracks, in the order in which they were stored.
    ///
    /// - Parameters:
    ///   - after: the last track of the page before; 0 for the first page.
    ///   - limit: how many at most.
    package func tracks(after id: Int64 = 0, limit: Int) throws(CatalogError) -> [RecordedTrack] {
        try read { db in
            try Self.tracks(
                """
                SELECT \(RecordedTrack.selection) FROM track t
                WHERE t.id > ? AND t.dateRemoved IS NULL ORDER BY t.id LIMIT ?
                """, [id, limit], db)
        }
    }

    /// The tracks whose boxes meet another one, the latest first.
    ///
    /// - Parameters:
    ///   - box: the box.
    ///   - limit: how many at most.
    package func tracks(
        in box: CoordinateBox, limit: Int
    ) throws(CatalogError) -> [RecordedTrack] {
        // Boxes of tracks go on beyond the antimeridian.
        let ranges = PositionRange.covering(box).map(\.longitudes).flatMap {
            [$0, ($0.lowerBound + 360)...($0.upperBound + 360)]
        }
        let found = ranges.map { _ in
            """
            SELECT trackID FROM trackBox WHERE minLongitude <= ? AND maxLongitude >= ?
                AND minLatitude <= ? AND maxLatitude >= ?
            """
        }.joined(separator: " UNION ")
        let arguments = ranges.flatMap { [$0.upperBound, $0.lowerBound, box.north, box.south] }
        return try read { db in
            try Self.tracks(
                """
                SELECT \(RecordedTrack.selection) FROM track t WHERE t.id IN (\(found))
                ORDER BY t.dateFrom DESC, t.id DESC LIMIT ?
                """, StatementArguments(arguments) + [limit], db)
        }
    }

    /// The line of a track; nil for none, and for one that a newer program spelled.
    package func line(ofTrack id: Int64) throws(CatalogError) -> TrackLine? {
        enum Column: Int, StatementColumns {
            case line
        }
        return try read { db in
            var line: TrackLine?
            try db.forEachRow(Column.self, "SELECT line FROM track WHERE id = ?", [id]) { row in
                line = row.withBytes(.line) { TrackLine(blob: $0) }
                return false
            }
            return line
        }
    }

    private static func tracks(
        _ sql: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> [RecordedTrack] {
        var tracks: [RecordedTrack] = []
        try db.forEachRow(RecordedTrack.Column.self, sql, arguments) { row in
            tracks.append(RecordedTrack(row))
            return true
        }
        return tracks
    }
}
