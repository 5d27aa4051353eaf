import Basics
import Foundation
import GRDB
package import GalleryModel

/// A picture file in the catalog: its row and the SHA-256 of its bytes.
typealias FaceFile = (fileID: Int64, sha256: String)

extension PhotoCatalog {
    /// Stores detections, or shows earlier ones again, in one transaction, and applies the user's
    /// decisions to them.
    ///
    /// Earlier problems of the command `faces` with newly examined photos are cleared.
    ///
    /// - Returns: the faces of each picture, in the order of the pictures.
    package func record(
        _ pictures: [DetectedFaces], analysis: FaceAnalysis
    ) throws(CatalogError) -> [[FaceCandidate]] {
        guard !pictures.isEmpty else { return [] }
        let faces = try write { db in
            try pictures.map { picture -> [FaceCandidate] in
                guard let fileID = try Self.fileID(picture.sha256, db) else { return [] }
                if let found = picture.found {
                    try db.upsert(
                        into: "ledger", key: "sha256, kind, parameters",
                        [
                            "sha256": picture.sha256, "kind": Self.facesInLedger,
                            "recipe": analysis.version, "parameters": analysis.parameters,
                            "outcome": try JSONText.encode(found, escapingSlashes: true),
                            "date": Self.now(),
                        ])
                    try Self.clearProblem(subject: .photo(picture.photoID), command: "faces", db)
                }
                let outcome = try Self.detection(
                    of: picture.sha256, parameters: analysis.parameters, db)
                guard let outcome else { return [] }
                try Self.makeFaceSet(
                    fileID, width: outcome.width, height: outcome.height,
                    parameters: analysis.parameters, isChosen: analysis.isChosen, db)
                try remerge([(fileID, picture.sha256)], db)
                return try FaceRecord.faces(ofFile: fileID, db)
            }
        }
        changes.send(.photosUpdated(pictures.map(\.photoID)))
        return faces
    }

    /// Changes the user's decisions about the faces of a picture, in one transaction.
    ///
    /// Decisions apply to every stored size of the photo.
    ///
    /// - Parameters:
    ///   - picture: the picture of the decision; it need not have been examined.
    ///   - command: the command, for the journal.
    ///   - isDryRun: true to return the resulting faces without storing anything.
    ///   - moved: a face that keeps its number at another place; nil for none.
    ///   - change: receives the faces shown and all decisions, and returns the new decisions; nil
    ///     changes nothing.
    /// - Returns: the resulting faces, and the number of the entry in the journal, if any; nil if
    ///   nothing was changed.
    package func decideFaces(
        in picture: ExaminedPicture, of photo: PhotoID, command: String, isDryRun: Bool = false,
        moving moved: (number: Int, to: RelativeRectangle)? = nil,
        change: ([FaceCandidate], [FaceDecision]) -> [FaceDecision]?
    ) throws(CatalogError) -> (faces: [FaceCandidate], entry: Int64?)? {
        let result: (faces: [FaceCandidate], entry: Int64?)? = try write { db in
            guard let fileID = try Self.fileID(picture.sha256, db) else {
                throw CatalogError(
                    .noPhoto, "the catalog does not have the picture of photo \(photo)")
            }
            let siblings = try Self.siblings(of: (fileID, picture.sha256), db)
            let before = try Self.decisions(of: siblings, db)
            let current = try mergedFaces((fileID, picture.sha256), db)
            guard let after = change(current, before.map(\.decision)) else { return nil }
            if isDryRun {
                return (try mergedFaces((fileID, picture.sha256), deciding: after, db), nil)
            }
            try Self.makeFaceSet(
                fileID, width: picture.width, height: picture.height, parameters: nil, db)
            var entry = JournalEntry(command: command)
            entry.faces = try Self.decide(before, after, picture.sha256, of: photo, db)
            if let moved, let face = current.first(where: { $0.number == moved.number }) {
                let move = JournalEntry.Faces.Move(
                    number: moved.number, from: face.rectangle, to: moved.to)
                entry.faces?.moved = move
                try FaceRecord.move(move, in: siblings.map(\.fileID), db)
            }
            let number = try entry.insert(db)
            try remerge(siblings, db)
            return (try FaceRecord.faces(ofFile: fileID, db), number)
        }
        if result != nil, !isDryRun { changes.send(.photosUpdated([photo])) }
        return result
    }

    /// Changes the user's decisions about all faces with a name, in one transaction and one step.
    ///
    /// - Parameters:
    ///   - name: the name, compared without case.
    ///   - command: the command, for the journal.
    ///   - change: receives the faces of a picture and all decisions, and returns the new decisions.
    /// - Returns: the photos, and the number of the entry in the journal; no photos if no face has
    ///   the name.
    package func decideFaces(
        named name: String, command: String,
        change: ([FaceCandidate], [FaceDecision]) -> [FaceDecision]
    ) throws(CatalogError) -> (photos: [PhotoID], entry: Int64?) {
        enum Column: Int, StatementColumns { case photoID, fileID, sha256 }
        let result: (photos: [PhotoID], entry: Int64?) = try write { db in
            let found = try Column.all(
                """
                SELECT DISTINCT p.photoID, f.id AS fileID, f.sha256 FROM face x
                JOIN file f ON f.id = x.fileID JOIN picture p ON p.fileID = f.id
                WHERE x.nameKey = ? ORDER BY p.photoID, f.id
                """, [SectionReference.key(name)], db
            ) { row in
                (photo: row.photoID(.photoID), fileID: row.integer(.fileID), row.text(.sha256))
            }
            var changes: [JournalEntry.Faces] = []
            var changed: Set<Int64> = []
            for (photo, fileID, sha256) in found where !changed.contains(fileID) {
                let siblings = try Self.siblings(of: (fileID, sha256), db)
                changed.formUnion(siblings.map(\.fileID))
                let before = try Self.decisions(of: siblings, db)
                let after = change(try mergedFaces((fileID, sha256), db), before.map(\.decision))
                changes.append(try Self.decide(before, after, sha256, of: photo, db))
                try remerge(siblings, db)
            }
            guard var first = changes.first else { return ([], nil) }
            first.others = changes.count > 1 ? Array(changes.dropFirst()) : nil
            var entry = JournalEntry(command: command)
            entry.faces = first
            return (Array(Set(found.map(\.photo))).sorted(), try entry.insert(db))
        }
        if !result.photos.isEmpty { changes.send(.photosUpdated(result.photos)) }
        return result
    }

    /// Replaces the decisions about the faces of a picture, and returns the change.
    private static func decide(
        _ before: [(id: Int64, decision: FaceDecision)], _ after: [FaceDecision], _ sha256: String,
        of photo: PhotoID, _ db: Database
    ) throws -> JournalEntry.Faces {
        try replace(before, with: after, of: sha256, db)
        return JournalEntry.Faces(
            photo: photo.rawValue, sha256: sha256, before: before.map(\.decision), after: after)
    }

    /// Replaces the face regions of a picture that were read from a path; returns true if they
    /// differ.
    static func storeRegions(
        _ regions: [FaceRegion], of sha256: String, from path: BytePath, _ db: Database
    ) throws -> Bool {
        let before = try FaceRecord.regions(of: sha256, from: path, db)
        guard before != regions else { return false }
        let pathBytes = Data(path.bytes)
        try db.run("DELETE FROM faceRegion WHERE sha256 = ? AND path = ?", [sha256, pathBytes])
        for (number, region) in regions.enumerated() {
            let box = region.rectangle
            try db.insert(
                into: "faceRegion",
                [
                    "sha256": sha256, "path": pathBytes, "number": number, "date": now(),
                    "x": box.x, "y": box.y, "width": box.width, "height": box.height,
                    "name": region.name,
                ])
        }
        return true
    }

    /// Merges a file's faces again; a file without known faces gets them if its metadata have some.
    func remergeAfterImport(
        _ file: FaceFile, upright: (width: Int?, height: Int?), _ db: Database
    ) throws {
        if try !Self.hasFaceSet(file.fileID, db) {
            guard let width = upright.width, let height = upright.height, width > 0, height > 0
            else { return }
            try Self.makeFaceSet(file.fileID, width: width, height: height, parameters: nil, db)
        }
        try remerge([file], db)
    }

    // MARK: - Within a transaction

    /// Restores the decisions before a change and merges the photo's faces again.
    ///
    /// - Parameter isDryRun: true to only compare.
    /// - Returns: the reverse change.
    /// - Throws: `notUndoable` if the decisions were changed since, or the picture no longer exists.
    func undoFaces(
        _ change: JournalEntry.Faces, of entry: GalleryJournalEntry, isDryRun: Bool, _ db: Database
    ) throws -> JournalEntry.Faces {
        // Another program can have written to the file since.
        let sha256 = try Self.successor(of: change.sha256, db)
        let fileID = try Self.fileID(sha256, db)
        let siblings = try fileID.map { try Self.siblings(of: ($0, sha256), db) } ?? []
        let current = try Self.decisions(of: siblings, db)
        func counts(_ decisions: [FaceDecision]) -> [FaceDecision: Int] {
            decisions.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        guard fileID != nil, counts(current.map(\.decision)) == counts(change.after) else {
            throw CatalogError(
                .notUndoable,
                "\(entry.title()) cannot be undone: the faces of photo \(change.photo) were "
                    + "changed since; undo the later changes first")
        }
        if !isDryRun {
            try Self.replace(current, with: change.before, of: sha256, db)
            if let move = change.moved?.reversed {
                try FaceRecord.move(move, in: siblings.map(\.fileID), db)
            }
            try remerge(siblings, db)
        }
        return JournalEntry.Faces(
            photo: change.photo, sha256: change.sha256, before: change.after, after: change.before,
            moved: change.moved?.reversed)
    }

    /// Transfers the known faces of a file to the file that replaced it.
    ///
    /// - Parameters:
    ///   - upright: the size of the new file's upright picture.
    ///   - keepsDetections: true if both show the same picture, so that no new detection is needed.
    ///   - moved: maps a rectangle of the old upright picture to the new one.
    func moveFaces(
        from old: FaceFile, to new: FaceFile, upright: (width: Int?, height: Int?),
        keepsDetections: Bool, _ db: Database,
        _ moved: (RelativeRectangle) -> RelativeRectangle
    ) throws {
        for (id, decision) in try Self.decisions(of: [old], db) {
            let box = moved(decision.rectangle)
            try db.run(
                """
                UPDATE faceDecision SET sha256 = ?, x = ?, y = ?, width = ?, height = ?
                WHERE id = ?
                """, [new.sha256, box.x, box.y, box.width, box.height, id])
        }
        if keepsDetections {
            try db.run(
                """
                INSERT OR REPLACE INTO ledger (sha256, kind, recipe, parameters, outcome, date)
                SELECT ?, kind, recipe, parameters, outcome, date FROM ledger
                WHERE sha256 = ? AND kind = ?
                """, [new.sha256, old.sha256, Self.facesInLedger])
        }
        guard try Self.hasFaceSet(old.fileID, db), let width = upright.width,
            let height = upright.height, width > 0, height > 0
        else { return }
        try Self.makeFaceSet(
            new.fileID, width: width, height: height,
            parameters: keepsDetections ? try Self.detectionShown(in: old.fileID, db) : nil, db)
        try db.run("DELETE FROM faceSet WHERE fileID = ?", [old.fileID])
        try remerge([new], db)
    }

    /// Merges the faces of files again; files without known faces get none.
    func remerge(_ files: [FaceFile], _ db: Database) throws {
        for file in files where try Self.hasFaceSet(file.fileID, db) {
            try FaceRecord.replace(mergedFaces(file, db), ofFile: file.fileID, db)
        }
    }

    /// The faces that the current evidence about a file results in.
    ///
    /// - Parameter decisions: the user's decisions; nil for the stored ones.
    private func mergedFaces(
        _ file: FaceFile, deciding decisions: [FaceDecision]? = nil, _ db: Database
    ) throws -> [FaceCandidate] {
        let outcome = try Self.detectionShown(in: file.fileID, db).flatMap {
            try Self.detection(of: file.sha256, parameters: $0, db)
        }
        let siblings = try Self.siblings(of: file, db)
        let faces = faceRule(
            outcome?.faces ?? [], try FaceRecord.regions(of: file.sha256, db),
            try decisions ?? Self.decisions(of: siblings, db).map(\.decision))
        return try FaceRecord.numbered(faces, siblings: siblings.map(\.fileID), db)
    }

    /// True if faces of a file are known, even if there are none.
    private static func hasFaceSet(_ fileID: Int64, _ db: Database) throws -> Bool {
        try db.holds("SELECT 1 FROM faceSet WHERE fileID = ?", [fileID])
    }

    /// The parameters of the detection that a file's faces are from; nil without one.
    private static func detectionShown(in fileID: Int64, _ db: Database) throws -> String? {
        try db.text("SELECT parameters FROM faceSet WHERE fileID = ?", [fileID])
    }

    /// Inserts or updates the row of a file's faces; nil parameters leave an existing row
    /// unchanged.
    private static func makeFaceSet(
        _ fileID: Int64, width: Int, height: Int, parameters: String?, isChosen: Bool = false,
        _ db: Database
    ) throws {
        try db.run(
            """
            INSERT INTO faceSet (fileID, width, height, parameters, faceCount, date, isChosen)
            VALUES (?, ?, ?, ?, 0, ?, ?)
            ON CONFLICT (fileID) DO UPDATE SET width = excluded.width,
                height = excluded.height, parameters = excluded.parameters,
                date = excluded.date, isChosen = max(isChosen, excluded.isChosen)
            WHERE excluded.parameters IS NOT NULL
            """, [fileID, width, height, parameters, now(), isChosen])
    }

    /// Deletes decisions that were withdrawn and inserts new ones; the others keep their rows.
    private static func replace(
        _ before: [(id: Int64, decision: FaceDecision)], with after: [FaceDecision],
        of sha256: String, _ db: Database
    ) throws {
        var new = after
        for (id, decision) in before {
            if let index = new.firstIndex(of: decision) {
                new.remove(at: index)
            } else {
                try db.run("DELETE FROM faceDecision WHERE id = ?", [id])
            }
        }
        for decision in new {
            let box = decision.rectangle
            try db.insert(
                into: "faceDecision",
                [
                    "sha256": sha256, "kind": decision.kind.rawValue, "x": box.x, "y": box.y,
                    "width": box.width, "height": box.height, "name": decision.name, "date": now(),
                ])
        }
    }

    /// The ledger's kind of detections.
    static let facesInLedger = "faces"

    /// The user's decisions about the faces of a picture, in all its stored sizes.
    package func faceDecisions(of sha256: String) throws(CatalogError) -> [FaceDecision] {
        try read { db in
            guard let fileID = try Self.fileID(sha256, db) else { return [] }
            let siblings = try Self.siblings(of: (fileID, sha256), db)
            return try Self.decisions(of: siblings, db).map(\.decision)
        }
    }

    // MARK: - Lookups within a transaction

    /// The detections of a method in the bytes of a picture, as stored in the ledger.
    static func detection(
        of sha256: String, parameters: String, _ db: Database
    ) throws -> FoundFaces? {
        try db.text(
            "SELECT outcome FROM ledger WHERE sha256 = ? AND kind = ? AND parameters = ?",
            [sha256, facesInLedger, parameters]
        ).flatMap { try? JSONText.decode(from: $0.utf8) }
    }

    /// The row of a file; nil if the catalog does not know the bytes.
    static func fileID(_ sha256: String, _ db: Database) throws -> Int64? {
        try db.integer("SELECT id FROM file WHERE sha256 = ?", [sha256])
    }

    /// A file and the other stored sizes of its photos.
    ///
    /// A size with another secret shows another picture: the origin has replaced it since.
    static func siblings(of file: FaceFile, _ db: Database) throws -> [FaceFile] {
        enum Column: Int, StatementColumns { case id, sha256 }
        return try [file]
            + Column.all(
                """
                SELECT DISTINCT f.id, f.sha256 FROM picture p
                JOIN picture q ON q.photoID = p.photoID AND q.secret IS p.secret
                JOIN file f ON f.id = q.fileID WHERE p.fileID = ?1 AND f.id <> ?1 ORDER BY f.id
                """, [file.fileID], db
            ) { row in (row.integer(.id), row.text(.sha256)) }
    }

    /// The user's decisions about the faces in some files, the oldest first.
    static func decisions(
        of files: [FaceFile], _ db: Database
    ) throws -> [(id: Int64, decision: FaceDecision)] {
        enum Column: Int, StatementColumns { case x, y, width, height, name, kind, id }
        return try files.flatMap { file in
            try Column.all(
                "SELECT \(Column.selection) FROM faceDecision WHERE sha256 = ?", [file.sha256], db
            ) { row -> (id: Int64, decision: FaceDecision)? in
                FaceDecision.Kind(rawValue: row.text(.kind)).map { kind in
                    let decision = FaceDecision(
                        kind: kind, rectangle: row.rectangle(.x, .y, .width, .height),
                        name: row.optionalText(.name))
                    return (row.integer(.id), decision)
                }
            }
        }.sorted { $0.id < $1.id }
    }

    /// The unnamed faces of pictures, the largest first, each with a photo outside the trash.
    ///
    /// - Parameters:
    ///   - last: the last face of the previous page; nil for the first page.
    ///   - limit: faces per page.
    package func unnamedFaces(
        after last: UnnamedFace? = nil, limit: Int
    ) throws(CatalogError) -> [UnnamedFace] {
        enum Column: Int, StatementColumns { case fileID, number, size, photoID }
        return try read { db in
            try Column.all(
                """
                SELECT f.fileID, f.number, -f.width * f.height AS size, (
                    SELECT s.photoID FROM photoSummary s WHERE s.examinedFileID = f.fileID
                        AND s.isTrashed = 0 AND \(reader.sees("s.photoID"))
                    ORDER BY s.photoID DESC LIMIT 1) AS photoID
                FROM face f INDEXED BY faceUnnamed
                WHERE f.name IS NULL AND -f.width * f.height >= ?1 AND (-f.width * f.height > ?1
                    OR f.fileID > ?2 OR f.fileID = ?2 AND f.number > ?3)
                ORDER BY -f.width * f.height, f.fileID, f.number LIMIT ?4
                """,
                [
                    last?.size ?? -.greatestFiniteMagnitude, last?.fileID ?? 0, last?.number ?? 0,
                    max(limit, 0),
                ], db
            ) { row in
                UnnamedFace(
                    photo: row.isNull(.photoID) ? nil : row.photoID(.photoID),
                    number: row.count(.number), size: row.optionalDouble(.size) ?? 0,
                    fileID: row.integer(.fileID))
            }
        }
    }
}
