import Foundation
import GRDB
package import GalleryModel

/// Looks share links up, and what they give.
extension PhotoCatalog {
    /// All links, in the order in which they were made; those too that ended.
    package func shareLinks() throws(CatalogError) -> [ShareLink] {
        try links("ORDER BY l.id", []).map(\.link)
    }

    /// The link with an id, also one that ended; nil for none.
    package func shareLink(id: Int64) throws(CatalogError) -> ShareLink? {
        try links("WHERE l.id = ?", [id]).first?.link
    }

    /// The link whose secret has a digest, also one that ended; nil for none.
    package func shareLink(hash: String) throws(CatalogError) -> ShareLinkRecord? {
        try links("WHERE l.hash = ?", [hash]).first
    }

    private func links(
        _ rest: String, _ arguments: StatementArguments
    ) throws(CatalogError) -> [ShareLinkRecord] {
        try read { db in
            var found: [ShareLinkRecord] = []
            try db.forEachRow(
                ShareLinkRecord.Column.self, "SELECT \(ShareLinkRecord.selection) \(rest)",
                arguments
            ) { row in
                found.append(ShareLinkRecord(row))
                return true
            }
            return found
        }
    }

    /// The photos outside the trash that were named for a link, in their order.
    package func namedPhotos(ofShareLink id: Int64) throws(CatalogError) -> [PhotoID] {
        try read { db in
            try db.integers(
                """
                SELECT x.photoID FROM shareLinkPhoto x CROSS JOIN photo p ON p.id = x.photoID
                WHERE x.linkID = ? AND p.dateTrashed IS NULL ORDER BY x.ordinal
                """, [id]
            ).map(PhotoID.init(rawValue:))
        }
    }

    /// Whether a section lists a photo.
    package func lists(_ photo: PhotoID, in section: PhotoSection) throws(CatalogError) -> Bool {
        guard section.filter == nil else {
            return try !photoIDs(among: [photo], where: .condition(.section(section.reference)))
                .isEmpty
        }
        return try read { db in
            try !db.integers(
                """
                SELECT ordinal FROM membership
                WHERE sectionID = ? AND photoID = ? AND isTrashed = 0
                """, [section.id, photo.rawValue]
            ).isEmpty
        }
    }

    /// The files that were made for a link.
    package func sharedFiles(
        ofShareLink id: Int64
    ) throws(CatalogError) -> [PhotoID: SharedFileRecord] {
        try read { db in
            var files: [PhotoID: SharedFileRecord] = [:]
            try db.forEachRow(
                SharedFileRecord.Column.self,
                """
                SELECT photoID, key, fileName, fileExtension, byteCount, checksum FROM sharedFile
                WHERE linkID = ?
                """, [id]
            ) { row in
                let file = SharedFileRecord(row)
                files[file.photoID] = file
                return true
            }
            return files
        }
    }

    /// The file that was made of a photo for a link; nil for none.
    package func sharedFile(
        of photo: PhotoID, shareLink id: Int64
    ) throws(CatalogError) -> SharedFileRecord? {
        try read { db in
            var file: SharedFileRecord?
            try db.forEachRow(
                SharedFileRecord.Column.self,
                """
                SELECT photoID, key, fileName, fileExtension, byteCount, checksum FROM sharedFile
                WHERE linkID = ? AND photoID = ?
                """, [id, photo.rawValue]
            ) { row in
                file = SharedFileRecord(row)
                return false
            }
            return file
        }
    }
}
