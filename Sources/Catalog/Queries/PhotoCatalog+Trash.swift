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
        let trashed = try setTrashed(ids, to: Self.now(), command: command)
        if !trashed.isEmpty { changes.send(.photosRemoved(trashed)) }
        return trashed
    }

    /// Brings photos back from the trash, to where they were.
    ///
    /// - Returns: the photos that were in the trash.
    package func restore(
        _ ids: [PhotoID], command: String = "restore"
    ) throws(CatalogError) -> [PhotoID] {
        let restored = try setTrashed(ids, to: nil, command: command)
        if !restored.isEmpty { changes.send(.photosRestored(restored)) }
        return restored
    }

    private func setTrashed(
        _ ids: [PhotoID], to date: Int64?, command: String
    ) throws(CatalogError) -> [PhotoID] {
        try write { db in
            var changed: [PhotoID] = []
            for id in ids {
                try db.cachedStatement(
                    sql: """
                        UPDATE photo SET dateTrashed = ?1
                        WHERE id = ?2 AND (dateTrashed IS NULL) = (?1 IS NOT NULL)
                        """
                ).execute(arguments: [date, id.rawValue])
                if db.changesCount > 0 { changed.append(id) }
            }
            var entry = JournalEntry(command: command)
            if date == nil {
                entry.restored = changed.map(\.rawValue)
            } else {
                entry.trashed = changed.map(\.rawValue)
            }
            try entry.insert(db)
            return changed
        }
    }
}
