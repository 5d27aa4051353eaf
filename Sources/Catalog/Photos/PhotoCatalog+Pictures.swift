package import Basics
import GRDB
package import GalleryModel

extension PictureFile {
    /// The id of the file's row, which is inserted or updated.
    ///
    /// - Parameter isStored: true if the bytes are in the store now; once true, it stays true.
    func row(isStored: Bool, _ db: Database) throws -> Int64 {
        try db.run(
            """
            INSERT INTO file (sha256, byteCount, fileType, extension, width, height, isStored,
                damage, pictureData) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (sha256) DO UPDATE SET isStored = max(isStored, excluded.isStored),
                width = coalesce(width, excluded.width), height = coalesce(height, excluded.height),
                damage = coalesce(damage, excluded.damage),
                pictureData = coalesce(pictureData, excluded.pictureData)
            """,
            [
                digest.hexadecimal, byteCount, fileType, fileExtension, width, height, isStored,
                damage,
                pictureData?.hexadecimal,
            ])
        return try db.integer("SELECT id FROM file WHERE sha256 = ?", [digest.hexadecimal]) ?? 0
    }
}

/// The result of fetching a picture.
package struct PictureResult: Sendable {
    /// The kind of result.
    package enum Outcome: Sendable {
        /// The bytes are in the store.
        case stored(PictureFile)
        /// The origin has no such picture, for this reason.
        case unavailable(String)
        /// The fetch failed, for this reason; another run retries it.
        case failed(String)
    }

    /// The photo.
    package var photoID: PhotoID
    /// The requested size.
    package var size: PictureSize
    /// The kind of result.
    package var outcome: Outcome
    /// True if the user requested this very picture, so that its absence is a problem.
    package var isRequested: Bool

    /// Creates a result.
    package init(photoID: PhotoID, size: PictureSize, outcome: Outcome, isRequested: Bool = false) {
        self.isRequested = isRequested
        self.photoID = photoID
        self.size = size
        self.outcome = outcome
    }
}

/// Maps rows of `picture` with their files to pictures.
enum PictureRecord {
    /// The columns of a picture, its file and its face detection.
    enum Column: Int, StatementColumns {
        case size, state, sha256, byteCount, fileType, `extension`, width, height, isStored
        /// The path at which a file left in place was last seen; NULL for stored files.
        case path
        /// Not NULL if a file left in place was seen at several paths or was found deleted.
        case hasMorePaths
        case damage, fileID
        /// The number of faces shown; NULL if no detection ran.
        case faceCount
        /// The size of the examined picture when upright, in pixels.
        case uprightWidth, uprightHeight
    }

    /// Selects the columns.
    static let selection = """
        pic.size, pic.state, f.sha256, f.byteCount, f.fileType, f.extension, f.width, f.height,
        f.isStored, CASE WHEN f.isStored = 0 THEN (SELECT s.path FROM sourceFile s
            WHERE s.fileID = f.id AND s.isReference = 1
            ORDER BY s.dateSeen DESC, s.path LIMIT 1) END AS path,
        CASE WHEN f.isStored = 0 THEN ifnull(
            (SELECT 1 FROM sourceFile s WHERE s.fileID = f.id LIMIT 1 OFFSET 1),
            (SELECT 1 FROM sourceFile s
                WHERE s.fileID = f.id AND s.dateMissing IS NOT NULL LIMIT 1)) END AS hasMorePaths,
        f.damage, f.id AS fileID, \(FaceRecord.shownCount) AS faceCount,
        fs.width AS uprightWidth, fs.height AS uprightHeight
        """

    /// Joins the pictures of `photo AS p`, one row each.
    static let join = """
        LEFT JOIN picture pic ON pic.photoID = p.id LEFT JOIN file f ON f.id = pic.fileID
        LEFT JOIN faceSet fs ON fs.fileID = pic.fileID
        """
}

extension PhotoCatalog {
    /// The picture of a row; nil if the photo has none.
    func picture(
        _ row: StatementRow<PictureRecord.Column>, _ verifiesPaths: Bool, _ db: Database
    ) throws -> Picture? {
        guard let index = row.optionalInteger(.size), PictureSize.allCases.indices.contains(index),
            let state = PictureState(rawValue: row.text(.state))
        else { return nil }
        var picture = Picture(size: PictureSize.allCases[index], state: state)
        guard let digest = row.optionalText(.sha256) else { return picture }
        picture.sha256 = digest
        picture.byteCount = row.integer(.byteCount)
        picture.fileType = row.text(.fileType)
        picture.width = row.optionalInteger(.width)
        picture.height = row.optionalInteger(.height)
        picture.damage = row.optionalText(.damage)
        if row.boolean(.isStored) {
            picture.path = files.path(ofHexadecimal: digest, fileExtension: row.text(.extension))
        } else {
            picture.path = row.path(.path)
            // If there are several paths, the one seen last can be deleted or have another picture
            // by now. A single path is not checked on disk: a listing has a million rows.
            if verifiesPaths || !row.isNull(.hasMorePaths) {
                let paths = try paths(
                    ofFile: row.integer(.fileID), byteCount: row.integer(.byteCount), db)
                picture.path =
                    verifiesPaths
                    ? paths.verifiedDisplayPath(sha256: digest)
                    : paths.displayPath ?? (paths.isEmpty ? nil : picture.path)
            }
            // Edited or replaced since: these bytes no longer exist.
            if picture.path == nil { picture.state = .offline }
        }
        return picture
    }
}

/// The largest examined picture of a photo, determined while the photo's rows are read.
struct ExaminedFile {
    private var largest:
        (size: PictureSize, fileID: Int64, faceCount: Int, picture: ExaminedPicture)?

    /// Takes the row of a picture.
    mutating func take(_ row: StatementRow<PictureRecord.Column>, _ picture: Picture) {
        guard let count = row.optionalInteger(.faceCount), let sha256 = picture.sha256,
            largest.map({ $0.size < picture.size }) ?? true
        else { return }
        let examined = ExaminedPicture(
            sha256: sha256, width: row.count(.uprightWidth), height: row.count(.uprightHeight))
        largest = (picture.size, row.integer(.fileID), count, examined)
    }

    /// Adds the faces to a photo if a detection ran, in pixels of the picture that its rows refer
    /// to: the largest stored one, examined or not.
    func addFaces(to photo: inout Photo, _ db: Database) throws {
        guard let largest else { return }
        let picture = largest.picture.sized(as: photo.picture)
        photo.facesPicture = picture
        // Most pictures have no faces and need no second query.
        let faces = largest.faceCount > 0 ? try FaceRecord.faces(ofFile: largest.fileID, db) : []
        photo.faces = faces.map { Face($0, width: picture.width, height: picture.height) }
    }
}

extension ExaminedPicture {
    /// The examined picture with the upright size of another picture of the same photo.
    fileprivate func sized(as shown: Picture?) -> ExaminedPicture {
        guard let shown, shown.sha256 != sha256, let across = shown.width, let down = shown.height,
            across > 0, down > 0
        else { return self }
        // Sizes are recorded as stored: the rotated one has the inverse aspect ratio.
        let ratio = Double(width) / Double(height)
        let isTurned =
            abs(ratio - Double(across) / Double(down)) > abs(ratio - Double(down) / Double(across))
        return ExaminedPicture(
            sha256: sha256, width: isTurned ? down : across, height: isTurned ? across : down)
    }
}

extension PhotoCatalog {
    /// Marks the bytes of pictures as damaged if decoding detected it; the first reason is kept.
    package func recordDamage(_ pictures: [(sha256: String, damage: String)]) throws(CatalogError) {
        guard !pictures.isEmpty else { return }
        try write { db in
            for picture in pictures {
                try db.run(
                    "UPDATE file SET damage = ? WHERE sha256 = ? AND damage IS NULL",
                    [picture.damage, picture.sha256])
            }
        }
    }

    /// Records the results of fetching pictures.
    ///
    /// A failure never hides a stored picture.
    ///
    /// - Parameter entry: the journal entry that records new pictures; nil for none.
    package func record(
        _ results: [PictureResult], command: String, noting entry: CommandEntry? = nil
    ) throws(CatalogError) {
        guard !results.isEmpty else { return }
        try write(noting: entry) { db in
            for result in results { try record(result, command: command, noting: entry, db) }
        }
        changes.send(.photosUpdated(results.map(\.photoID)))
    }

    private func record(
        _ result: PictureResult, command: String, noting entry: CommandEntry?, _ db: Database
    ) throws {
        let subject = ProblemSubject.photo(result.photoID, result.size)
        let state: PictureState
        var message: String?
        var fileID: Int64?
        switch result.outcome {
        case .stored(let file): (state, fileID) = (.stored, try file.row(isStored: true, db))
        case .unavailable(let reason): (state, message) = (.unavailable, reason)
        case .failed(let reason): (state, message) = (.failed, reason)
        }
        if let message, state == .failed || result.isRequested {
            try Self.recordProblem(command: command, subject: subject, message: message, db)
        } else {
            try Self.clearProblem(subject: subject, db)
        }
        if let fileID {
            try entry?.notePicture(
                of: result.photoID, size: Self.sizeIndex(result.size), replacing: fileID, db)
        }
        try db.run(
            """
            INSERT INTO picture (photoID, size, state, fileID, message, date, secret)
            SELECT id, ?2, ?3, ?4, ?5, ?6, secret FROM photo WHERE id = ?1
            ON CONFLICT (photoID, size) DO UPDATE SET state = excluded.state,
                fileID = excluded.fileID, message = excluded.message, date = excluded.date,
                secret = excluded.secret
            WHERE picture.state <> 'stored' OR excluded.state = 'stored'
            """,
            [
                result.photoID.rawValue, Self.sizeIndex(result.size), state.rawValue, fileID,
                message,
                Self.now(),
            ])
        // The user's decisions about faces in the other sizes also apply to this one.
        if case .stored(let file) = result.outcome, let fileID {
            try remerge(Self.siblings(of: (fileID, file.digest.hexadecimal), db), db)
        }
    }

    /// How long an origin's answer that it has no picture is trusted, in seconds: one day.
    ///
    /// Servers also return 404 or a placeholder during outages.
    private static let unavailabilityLifetime: Int64 = 86_400

    /// The states of the pictures of a size; a larger stored picture also counts.
    ///
    /// Photos are left out if their picture was never requested, failed, was replaced at its
    /// origin, is missing from the store, or was unavailable more than a day ago.
    package func pictureStates(
        of ids: [PhotoID], size: PictureSize
    ) throws(CatalogError) -> [PhotoID: PictureState] {
        try read { db in
            let earliest = Self.now() - Self.unavailabilityLifetime
            var states: [PhotoID: PictureState] = [:]
            enum Column: Int, StatementColumns { case state, size, date }
            for id in ids {
                // The size itself first, then the larger ones.
                try Column.forEachRow(
                    """
                    SELECT pic.state, pic.size, pic.date, \(FileRecord.Column.selection)
                    FROM picture pic JOIN photo p ON p.id = pic.photoID
                    LEFT JOIN file f ON f.id = pic.fileID
                    WHERE pic.photoID = ? AND pic.size >= ? AND pic.secret IS p.secret
                    ORDER BY pic.size
                    """, [id.rawValue, Self.sizeIndex(size)], then: [FileRecord.Column.self], db
                ) { row in
                    switch PictureState(rawValue: row.text(.state)) {
                    case .unavailable where row.integer(.size) == Self.sizeIndex(size):
                        if row.integer(.date) > earliest { states[id] = .unavailable }
                    case .stored:
                        let file = FileRecord(row.next())
                        if file.isStored, !files.holds(file) { return true }
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

    /// True if the database records that the store has these bytes.
    func isStored(hexadecimal: String) throws(CatalogError) -> Bool {
        try read { try $0.holds("SELECT isStored FROM file WHERE sha256 = ?", [hexadecimal]) }
    }

    static func sizeIndex(_ size: PictureSize) -> Int {
        PictureSize.allCases.firstIndex(of: size) ?? 0
    }
}

/// A picture of the camera section whose metadata was read by an older version: the SHA-256 of its
/// bytes, hexadecimal; the file in the store, nil if it was left in place; the unchanged file that
/// was left in place, or copied together with a sidecar, nil if it was changed or is missing; and
/// the name of the imported file.
package typealias OutdatedMetadata = (
    sha256: String, stored: BytePath?, source: BytePath?, fileName: String?
)

extension PhotoCatalog {
    /// The pictures among photos whose metadata was read by an older version.
    ///
    /// - Parameter version: the version of the metadata reader.
    package func outdatedMetadata(
        of ids: [PhotoID], version: Int
    ) throws(CatalogError) -> [OutdatedMetadata] {
        try read { db in
            try ids.compactMap { id in
                try FileRecord.Column.first(
                    """
                    SELECT \(FileRecord.Column.selection) FROM photo p
                    JOIN file f ON f.sha256 = p.originID
                    LEFT JOIN ledger l ON l.sha256 = f.sha256 AND l.kind = 'metadata'
                        AND l.parameters = ''
                    WHERE p.id = ? AND p.origin = 'camera' AND l.recipe IS NOT ?
                    """, [id.rawValue, version], db
                ) { row -> OutdatedMetadata? in
                    let file = FileRecord(row)
                    let source = try paths(
                        ofFile: file.id, byteCount: file.byteCount, withSidecars: true, db
                    ).first { candidate in
                        candidate.path.status.map { candidate.isUnchanged($0) } ?? false
                    }
                    let name = try db.text(
                        "SELECT fileName FROM photo WHERE id = ?", [id.rawValue])
                    return (
                        file.sha256, file.isStored ? files.path(of: file) : nil, source?.path, name
                    )
                }
            }
        }
    }
}
