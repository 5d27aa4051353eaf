import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// The kind that the ledger has detections under.
    static let facesInLedger = "faces"

    /// What a person decided about the faces of a picture, in all its stored sizes.
    package func faceDecisions(of sha256: String) throws(CatalogError) -> [FaceDecision] {
        try read { db in
            guard let fileID = try Self.fileID(sha256, db) else { return [] }
            let siblings = try Self.siblings(of: fileID, sha256: sha256, db)
            return try Self.decisions(of: siblings.map(\.sha256), db).map(\.decision)
        }
    }
}

// MARK: - Within a transaction

extension PhotoCatalog {
    /// What a detector with some parameters found in the bytes of a picture, as the ledger has it.
    static func detection(
        of sha256: String, parameters: String, _ db: Database
    ) throws -> FoundFaces? {
        try String.fetchOne(
            db,
            sql: "SELECT outcome FROM ledger WHERE sha256 = ? AND kind = ? AND parameters = ?",
            arguments: [sha256, facesInLedger, parameters]
        ).flatMap(FoundFaces.init(json:))
    }

    /// The row of a file; nil where the catalog does not know the bytes.
    static func fileID(_ sha256: String, _ db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db, sql: "SELECT id FROM file WHERE sha256 = ?", arguments: [sha256])
    }

    /// A file and the other stored sizes of the photos that have it.
    ///
    /// A size with another secret shows another picture: the origin has replaced it since.
    static func siblings(
        of fileID: Int64, sha256: String, _ db: Database
    ) throws -> [(fileID: Int64, sha256: String)] {
        enum Column: Int, StatementColumns {
            case id, sha256
        }
        var siblings = [(fileID: fileID, sha256: sha256)]
        try db.forEachRow(
            Column.self,
            """
            SELECT DISTINCT f.id, f.sha256 FROM picture p
            JOIN picture q ON q.photoID = p.photoID AND q.secret IS p.secret
            JOIN file f ON f.id = q.fileID WHERE p.fileID = ?1 AND f.id <> ?1 ORDER BY f.id
            """, [fileID]
        ) { row in
            siblings.append((row.integer(.id), row.text(.sha256)))
            return true
        }
        return siblings
    }

    /// What a person decided about the faces in some files, the oldest first.
    static func decisions(
        of digests: [String], _ db: Database
    ) throws -> [(id: Int64, decision: FaceDecision)] {
        enum Column: Int, StatementColumns {
            case name, kind, id
        }
        var found: [(id: Int64, decision: FaceDecision)] = []
        for digest in digests {
            try db.forEachRow(
                FaceRecord.RectangleColumn.self, then: [Column.self],
                """
                SELECT x, y, width, height, name, kind, id FROM faceDecision WHERE sha256 = ?
                """, [digest]
            ) { box in
                let row = box.next(Column.self)
                guard let kind = FaceDecision.Kind(rawValue: row.text(.kind)) else { return true }
                found.append(
                    (
                        row.integer(.id),
                        FaceDecision(
                            kind: kind, rectangle: FaceRecord.rectangle(box),
                            name: row.optionalText(.name))
                    ))
                return true
            }
        }
        return found.sorted { $0.id < $1.id }
    }
}
