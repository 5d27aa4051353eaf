import GRDB

/// Pictures that people sent and a person removed.
extension PhotoCatalog {
    /// Whether a person put a photo into the trash that is of these bytes and this account's, whatever it was sent as.
    ///
    /// One that lies there because a change was taken back, or because nobody published it, was not removed.
    ///
    /// - Parameter account: nil for the owner without an account.
    package func isRemoved(sha256: String, of account: Int64?) throws(CatalogError) -> Bool {
        let id = SentPictureID.text(account: account, sha256: sha256, sentAs: [])
        return try read { db in
            try !db.integers(
                """
                SELECT 1 FROM photo p
                WHERE p.origin IN ('campaign', 'share') AND p.originID >= ?1
                    AND p.originID < ?1 || '.' -- behind '-'
                    AND p.dateTrashed IS NOT NULL AND NOT EXISTS (
                        SELECT 1 FROM takenBack WHERE photoID = p.id AND isRemoved = 0)
                LIMIT 1
                """, [id]
            ).isEmpty
        }
    }
}
