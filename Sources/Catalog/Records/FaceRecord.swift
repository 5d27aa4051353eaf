import Basics
import Foundation
import GRDB
package import GalleryModel

/// A rule that makes the faces of a picture of what detectors, metadata and persons say.
///
/// Pure: the same evidence always gives the same faces, left to right.
package typealias FaceRule =
    @Sendable (_ detections: [FaceCandidate], [FaceRegion], [FaceDecision]) -> [FaceCandidate]

/// Maps rows of `face`, `faceRegion` and `faceDecision` to values and back.
enum FaceRecord {
    /// How many faces a row of `faceSet AS fs` shows; NULL where nobody looked for any and none is told
    /// of.
    static let shownCount =
        "CASE WHEN fs.parameters IS NULL AND fs.faceCount = 0 THEN NULL ELSE fs.faceCount END"

    /// The faces of a file, left to right.
    static func faces(ofFile id: Int64, _ db: Database) throws -> [FaceCandidate] {
        enum Column: Int, StatementColumns {
            case name, score, source, landmarks
        }
        var faces: [FaceCandidate] = []
        try db.forEachRow(
            RectangleColumn.self, then: [Column.self],
            """
            SELECT x, y, width, height, name, score, source, landmarks FROM face
            WHERE fileID = ? ORDER BY number
            """, [id]
        ) { box in
            let row = box.next(Column.self)
            faces.append(
                FaceCandidate(
                    rectangle: rectangle(box), score: row.optionalDouble(.score),
                    source: FaceSource(rawValue: row.text(.source)) ?? .person,
                    landmarks: row.withBytes(.landmarks) { landmarks($0) },
                    name: row.optionalText(.name)))
            return true
        }
        return faces
    }

    /// What the metadata say about the faces of a picture, the latest read first; a path narrows it to
    /// what came from there.
    static func regions(
        of sha256: String, from path: BytePath? = nil, _ db: Database
    ) throws -> [FaceRegion] {
        enum Column: Int, StatementColumns {
            case name
        }
        var regions: [FaceRegion] = []
        try db.forEachRow(
            RectangleColumn.self, then: [Column.self],
            """
            SELECT x, y, width, height, name FROM faceRegion
            WHERE sha256 = ?1 AND (?2 IS NULL OR path = ?2) ORDER BY date DESC, path, number
            """, [sha256, path.map { Data($0.bytes) }]
        ) { box in
            let name = box.next(Column.self).optionalText(.name)
            regions.append(FaceRegion(rectangle: rectangle(box), name: name))
            return true
        }
        return regions
    }

    /// Replaces the faces of a file, which has its row in `faceSet`.
    static func replace(_ faces: [FaceCandidate], ofFile id: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM face WHERE fileID = ?").execute(arguments: [id])
        for (index, face) in faces.enumerated() {
            let box = face.rectangle
            try db.cachedStatement(
                sql: """
                    INSERT INTO face (fileID, number, x, y, width, height, score, source, landmarks,
                        name, nameKey)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                id, index + 1, box.x, box.y, box.width, box.height, face.score,
                face.source.rawValue, text(face.landmarks), face.name,
                face.name.map(SectionReference.key),
            ])
        }
        try db.cachedStatement(sql: "UPDATE faceSet SET faceCount = ? WHERE fileID = ?")
            .execute(arguments: [faces.count, id])
    }

    /// The columns of a rectangle.
    enum RectangleColumn: Int, StatementColumns {
        case x, y, width, height
    }

    /// The rectangle of a row.
    static func rectangle(_ row: StatementRow<RectangleColumn>) -> RelativeRectangle {
        RelativeRectangle(
            x: row.optionalDouble(.x) ?? 0, y: row.optionalDouble(.y) ?? 0,
            width: row.optionalDouble(.width) ?? 0, height: row.optionalDouble(.height) ?? 0)
    }

    private static func text(_ points: [FacePoint]) -> String {
        "[" + points.map { "[\($0.x),\($0.y)]" }.joined(separator: ",") + "]"
    }

    private static func landmarks(_ bytes: UnsafeBufferPointer<UInt8>) -> [FacePoint] {
        guard bytes.count > 2,
            let pairs = try? JSONText.decode([[Double]].self, from: bytes)
        else { return [] }
        return pairs.compactMap { $0.count == 2 ? FacePoint(x: $0[0], y: $0[1]) : nil }
    }
}

/// The outcome of a detection, as the ledger keeps it.
extension FoundFaces {
    init?(json: String) {
        guard let value = try? JSONText.decode(Self.self, from: json.utf8) else { return nil }
        self = value
    }

    /// The outcome as JSON, keys sorted.
    func json() throws -> String {
        try JSONText.encode(self, escapingSlashes: true)
    }
}
