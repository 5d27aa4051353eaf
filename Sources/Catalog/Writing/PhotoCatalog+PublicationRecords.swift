import Basics
import GRDB
import GalleryModel

/// Keeps what is published on other servers; none of it is journalled.
extension PhotoCatalog {
    /// Records that a photo is about to be sent; the record outlives a power cut once this returns.
    ///
    /// - Parameters:
    ///   - name: what it is to be called there.
    ///   - idsBefore: the server's own ids of what has the name already; nil where they are not known. Those of an
    ///     earlier attempt under the name stay: what has come since then may be what that one sent.
    ///   - keepsName: whether an earlier attempt keeps the name under which it may be there.
    /// - Returns: the record's number, and whether it is new: an earlier attempt whose answer did not come has one.
    package func beginPublication(
        _ key: PublicationKey, named name: String, idsBefore: Set<String>?,
        keepingName keepsName: Bool = false
    ) throws(CatalogError) -> (id: Int64, isNew: Bool) {
        try writeDurably { db in
            let latest = try db.integers("SELECT coalesce(max(id), 0) FROM publication")[0]
            let id =
                try Int64.fetchOne(
                    db,
                    sql: """
                        INSERT INTO publication
                            (photoID, server, serverKey, account, campaign, contentKey, name,
                                idsBefore, dateStarted)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                        ON CONFLICT (photoID, serverKey, account, campaign, contentKey)
                            WHERE dateSent IS NULL
                            DO UPDATE SET server = excluded.server,
                                name = iif(?10, name, excluded.name),
                                idsBefore = iif(?10 OR name = excluded.name,
                                    coalesce(idsBefore, excluded.idsBefore), excluded.idsBefore)
                        RETURNING id
                        """,
                    arguments: [
                        key.photoID.rawValue, key.server.text, key.server.key, key.account,
                        key.campaign ?? "", key.content.hexadecimal, name,
                        try idsBefore.map { try JSONText.encode($0.sorted()) }, Self.now(),
                        keepsName,
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
                sql: """
                    UPDATE publication SET name = ?, remoteID = ?, dateSent = ?, idsBefore = NULL
                    WHERE id = ?
                    """,
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
