package import Basics
import GRDB
package import GalleryModel

/// Looks posts up; those whose photo lies in the trash are none.
extension PhotoCatalog {
    /// Posts of a campaign, the latest first.
    ///
    /// - Parameters:
    ///   - section: the campaign's section.
    ///   - before: the last post of the page before; nil for the first page.
    ///   - limit: how many at most; nil for all.
    ///   - includesHidden: whether those are told that are hidden.
    package func posts(
        in section: Int64, before: Int64? = nil, limit: Int? = nil, includesHidden: Bool = false
    ) throws(CatalogError) -> [CampaignPost] {
        try read { db in
            var posts: [CampaignPost] = []
            let told = includesHidden ? "('shown', 'hidden')" : "('shown')"
            try db.forEachRow(
                CampaignPost.Column.self, then: [AccountRecord.Column.self],
                """
                \(CampaignPost.selection)
                WHERE p.sectionID = ? AND p.id < ? AND p.state IN \(told) ORDER BY p.id DESC LIMIT ?
                """, [section, before ?? .max, limit ?? -1]
            ) { row in
                posts.append(CampaignPost(row))
                return true
            }
            return posts
        }
    }

    /// A post of a campaign, hidden or not; nil where there is none.
    package func post(_ id: Int64, in section: Int64) throws(CatalogError) -> CampaignPost? {
        try read { db in try Self.post("p.id = ? AND p.sectionID = ?", [id, section], db) }
    }

    /// The photo, as it came, of a post that says the same of the same bytes, hidden or not; nil for none.
    package func photo(
        of digest: FileDigest, publishedBy account: Int64?, title: String, description: String,
        in section: Int64
    ) throws(CatalogError) -> PhotoID? {
        try read { db in
            try Self.post(
                """
                p.sectionID = ? AND p.accountID IS ? AND p.title = ? AND p.description = ?
                    AND p.photoID IN (
                        SELECT c.photoID FROM picture c JOIN file f ON f.id = c.fileID
                        WHERE f.sha256 = ?)
                    AND NOT EXISTS (SELECT 1 FROM photoEdit WHERE photoID = p.photoID)
                """, [section, account, title, description, digest.hexadecimal], db)
        }?.photo
    }

    /// The post of a condition that is not deleted.
    static func post(
        _ condition: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> CampaignPost? {
        var post: CampaignPost?
        try db.forEachRow(
            CampaignPost.Column.self, then: [AccountRecord.Column.self],
            """
            \(CampaignPost.selection)
            WHERE \(condition) AND p.state IN ('shown', 'hidden') ORDER BY p.id DESC LIMIT 1
            """, arguments
        ) { row in
            post = CampaignPost(row)
            return false
        }
        return post
    }
}
