import Foundation
import GRDB
package import GalleryModel

/// A position that a person gave a photo; it stands before the photo's own.
package struct GivenPosition: Hashable, Codable, Sendable {
    /// Where the photo was taken.
    package var coordinate: Coordinate
    /// Where the position comes from.
    package var source: PositionSource
    /// The name of the track's file; nil where it has none.
    package var track: String?

    /// Makes a position.
    package init(coordinate: Coordinate, source: PositionSource = .track, track: String? = nil) {
        self.coordinate = coordinate
        self.source = source
        self.track = track
    }
}

/// A photo with what matching it with a track needs.
package struct TrackCandidate: Hashable, Sendable {
    /// The photo.
    package var photoID: PhotoID
    /// When it was taken, `YYYY:MM:DD HH:MM:SS` on the clock of the camera.
    package var dateTimeOriginal: String?
    /// The clock's offset from UTC, `+HH:MM`, `-HH:MM` or `Z`.
    package var offsetTimeOriginal: String?
    /// The photo's own position.
    package var coordinate: Coordinate?
    /// The position that a person gave it.
    package var given: GivenPosition?
    /// The title, for messages.
    package var title: String?
    /// The name of the imported file, for messages.
    package var fileName: String?
}

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
            for id in ids {
                try db.forEachRow(
                    """
                    SELECT p.dateTimeOriginal, p.offsetTimeOriginal, p.latitude, p.longitude,
                        p.altitude, p.title, p.fileName FROM photo p WHERE p.id = ?
                    """, [id]
                ) { row in
                    candidates.append(
                        TrackCandidate(
                            photoID: PhotoID(rawValue: id),
                            dateTimeOriginal: row.optionalText(0),
                            offsetTimeOriginal: row.optionalText(1),
                            coordinate: row.coordinate(2),
                            given: try Self.givenPosition(of: id, db),
                            title: row.optionalText(5), fileName: row.optionalText(6)))
                    return false
                }
            }
            return (candidates, next)
        }
    }

    /// Gives photos positions, or takes them away again (nil), in one transaction.
    ///
    /// Their places are in the queue afterwards: see `duePlaceWork`.
    ///
    /// - Returns: the entry of the journal; nil where nothing changed.
    /// - Throws: `noPhoto` where there is no such photo; nothing is stored then.
    @discardableResult
    package func setPositions(
        _ positions: [(PhotoID, GivenPosition?)], command: String
    ) throws(CatalogError) -> Int64? {
        var changed: [PhotoID] = []
        let id: Int64? = try write { db in
            var entry = JournalEntry(command: command)
            for (id, position) in positions {
                let isKnown =
                    try Int.fetchOne(
                        db.cachedStatement(sql: "SELECT 1 FROM photo WHERE id = ?"),
                        arguments: [id.rawValue]) != nil
                guard isKnown else {
                    throw CatalogError(.noPhoto, "there is no photo '\(id)' in the catalog")
                }
                let before = try Self.givenPosition(of: id.rawValue, db)
                guard before != position else { continue }
                try Self.replacePosition(of: id.rawValue, with: position, db)
                entry.positions.append(
                    .init(photo: id.rawValue, before: before, after: position))
                changed.append(id)
            }
            return try entry.insert(db)
        }
        if !changed.isEmpty { changes.send(.photosUpdated(changed)) }
        return id
    }

    /// The position that a person gave a photo.
    static func givenPosition(of id: Int64, _ db: Database) throws -> GivenPosition? {
        var found: GivenPosition?
        try db.forEachRow(
            """
            SELECT latitude, longitude, altitude, source, track FROM givenPosition
            WHERE photoID = ?
            """, [id]
        ) { row in
            if let coordinate = row.coordinate(0),
                let source = PositionSource(rawValue: row.text(3))
            {
                found = GivenPosition(
                    coordinate: coordinate, source: source, track: row.optionalText(4))
            }
            return false
        }
        return found
    }

    /// Gives a photo a position, or takes it away; triggers bring the rest up to date.
    static func replacePosition(
        of id: Int64, with position: GivenPosition?, _ db: Database
    ) throws {
        try db.cachedStatement(sql: "DELETE FROM givenPosition WHERE photoID = ?")
            .execute(arguments: [id])
        guard let position else { return }
        let coordinate = position.coordinate
        try db.cachedStatement(
            sql: """
                INSERT INTO givenPosition (photoID, latitude, longitude, altitude, source, track,
                    date)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            id, coordinate.latitude, coordinate.longitude, coordinate.altitude,
            position.source.rawValue, position.track.flatMap { $0.isEmpty ? nil : $0 }, now(),
        ])
    }
}
