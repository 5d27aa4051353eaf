package import Basics
import Foundation
import GRDB
package import GalleryModel

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

extension PhotoCatalog {
    /// Marks the bytes of pictures as damaged where decoding them found it; the first reason stays.
    package func recordDamage(
        _ pictures: [(sha256: String, damage: String)]
    ) throws(CatalogError) {
        guard !pictures.isEmpty else { return }
        try write { db in
            for picture in pictures {
                try db.cachedStatement(
                    sql: "UPDATE file SET damage = ? WHERE sha256 = ? AND damage IS NULL"
                ).execute(arguments: [picture.damage, picture.sha256])
            }
        }
    }
}

/// What came of fetching a picture.
package struct PictureResult: Sendable {
    /// What came of it.
    package enum Outcome: Sendable {
        /// The bytes are in the store.
        case stored(PictureFile)
        /// The origin has no such picture, for this reason.
        case unavailable(String)
        /// It failed, for this reason; another run tries again.
        case failed(String)
    }

    /// The photo.
    package var photoID: PhotoID
    /// The size that was asked for.
    package var size: PictureSize
    /// What came of it.
    package var outcome: Outcome

    /// Makes a result.
    package init(photoID: PhotoID, size: PictureSize, outcome: Outcome) {
        self.photoID = photoID
        self.size = size
        self.outcome = outcome
    }
}

extension PhotoCatalog {
    /// Records what came of fetching pictures.
    ///
    /// A failure never hides a picture that is stored.
    package func record(_ results: [PictureResult], command: String) throws(CatalogError) {
        guard !results.isEmpty else { return }
        try write { db in
            for result in results { try record(result, command: command, db) }
        }
        changes.send(.photosUpdated(results.map(\.photoID)))
    }

    /// How long an origin's word that it has no picture holds, in seconds: a day.
    ///
    /// Servers say 404 or show a placeholder also while they are out of order.
    private static let unavailabilityHolds: Int64 = 86_400

    /// What is known about the pictures of a size: a larger one that is stored serves as well.
    ///
    /// Photos whose picture was never tried, failed, was replaced at its origin, is missing from the
    /// store, or was not to be had more than a day ago are left out.
    package func pictureStates(
        of ids: [PhotoID], size: PictureSize
    ) throws(CatalogError) -> [PhotoID: PictureState] {
        try read { db in
            let earliest = Self.now() - Self.unavailabilityHolds
            var states: [PhotoID: PictureState] = [:]
            for id in ids {
                // The size itself comes first, then the larger ones.
                try db.forEachRow(
                    """
                    SELECT pic.state, f.sha256, f.extension, f.byteCount, f.isStored, pic.size, pic.date
                    FROM picture pic JOIN photo p ON p.id = pic.photoID
                    LEFT JOIN file f ON f.id = pic.fileID
                    WHERE pic.photoID = ? AND pic.size >= ? AND pic.secret IS p.secret
                    ORDER BY pic.size
                    """, [id.rawValue, Self.place(size)]
                ) { row in
                    switch PictureState(rawValue: row.text(0)) {
                    case .unavailable where row.integer(5) == Self.place(size):
                        if row.integer(6) > earliest { states[id] = .unavailable }
                    case .stored:
                        if let digest = row.optionalText(1).flatMap(FileDigest.init(hexadecimal:)),
                            row.integer(4) == 1,
                            !files.holds(
                                digest, fileExtension: row.text(2), byteCount: row.integer(3))
                        {
                            return true
                        }
                        states[id] = .stored
                        return false
                    default: break
                    }
                    return true
                }
            }
            return states
        }
    }

    /// Begins to write files; what a killed process left behind is put aside first.
    package func beginWriting() throws(CatalogError) -> WritingSession {
        do {
            _ = try database.writable()
            let identity = try read {
                try String.fetchOne($0, sql: "SELECT id FROM identity") ?? ""
            }
            let session = try files.beginWriting(for: identity)
            if !session.unfinishedNames.isEmpty {
                try session.sweep { try isStored(hexadecimal: $0) }
            }
            return session
        } catch {
            throw CatalogError.translating(error, folder: folder)
        }
    }

    /// How many picture files lie aside because no row names them, and in which folder.
    package var filesPutAside: (count: Int, folder: BytePath) {
        let orphans = OrphanFiles(in: files)
        return (orphans.names().count, orphans.folder)
    }

    /// Puts the files back that were put aside for want of a row and that the database names: it may
    /// have been restored from a backup since.
    ///
    /// While it is as it was, nothing is looked up again.
    func reclaimOrphans() throws(CatalogError) {
        let orphans = OrphanFiles(in: files)
        let stamp = database.stamp
        guard !orphans.wereLookedUp(in: stamp) else { return }
        let names = orphans.names()
        guard !names.isEmpty else { return }
        let lengths = try read { db in
            var lengths: [BytePath: Int64] = [:]
            for name in names {
                try db.forEachRow(
                    """
                    SELECT byteCount FROM file
                    WHERE sha256 || '.' || extension = ?1 AND sha256 = substr(?1, 1, 64)
                        AND isStored = 1
                    """, [name.string ?? ""]
                ) { row in
                    lengths[name] = row.integer(0)
                    return false
                }
            }
            return lengths
        }
        for (name, byteCount) in lengths { orphans.putBack(name, byteCount: byteCount) }
        orphans.noteLookUp(in: stamp)
    }

    /// Whether a row says that the store holds these bytes.
    func isStored(hexadecimal: String) throws(CatalogError) -> Bool {
        try read { db in
            try Bool.fetchOne(
                db, sql: "SELECT isStored FROM file WHERE sha256 = ?", arguments: [hexadecimal])
                ?? false
        }
    }

    static func place(_ size: PictureSize) -> Int { PictureSize.allCases.firstIndex(of: size) ?? 0 }

    private func record(_ result: PictureResult, command: String, _ db: Database) throws {
        let subject = ProblemSubject.photo(result.photoID, result.size)
        let state: PictureState
        var message: String?
        var fileID: Int64?
        switch result.outcome {
        case .stored(let file):
            state = .stored
            fileID = try file.row(isStored: true, db)
        case .unavailable(let reason):
            state = .unavailable
            message = reason
        case .failed(let reason):
            state = .failed
            message = reason
        }
        if case .failed(let reason) = result.outcome {
            try Self.recordProblem(command: command, subject: subject, message: reason, db)
        } else {
            try Self.clearProblem(subject: subject, db)
        }
        try db.cachedStatement(
            sql: """
                INSERT INTO picture (photoID, size, state, fileID, message, date, secret)
                SELECT id, ?2, ?3, ?4, ?5, ?6, secret FROM photo WHERE id = ?1
                ON CONFLICT (photoID, size) DO UPDATE SET state = excluded.state,
                    fileID = excluded.fileID, message = excluded.message, date = excluded.date,
                    secret = excluded.secret
                WHERE picture.state <> 'stored' OR excluded.state = 'stored'
                """
        ).execute(arguments: [
            result.photoID.rawValue, Self.place(result.size), state.rawValue, fileID, message,
            Self.now(),
        ])
        // What a person said about the other sizes holds for this one too.
        if case .stored(let file) = result.outcome, let fileID {
            try remergeSiblings(of: fileID, file.digest.hexadecimal, db)
        }
    }
}
