import Basics
import GRDB
package import GalleryModel
import Glibc

extension PhotoCatalog {
    /// Stores thumbnails: their files first, then all rows in one transaction.
    ///
    /// An existing thumbnail is replaced. A crash leaves at most files without a row.
    ///
    /// - Returns: the stored thumbnails, in order.
    /// - Throws: `statement` for an invalid key, size or extension.
    @discardableResult
    package func storeThumbnails(
        _ made: [NewThumbnail]
    ) throws(CatalogError) -> [StoredThumbnail] {
        guard !made.isEmpty else { return [] }
        for new in made { try Self.check(new) }
        let readable = try readableBits(Set(made.map(\.key.sha256)))
        let stored = try made.map { new throws(CatalogError) in
            let path = files.path(of: new.key, fileExtension: new.fileExtension)
            try files.write(new.bytes, toThumbnail: path, readable: readable[new.key.sha256] ?? 0)
            return StoredThumbnail(
                key: new.key, path: path, width: new.width, height: new.height,
                byteCount: Int64(new.bytes.count), isWhole: new.isWhole)
        }
        let first = uses.next(made.count)
        // Files under a replaced extension are removed, because no row refers to them any longer.
        let replaced = try write { db in
            var replaced: [BytePath] = []
            for (index, new) in made.enumerated() {
                let old = try Self.upsert(new, used: first + Int64(index), db)
                if let old, old != new.fileExtension {
                    replaced.append(files.path(of: new.key, fileExtension: old))
                }
            }
            return replaced
        }
        for path in replaced { path.remove() }
        return stored
    }

    /// Looks up thumbnails and records their use.
    ///
    /// The use is recorded only if that is possible without waiting for another process.
    ///
    /// - Returns: for each key, the thumbnail of the side, or one that shows the whole picture and
    ///   is no larger; nil if none is stored, or its file is missing or has another length.
    package func thumbnails(_ keys: [ThumbnailKey]) throws(CatalogError) -> [StoredThumbnail?] {
        var used: [Int64] = []
        var absent: [ThumbnailRecord] = []
        let found = try read { db in
            try keys.map { key -> StoredThumbnail? in
                for record in try ThumbnailRecord.all(serving: key, in: files, db) {
                    guard record.isPresent else {
                        absent.append(record)
                        continue
                    }
                    used.append(record.id)
                    return record.stored
                }
                return nil
            }
        }
        if !used.isEmpty || !absent.isEmpty { note(used: used, absent: absent) }
        return found
    }

    /// Records the use of a thumbnail, unless one was recorded within the last hour; as
    /// `thumbnails(_:)` does.
    package func noteUse(of known: KnownThumbnail) {
        guard let record = known.record, record.dateUsed < uses.next(1) - Self.usePrecision
        else { return }
        note(used: [record.id], absent: [])
    }

    /// The precision of the recorded use of frequent thumbnails, in nanoseconds.
    private static let usePrecision: Int64 = 3_600 * 1_000_000_000

    /// The number of thumbnails, and the total size of their files in bytes.
    package func thumbnailUsage() throws(CatalogError) -> (count: Int, bytes: Int64) {
        try read(Self.thumbnailUsage)
    }

    static func thumbnailUsage(_ db: Database) throws -> (count: Int, bytes: Int64) {
        try db.size("SELECT number AS count, byteCount AS bytes FROM thumbnailTotal")
    }

    /// Records uses and removes rows without a file.
    ///
    /// Waits for no other process and ignores failures, so that lookups succeed in read-only
    /// catalogs.
    private func note(used: [Int64], absent: [ThumbnailRecord]) {
        let first = uses.next(used.count)
        try? database.writable().writeWithoutTransaction { db in
            let patience = try Int.fetchOne(db, sql: "PRAGMA busy_timeout") ?? 0
            try db.execute(sql: "PRAGMA busy_timeout = 0")
            defer { try? db.execute(sql: "PRAGMA busy_timeout = \(patience)") }
            try db.inTransaction(.immediate) {
                for (index, id) in used.enumerated() {
                    try db.run(
                        "UPDATE thumbnail SET dateUsed = ? WHERE id = ?",
                        [first + Int64(index), id])
                }
                // Checked again under the lock: another process can have stored it meanwhile, with
                // another length.
                for record in absent {
                    let length = FileStore.length(of: record.stored.path)
                    try db.run(
                        "DELETE FROM thumbnail WHERE id = ? AND byteCount IS NOT ?",
                        [record.id, length])
                }
                return .commit
            }
        }
    }

    /// The permission bits of pictures' files, by digest; without those whose file does not exist.
    private func readableBits(_ digests: Set<String>) throws(CatalogError) -> [String: mode_t] {
        if files.sharedMode == .ownerOnly { return [:] }
        return try read { db in
            var bits: [String: mode_t] = [:]
            for digest in digests {
                let paths = try paths(sha256: digest, db)
                bits[digest] = paths.lazy.compactMap { FileStore.mode(of: $0.path) }.first
            }
            return bits
        }
    }

    /// Stores a thumbnail's row.
    ///
    /// - Returns: the extension of its previous file; nil for a new row.
    private static func upsert(_ new: NewThumbnail, used: Int64, _ db: Database) throws -> String? {
        let key = new.key
        let old = try db.text(
            "SELECT extension FROM thumbnail WHERE sha256 = ? AND recipe = ? AND side = ?",
            [key.sha256, key.cacheKey, key.side])
        try db.upsert(
            into: "thumbnail", key: "sha256, recipe, side",
            [
                "sha256": key.sha256, "recipe": key.cacheKey, "side": key.side,
                "extension": new.fileExtension, "isWhole": new.isWhole, "width": new.width,
                "height": new.height, "byteCount": new.bytes.count, "dateUsed": used,
                "colour": new.color, "edit": new.edit.flatMap { $0.isEmpty ? nil : $0.json },
            ])
        return old
    }

    /// Refuses thumbnails that would result in an unsafe file name or an invalid row.
    private static func check(_ new: NewThumbnail) throws(CatalogError) {
        let isPlain = { (byte: UInt8) in
            byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        }
        guard FileDigest(hexadecimal: new.key.sha256)?.hexadecimal == new.key.sha256,
            new.key.side > 0, new.width > 0, new.height > 0, !new.bytes.isEmpty,
            (1...8).contains(new.fileExtension.utf8.count),
            new.fileExtension.utf8.allSatisfy(isPlain)
        else {
            throw CatalogError(
                .statement,
                "the thumbnail '\(new.key.sha256)-\(new.key.side).\(new.fileExtension)' of "
                    + "\(new.width)x\(new.height) pixels and \(new.bytes.count) bytes is invalid")
        }
    }
}

/// The stored data about a photo's thumbnail, without access to any file.
package struct KnownThumbnail: Sendable {
    /// The thumbnail's key, for the photo's largest stored picture and its edit.
    package var key: ThumbnailKey
    /// The photo's edit.
    package var edit: PhotoEdit?
    /// The thumbnail, whether or not its file exists; nil if none was stored.
    package var stored: StoredThumbnail? { record?.stored }

    fileprivate var record: ThumbnailRecord?
}

extension PhotoCatalog {
    /// Looks up a photo's thumbnail without recording its use.
    ///
    /// - Parameters:
    ///   - side: the long edge in pixels; a smaller one that shows the whole picture also matches.
    ///   - cacheKey: returns the cache key for a photo's edit.
    /// - Returns: nil if the photo does not exist or has no stored picture.
    package func knownThumbnail(
        of photo: PhotoID, side: Int, cacheKey: (PhotoEdit?) -> String
    ) throws(CatalogError) -> KnownThumbnail? {
        try read { db in
            var edits = EditRecord()
            return try Self.largestPicture(of: photo, db) { row in
                let edit = edits.edit(row.next())
                let key = ThumbnailKey(
                    sha256: row.text(.sha256), cacheKey: cacheKey(edit), side: side)
                return KnownThumbnail(
                    key: key, edit: edit,
                    record: try ThumbnailRecord.all(serving: key, in: files, db).first)
            }
        }
    }

    /// Removes the least recently used thumbnails until the rest fits, and all thumbnails of bytes
    /// that no photo uses.
    ///
    /// Nearly free if there is nothing to remove. Transactions have a bounded length; each also
    /// removes files that crashes left in one folder of thumbnails.
    ///
    /// - Parameter toBytes: the maximum total size of the files, in bytes.
    /// - Returns: the number of removed thumbnails, how many of them were unused, and their total
    ///   size in bytes.
    package func evictThumbnails(
        toBytes limit: Int64
    ) throws(CatalogError) -> (count: Int, unused: Int, bytes: Int64) {
        var removed: (count: Int, unused: Int, bytes: Int64) = (0, 0, 0)
        while true {
            let hasMore = try read { db in
                try !Self.nextEvicted(toBytes: limit, atMost: 1, files, db).isEmpty
            }
            guard hasMore else { return removed }
            let batch = try write { db in
                // Queried again under the lock: another process can have removed them.
                let batch = try Self.nextEvicted(
                    toBytes: limit, atMost: Self.evictionBatch, files, db)
                // Files first: a row without a file is repaired, a file without a row wastes space.
                for record in batch {
                    record.stored.path.remove()
                    try db.run("DELETE FROM thumbnail WHERE id = ?", [record.id])
                }
                if let first = batch.first {
                    try Self.sweep(first.stored.key.sha256.prefix(2), files, db)
                }
                return batch
            }
            removed.count += batch.count
            removed.unused += batch.count { $0.dateUsed == 0 }
            removed.bytes += batch.reduce(0) { $0 + $1.stored.byteCount }
        }
    }

    /// The number of thumbnails removed per transaction.
    private static let evictionBatch = 256

    /// The next thumbnails to remove: unused ones, and no more of the least recently used than
    /// necessary.
    private static func nextEvicted(
        toBytes limit: Int64, atMost count: Int, _ files: FileStore, _ db: Database
    ) throws -> [ThumbnailRecord] {
        var excess = try thumbnailUsage(db).bytes - max(limit, 0)
        return Array(
            try ThumbnailRecord.all("ORDER BY dateUsed, id LIMIT ?", [count], in: files, db)
                .prefix { record in
                    guard excess > 0 || record.dateUsed == 0 else { return false }
                    excess -= record.stored.byteCount
                    return true
                })
    }

    /// Removes remains of old crashes: unfinished files, and files of one folder without a row.
    private static func sweep(_ digits: Substring, _ files: FileStore, _ db: Database) throws {
        for name in FileStore.abandoned(in: files.unfinishedThumbnails, now: now()) {
            files.unfinishedThumbnails.appending(name).remove()
        }
        let folder = files.thumbnails.appending(String(digits))
        var abandoned = Set(FileStore.abandoned(in: folder, now: now()))
        guard !abandoned.isEmpty else { return }
        // 'g' follows the last digit: the range of all digests with this prefix.
        let known = try ThumbnailRecord.all(
            "WHERE sha256 >= ?1 AND sha256 < ?1 || 'g'", [String(digits)], in: files, db)
        abandoned.subtract(known.map(\.stored.path.lastComponent))
        for name in abandoned { folder.appending(name).remove() }
    }
}
