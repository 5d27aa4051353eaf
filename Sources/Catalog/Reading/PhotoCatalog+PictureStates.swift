import Basics
import Foundation
import GRDB
package import GalleryModel

extension PhotoCatalog {
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
            enum Column: Int, StatementColumns {
                case state, sha256, `extension`, byteCount, isStored, size, date
            }
            for id in ids {
                // The size itself comes first, then the larger ones.
                try db.forEachRow(
                    Column.self,
                    """
                    SELECT pic.state, f.sha256, f.extension, f.byteCount, f.isStored, pic.size, pic.date
                    FROM picture pic JOIN photo p ON p.id = pic.photoID
                    LEFT JOIN file f ON f.id = pic.fileID
                    WHERE pic.photoID = ? AND pic.size >= ? AND pic.secret IS p.secret
                    ORDER BY pic.size
                    """, [id.rawValue, Self.place(size)]
                ) { row in
                    switch PictureState(rawValue: row.text(.state)) {
                    case .unavailable where row.integer(.size) == Self.place(size):
                        if row.integer(.date) > earliest { states[id] = .unavailable }
                    case .stored:
                        if let digest = row.optionalText(.sha256).flatMap(
                            FileDigest.init(hexadecimal:)),
                            row.boolean(.isStored),
                            !files.holds(
                                digest, fileExtension: row.text(.extension),
                                byteCount: row.integer(.byteCount))
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

    /// Whether a row says that the store holds these bytes.
    func isStored(hexadecimal: String) throws(CatalogError) -> Bool {
        try read { db in
            try Bool.fetchOne(
                db, sql: "SELECT isStored FROM file WHERE sha256 = ?", arguments: [hexadecimal])
                ?? false
        }
    }

    static func place(_ size: PictureSize) -> Int { PictureSize.allCases.firstIndex(of: size) ?? 0 }
}
