import Foundation
package import GalleryModel

/// A track as it is stored with a change.
package struct TrackRecord: Hashable, Sendable {
    /// The SHA-256 of its file's bytes, 64 hexadecimal digits: a file is stored once.
    package var sha256: String
    /// The name that its file tells, else the file's own.
    package var name: String
    /// The name of its file.
    package var fileName: String
    /// When its fixes were made, in seconds since 1970-01-01 UTC.
    package var times: ClosedRange<Int64>
    /// Its line; one without points is not stored.
    package var line: TrackLine

    /// Makes a track.
    package init(
        sha256: String, name: String, fileName: String, times: ClosedRange<Int64>, line: TrackLine
    ) {
        self.sha256 = sha256
        self.name = name
        self.fileName = fileName
        self.times = times
        self.line = line
    }
}

extension RecordedTrack {
    /// The columns that `init` reads.
    enum Column: Int, StatementColumns {
        case id, name, fileName, dateFrom, dateTo, west, south, east, north, points, dateAdded
    }

    /// Gives `Column`, for a SELECT from `track t`.
    static let selection = """
        t.id, t.name, t.fileName, t.dateFrom, t.dateTo, t.west, t.south, t.east, t.north, t.points,
        t.dateAdded
        """

    init(_ row: StatementRow<Column>) {
        let edges = [Column.west, .south, .east, .north].map { row.optionalDouble($0) ?? 0 }
        self.init(
            id: row.integer(.id), name: row.text(.name), fileName: row.text(.fileName),
            dateFrom: row.date(.dateFrom), dateTo: row.date(.dateTo),
            // The table's own checks are those of a box.
            bounds: CoordinateBox(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
                ?? .everywhere,
            points: Int(row.integer(.points)), dateAdded: row.date(.dateAdded))
    }
}
