package import Basics
import Foundation
import GRDB
package import GalleryModel
import Glibc

/// A file as it lies in its folder: what tells an unchanged file without reading it.
package struct SourceStamp: Hashable, Sendable {
    /// The absolute path.
    package var path: BytePath
    /// The length in bytes.
    package var byteCount: Int64
    /// The last modification, in nanoseconds since 1970-01-01 UTC.
    package var modified: Int64
    /// The file's inode number.
    package var inode: Int64
    /// The newest modification of an XMP sidecar, in nanoseconds; nil where there is none.
    package var sidecar: Int64?
    /// The last change of the inode, in nanoseconds: where it is later than the file was last seen, the
    /// bytes may be others in spite of everything else.
    package var changed: Int64
    /// The moment before the file was looked at, in nanoseconds; 0 where nobody can tell, so that only its
    /// bytes say what it is.
    package var dateSeen: Int64

    /// Makes a stamp.
    package init(
        path: BytePath, byteCount: Int64, modified: Int64, inode: Int64, sidecar: Int64?,
        changed: Int64 = 0, dateSeen: Int64 = 0
    ) {
        self.path = path
        self.byteCount = byteCount
        self.modified = modified
        self.inode = inode
        self.sidecar = sidecar
        self.changed = changed
        self.dateSeen = dateSeen
    }
}

/// A file that was read and shall be in the camera section.
package struct ImportedPhoto: Sendable {
    /// The file it was read from.
    package var source: SourceStamp
    /// Its content.
    package var file: PictureFile
    /// What its metadata say.
    package var details: PhotoDetails
    /// Whether the store holds the bytes (true) or they stay where they are (false).
    package var isStored: Bool
    /// EXIF's orientation number in the file itself, 1...8; nil where it has none.
    package var storedOrientation: Int?
    /// The faces that the file and its sidecars tell of.
    package var faceRegions: [FaceRegion]

    /// Makes an imported photo.
    package init(
        source: SourceStamp, file: PictureFile, details: PhotoDetails, isStored: Bool,
        storedOrientation: Int? = nil, faceRegions: [FaceRegion] = []
    ) {
        self.source = source
        self.file = file
        self.details = details
        self.isStored = isStored
        self.storedOrientation = storedOrientation
        self.faceRegions = faceRegions
    }

    /// Pixels across and down of the upright picture; nil where the file does not tell.
    var uprightSize: (width: Int?, height: Int?) {
        let isTurned = (5...8).contains(storedOrientation ?? 1)
        return isTurned ? (file.height, file.width) : (file.width, file.height)
    }
}

/// What importing a file did.
package struct ImportOutcome: Hashable, Sendable {
    /// What became of it.
    package enum Kind: Hashable, Sendable {
        /// A photo the catalog did not have.
        case new
        /// The same bytes were there already.
        case known
        /// The same bytes were there, and the file or its sidecar says something new about them.
        case updated
        /// The same bytes were in another place, which is gone.
        case moved
        /// The photo lies in the trash and stays there.
        case trashed
    }

    /// The photo's catalog id.
    package let id: PhotoID
    /// What became of it.
    package let kind: Kind
    /// What is known to be wrong with a picture that was not read again; nil for a whole one.
    package let damage: String?

    /// Makes an outcome.
    package init(id: PhotoID, kind: Kind, damage: String? = nil) {
        self.id = id
        self.kind = kind
        self.damage = damage
    }
}

extension PhotoCatalog {
    /// The recipe of reading metadata, for the ledger: raised when reading finds more than before.
    package static let metadataRecipe = 4

    /// The photos of files that are as they were when imported, so that they need not be read again.
    ///
    /// - Parameter inPlace: whether the files shall stay where they are; copies that are missing from
    ///   the store, and files that are only copied so far, are not taken as known.
    package func unchanged(
        _ stamps: [SourceStamp], inPlace: Bool
    ) throws(CatalogError) -> [SourceStamp: ImportOutcome] {
        try read { db in
            var known: [SourceStamp: ImportOutcome] = [:]
            for stamp in stamps {
                try db.forEachRow(
                    """
                    SELECT p.id, p.dateTrashed, f.sha256, f.extension, f.byteCount, f.isStored,
                        s.isReference, s.sidecar, f.damage
                    FROM sourceFile s JOIN file f ON f.id = s.fileID
                    JOIN photo p ON p.origin = 'camera' AND p.originID = f.sha256
                    JOIN ledger l ON l.sha256 = f.sha256 AND l.kind = 'metadata' AND l.recipe = ?
                    WHERE s.path = ? AND s.byteCount = ? AND s.modified = ? AND s.inode = ?
                        AND s.dateSeen >= ?
                    """,
                    [
                        Self.metadataRecipe, Data(stamp.path.bytes), stamp.byteCount,
                        stamp.modified,
                        stamp.inode, stamp.changed + PicturePlace.clockTick,
                    ]
                ) { row in
                    guard row.optionalInteger(7).map(Int64.init) == stamp.sidecar,
                        let digest = FileDigest(hexadecimal: row.text(2))
                    else { return false }
                    let isThere =
                        inPlace
                        ? row.integer(6) == 1
                        : row.integer(5) == 1
                            && files.holds(
                                digest, fileExtension: row.text(3), byteCount: row.integer(4))
                    if isThere {
                        known[stamp] = ImportOutcome(
                            id: PhotoID(rawValue: row.integer(0)),
                            kind: row.isNull(1) ? .known : .trashed,
                            damage: row.optionalText(8))
                    }
                    return false
                }
            }
            return known
        }
    }

    /// Notes that unchanged files were seen where they are: of several places of the same bytes the last
    /// seen is read from, and what once went wrong with them is over.
    ///
    /// The time is the one before each file was looked at: a change since then is a change after it was
    /// seen, however late that is stored.
    package func touch(_ stamps: [SourceStamp]) throws(CatalogError) {
        guard !stamps.isEmpty else { return }
        try write { db in
            for stamp in stamps {
                try db.cachedStatement(
                    sql: """
                        UPDATE sourceFile SET dateSeen = max(dateSeen, ?)
                        WHERE path = ? AND byteCount = ? AND modified = ? AND inode = ?
                        """
                ).execute(arguments: [
                    stamp.dateSeen, Data(stamp.path.bytes), stamp.byteCount, stamp.modified,
                    stamp.inode,
                ])
                try Self.clearProblem(subject: .path(stamp.path), db)
            }
        }
    }

    /// Forgets what went wrong with a path and below it, because it is about to be tried again.
    package func clearProblems(below path: BytePath, command: String) throws(CatalogError) {
        let name = ProblemSubject.path(path).text
        try write { db in
            try db.execute(
                sql: """
                    DELETE FROM problem WHERE command = ?1
                    AND (subject = ?2 OR (subject >= ?2 || '/' AND subject < ?2 || '0'))
                    """, arguments: [command, name])
        }
    }

    /// Stores a batch of imported photos in the camera section, in one transaction.
    package func store(_ batch: [ImportedPhoto]) throws(CatalogError) -> [ImportOutcome] {
        guard !batch.isEmpty else { return [] }
        let camera = try section(.camera)
        let (stored, outcomes) = try write { db in
            var entry = JournalEntry(command: "import", section: camera.reference.text)
            var all: [StoredPhoto] = []
            var outcomes: [ImportOutcome] = []
            for photo in batch {
                let stored = try Self.store(photo.details, in: camera.id, db, &entry)
                let isMoved = try record(photo, of: stored.id, db)
                let kind: ImportOutcome.Kind =
                    switch stored.outcome {
                    case .new: .new
                    case .trashed: .trashed
                    case .updated: .updated
                    case .unchanged: isMoved ? .moved : .known
                    }
                all.append(stored)
                outcomes.append(ImportOutcome(id: stored.id, kind: kind))
            }
            try entry.insert(db)
            return (all, outcomes)
        }
        announce(stored, in: camera.reference)
        return outcomes
    }

    /// Records a file's content and place; true where its bytes were known from a place that is gone.
    private func record(
        _ photo: ImportedPhoto, of id: PhotoID, _ db: Database
    ) throws -> Bool {
        let fileID = try photo.file.row(isStored: photo.isStored, db)
        var isMoved = false
        if !photo.isStored {
            var left: [Data] = []
            try db.forEachRow(
                "SELECT path FROM sourceFile WHERE fileID = ? AND isReference = 1", [fileID]
            ) { row in
                if let path = row.path(0), path != photo.source.path, Self.isMissing(path) {
                    isMoved = true
                    if !Self.isMissing(path.parent) { left.append(Data(path.bytes)) }
                }
                return true
            }
            for path in left {
                try db.execute(sql: "DELETE FROM sourceFile WHERE path = ?", arguments: [path])
            }
        }
        try Self.markEdited(photo.source.path, fileID: fileID, db)
        try db.cachedStatement(
            sql: """
                INSERT INTO sourceFile (path, fileID, byteCount, modified, inode, sidecar, isReference,
                    dateSeen)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (path) DO UPDATE SET fileID = excluded.fileID,
                    byteCount = excluded.byteCount, modified = excluded.modified,
                    inode = excluded.inode, sidecar = excluded.sidecar, dateSeen = excluded.dateSeen,
                    isReference = max(excluded.isReference,
                        CASE WHEN fileID = excluded.fileID THEN isReference ELSE 0 END)
                """
        ).execute(arguments: [
            Data(photo.source.path.bytes), fileID, photo.source.byteCount, photo.source.modified,
            photo.source.inode, photo.source.sidecar, !photo.isStored, photo.source.dateSeen,
        ])
        try db.cachedStatement(
            sql: """
                INSERT INTO picture (photoID, size, state, fileID, date) VALUES (?, ?, 'stored', ?, ?)
                ON CONFLICT (photoID, size) DO NOTHING
                """
        ).execute(arguments: [id.rawValue, Self.place(.original), fileID, Self.now()])
        try db.cachedStatement(
            sql: """
                INSERT INTO ledger (sha256, kind, recipe, outcome, date)
                VALUES (?, 'metadata', ?, 'read', ?)
                ON CONFLICT (sha256, kind, parameters) DO UPDATE
                SET recipe = excluded.recipe, date = excluded.date
                """
        ).execute(arguments: [photo.file.digest.hexadecimal, Self.metadataRecipe, Self.now()])
        try Self.clearProblem(subject: .path(photo.source.path), db)
        let digest = photo.file.digest.hexadecimal
        if try Self.storeRegions(photo.faceRegions, of: digest, from: photo.source.path, db) {
            let size = photo.uprightSize
            try remergeAfterImport(
                fileID, digest, uprightWidth: size.width, uprightHeight: size.height, db)
        }
        return isMoved
    }

    /// Marks the photo whose bytes a path held before as gone, where they are nowhere else: the file was
    /// edited in place, and its new bytes are a photo of their own.
    private static func markEdited(_ path: BytePath, fileID: Int64, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                UPDATE membership SET dateGone = ?1 WHERE dateGone IS NULL AND photoID IN (
                    SELECT pic.photoID FROM sourceFile s JOIN file f ON f.id = s.fileID
                    JOIN picture pic ON pic.fileID = f.id
                    WHERE s.path = ?2 AND s.isReference = 1 AND f.id <> ?3 AND f.isStored = 0
                    AND NOT EXISTS (SELECT 1 FROM sourceFile o WHERE o.fileID = f.id AND o.path <> ?2))
                """
        ).execute(arguments: [now(), Data(path.bytes), fileID])
    }

    /// Whether nothing is at a path.
    ///
    /// A missing file in a missing folder may only be on a disk that is
    /// not mounted, so its place is kept.
    private static func isMissing(_ path: BytePath) -> Bool {
        path.denial(of: F_OK)?.number == ENOENT
    }
}
