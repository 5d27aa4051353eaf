import GRDB
import GalleryModel

/// The entry of the journal in which a command notes the homes that it gives and takes, a page of photos
/// after the other.
package struct HomeEntry: Hashable, Sendable {
    /// The command.
    package var command: String
    /// The entry's number; nil while no home was given or taken.
    package var id: Int64?

    /// Makes an entry that is written with its first home; with a number, one that goes on.
    package init(command: String, id: Int64? = nil) {
        self.command = command
        self.id = id
    }

    /// Notes a home before and after; `journalPosition` has them with the source `home`.
    mutating func note(
        _ photo: PhotoID, before: Coordinate?, after: Coordinate?, _ db: Database
    ) throws {
        let id = try self.id ?? JournalEntry(command: command).write(db)
        self.id = id
        let home = PositionSource.home.rawValue
        try db.cachedStatement(
            sql: """
                INSERT INTO journalPosition (journalID, photoID, beforeLatitude, beforeLongitude,
                    beforeSource, afterLatitude, afterLongitude, afterSource)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (journalID, photoID) DO UPDATE SET
                    afterLatitude = excluded.afterLatitude,
                    afterLongitude = excluded.afterLongitude, afterSource = excluded.afterSource
                """
        ).execute(arguments: [
            id, photo.rawValue, before?.latitude, before?.longitude, before.map { _ in home },
            after?.latitude, after?.longitude, after.map { _ in home },
        ])
        // Not counted anew for each: a million homes are noted one by one.
        try db.cachedStatement(sql: "UPDATE journal SET positions = positions + 1 WHERE id = ?")
            .execute(arguments: [id])
    }
}
