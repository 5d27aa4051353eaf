import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// The columns of a photo's membership: when it was marked as delisted, and its ordinal.
    private enum MemberColumn: Int, StatementColumns { case dateGone, ordinal }

    /// Selects the rows that `forEachPhoto` reads: metadata, pictures, membership, place, edit.
    ///
    /// - Parameters:
    ///   - source: the tables with `photo AS p`.
    ///   - hasEdits: false if no photo has one: the join would slow down a listing of a million
    ///     photos.
    private static func photoRows(
        from source: String, delisted: String = "NULL", ordinal: String = "NULL",
        hasEdits: Bool = true
    ) -> String {
        """
        SELECT \(PhotoRecord.Column.selection), \(PictureRecord.selection),
            \(MemberColumn.selection([.dateGone: delisted, .ordinal: ordinal])),
            \(PlaceRecord.Column.selection),
            \(EditRecord.Column.selection(hasEdits ? [:] : [.recipe: "NULL"]))
        FROM \(source) \(PlaceRecord.join) \(hasEdits ? EditRecord.join : "") \(PictureRecord.join)
        """
    }

    /// Passes the photos of a section to `body` in order, in batches, from one snapshot.
    ///
    /// - Parameters:
    ///   - after: the ordinal of the photo before the first, as returned by `ordinal(of:in:)`; nil
    ///     for all.
    ///   - offset: the number of photos to skip.
    ///   - limit: the maximum number of photos; nil for all.
    ///   - query: the photos to include; offset and limit count matching photos.
    ///   - batchSize: photos per batch.
    ///   - verifiesPaths: true to check the files of pictures left in place and omit paths with
    ///     other bytes; takes some microseconds per photo, and reads files that were touched.
    ///   - body: receives each batch; false stops.
    /// - Throws: `CatalogError`; errors of `body`, unchanged.
    package func forEachBatch(
        of section: PhotoSection, after: Int64? = nil, offset: Int = 0, limit: Int? = nil,
        where query: PhotoFilter = PhotoFilter.everything, batchSize: Int = 512,
        verifiesPaths: Bool = false, body: ([ListedPhoto]) throws -> Bool
    ) throws {
        let name = section.reference.text
        // An error of the body is not the catalog's, even if it comes from another database.
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
                    section, after: after, offset: offset, limit: limit, where: query,
                    for: reader, db)
                // The cross join keeps the order of the members; another join would sort whole
                // rows.
                let sql = Self.photoRows(
                    from: "(\(listing.members.sql)) m CROSS JOIN photo p ON p.id = m.photoID",
                    delisted: "m.dateGone", ordinal: "m.ordinal",
                    hasEdits: try db.holds("SELECT EXISTS (SELECT 1 FROM photoEdit)"))
                var batch: [ListedPhoto] = []
                batch.reserveCapacity(batchSize)
                try forEachPhoto(
                    db, sql: sql, arguments: listing.members.arguments, verifiesPaths: verifiesPaths
                ) {
                    (photo: consuming Photo, isDelisted: Bool, ordinal: Int64?) in
                    let position = try listing.position(ofOrdinal: ordinal ?? 0, db)
                    batch.append(
                        ListedPhoto(
                            section: name, position: position, photo: photo, isDelisted: isDelisted)
                    )
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

    /// The photo with a catalog id, including the trash.
    ///
    /// - Throws: `noPhoto`.
    package func photo(id: PhotoID) throws(CatalogError) -> Photo {
        try onePhoto("p.id = ?", [id.rawValue], named: String(id.rawValue))
    }

    /// The photo with an origin's own id, including the trash.
    ///
    /// - Throws: `noPhoto`.
    package func photo(origin: Origin, originID: String) throws(CatalogError) -> Photo {
        try onePhoto(
            "p.origin = ? AND p.originID = ?", [origin.rawValue, originID],
            named: "\(origin.rawValue):\(originID)")
    }

    /// The photos with catalog ids, in the order of the ids; unknown ids are omitted.
    package func photos(ids: [PhotoID]) throws(CatalogError) -> [Photo] {
        try read { db in
            let found = try photos(distinct: Array(Set(ids)), db)
            let photos = Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
            return ids.compactMap { photos[$0] }
        }
    }

    /// As `photos(ids:)` for distinct ids, in one statement within a snapshot.
    func photos(distinct ids: [PhotoID], _ db: Database) throws -> [Photo] {
        // The cross join keeps the order of the ids.
        try allPhotos(
            Self.photoRows(from: "json_each(?) i CROSS JOIN photo p ON p.id = i.value"),
            [ids.jsonList], db)
    }

    /// A page of the photos in the trash, the latest first.
    ///
    /// - Parameters:
    ///   - after: the last photo of the previous page; nil for the first page.
    ///   - limit: the maximum number of photos.
    package func trashedPhotos(
        after: DatedCursor? = nil, limit: Int = .max
    ) throws(CatalogError) -> [Photo] {
        guard limit > 0 else { return [] }
        return try read { db in
            try photos(distinct: Self.trash(after: after, limit: limit, db), db)
        }
    }

    /// The photos in the trash after a row, the latest removal first, or those before it, the
    /// nearest first.
    static func trash(
        after row: DatedCursor?, limit: Int, isBackward: Bool = false, _ db: Database
    ) throws -> [PhotoID] {
        let trashed = "SELECT id FROM photo WHERE dateTrashed IS NOT NULL AND dateTrashed"
        let (same, other) =
            isBackward
            ? ("< ? ORDER BY id DESC", "> ? ORDER BY dateTrashed, id DESC")
            : ("> ? ORDER BY id", "< ? ORDER BY dateTrashed DESC, id")
        var ids: [PhotoID] = []
        // In one statement with other dates, a page after many photos of the same removal would
        // scan them all.
        if let row {
            ids += try db.photoIDs(
                "\(trashed) = ? AND id \(same) LIMIT ?", [row.date, row.id, limit])
        }
        if ids.count < limit {
            ids += try db.photoIDs(
                "\(trashed) \(other) LIMIT ?", [row?.date ?? .max, limit - ids.count])
        }
        return ids
    }

    /// The origin's complete response about a photo, as JSON; nil if none is stored.
    package func rawJSON(of id: PhotoID) throws(CatalogError) -> String? {
        try read { try Self.rawJSON(of: id, $0) }
    }

    private func onePhoto(
        _ condition: String, _ arguments: StatementArguments, named name: String
    ) throws(CatalogError) -> Photo {
        let found = try read { db in
            var found = try allPhotos(
                "\(Self.photoRows(from: "photo p")) WHERE \(condition) ORDER BY p.id", arguments, db
            ).first
            if let id = found?.id { found?.details.rawJSON = try Self.rawJSON(of: id, db) }
            return found
        }
        guard let found else { throw Self.noPhoto(name) }
        return found
    }

    /// The photos of a statement that `forEachPhoto` reads.
    private func allPhotos(
        _ sql: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> [Photo] {
        var found: [Photo] = []
        try forEachPhoto(db, sql: sql, arguments: arguments) { photo, _, _ in
            found.append(photo)
            return true
        }
        return found
    }

    /// Joins the rows of each photo, one row per picture, and passes the photo to `body`.
    private func forEachPhoto(
        _ db: Database, sql: String, arguments: StatementArguments, verifiesPaths: Bool = false,
        body: (_ photo: consuming Photo, _ isDelisted: Bool, _ ordinal: Int64?) throws -> Bool
    ) throws {
        var current: Photo?
        var isDelisted = false
        var ordinal: Int64?
        var names = PlaceNames()
        var edits = EditRecord()
        var examined = ExaminedFile()
        var stopped = false
        /// Passes a complete photo with its faces to `body`.
        func handOut(_ photo: consuming Photo) throws -> Bool {
            try examined.addFaces(to: &photo, db)
            return try body(photo, isDelisted, ordinal)
        }
        try PhotoRecord.Column.forEachRow(
            sql, arguments,
            then: [
                PictureRecord.Column.self, MemberColumn.self, PlaceRecord.Column.self,
                EditRecord.Column.self,
            ], db
        ) { row in
            let pictureRow = row.next(PictureRecord.Column.self)
            if current?.id.rawValue != row.integer(.id) {
                // Swapped, taken and consumed: a copy would retain each of the photo's strings.
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
                isDelisted = !member.isNull(.dateGone)
                ordinal = member.optionalNumber(.ordinal)
            }
            if let picture = try picture(pictureRow, verifiesPaths, db) {
                examined.take(pictureRow, picture)
                // Not ordered by SQLite, which would sort the whole listing.
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

    /// The latest photos outside the trash, page by page: photos of the camera first, then all
    /// others, then those with a doubtful date, each group the newest first.
    ///
    /// Photos are ordered by the date taken, with its UTC offset if known, else by the upload date,
    /// else by the date added; of equal dates the one added last comes first.
    ///
    /// - Parameters:
    ///   - after: the last photo of the previous page, which can be in the trash by now; nil for
    ///     the first page.
    ///   - limit: photos per page.
    /// - Throws: `noPhoto` if `after` does not exist.
    package func latestPhotos(after: PhotoID? = nil, limit: Int) throws(CatalogError) -> [Photo] {
        guard limit > 0 else { return [] }
        return try read { db in
            enum Column: Int, StatementColumns { case latestGroup, moment }
            let hidden = reader.lowestHidden
            var start: (group: Int64, moment: Int64) = (0, .max)
            var ids: [PhotoID] = []
            if let after {
                let found = try Column.first(
                    "SELECT \(Column.selection) FROM photoSummary WHERE photoID = ?",
                    [after.rawValue], db
                ) { row in (row.integer(.latestGroup), row.integer(.moment)) }
                guard let found else {
                    throw CatalogError(
                        .noPhoto, "no photo '\(after)' in the catalog to continue from")
                }
                start = found
                ids = try db.photoIDs(
                    Self.latestOfMoment, [start.group, hidden, start.moment, after.rawValue, limit])
            }
            while ids.count < limit, start.group <= Self.lastGroup {
                ids += try db.photoIDs(
                    Self.latestBefore, [start.group, hidden, start.moment, limit - ids.count])
                start = (start.group + 1, .max)
            }
            return try photos(distinct: ids, db)
        }
    }

    private static let lastGroup: Int64 = 2

    /// The start of statements for the visible photos of a group.
    private static let listed = """
        SELECT photoID FROM photoSummary WHERE isTrashed = 0 AND latestGroup = ?
            AND photoID NOT IN (SELECT photoID FROM receivedPicture WHERE state >= ?)
        """

    /// Selects the photos with the same date after a given one, from the index only: in one
    /// statement with earlier dates, a page after many photos of the same date would scan them all.
    static let latestOfMoment =
        "\(listed) AND moment = ? AND photoID < ? ORDER BY photoID DESC LIMIT ?"

    /// Selects the photos before a date, from the index only.
    static let latestBefore = "\(listed) AND moment < ? ORDER BY moment DESC, photoID DESC LIMIT ?"

    /// Passes the ids of a scope's photos to `body`, page by page; the last page can be empty.
    ///
    /// No snapshot is held meanwhile, so that `body` can write.
    ///
    /// - Parameters:
    ///   - limit: photos per page.
    ///   - body: receives each page; false stops.
    /// - Throws: `CatalogError`; errors of `body`, unchanged.
    package func forEachPage(
        of scope: PhotoScope, limit: Int, body: ([PhotoID]) throws -> Bool
    ) throws {
        enum Column: Int, StatementColumns { case photoID, dateGone, ordinal }
        var cursor: Int64 = 0
        while true {
            let ids = try read { db in
                switch scope {
                case .everything:
                    let ids = try db.photoIDs(
                        """
                        SELECT id FROM photo WHERE id > ? AND dateTrashed IS NULL
                        ORDER BY id LIMIT ?
                        """, [cursor, limit])
                    cursor = ids.last?.rawValue ?? cursor
                    return ids
                case .section(let section):
                    let members = try SectionListing(
                        section, after: cursor, limit: limit, for: .owner, db
                    ).members
                    return try Column.all(members.sql, members.arguments, db) { row in
                        cursor = row.integer(.ordinal)
                        return row.photoID(.photoID)
                    }
                case .photos(let all):
                    let ids = Array(all.dropFirst(Int(cursor)).prefix(limit))
                    cursor += Int64(ids.count)
                    return ids
                }
            }
            guard try body(ids), ids.count == limit else { return }
        }
    }
}
