import Foundation
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// Puts photos into the trash: no section lists them, nothing is deleted.
    ///
    /// - Returns: the photos that were not in the trash before.
    package func trash(_ ids: [PhotoID], command: String = "remove") throws(CatalogError)
        -> [PhotoID]
    {
        try noteTrash(ids, command: command).photos
    }

    /// As `trash(_:command:)`, with the number of the journal's entry, nil where nothing was changed.
    package func noteTrash(
        _ ids: [PhotoID], command: String = "remove"
    ) throws(CatalogError) -> (photos: [PhotoID], entry: Int64?) {
        let trashed = try setTrashed(ids, to: Self.now(), command: command)
        if !trashed.photos.isEmpty { changes.send(.photosRemoved(trashed.photos)) }
        return trashed
    }

    /// Brings photos back from the trash, to where they were.
    ///
    /// - Returns: the photos that were in the trash.
    package func restore(
        _ ids: [PhotoID], command: String = "restore"
    ) throws(CatalogError) -> [PhotoID] {
        try noteRestoring(ids, command: command).photos
    }

    /// As `restore(_:command:)`, with the number of the journal's entry, nil where nothing was changed.
    package func noteRestoring(
        _ ids: [PhotoID], command: String = "restore"
    ) throws(CatalogError) -> (photos: [PhotoID], entry: Int64?) {
        let restored = try setTrashed(ids, to: nil, command: command)
        if !restored.photos.isEmpty { changes.send(.photosRestored(restored.photos)) }
        return restored
    }

    private func setTrashed(
        _ ids: [PhotoID], to date: Int64?, command: String
    ) throws(CatalogError) -> (photos: [PhotoID], entry: Int64?) {
        try write { db in
            let changed = try Self.setTrashed(ids.map(\.rawValue), to: date, db)
            for id in changed {
                if date == nil {
                    try Self.relist(id, db)
                } else {
                    _ = try Self.stopTakingBack(id, db)
                }
            }
            var entry = JournalEntry(command: command)
            if date == nil {
                entry.restored = changed
            } else {
                entry.trashed = changed
            }
            return (changed.map(PhotoID.init(rawValue:)), try entry.insert(db))
        }
    }

    /// Puts photos into the trash, or with nil takes them out.
    ///
    /// - Returns: those that were not there, or not in it, before.
    static func setTrashed(_ ids: [Int64], to date: Int64?, _ db: Database) throws -> [Int64] {
        var changed: [Int64] = []
        for id in ids {
            try db.cachedStatement(
                sql: """
                    UPDATE photo SET dateTrashed = ?1
                    WHERE id = ?2 AND (dateTrashed IS NULL) = (?1 IS NOT NULL)
                    """
            ).execute(arguments: [date, id])
            if db.changesCount > 0 { changed.append(id) }
        }
        return changed
    }
}
