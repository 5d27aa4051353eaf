import GRDB
package import GalleryModel

/// A photo of an order, and what it is ranked by there.
package struct FoundPhoto: Hashable, Sendable {
    /// Its catalog id.
    package let id: PhotoID
    /// Where a page that ends with it ends.
    package let cursor: PhotoCursor
}

extension PhotoCatalog {
    /// Some photos of scopes that fit a filter, each once, in an order.
    ///
    /// - Parameters:
    ///   - cursor: where the page before ended; nil for the first page.
    ///   - offset: how many photos to skip.
    ///   - limit: how many to give at most; nil for all.
    /// - Throws: `badCursor`.
    package func photos(
        of scopes: [PhotoScope], where filter: PhotoFilter, in order: PhotoOrder,
        after cursor: PhotoCursor? = nil, offset: Int = 0, limit: Int? = nil
    ) throws(CatalogError) -> [FoundPhoto] {
        try read { db in
            try PhotoFinder(scopes, filter, db).photos(
                in: order, after: cursor, offset: offset, limit: limit
            ).map {
                let id = PhotoID(rawValue: $0.id)
                return FoundPhoto(id: id, cursor: PhotoCursor(photoID: id, rank: $0.rank))
            }
        }
    }

    /// The cursor of an order that stands at a photo; nil where there is no such photo, and for `relevance`, which
    /// no photo has by itself.
    package func cursor(
        at id: PhotoID, in order: PhotoOrder
    ) throws(CatalogError) -> PhotoCursor? {
        guard let column = RankColumn(order.key) else { return nil }
        return try read { db in
            enum Column: Int, StatementColumns {
                case rank
            }
            var cursor: PhotoCursor?
            try db.forEachRow(
                Column.self,
                "SELECT \(column.name) AS rank FROM photoSummary s WHERE s.photoID = ?",
                [id.rawValue]
            ) { row in
                let rank: PhotoCursor.Rank =
                    row.isNull(.rank)
                    ? .none
                    : column.isText ? .text(row.text(.rank)) : .number(row.integer(.rank))
                cursor = PhotoCursor(photoID: id, rank: rank)
                return false
            }
            return cursor
        }
    }

    /// How many photos of scopes fit a filter.
    package func photoCount(
        of scopes: [PhotoScope], where filter: PhotoFilter
    ) throws(CatalogError) -> Int {
        try read { try PhotoFinder(scopes, filter, $0).count() }
    }

    /// As `photoCount(of:where:)`; nil where counting takes longer than a time.
    package func photoCount(
        of scopes: [PhotoScope], where filter: PhotoFilter, within time: Duration
    ) throws(CatalogError) -> Int? {
        try read { db in try db.within(time) { try PhotoFinder(scopes, filter, db).count() } }
    }

    /// What finds the photos of scopes that fit a filter, in words, how many there are, and how many rows
    /// are looked at for them.
    package func explanation(
        of scopes: [PhotoScope], where filter: PhotoFilter
    ) throws(CatalogError) -> (steps: [String], photos: Int, rowsRead: Int) {
        try read { db in
            let finder = try PhotoFinder(scopes, filter, db)
            let (steps, rowsRead) = try finder.explanation()
            return (steps, try finder.count(), rowsRead)
        }
    }

    /// The photos that sections list and that fit a filter, each once, section after section, then those in
    /// the trash that fit.
    ///
    /// - Parameter isEverything: whether the sections stand for all photos: those that no section lists come
    ///   before the trash.
    package func photoIDs(
        of sections: [PhotoSection], isEverything: Bool = false, where filter: PhotoFilter
    ) throws(CatalogError) -> [PhotoID] {
        try read { db in
            var met: Set<Int64> = []
            var ids: [Int64] = []
            for section in sections {
                let members = try SectionListing(section, where: filter, db).members
                ids += try db.integers(
                    "SELECT photoID FROM (\(members.sql))", members.arguments
                ).filter { met.insert($0).inserted }
            }
            if isEverything { ids += try Self.unlistedPhotos(where: filter, db) }
            let scopes = isEverything ? [.everything] : sections.map(PhotoScope.section)
            if let trashed = try PhotoFinder(scopes, filter, db).trashed {
                ids += try db.integers(trashed.sql, trashed.arguments)
            }
            return ids.map(PhotoID.init(rawValue:))
        }
    }

    /// The photos outside the trash that no section lists and that fit a filter, in the order of their ids.
    package func unlistedPhotos(
        where filter: PhotoFilter = .everything
    ) throws(CatalogError) -> [PhotoID] {
        try read { try Self.unlistedPhotos(where: filter, $0).map(PhotoID.init(rawValue:)) }
    }

    /// Only photos of sections that were removed may be without one: no others are looked at.
    private static func unlistedPhotos(
        where filter: PhotoFilter, _ db: Database
    ) throws -> [Int64] {
        let ids = try db.integers(
            """
            SELECT DISTINCT j.photoID FROM journalMember j
            CROSS JOIN photoSummary s ON s.photoID = j.photoID
            WHERE s.isTrashed = 0
                AND NOT EXISTS (SELECT 1 FROM membership m WHERE m.photoID = j.photoID)
            ORDER BY j.photoID
            """)
        if ids.isEmpty || filter.isEverything { return ids }
        let named = PhotoScope.photos(ids.map(PhotoID.init(rawValue:)))
        let photos = try PhotoFinder([named], filter, db).photos
        let fitting = Set(
            try db.integers("SELECT s.photoID FROM \(photos.sql)", photos.arguments))
        return ids.filter(fitting.contains)
    }

    /// Those of some photos that fit a filter.
    package func photoIDs(
        among ids: [PhotoID], where filter: PhotoFilter
    ) throws(CatalogError) -> Set<PhotoID> {
        try read { db in
            let photos = try PhotoFinder([.photos(ids)], filter, db).photoIDs
            return Set(
                try db.integers(photos.sql, photos.arguments).map(PhotoID.init(rawValue:)))
        }
    }

    /// Where a photo stands among the members of a section, for `forEachBatch`; nil where it is none.
    package func ordinal(
        of id: PhotoID, in section: PhotoSection
    ) throws(CatalogError) -> Int64? {
        if section.filter != nil { return id.rawValue }
        return try read { db in
            try db.integers(
                "SELECT ordinal FROM membership WHERE sectionID = ? AND photoID = ?",
                [section.id, id.rawValue]
            ).first
        }
    }

    /// Where an album lists some photos, from 1.
    package func positions(
        of ids: [PhotoID], in album: PhotoSection
    ) throws(CatalogError) -> [PhotoID: Int] {
        try read { db in
            let members = try SectionListing(album, db).members
            let all = try db.integers("SELECT photoID FROM (\(members.sql))", members.arguments)
            let wanted = Set(ids.map(\.rawValue))
            var positions: [PhotoID: Int] = [:]
            for (index, id) in all.enumerated() where wanted.contains(id) {
                positions[PhotoID(rawValue: id)] = index + 1
            }
            return positions
        }
    }

    /// Makes the indexes of words anew from the photos and places.
    ///
    /// - Returns: how many photos there are in it.
    package func rebuildWords() throws(CatalogError) -> Int {
        try write { db in
            try db.execute(sql: "INSERT INTO photoWords (photoWords) VALUES ('rebuild')")
            try db.execute(sql: "INSERT INTO placeWords (placeWords) VALUES ('rebuild')")
            return try Int.fetchOne(db, sql: "SELECT count(*) FROM photoSummary") ?? 0
        }
    }
}
