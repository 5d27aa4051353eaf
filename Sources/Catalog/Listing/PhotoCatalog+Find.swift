import Basics
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// A page of matching photos of scopes, each once, in order.
    ///
    /// - Parameters:
    ///   - cursor: the end of the previous page; nil for the first page.
    ///   - offset: the number of photos to skip.
    ///   - limit: the maximum number; nil for all.
    /// - Throws: `badCursor`.
    package func photos(
        of scopes: [PhotoScope], where filter: PhotoFilter, in order: PhotoOrder,
        after cursor: PhotoCursor? = nil, offset: Int = 0, limit: Int? = nil
    ) throws(CatalogError) -> [PhotoCursor] {
        try read { db in
            try PhotoFinder(scopes, filter, for: reader, db).photos(
                in: order, after: cursor, offset: offset, limit: limit)
        }
    }

    /// The cursor at a photo in an order; nil if the photo does not exist, and for `relevance`,
    /// which depends on the query.
    package func cursor(at id: PhotoID, in order: PhotoOrder) throws(CatalogError) -> PhotoCursor? {
        guard let column = RankColumn(order) else { return nil }
        return try read { db in
            enum Column: Int, StatementColumns { case rank }
            return try Column.first(
                """
                SELECT \(Column.selection([.rank: column.name])) FROM photoSummary s
                WHERE s.photoID = ?
                """, [id.rawValue], db
            ) { row in PhotoCursor(photoID: id, rank: column.rank(in: row, .rank)) }
        }
    }

    /// The number of matching photos of scopes.
    package func photoCount(
        of scopes: [PhotoScope], where filter: PhotoFilter
    ) throws(CatalogError) -> Int {
        try read { try PhotoFinder(scopes, filter, for: reader, $0).count() }
    }

    /// As `photoCount(of:where:)`; nil if counting exceeds a time limit.
    package func photoCount(
        of scopes: [PhotoScope], where filter: PhotoFilter, within time: Duration
    ) throws(CatalogError) -> Int? {
        try read { db in
            try db.within(time) { try PhotoFinder(scopes, filter, for: reader, db).count() }
        }
    }

    /// The query plan in words, the number of matching photos, and the number of rows that are
    /// read.
    package func explanation(
        of scopes: [PhotoScope], where filter: PhotoFilter
    ) throws(CatalogError) -> (steps: [String], photos: Int, rowsRead: Int) {
        try read { db in
            let finder = try PhotoFinder(scopes, filter, for: reader, db)
            let (steps, rowsRead) = try finder.explanation()
            return (steps, try finder.count(), rowsRead)
        }
    }

    /// The matching photos that sections list, each once, section by section, then matching photos
    /// in the trash.
    ///
    /// - Parameter isEverything: true if the sections represent all photos: unlisted photos come
    ///   before the trash.
    package func photoIDs(
        of sections: [PhotoSection], isEverything: Bool = false, where filter: PhotoFilter
    ) throws(CatalogError) -> [PhotoID] {
        try read { db in
            var ids = try sections.flatMap { section in
                try SectionListing(section, where: filter, for: reader, db).photoIDs(db)
            }.uniqued()
            if isEverything { ids += try unlistedPhotos(where: filter, db) }
            let scopes = isEverything ? [.everything] : sections.map(PhotoScope.section)
            if let trashed = try PhotoFinder(scopes, filter, for: reader, db).trashed {
                ids += try db.photoIDs(of: trashed)
            }
            return ids
        }
    }

    /// The matching photos outside the trash that no section lists, except albums, by id.
    package func unlistedPhotos(
        where filter: PhotoFilter = .everything
    ) throws(CatalogError) -> [PhotoID] {
        try read { try unlistedPhotos(where: filter, $0) }
    }

    /// Only photos of removed sections can be unlisted; no others are tested.
    private func unlistedPhotos(where filter: PhotoFilter, _ db: Database) throws -> [PhotoID] {
        let ids = try db.photoIDs(
            """
            SELECT DISTINCT j.photoID FROM journalMember j
            CROSS JOIN photoSummary s ON s.photoID = j.photoID
            WHERE s.isTrashed = 0 AND \(reader.sees("s.photoID"))
                AND NOT EXISTS (SELECT 1 FROM membership m
                    CROSS JOIN section o ON o.id = m.sectionID
                    WHERE m.photoID = j.photoID AND o.kind <> 'album')
            ORDER BY j.photoID
            """)
        if ids.isEmpty || filter.isEverything { return ids }
        let photos = try PhotoFinder([.photos(ids)], filter, for: reader, db).photos
        let fitting = Set(try db.photoIDs(of: "SELECT s.photoID FROM \(photos)"))
        return ids.filter(fitting.contains)
    }

    /// The matching photos among some.
    package func photoIDs(
        among ids: [PhotoID], where filter: PhotoFilter
    ) throws(CatalogError) -> Set<PhotoID> {
        try read { db in
            let photos = try PhotoFinder([.photos(ids)], filter, for: reader, db).photoIDs
            return Set(try db.photoIDs(of: photos))
        }
    }

    /// The ordinal of a photo in a section, for `forEachBatch`; nil if the section does not list
    /// it.
    package func ordinal(of id: PhotoID, in section: PhotoSection) throws(CatalogError) -> Int64? {
        if section.filter != nil { return id.rawValue }
        return try read { db in
            try db.integer(
                "SELECT ordinal FROM membership WHERE sectionID = ? AND photoID = ?",
                [section.id, id.rawValue])
        }
    }

    /// The ordinal of a photo that a section without a query shows its reader; nil if it does not.
    func listedOrdinal(
        of id: PhotoID, in section: PhotoSection, _ db: Database
    ) throws -> Int64? {
        try db.integer(
            """
            SELECT ordinal FROM membership
            WHERE sectionID = ? AND photoID = ? AND isTrashed = 0 AND \(reader.sees("photoID"))
            """, [section.id, id.rawValue])
    }

    /// The positions of some photos in an album, from 1.
    package func positions(
        of ids: [PhotoID], in album: PhotoSection
    ) throws(CatalogError) -> [PhotoID: Int] {
        try read { db in
            let wanted = Set(ids)
            let all = try SectionListing(album, for: reader, db).photoIDs(db)
            return Dictionary(
                zip(all, 1...).filter { wanted.contains($0.0) }, uniquingKeysWith: { $1 })
        }
    }

    /// Rebuilds the full-text indexes from the photos and places.
    ///
    /// - Returns: the number of indexed photos.
    package func rebuildWords() throws(CatalogError) -> Int {
        try write { db in
            try db.run("INSERT INTO photoWords (photoWords) VALUES ('rebuild')")
            try db.run("INSERT INTO placeWords (placeWords) VALUES ('rebuild')")
            return try db.count("SELECT count(*) FROM photoSummary")
        }
    }
}

extension PhotoCatalog {
    /// The neighbors of a photo in a section's own order, among matching photos; the photo itself
    /// need not match.
    ///
    /// - Returns: nil if the section does not list the photo.
    package func neighbors(
        of id: PhotoID, in section: PhotoSection, where filter: PhotoFilter = .everything
    ) throws(CatalogError) -> PhotoNeighbors? {
        try read { db in
            let ordinal =
                section.filter != nil
                ? id.rawValue
                : try db.integer(
                    """
                    SELECT ordinal FROM membership
                    WHERE sectionID = ? AND photoID = ? AND isTrashed = 0
                    """, [section.id, id.rawValue])
            guard let ordinal else { return nil }
            func nearest(isBackward: Bool) throws -> PhotoID? {
                try SectionListing(
                    section, after: ordinal, limit: 1, isBackward: isBackward, where: filter,
                    for: reader, db
                ).photoIDs(db).first
            }
            return (try nearest(isBackward: true), try nearest(isBackward: false))
        }
    }

    /// The neighbors of a photo in the trash, ordered by the latest removal first.
    ///
    /// - Returns: nil if the photo is not in the trash.
    package func neighborsInTrash(of id: PhotoID) throws(CatalogError) -> PhotoNeighbors? {
        try read { db in
            guard
                let date = try db.integer(
                    "SELECT dateTrashed FROM photo WHERE dateTrashed IS NOT NULL AND id = ?",
                    [id.rawValue])
            else { return nil }
            func nearest(isBackward: Bool) throws -> PhotoID? {
                let photo = DatedCursor(date: date, id: id.rawValue)
                return try Self.trash(after: photo, limit: 1, isBackward: isBackward, db).first
            }
            return (try nearest(isBackward: true), try nearest(isBackward: false))
        }
    }
}
