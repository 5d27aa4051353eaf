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

    /// The ids at a server of everything that was published there, for an account and campaign.
    package func publishedIDs(likeThatOf key: PublicationKey) throws(CatalogError) -> Set<String> {
        try read { db in
            try String.fetchSet(
                db,
                sql: """
                    SELECT remoteID FROM publication
                    WHERE serverKey = ? AND account = ? AND campaign = ? AND remoteID IS NOT NULL
                    """, arguments: [key.server.key, key.account, key.campaign ?? ""])
        }
    }
}
