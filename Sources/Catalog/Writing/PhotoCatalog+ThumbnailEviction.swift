import Basics
import GRDB
import GalleryModel

extension PhotoCatalog {
    /// Removes the thumbnails that were not used for longest, until the rest fits; those of bytes that no
    /// photo has any more in any case.
    ///
    /// Costs next to nothing where there is nothing to remove. In transactions of bounded length; each
    /// also clears away what crashes left in one folder of thumbnails.
    ///
    /// - Parameter toBytes: how many bytes the files may have together.
    /// - Returns: how many were removed, how many of them were of no more use, and the bytes of all.
    package func evictThumbnails(
        toBytes limit: Int64
    ) throws(CatalogError) -> (count: Int, useless: Int, bytes: Int64) {
        let files = thumbnailFiles
        var removed: (count: Int, useless: Int, bytes: Int64) = (0, 0, 0)
        while true {
            let hasMore = try read { db in
                try !Self.nextEvicted(toBytes: limit, atMost: 1, files, db).isEmpty
            }
            guard hasMore else { return removed }
            let batch = try write { db in
                // Found anew under the lock: another program may have removed them.
                let batch = try Self.nextEvicted(
                    toBytes: limit, atMost: Self.evictionBatch, files, db)
                // Files first: a row without a file heals, a file without a row takes up room.
                for (record, _) in batch {
                    files.remove(record.stored.path)
                    try db.cachedStatement(sql: "DELETE FROM thumbnail WHERE id = ?")
                        .execute(arguments: [record.id])
                }
                if let first = batch.first {
                    try Self.sweep(first.record.stored.key.sha256.prefix(2), files, db)
                }
                return batch
            }
            removed.count += batch.count
            removed.useless += batch.count(where: \.isUseless)
            removed.bytes += batch.reduce(0) { $0 + $1.record.stored.byteCount }
        }
    }

    /// Thumbnails removed in one transaction.
    private static let evictionBatch = 256

    /// The next thumbnails to be removed: the useless ones, and as many of the least recently used as it
    /// takes, no more.
    private static func nextEvicted(
        toBytes limit: Int64, atMost count: Int, _ files: ThumbnailFiles, _ db: Database
    ) throws -> [(record: ThumbnailRecord, isUseless: Bool)] {
        enum Column: Int, StatementColumns {
            case dateUsed, sha256, recipe
        }
        var excess = try thumbnailUsage(db).bytes - max(limit, 0)
        var batch: [(record: ThumbnailRecord, isUseless: Bool)] = []
        try db.forEachRow(
            ThumbnailRecord.Column.self, then: [Column.self],
            """
            SELECT \(ThumbnailRecord.selection), dateUsed, sha256, recipe FROM thumbnail
            ORDER BY dateUsed, id LIMIT ?
            """, [count]
        ) { row in
            let more = row.next(Column.self)
            let isUseless = more.integer(.dateUsed) == 0
            guard excess > 0 || isUseless else { return false }
            let record = ThumbnailRecord(
                row, sha256: more.text(.sha256), cacheKey: more.text(.recipe), in: files)
            excess -= record.stored.byteCount
            batch.append((record, isUseless))
            return true
        }
        return batch
    }

    /// Removes what crashes left long ago: unfinished files, and files of one folder without a row.
    private static func sweep(
        _ digits: Substring, _ files: ThumbnailFiles, _ db: Database
    ) throws {
        for name in files.abandoned(in: files.incoming, now: now()) {
            files.remove(files.incoming.appending(name))
        }
        let folder = files.folder(digits)
        var abandoned = Set(files.abandoned(in: folder, now: now()))
        guard !abandoned.isEmpty else { return }
        enum Column: Int, StatementColumns {
            case sha256, recipe, side, `extension`
        }
        // 'g' follows the last digit: all digests that begin so.
        try db.forEachRow(
            Column.self,
            """
            SELECT sha256, recipe, side, extension FROM thumbnail
            WHERE sha256 >= ?1 AND sha256 < ?1 || 'g'
            """, [String(digits)]
        ) { row in
            let key = ThumbnailKey(
                sha256: row.text(.sha256), cacheKey: row.text(.recipe),
                side: Int(row.integer(.side)))
            abandoned.remove(files.path(of: key, fileExtension: row.text(.extension)).lastComponent)
            return true
        }
        for name in abandoned { files.remove(folder.appending(name)) }
    }
}
