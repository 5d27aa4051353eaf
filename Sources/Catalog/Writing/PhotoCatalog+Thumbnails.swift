import Basics
import GRDB
import GalleryModel
import Glibc

extension PhotoCatalog {
    /// The files of thumbnails.
    var thumbnailFiles: ThumbnailFiles { ThumbnailFiles(in: files) }

    /// Stores thumbnails: their files first, then all rows in one transaction.
    ///
    /// One that is there already is replaced. A crash leaves at most files without a row.
    ///
    /// - Returns: the thumbnails as stored, in order.
    /// - Throws: `statement` for a key, a size or an extension that makes no sense.
    @discardableResult
    package func storeThumbnails(
        _ made: [NewThumbnail]
    ) throws(CatalogError) -> [StoredThumbnail] {
        guard !made.isEmpty else { return [] }
        let files = thumbnailFiles
        for new in made { try Self.check(new) }
        let readable = try readableBits(Set(made.map(\.key.sha256)))
        var stored: [StoredThumbnail] = []
        for new in made {
            let path = files.path(of: new.key, fileExtension: new.fileExtension)
            try files.write(
                new.bytes, to: path, readable: readable[new.key.sha256] ?? 0)
            stored.append(
                StoredThumbnail(
                    key: new.key, path: path, width: new.width, height: new.height,
                    byteCount: Int64(new.bytes.count), isWhole: new.isWhole))
        }
        let first = uses.next(made.count)
        // What another file was called before goes: nothing else would name it.
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
        for path in replaced { files.remove(path) }
        return stored
    }

    /// Looks a thumbnail up and notes that it was used.
    ///
    /// - Returns: that of the side, or one that shows the whole picture and is no larger; nil where there
    ///   is none, or its file is missing or of another length.
    package func thumbnail(
        sha256: String, cacheKey: String, side: Int
    ) throws(CatalogError) -> StoredThumbnail? {
        try thumbnails([ThumbnailKey(sha256: sha256, cacheKey: cacheKey, side: side)])[0]
    }

    /// As `thumbnail(sha256:cacheKey:side:)` for many, in one go, in order.
    ///
    /// That they were used is noted when that can be done at once: no other program is waited for.
    package func thumbnails(
        _ keys: [ThumbnailKey]
    ) throws(CatalogError) -> [StoredThumbnail?] {
        let files = thumbnailFiles
        var used: [Int64] = []
        var absent: [ThumbnailRecord] = []
        let found = try read { db in
            try keys.map { key -> StoredThumbnail? in
                let records = try ThumbnailRecord.all(
                    sha256: key.sha256, cacheKey: key.cacheKey, in: files, db
                ).filter { $0.serves(side: key.side) }
                // The side itself, else the largest.
                let ordered =
                    records.filter { $0.stored.key.side == key.side }
                    + records.reversed().filter { $0.stored.key.side != key.side }
                for record in ordered {
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

    /// Notes that a thumbnail was used, unless it was within the last hour; as `thumbnails(_:)` does.
    package func noteUse(of known: KnownThumbnail) {
        guard known.stored != nil, known.dateUsed < uses.next(1) - Self.usePrecision else { return }
        note(used: [known.id], absent: [])
    }

    /// How exactly is known when thumbnails that are often asked for were used, in nanoseconds.
    private static let usePrecision: Int64 = 3_600 * 1_000_000_000

    /// How many thumbnails there are, and how many bytes their files have together.
    package func thumbnailUsage() throws(CatalogError) -> (count: Int, bytes: Int64) {
        try read(Self.thumbnailUsage)
    }

    static func thumbnailUsage(_ db: Database) throws -> (count: Int, bytes: Int64) {
        enum Column: Int, StatementColumns {
            case number, byteCount
        }
        var usage: (count: Int, bytes: Int64) = (0, 0)
        try db.forEachRow(Column.self, "SELECT number, byteCount FROM thumbnailTotal") { row in
            usage = (Int(row.integer(.number)), row.integer(.byteCount))
            return false
        }
        return usage
    }

    /// Notes what was used, and takes rows without a file away; waits for no other program, and does
    /// nothing where the catalog cannot be written: a lookup does not fail for it.
    private func note(used: [Int64], absent: [ThumbnailRecord]) {
        let first = uses.next(used.count)
        try? database.writable().writeWithoutTransaction { db in
            let patience = try Int.fetchOne(db, sql: "PRAGMA busy_timeout") ?? 0
            try db.execute(sql: "PRAGMA busy_timeout = 0")
            defer { try? db.execute(sql: "PRAGMA busy_timeout = \(patience)") }
            try db.inTransaction(.immediate) {
                for (index, id) in used.enumerated() {
                    try db.cachedStatement(sql: "UPDATE thumbnail SET dateUsed = ? WHERE id = ?")
                        .execute(arguments: [first + Int64(index), id])
                }
                // Looked at again under the lock: another program may have stored it meanwhile, with
                // another length.
                for record in absent {
                    let length = FileStore.length(of: record.stored.path)
                    try db.cachedStatement(
                        sql: "DELETE FROM thumbnail WHERE id = ? AND byteCount IS NOT ?"
                    ).execute(arguments: [record.id, length])
                }
                return .commit
            }
        }
    }

    /// Who may read pictures, as the permission bits of their files; none where there is no such file.
    private func readableBits(_ digests: Set<String>) throws(CatalogError) -> [String: mode_t] {
        if files.sharedMode == .ownerOnly { return [:] }
        return try read { db in
            var bits: [String: mode_t] = [:]
            for digest in digests {
                let places = try places(sha256: digest, db)
                bits[digest] = places.lazy.compactMap { FileStore.mode(of: $0.path) }.first
            }
            return bits
        }
    }

    /// Stores a thumbnail's row.
    ///
    /// - Returns: the extension of the file that it had before; nil for a new one.
    private static func upsert(
        _ new: NewThumbnail, used: Int64, _ db: Database
    ) throws -> String? {
        let key = new.key
        let old = try String.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT extension FROM thumbnail WHERE sha256 = ? AND recipe = ? AND side = ?
                    """), arguments: [key.sha256, key.cacheKey, key.side])
        try db.cachedStatement(
            sql: """
                INSERT INTO thumbnail (sha256, recipe, side, extension, isWhole, width, height,
                    byteCount, dateUsed, colour, edit)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (sha256, recipe, side) DO UPDATE SET extension = excluded.extension,
                    isWhole = excluded.isWhole, width = excluded.width, height = excluded.height,
                    byteCount = excluded.byteCount, dateUsed = excluded.dateUsed,
                    colour = excluded.colour, edit = excluded.edit
                """
        ).execute(arguments: [
            key.sha256, key.cacheKey, key.side, new.fileExtension, new.isWhole, new.width,
            new.height, new.bytes.count, used, new.colour,
            new.edit.flatMap { $0.isEmpty ? nil : $0.json },
        ])
        return old
    }

    /// Refuses what would become a strange file name or an impossible row.
    private static func check(_ new: NewThumbnail) throws(CatalogError) {
        let isPlain = { (byte: UInt8) in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard FileDigest(hexadecimal: new.key.sha256)?.hexadecimal == new.key.sha256,
            new.key.side > 0, new.width > 0, new.height > 0, !new.bytes.isEmpty,
            (1...8).contains(new.fileExtension.utf8.count),
            new.fileExtension.utf8.allSatisfy(isPlain)
        else {
            throw CatalogError(
                .statement,
                "the thumbnail '\(new.key.sha256)-\(new.key.side).\(new.fileExtension)' of "
                    + "\(new.width)x\(new.height) pixels and \(new.bytes.count) bytes makes no sense"
            )
        }
    }
}
