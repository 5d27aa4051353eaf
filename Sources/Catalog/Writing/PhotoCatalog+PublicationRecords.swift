import Basics
import GRDB
import GalleryModel

/// Keeps what is published on other servers; none of it is journalled.
extension PhotoCatalog {
    /// Records that a photo is about to be sent; the record outlives a power cut once this returns.
    ///
    /// - Parameters:
    ///   - name: what it is to be called there.
    ///   - keepsName: whether an earlier attempt keeps the name under which it may be there.
    /// - Returns: the record's number, and whether it is new: an earlier attempt whose answer did not come has one.
    package func beginPublication(
        _ key: PublicationKey, named name: String, keepingName keepsName: Bool = false
    ) throws(CatalogError) -> (id: Int64, isNew: Bool) {
        try writeDurably { db in
            let latest = try db.integers("SELECT coalesce(max(id), 0) FROM publication")[0]
            let id =
                try Int64.fetchOne(
                    db,
                    sql: """
                        INSERT INTO publication
                            (photoID, server, account, campaign, contentKey, name, dateStarted)
                        VALUES (?, ?, ?, ?, ?, ?, ?)
                        ON CONFLICT (photoID, server, account, campaign, contentKey)
                            WHERE dateSent IS NULL
                            DO UPDATE SET name = iif(?, name, excluded.name)
                        RETURNING id
                        """,
                    arguments: [
                        key.photoID.rawValue, key.server, key.account, key.campaign ?? "",
                        key.content.hexadecimal, name, Self.now(), keepsName,
                    ]) ?? 0
            return (id, id > latest)
        }
    }

    /// Records that a server has a photo.
    ///
    /// - Parameters:
    ///   - name: what it is called there.
    ///   - remoteID: the server's own id.
    package func endPublication(
        _ id: Int64, named name: String, remoteID: String
    ) throws(CatalogError) {
        try writeDurably { db in
            try db.execute(
                sql: "UPDATE publication SET name = ?, remoteID = ?, dateSent = ? WHERE id = ?",
                arguments: [name, remoteID, Self.now(), id])
        }
    }

    /// Forgets an attempt that the server did not take.
    package func dropPublication(_ id: Int64) throws(CatalogError) {
        try write { db in
            try db.execute(
                sql: "DELETE FROM publication WHERE id = ? AND dateSent IS NULL", arguments: [id])
        }
    }
}
