package import Basics
import GRDB

/// A picture file's content: what is stored once, however many photos have it.
package struct PictureFile: Hashable, Sendable {
    /// The SHA-256 of the bytes.
    package var digest: FileDigest
    /// The length in bytes.
    package var byteCount: Int64
    /// The type as exiftool names it, such as `JPEG`.
    package var fileType: String
    /// `jpg`, without the dot.
    package var fileExtension: String
    /// Pixels across as stored.
    package var width: Int?
    /// Pixels down as stored.
    package var height: Int?
    /// What is wrong with a picture that decodes in part; nil for a whole one.
    package var damage: String?

    /// Makes a picture file.
    package init(
        digest: FileDigest, byteCount: Int64, fileType: String, fileExtension: String, width: Int?,
        height: Int?, damage: String? = nil
    ) {
        self.digest = digest
        self.byteCount = byteCount
        self.fileType = fileType
        self.fileExtension = fileExtension
        self.width = width
        self.height = height
        self.damage = damage
    }

    /// The id of the file's row, made or brought up to date.
    ///
    /// - Parameter isStored: whether the bytes are in the store now; once true, it stays.
    func row(isStored: Bool, _ db: Database) throws -> Int64 {
        try db.cachedStatement(
            sql: """
                INSERT INTO file (sha256, byteCount, fileType, extension, width, height, isStored,
                    damage)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (sha256) DO UPDATE SET isStored = max(isStored, excluded.isStored),
                    width = coalesce(width, excluded.width), height = coalesce(height, excluded.height),
                    damage = coalesce(damage, excluded.damage)
                """
        ).execute(arguments: [
            digest.hexadecimal, byteCount, fileType, fileExtension, width, height, isStored, damage,
        ])
        return try Int64.fetchOne(
            db, sql: "SELECT id FROM file WHERE sha256 = ?", arguments: [digest.hexadecimal]) ?? 0
    }
}
