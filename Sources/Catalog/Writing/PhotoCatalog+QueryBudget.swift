import Foundation
import GRDB
import GalleryModel

extension PhotoCatalog {
    /// Reserves one API query within a rolling hour, across the catalog's processes and restarts.
    ///
    /// - Parameters:
    ///   - perHour: how many queries any hour may hold.
    ///   - now: seconds since 1970-01-01 UTC; nil for the present.
    /// - Returns: 0 where the query may be sent now; else the seconds after which to ask again.
    package func reserveQuery(
        perHour: Int, now: Double? = nil
    ) throws(CatalogError) -> Double {
        try write { db in
            // Taken with the lock held, so that no other process writes a later moment in between.
            let now = now ?? Date().timeIntervalSince1970
            try db.execute(sql: "DELETE FROM apiQuery WHERE date <= ?", arguments: [now - 3600])
            // A clock set back leaves moments in the future: they count from now on, not for ever.
            try db.execute(sql: "UPDATE apiQuery SET date = ?1 WHERE date > ?1", arguments: [now])
            let spent = try Int.fetchOne(db, sql: "SELECT count(*) FROM apiQuery") ?? 0
            guard spent >= max(perHour, 0) else {
                try db.execute(sql: "INSERT INTO apiQuery (date) VALUES (?)", arguments: [now])
                return 0
            }
            let oldest = try Double.fetchOne(
                db, sql: "SELECT date FROM apiQuery ORDER BY date LIMIT 1 OFFSET ?",
                arguments: [max(spent - max(perHour, 1), 0)])
            return max((oldest ?? now) + 3600 - now, 0.001)
        }
    }
}
