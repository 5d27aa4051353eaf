import Basics
import Foundation
import GRDB
package import GalleryModel

/// A rule that merges detections, metadata and decisions into the faces of a picture.
///
/// It is pure: the same evidence always results in the same faces, left to right.
package typealias FaceRule =
    @Sendable (_ detections: [FaceCandidate], [FaceRegion], [FaceDecision]) -> [FaceCandidate]

/// Maps rows of `face`, `faceRegion` and `faceDecision` to values and back.
enum FaceRecord {
    /// The number of faces of a row of `faceSet AS fs`; NULL if no detection ran and the metadata
    /// have none.
    static let shownCount =
        "CASE WHEN fs.parameters IS NULL AND fs.faceCount = 0 THEN NULL ELSE fs.faceCount END"

    /// The faces of a file, left to right.
    static func faces(ofFile id: Int64, _ db: Database) throws -> [FaceCandidate] {
        enum Column: Int, StatementColumns {
            case x, y, width, height, name, score, source, landmarks, number
        }
        return try Column.all(
            """
            SELECT \(Column.selection) FROM face
            WHERE fileID = ? ORDER BY x * 2 + width, y * 2 + height, number
            """, [id], db
        ) { row in
            FaceCandidate(
                rectangle: row.rectangle(.x, .y, .width, .height),
                score: row.optionalDouble(.score),
                source: FaceSource(rawValue: row.text(.source)) ?? .person,
                landmarks: row.withBytes(.landmarks) { landmarks($0) },
                name: row.optionalText(.name), number: row.optionalInteger(.number))
        }
    }

    /// The intersection over union from which a face is the same as an earlier one.
    private static let sameFace = 0.4

    /// The faces of a file with their previous numbers, including those of other sizes of the
    /// photo; new faces get numbers that were never used.
    ///
    /// - Parameter siblings: the file itself first, then the other sizes.
    static func numbered(
        _ faces: [FaceCandidate], siblings: [Int64], _ db: Database
    ) throws -> [FaceCandidate] {
        enum Column: Int, StatementColumns { case x, y, width, height, number }
        var pairs: [(rank: Int, overlap: Double, face: Int, number: Int)] = []
        var last = 0
        for (rank, id) in siblings.enumerated() {
            try Column.forEach(
                "SELECT \(Column.selection) FROM faceNumber WHERE fileID = ?", [id], db
            ) { row in
                let box = row.rectangle(.x, .y, .width, .height)
                let number = row.count(.number)
                last = max(last, number)
                for (face, candidate) in faces.enumerated() {
                    let overlap = candidate.rectangle.overlap(box)
                    if overlap >= sameFace { pairs.append((rank, overlap, face, number)) }
                }
            }
        }
        pairs.sort { ($0.rank, -$0.overlap, $0.number) < ($1.rank, -$1.overlap, $1.number) }
        var result = faces
        for face in result.indices { result[face].number = nil }
        var taken: Set<Int> = []
        for pair in pairs where result[pair.face].number == nil {
            if taken.insert(pair.number).inserted { result[pair.face].number = pair.number }
        }
        for face in result.indices where result[face].number == nil {
            last += 1
            result[face].number = last
        }
        return result
    }

    /// Notes that a user moved a face, which keeps its number.
    static func move(_ move: JournalEntry.Faces.Move, in files: [Int64], _ db: Database) throws {
        let box = move.to
        for file in files {
            try db.run(
                """
                UPDATE faceNumber SET x = ?, y = ?, width = ?, height = ?
                WHERE fileID = ? AND number = ?
                """, [box.x, box.y, box.width, box.height, file, move.number])
        }
    }

    /// The faces in the metadata of a picture, the latest read first; optionally only those from
    /// one path.
    static func regions(
        of sha256: String, from path: BytePath? = nil, _ db: Database
    ) throws -> [FaceRegion] {
        enum Column: Int, StatementColumns { case x, y, width, height, name }
        return try Column.all(
            """
            SELECT \(Column.selection) FROM faceRegion
            WHERE sha256 = ?1 AND (?2 IS NULL OR path = ?2) ORDER BY date DESC, path, number
            """, [sha256, path.map { Data($0.bytes) }], db
        ) { row in
            FaceRegion(
                rectangle: row.rectangle(.x, .y, .width, .height), name: row.optionalText(.name))
        }
    }

    /// Replaces the faces of a file, which has a row in `faceSet`, with numbered ones.
    static func replace(_ faces: [FaceCandidate], ofFile id: Int64, _ db: Database) throws {
        try db.run("DELETE FROM face WHERE fileID = ?", [id])
        for face in faces {
            let box = face.rectangle
            try db.run(
                """
                INSERT OR REPLACE INTO faceNumber (fileID, number, x, y, width, height)
                VALUES (?, ?, ?, ?, ?, ?)
                """, [id, face.number, box.x, box.y, box.width, box.height])
            try db.insert(
                into: "face",
                [
                    "fileID": id, "number": face.number, "x": box.x, "y": box.y, "width": box.width,
                    "height": box.height, "score": face.score, "source": face.source.rawValue,
                    "landmarks": text(face.landmarks), "name": face.name,
                    "nameKey": face.name.map(SectionReference.key),
                ])
        }
        try db.run("UPDATE faceSet SET faceCount = ? WHERE fileID = ?", [faces.count, id])
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

extension StatementRow {
    /// The rectangle in four columns, as fractions of the upright picture.
    func rectangle(
        _ x: Column, _ y: Column, _ width: Column, _ height: Column
    ) -> RelativeRectangle {
        RelativeRectangle(
            x: optionalDouble(x) ?? 0, y: optionalDouble(y) ?? 0,
            width: optionalDouble(width) ?? 0, height: optionalDouble(height) ?? 0)
    }
}
