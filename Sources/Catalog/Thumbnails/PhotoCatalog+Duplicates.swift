import Foundation
import GRDB
package import GalleryModel

/// The look of a photo's largest stored picture: the photo; the look's small copy, as `PictureLook`
/// stores it; and the digest of the picture's data without its metadata, or of all its bytes if
/// unknown, equal for copies whose metadata was edited.
package typealias StoredLook = (photoID: PhotoID, pixels: [UInt8], pictureData: String)

/// A new look of a file to be stored; nil pixels for a picture without a look.
package typealias NewLook = (sha256: String, look: (hash: UInt64, pixels: [UInt8])?)

extension PhotoCatalog {
    /// Stores the looks of files; files that the catalog no longer knows are skipped.
    package func storeLooks(_ looks: [NewLook], version: Int) throws(CatalogError) {
        guard !looks.isEmpty else { return }
        try write { db in
            for (sha256, look) in looks {
                guard let fileID = try Self.fileID(sha256, db) else { continue }
                try db.upsert(
                    into: "look", key: "fileID",
                    [
                        "fileID": fileID, "version": version,
                        "hash": look.map { Int64(bitPattern: $0.hash) },
                        "pixels": look.map { Data($0.pixels) },
                    ])
            }
        }
    }

    /// The photos outside the trash among some, with the file of their largest stored picture.
    private static let pictures = """
        FROM json_each(?1) i CROSS JOIN photo p ON p.id = i.value
        CROSS JOIN file f ON f.id = (
            SELECT fileID FROM picture WHERE photoID = p.id AND state = 'stored'
            ORDER BY size DESC LIMIT 1)
        """

    /// The looks of photos outside the trash, in the order of the ids; photos without a look of
    /// this version are left out.
    package func looks(of ids: [PhotoID], version: Int) throws(CatalogError) -> [StoredLook] {
        try read { db in
            enum Column: Int, StatementColumns { case photoID, pixels, pictureData }
            return try Column.all(
                """
                SELECT p.id AS photoID, k.pixels, ifnull(f.pictureData, f.sha256) AS pictureData
                \(Self.pictures) CROSS JOIN look k ON k.fileID = f.id
                WHERE p.dateTrashed IS NULL AND k.version = ?2 AND k.pixels IS NOT NULL
                """, [ids.jsonList, version], db
            ) { row in
                (
                    row.photoID(.photoID), row.withBytes(.pixels) { Array($0) },
                    row.text(.pictureData)
                )
            }
        }
    }

    /// The photos outside the trash among some whose largest stored picture was not examined by
    /// this version.
    package func photosWithoutLook(
        among ids: [PhotoID], version: Int
    ) throws(CatalogError) -> [PhotoID] {
        try read { db in
            try db.photoIDs(
                """
                SELECT p.id \(Self.pictures) LEFT JOIN look k ON k.fileID = f.id
                WHERE p.dateTrashed IS NULL AND (k.version IS NULL OR k.version < ?2)
                """, [ids.jsonList, version])
        }
    }

    /// The decisions of users about photos, as texts; photos without decisions are left out.
    ///
    /// The same decisions have equal texts.
    ///
    /// Decisions are metadata, edits and positions by hand, albums filled by hand, covers, posts,
    /// pictures sent to campaigns, and links that name the photo.
    package func decisions(about ids: [PhotoID]) throws(CatalogError) -> [PhotoID: String] {
        enum Column: Int, StatementColumns { case photoID, decisions }
        return try read { db in
            let found = try Column.all(
                """
                SELECT photoID, json_array(metadata, edit, position, albums, covers, posts, received,
                    links) AS decisions FROM (
                    SELECT i.value AS photoID,
                        (SELECT json_array(addedTags, removedTags, title, caption, rating,
                            isFavorite, dateTimeOriginal, subSecTimeOriginal, offsetTimeOriginal)
                            FROM manualMetadata WHERE photoID = i.value) AS metadata,
                        (SELECT recipe FROM photoEdit WHERE photoID = i.value) AS edit,
                        (SELECT json_array(latitude, longitude) FROM givenPosition
                            WHERE photoID = i.value AND source = 'user') AS position,
                        (SELECT group_concat(m.sectionID) FROM membership m
                            CROSS JOIN section s ON s.id = m.sectionID
                            WHERE m.photoID = i.value AND s.filter = '') AS albums,
                        (SELECT group_concat(id) FROM section WHERE cover = i.value) AS covers,
                        (SELECT group_concat(id) FROM post
                            WHERE photoID = i.value AND state <> 'deleted') AS posts,
                        (SELECT photoID FROM receivedPicture
                            WHERE photoID = i.value AND state > 0) AS received,
                        (SELECT group_concat(n.linkID) FROM shareLinkPhoto n
                            CROSS JOIN shareLink l ON l.id = n.linkID
                            WHERE n.photoID = i.value AND l.dateRevoked IS NULL) AS links
                    FROM json_each(?) i)
                WHERE coalesce(metadata, edit, position, albums, covers, posts, received, links)
                    IS NOT NULL
                """, [ids.jsonList], db
            ) { ($0.photoID(.photoID), $0.text(.decisions)) }
            return Dictionary(found, uniquingKeysWith: { $1 })
        }
    }

    /// The groups of photos that a user declared different, by photo.
    package func ignoredDuplicates() throws(CatalogError) -> [PhotoID: Int64] {
        try read { db in
            enum Column: Int, StatementColumns { case photoID, groupID }
            return Dictionary(
                try Column.all("SELECT \(Column.selection) FROM ignoredDuplicate", [], db) { row in
                    (row.photoID(.photoID), row.integer(.groupID))
                }, uniquingKeysWith: { $1 })
        }
    }

    /// Declares the photos of groups different, in one transaction and one journal entry.
    ///
    /// Groups that a user declared different before and that share photos become one.
    ///
    /// - Parameter groups: the photos of each group; the first one names it.
    /// - Returns: the number of the entry in the journal; nil if nothing changed.
    /// - Throws: `noPhoto` if a photo does not exist; nothing is stored then.
    @discardableResult
    package func ignoreDuplicates(
        _ groups: [[PhotoID]], command: String
    ) throws(CatalogError) -> Int64? {
        try writeStep(command) { entry, db in
            var groupOfPhoto: [PhotoID: Int64] = [:]
            for photos in groups {
                guard let id = photos.first?.rawValue else { continue }
                for photo in photos { groupOfPhoto[photo] = id }
                for other in try Self.photosIgnored(with: photos, db) {
                    groupOfPhoto[other] = groupOfPhoto[other] ?? id
                }
            }
            var isChanged = false
            for (photo, group) in groupOfPhoto.sorted(by: { $0.key < $1.key })
            where try JournaledValue.ignoredDuplicate.set([group], of: photo, in: entry, db) {
                isChanged = true
            }
            return isChanged
        }
    }

    /// The photos in the groups of some photos that a user declared different.
    private static func photosIgnored(with photos: [PhotoID], _ db: Database) throws -> [PhotoID] {
        try db.photoIDs(
            """
            SELECT photoID FROM ignoredDuplicate WHERE groupID IN (
                SELECT groupID FROM ignoredDuplicate
                WHERE photoID IN (SELECT value FROM json_each(?)))
            """, [photos.jsonList])
    }
}
