import Foundation
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// What a listing says of a photo's membership: when it was marked as gone, and its ordinal.
    private enum MemberColumn: Int, StatementColumns {
        case dateGone, ordinal
    }

    /// Gives what `forEachPhoto` reads: a photo's facts, its pictures, its membership, its place on the
    /// Earth, its edit.
    private static func selection(
        gone: String = "NULL", ordinal: String = "NULL", hasEdits: Bool = true
    ) -> String {
        "\(PhotoRecord.selection), \(PictureRecord.selection), "
            + "\(gone) AS dateGone, \(ordinal) AS ordinal, \(PlaceRecord.selection), "
            + (hasEdits ? EditRecord.selection : "NULL AS recipe")
    }

    /// Without edits nothing is looked for: a listing of a million photos would feel it.
    private static func joins(hasEdits: Bool = true) -> String {
        "\(PlaceRecord.join) \(hasEdits ? EditRecord.join : "") \(PictureRecord.join)"
    }

    /// Hands out the photos of a section in order, in batches, from one snapshot.
    ///
    /// - Parameters:
    ///   - after: the place of the photo before the first, as `place(of:in:)` tells it; nil for all.
    ///   - offset: how many photos to skip.
    ///   - limit: how many photos to hand out at most; nil for all.
    ///   - query: which of the photos; offset and limit count those that fit.
    ///   - batchSize: photos a batch.
    ///   - verifiesPaths: whether the files of pictures left in place are looked at, and paths where other
    ///     bytes lie now left out; takes some microseconds a photo, and reads files that were touched.
    ///   - body: gets each batch; false stops.
    /// - Throws: `CatalogError`; what `body` throws, as it is.
    package func forEachBatch(
        of section: PhotoSection, after: Int64? = nil, offset: Int = 0, limit: Int? = nil,
        where query: PhotoFilter = PhotoFilter.everything, batchSize: Int = 512,
        verifiesPaths: Bool = false, body: ([ListedPhoto]) throws -> Bool
    ) throws {
        let name = section.reference.text
        // An error of the body is not the catalog's, also where it comes from another database.
        var failure: (any Error)?
        func handOut(_ batch: [ListedPhoto]) throws -> Bool {
            do { return try body(batch) } catch {
                failure = error
                throw error
            }
        }
        do {
            try database.read { db in
                var listing = try SectionListing(
                    section, after: after, offset: offset, limit: limit, where: query, db)
                let hasEdits = try EditRecord.areAny(db)
                // The cross join keeps the order of the members: another one would sort whole rows.
                let sql = """
                    SELECT \(Self.selection(gone: "m.dateGone", ordinal: "m.ordinal", hasEdits: hasEdits))
                    FROM (\(listing.members.sql)) m
                    CROSS JOIN photo p ON p.id = m.photoID \(Self.joins(hasEdits: hasEdits))
                    """
                var batch: [ListedPhoto] = []
                batch.reserveCapacity(batchSize)
                try forEachPhoto(
                    db, sql: sql, arguments: listing.members.arguments, verifiesPaths: verifiesPaths
                ) {
                    (photo: consuming Photo, isGone: Bool, ordinal: Int64?) in
                    let place = try listing.position(ofOrdinal: ordinal ?? 0, db)
                    batch.append(
                        ListedPhoto(section: name, position: place, photo: photo, isGone: isGone))
                    guard batch.count == batchSize else { return true }
                    defer { batch.removeAll(keepingCapacity: true) }
                    return try handOut(batch)
                }
                if !batch.isEmpty { _ = try handOut(batch) }
            }
        } catch {
            throw failure ?? CatalogError.translating(error, folder: folder)
        }
    }

    /// The photo with a catalog id, also from the trash.
    ///
    /// - Throws: `noPhoto`.
    package func photo(id: PhotoID) throws(CatalogError) -> Photo {
        try onePhoto("p.id = ?", [id.rawValue], named: String(id.rawValue))
    }

    /// The photo with an origin's own id, also from the trash.
    ///
    /// - Throws: `noPhoto`.
    package func photo(origin: Origin, originID: String) throws(CatalogError) -> Photo {
        try onePhoto(
            "p.origin = ? AND p.originID = ?", [origin.rawValue, originID],
            named: "\(origin.rawValue):\(originID)")
    }

    /// The photos with catalog ids, in the order of the ids; unknown ids are left out.
    package func photos(ids: [PhotoID]) throws(CatalogError) -> [Photo] {
        try read { db in
            var found: [Photo] = []
            let sql = Self.photoQuery("p.id = ?")
            for id in ids {
                try forEachPhoto(db, sql: sql, arguments: [id.rawValue]) { photo, _, _ in
                    found.append(photo)
                    return true
                }
            }
            return found
        }
    }

    /// As `photos(ids:)` for ids that are all different, in one statement within a snapshot.
    func photos(distinct ids: [Int64], _ db: Database) throws -> [Photo] {
        var found: [Photo] = []
        // The cross join keeps the order of the ids.
        let sql = """
            SELECT \(Self.selection()) FROM json_each(?) i
            CROSS JOIN photo p ON p.id = i.value \(Self.joins())
            """
        let list = "[" + ids.map(String.init).joined(separator: ",") + "]"
        try forEachPhoto(db, sql: sql, arguments: [list]) { photo, _, _ in
            found.append(photo)
            return true
        }
        return found
    }

    /// The photos in the trash, the latest first.
    package func trashedPhotos() throws(CatalogError) -> [Photo] {
        try read { db in
            var found: [Photo] = []
            let sql = """
                SELECT \(Self.selection()) FROM photo p \(Self.joins()) WHERE p.dateTrashed IS NOT NULL
                ORDER BY p.dateTrashed DESC, p.id
                """
            try forEachPhoto(db, sql: sql, arguments: []) { photo, _, _ in
                found.append(photo)
                return true
            }
            return found
        }
    }

    /// A page of the photos in the trash, the latest first.
    ///
    /// - Parameters:
    ///   - after: the last photo of the page before; nil for the first page.
    ///   - limit: how many at most.
    package func trashedPhotos(
        after: DatedCursor?, limit: Int
    ) throws(CatalogError) -> [Photo] {
        guard limit > 0 else { return [] }
        return try read { db in
            let trashed = "SELECT id FROM photo WHERE dateTrashed IS NOT NULL AND dateTrashed"
            var ids: [Int64] = []
            // Together with earlier dates, a page behind many photos of one removal would walk through
            // them all.
            if let after {
                ids += try db.integers(
                    "\(trashed) = ? AND id > ? ORDER BY id LIMIT ?", [after.date, after.id, limit])
            }
            if ids.count < limit {
                ids += try db.integers(
                    "\(trashed) < ? ORDER BY dateTrashed DESC, id LIMIT ?",
                    [after?.date ?? .max, limit - ids.count])
            }
            return try photos(distinct: ids, db)
        }
    }

    /// Everything the origin sent about a photo, as JSON; nil where nothing is kept.
    package func rawJSON(of id: PhotoID) throws(CatalogError) -> String? {
        try read { db in
            try String.fetchOne(
                db, sql: "SELECT json FROM photoRaw WHERE photoID = ?", arguments: [id.rawValue])
        }
    }

    private static func photoQuery(_ condition: String) -> String {
        """
        SELECT \(selection()) FROM photo p \(joins())
        WHERE \(condition) ORDER BY p.id
        """
    }

    private func onePhoto(
        _ condition: String, _ arguments: StatementArguments, named name: String
    ) throws(CatalogError) -> Photo {
        let found = try read { db in
            var found: Photo?
            try forEachPhoto(db, sql: Self.photoQuery(condition), arguments: arguments) {
                photo, _, _ in
                found = photo
                return false
            }
            if let id = found?.id.rawValue {
                found?.details.rawJSON = try String.fetchOne(
                    db, sql: "SELECT json FROM photoRaw WHERE photoID = ?", arguments: [id])
            }
            return found
        }
        guard let found else {
            throw CatalogError(.noPhoto, "there is no photo '\(name)' in the catalog")
        }
        return found
    }

    /// Joins the rows of one photo, a row a picture, and hands the photo out.
    private func forEachPhoto(
        _ db: Database, sql: String, arguments: StatementArguments, verifiesPaths: Bool = false,
        body: (_ photo: consuming Photo, _ isGone: Bool, _ ordinal: Int64?) throws -> Bool
    ) throws {
        var current: Photo?
        var isGone = false
        var ordinal: Int64?
        var names = PlaceNames()
        var edits = EditRecord()
        var examined = ExaminedFile()
        var stopped = false
        /// Hands the finished photo out with its faces.
        func handOut(_ photo: consuming Photo) throws -> Bool {
            try examined.addFaces(to: &photo, db)
            return try body(photo, isGone, ordinal)
        }
        try db.forEachRow(
            PhotoRecord.Column.self,
            then: [
                PictureRecord.Column.self, MemberColumn.self, PlaceRecord.Column.self,
                EditRecord.Column.self,
            ], sql, arguments
        ) { row in
            let pictureRow = row.next(PictureRecord.Column.self)
            if current?.id.rawValue != row.integer(.id) {
                // Swapped, taken and consumed: a copy would count a reference for each of the
                // photo's texts.
                var finished: Photo? = PhotoRecord.read(row)
                swap(&finished, &current)
                let member = pictureRow.next(MemberColumn.self)
                let place = member.next(PlaceRecord.Column.self)
                try names.addLocation(to: &current, place, db)
                current?.edit = edits.edit(place.next(EditRecord.Column.self))
                if let photo = finished.take(), try !handOut(photo) {
                    stopped = true
                    return false
                }
                examined = ExaminedFile()
                isGone = !member.isNull(.dateGone)
                ordinal = member.optionalInteger(.ordinal).map(Int64.init)
            }
            if let picture = try picture(pictureRow, verifiesPaths, db) {
                examined.take(pictureRow, picture)
                // Not ordered by SQLite, which would sort the whole listing for it.
                let larger = current?.pictures.firstIndex { $0.size > picture.size }
                if let larger {
                    current?.pictures.insert(picture, at: larger)
                } else {
                    current?.pictures.append(picture)
                }
            }
            return true
        }
        if let last = current, !stopped { _ = try handOut(last) }
    }
}
