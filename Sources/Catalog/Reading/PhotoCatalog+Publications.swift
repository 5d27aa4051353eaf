import GRDB
package import GalleryModel

/// Looks up what was published on other servers.
extension PhotoCatalog {
    /// Where a photo was published or may have been, in the order in which it was sent.
    package func publications(
        of photo: PhotoID
    ) throws(CatalogError) -> [PublicationRecord] {
        try read { db in
            var found: [PublicationRecord] = []
            try db.forEachRow(
                PublicationRecord.Column.self,
                "SELECT \(PublicationRecord.selection) WHERE photoID = ? ORDER BY id",
                [photo.rawValue]
            ) { row in
                found.append(PublicationRecord(row))
                return true
            }
            return found
        }
    }

    /// The ids at a server of everything that was published there for an account; of a campaign for anybody, as its
    /// feed does not always tell whose posts are whose.
    package func publishedIDs(likeThatOf key: PublicationKey) throws(CatalogError) -> Set<String> {
        try read { db in
            try String.fetchSet(
                db,
                sql: """
                    SELECT remoteID FROM publication
                    WHERE serverKey = ?1 AND (account = ?2 OR ?3 <> '') AND campaign = ?3
                        AND remoteID IS NOT NULL
                    """, arguments: [key.server.key, key.account, key.campaign ?? ""])
        }
    }
}
