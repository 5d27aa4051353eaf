import Basics
import Foundation
import GRDB
import GalleryModel

extension PhotoCatalog {
    /// The photos of files that are as they were when imported, so that they need not be read again.
    ///
    /// - Parameter inPlace: whether the files shall stay where they are; copies that are missing from
    ///   the store, and files that are only copied so far, are not taken as known.
    package func unchanged(
        _ stamps: [SourceStamp], inPlace: Bool
    ) throws(CatalogError) -> [SourceStamp: ImportOutcome] {
        try read { db in
            var known: [SourceStamp: ImportOutcome] = [:]
            enum Column: Int, StatementColumns {
                case id, dateTrashed, sha256, `extension`, byteCount, isStored, isReference,
                    sidecar, damage
            }
            for stamp in stamps {
                try db.forEachRow(
                    Column.self,
                    """
                    SELECT p.id, p.dateTrashed, f.sha256, f.extension, f.byteCount, f.isStored,
                        s.isReference, s.sidecar, f.damage
                    FROM sourceFile s JOIN file f ON f.id = s.fileID
                    JOIN photo p ON p.origin = 'camera' AND p.originID = f.sha256
                    JOIN ledger l ON l.sha256 = f.sha256 AND l.kind = 'metadata' AND l.recipe = ?
                    WHERE s.path = ? AND s.byteCount = ? AND s.modified = ? AND s.inode = ?
                        AND s.dateSeen >= ?
                        AND NOT EXISTS (SELECT 1 FROM takenBack WHERE photoID = p.id)
                    """,
                    [
                        Self.metadataVersion, Data(stamp.path.bytes), stamp.byteCount,
                        stamp.modified,
                        stamp.inode, stamp.changed + PicturePath.clockTick,
                    ]
                ) { row in
                    guard row.optionalInteger(.sidecar).map(Int64.init) == stamp.sidecar,
                        let digest = FileDigest(hexadecimal: row.text(.sha256))
                    else { return false }
                    let isThere =
                        inPlace
                        ? row.integer(.isReference) == 1
                        : row.integer(.isStored) == 1
                            && files.holds(
                                digest, fileExtension: row.text(.extension),
                                byteCount: row.integer(.byteCount))
                    if isThere {
                        known[stamp] = ImportOutcome(
                            id: PhotoID(rawValue: row.integer(.id)),
                            kind: row.isNull(.dateTrashed) ? .known : .trashed,
                            damage: row.optionalText(.damage))
                    }
                    return false
                }
            }
            return known
        }
    }
}
