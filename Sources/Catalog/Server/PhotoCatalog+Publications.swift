package import Basics
import GRDB
package import GalleryModel

/// Identifies a publication by its photo, server, account and content.
package struct PublicationKey: Hashable, Sendable {
    /// The photo.
    package var photoID: PhotoID
    /// The server; its address is the same for http and https.
    package var server: ServerAddress
    /// The remote account.
    package var account: String
    /// The campaign; nil for a PhotoShare server.
    package var campaign: String?
    /// The digest of the content, which changes with the picture, its edit and its size.
    package var content: FileDigest

    /// Creates a key.
    package init(
        photoID: PhotoID, server: ServerAddress, account: String, campaign: String?,
        content: FileDigest
    ) {
        self.photoID = photoID
        self.server = server
        self.account = account
        self.campaign = campaign
        self.content = content
    }
}

/// A publication as stored in the catalog, with its id, and the server's ids of items that had the
/// name before the photo was sent; nil if unknown or no longer needed.
package typealias PublicationRecord = (
    id: Int64, publication: Publication, idsBefore: Set<String>?
)

extension Publication {
    fileprivate enum Column: Int, StatementColumns {
        case id, server, account, campaign, name, remoteID, dateStarted, dateSent
        case idsBefore
    }

    fileprivate init(_ row: StatementRow<Column>) {
        let campaign = row.text(.campaign)
        self.init(
            server: row.text(.server), account: row.text(.account),
            campaign: campaign.isEmpty ? nil : campaign, name: row.text(.name),
            dateStarted: row.date(.dateStarted))
        remoteID = row.optionalText(.remoteID)
        dateSent = row.optionalDate(.dateSent)
    }
}

/// Publications on other servers.
extension PhotoCatalog {
    /// The confirmed and possible publications of a photo, in the order in which they were sent.
    ///
    /// - Parameter key: only those with its server and content, of any account and campaign.
    package func publications(
        of photo: PhotoID, like key: PublicationKey? = nil
    ) throws(CatalogError) -> [PublicationRecord] {
        try read { db in
            try Publication.Column.all(
                """
                SELECT \(Publication.Column.selection) FROM publication
                WHERE photoID = ?1 AND (?2 IS NULL OR serverKey = ?2 AND contentKey = ?3)
                ORDER BY id
                """, [photo.rawValue, key?.server.key, key?.content.hexadecimal], db
            ) { row in
                // Unreadable ids are treated as unknown.
                (row.integer(.id), Publication(row), try? row.json(.idsBefore))
            }
        }
    }

    /// The ids at a server of everything that was published for an account; for a campaign of all
    /// accounts, because its feed does not always contain the account of a post.
    package func publishedIDs(forTargetOf key: PublicationKey) throws(CatalogError) -> Set<String> {
        try read { db in
            try Set(
                db.texts(
                    """
                    SELECT remoteID FROM publication
                    WHERE serverKey = ?1 AND (account = ?2 OR ?3 <> '') AND campaign = ?3
                        AND remoteID IS NOT NULL
                    """, [key.server.key, key.account, key.campaign ?? ""]))
        }
    }

    // MARK: - Writing, which is not recorded in the journal

    /// Records that a photo is about to be sent; the record is durable against power loss once this
    /// returns.
    ///
    /// - Parameters:
    ///   - name: the name on the server.
    ///   - idsBefore: the server's ids of items that already have the name; nil if unknown. Those
    ///     of an earlier attempt with the same name are kept: items that appeared since then can be
    ///     from that attempt.
    ///   - keepsName: true if an earlier attempt keeps its name, with which the photo may be stored
    ///     there.
    /// - Returns: the record's id, and whether it is new; an earlier attempt without a response
    ///   already has one.
    package func beginPublication(
        _ key: PublicationKey, named name: String, idsBefore: Set<String>?,
        keepingName keepsName: Bool = false
    ) throws(CatalogError) -> (id: Int64, isNew: Bool) {
        try write(durably: true) { db in
            let latest = try db.integer("SELECT max(id) FROM publication") ?? 0
            let id =
                try db.integer(
                    """
                    INSERT INTO publication (photoID, server, serverKey, account, campaign,
                        contentKey, name, idsBefore, dateStarted)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (photoID, serverKey, account, campaign, contentKey)
                        WHERE dateSent IS NULL
                        DO UPDATE SET server = excluded.server,
                            name = iif(?10, name, excluded.name),
                            idsBefore = iif(?10 OR name = excluded.name,
                                coalesce(idsBefore, excluded.idsBefore), excluded.idsBefore)
                    RETURNING id
                    """,
                    [
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
    ///   - name: the name on the server.
    ///   - remoteID: the server's own id.
    package func endPublication(
        _ id: Int64, named name: String, remoteID: String
    ) throws(CatalogError) {
        try write(durably: true) { db in
            try db.run(
                """
                UPDATE publication SET name = ?, remoteID = ?, dateSent = ?, idsBefore = NULL
                WHERE id = ?
                """, [name, remoteID, Self.now(), id])
        }
    }

    /// Deletes an attempt that the server refused.
    package func dropPublication(_ id: Int64) throws(CatalogError) {
        try run("DELETE FROM publication WHERE id = ? AND dateSent IS NULL", [id])
    }
}
