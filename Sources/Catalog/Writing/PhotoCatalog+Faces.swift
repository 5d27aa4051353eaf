import Basics
import Foundation
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// Stores detections in one transaction; what a person decided holds for them too.
    ///
    /// What `faces` could not do with the photos before is no problem any more.
    ///
    /// - Returns: the faces that each picture has now, in the order of the detections.
    package func record(
        _ detections: [DetectedFaces], analysis: FaceAnalysis
    ) throws(CatalogError) -> [[FaceCandidate]] {
        guard !detections.isEmpty else { return [] }
        let faces = try write { db in
            try detections.map { detection -> [FaceCandidate] in
                guard let fileID = try Self.fileID(detection.sha256, db) else { return [] }
                try db.cachedStatement(
                    sql: """
                        INSERT INTO ledger (sha256, kind, recipe, parameters, outcome, date)
                        VALUES (?, ?, ?, ?, ?, ?)
                        ON CONFLICT (sha256, kind, parameters) DO UPDATE SET
                            recipe = excluded.recipe, outcome = excluded.outcome,
                            date = excluded.date
                        """
                ).execute(arguments: [
                    detection.sha256, Self.facesInLedger, analysis.version, analysis.parameters,
                    try detection.found.json(), Self.now(),
                ])
                try Self.clearProblem(
                    subject: .photo(detection.photoID), command: "faces", db)
                return try adopt(analysis.parameters, fileID, detection.sha256, db)
            }
        }
        changes.send(.photosUpdated(detections.map(\.photoID)))
        return faces
    }

    /// Shows the faces of an earlier detection again, without a new one.
    ///
    /// - Returns: the faces that each picture has now.
    package func adoptDetections(
        of works: [FaceWork], analysis: FaceAnalysis
    ) throws(CatalogError) -> [[FaceCandidate]] {
        guard !works.isEmpty else { return [] }
        let faces = try write { db in
            try works.map { work -> [FaceCandidate] in
                guard let fileID = try Self.fileID(work.sha256, db) else { return [] }
                return try adopt(analysis.parameters, fileID, work.sha256, db)
            }
        }
        changes.send(.photosUpdated(works.map(\.photoID)))
        return faces
    }

    /// Changes what a person decided about the faces of a picture, in one transaction.
    ///
    /// Decisions hold for every stored size of the photo.
    ///
    /// - Parameters:
    ///   - picture: the picture the decision is about; it need not have been examined.
    ///   - command: the command for the journal.
    ///   - isDryRun: whether to give the faces as they would be and store nothing.
    ///   - change: gets the faces shown now and all decisions, and returns all decisions as they shall
    ///     be; nil changes nothing.
    /// - Returns: the faces as they are afterwards; nil where nothing was changed.
    package func decideFaces(
        in picture: ExaminedPicture, of photo: PhotoID, command: String, isDryRun: Bool = false,
        change: ([FaceCandidate], [FaceDecision]) -> [FaceDecision]?
    ) throws(CatalogError) -> [FaceCandidate]? {
        let result: [FaceCandidate]? = try write { db in
            guard let fileID = try Self.fileID(picture.sha256, db) else {
                throw CatalogError(
                    .noPhoto, "the catalog does not hold the picture of photo \(photo)")
            }
            let siblings = try Self.siblings(of: fileID, sha256: picture.sha256, db)
            let before = try Self.decisions(of: siblings.map(\.sha256), db)
            let current = try mergedFaces(fileID, picture.sha256, db)
            guard let after = change(current, before.map(\.decision)) else { return nil }
            if isDryRun { return try mergedFaces(fileID, picture.sha256, deciding: after, db) }
            try Self.makeFaceSet(
                fileID, width: picture.width, height: picture.height, parameters: nil, db)
            try Self.replace(before, with: after, of: picture.sha256, db)
            var entry = JournalEntry(command: command)
            entry.faces = JournalEntry.Faces(
                photo: photo.rawValue, sha256: picture.sha256, before: before.map(\.decision),
                after: after)
            try entry.insert(db)
            for sibling in siblings { try remerge(sibling.fileID, sibling.sha256, db) }
            return try FaceRecord.faces(ofFile: fileID, db)
        }
        if result != nil, !isDryRun { changes.send(.photosUpdated([photo])) }
        return result
    }

    /// Replaces what the metadata of a picture say about faces, as far as it came from a path; true
    /// where it was something else before.
    static func storeRegions(
        _ regions: [FaceRegion], of sha256: String, from path: BytePath, _ db: Database
    ) throws -> Bool {
        let before = try FaceRecord.regions(of: sha256, from: path, db)
        guard before != regions else { return false }
        let place = Data(path.bytes)
        try db.cachedStatement(sql: "DELETE FROM faceRegion WHERE sha256 = ? AND path = ?")
            .execute(arguments: [sha256, place])
        for (number, region) in regions.enumerated() {
            let box = region.rectangle
            try db.cachedStatement(
                sql: """
                    INSERT INTO faceRegion (sha256, path, number, date, x, y, width, height, name)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                sha256, place, number, now(), box.x, box.y, box.width, box.height, region.name,
            ])
        }
        return true
    }

    /// Makes a file's faces anew of what is known; a file without faces known so far gets them where its
    /// metadata tell of some.
    func remergeAfterImport(
        _ fileID: Int64, _ sha256: String, uprightWidth: Int?, uprightHeight: Int?, _ db: Database
    ) throws {
        let hasSet =
            try Int.fetchOne(
                db, sql: "SELECT 1 FROM faceSet WHERE fileID = ?", arguments: [fileID]) != nil
        if !hasSet {
            guard let uprightWidth, let uprightHeight, uprightWidth > 0, uprightHeight > 0 else {
                return
            }
            try Self.makeFaceSet(
                fileID, width: uprightWidth, height: uprightHeight, parameters: nil, db)
        }
        try remerge(fileID, sha256, db)
    }
}

// MARK: - Within a transaction

extension PhotoCatalog {
    /// Takes a change of a person's decisions back and makes the photo's faces anew.
    ///
    /// - Parameter isDryRun: whether only to compare.
    /// - Returns: false where the decisions are others by now, or the picture is gone.
    func restoreDecisions(
        _ change: JournalEntry.Faces, isDryRun: Bool, _ db: Database
    ) throws -> Bool {
        guard let fileID = try Self.fileID(change.sha256, db) else { return false }
        let siblings = try Self.siblings(of: fileID, sha256: change.sha256, db)
        let current = try Self.decisions(of: siblings.map(\.sha256), db)
        func counts(_ decisions: [FaceDecision]) -> [FaceDecision: Int] {
            decisions.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        guard counts(current.map(\.decision)) == counts(change.after) else { return false }
        if isDryRun { return true }
        try Self.replace(current, with: change.before, of: change.sha256, db)
        for sibling in siblings { try remerge(sibling.fileID, sibling.sha256, db) }
        return true
    }

    /// Makes a file's faces of the ledger's detection with these parameters.
    private func adopt(
        _ parameters: String, _ fileID: Int64, _ sha256: String, _ db: Database
    ) throws -> [FaceCandidate] {
        guard let outcome = try Self.detection(of: sha256, parameters: parameters, db) else {
            return []
        }
        try Self.makeFaceSet(
            fileID, width: outcome.width, height: outcome.height, parameters: parameters, db)
        try remerge(fileID, sha256, db)
        return try FaceRecord.faces(ofFile: fileID, db)
    }

    /// Makes the faces of a file and its siblings anew, because they have become siblings.
    func remergeSiblings(of fileID: Int64, _ sha256: String, _ db: Database) throws {
        for sibling in try Self.siblings(of: fileID, sha256: sha256, db) {
            try remerge(sibling.fileID, sibling.sha256, db)
        }
    }

    private func remerge(_ fileID: Int64, _ sha256: String, _ db: Database) throws {
        let hasSet =
            try Int.fetchOne(
                db, sql: "SELECT 1 FROM faceSet WHERE fileID = ?", arguments: [fileID]) != nil
        guard hasSet else { return }
        try FaceRecord.replace(try mergedFaces(fileID, sha256, db), ofFile: fileID, db)
    }

    /// The faces that the evidence about a file gives now.
    ///
    /// - Parameter decisions: a person's decisions; nil for those that are stored.
    private func mergedFaces(
        _ fileID: Int64, _ sha256: String, deciding decisions: [FaceDecision]? = nil, _ db: Database
    ) throws -> [FaceCandidate] {
        let parameters = try String.fetchOne(
            db, sql: "SELECT parameters FROM faceSet WHERE fileID = ?", arguments: [fileID])
        let outcome = try parameters.flatMap {
            try Self.detection(of: sha256, parameters: $0, db)
        }
        let siblings = try Self.siblings(of: fileID, sha256: sha256, db)
        return faceRule(
            outcome?.faces ?? [], try FaceRecord.regions(of: sha256, db),
            try decisions
                ?? Self.decisions(of: siblings.map(\.sha256), db).map(\.decision))
    }

    /// Makes the row of a file's faces, or brings it up to date; nil parameters change no row.
    private static func makeFaceSet(
        _ fileID: Int64, width: Int, height: Int, parameters: String?, _ db: Database
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO faceSet (fileID, width, height, parameters, faceCount, date)
                VALUES (?, ?, ?, ?, 0, ?)
                ON CONFLICT (fileID) DO UPDATE SET width = excluded.width,
                    height = excluded.height, parameters = excluded.parameters,
                    date = excluded.date
                WHERE excluded.parameters IS NOT NULL
                """
        ).execute(arguments: [fileID, width, height, parameters, now()])
    }

    /// Deletes the decisions that are no longer held and adds the new ones; what stays keeps its row.
    private static func replace(
        _ before: [(id: Int64, decision: FaceDecision)], with after: [FaceDecision],
        of sha256: String, _ db: Database
    ) throws {
        var new = after
        for (id, decision) in before {
            if let index = new.firstIndex(of: decision) {
                new.remove(at: index)
            } else {
                try db.execute(sql: "DELETE FROM faceDecision WHERE id = ?", arguments: [id])
            }
        }
        for decision in new {
            let box = decision.rectangle
            try db.execute(
                sql: """
                    INSERT INTO faceDecision (sha256, kind, x, y, width, height, name, date)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    sha256, decision.kind.rawValue, box.x, box.y, box.width, box.height,
                    decision.name, now(),
                ])
        }
    }
}
