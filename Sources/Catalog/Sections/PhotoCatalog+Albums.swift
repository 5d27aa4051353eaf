import GRDB
package import GalleryModel

/// Albums: sections whose photos are the current results of a query, or those that a user chose.
extension PhotoCatalog {
    /// Creates an album.
    ///
    /// - Parameters:
    ///   - reference: its name, of the kind `album`.
    ///   - filter: its query; nil for an empty album, which is filled by hand.
    ///   - isDryRun: true to only check.
    /// - Returns: the number of the step for `undo`.
    /// - Throws: `refusedSection` if the name is taken, if the album would contain itself or nest
    ///   too many albums, or if its query cannot be stored or evaluated.
    @discardableResult
    package func makeAlbum(
        _ reference: SectionReference, filter: PhotoFilter?, isDryRun: Bool = false
    ) throws(CatalogError) -> Int64? {
        let step = try writeStep(
            "album new", about: reference, isDryRun: isDryRun
        ) { entry, db in
            let stored = try filter?.storable(of: reference) ?? ""
            guard let id = try Self.insert(reference, filter: stored, db) else {
                throw try Self.taken(reference, db)
            }
            try SectionRecord.note(.after, id, in: entry, db)
            try Self.checkAlbums(db, first: reference)
            if let filter { try Self.checkAnswer(to: filter, of: reference, db) }
            return true
        }
        if !isDryRun { changes.send(.sectionAdded(reference)) }
        return step
    }

    /// Renames an album, including in the queries of albums that refer to it.
    ///
    /// - Parameters:
    ///   - reference: the new name, of the kind `album`.
    ///   - isDryRun: true to only check.
    /// - Returns: the number of the step for `undo`; nil if the album already has the name.
    /// - Throws: `refusedSection` if the name is taken, if an album would contain itself or nest
    ///   too many albums, or if a query gets too long; `noSection` if the album no longer exists.
    @discardableResult
    package func renameAlbum(
        _ album: PhotoSection, to reference: SectionReference, isDryRun: Bool = false
    ) throws(CatalogError) -> Int64? {
        let old = album.reference
        if reference == old { return nil }
        let step = try writeStep(
            "album rename", about: reference, isDryRun: isDryRun
        ) { entry, db in
            let albums = try Self.albums(db)
            if albums.contains(where: { $0.id != album.id && $0.reference.key == reference.key }) {
                throw try Self.taken(reference, db)
            }
            guard albums.contains(where: { $0.id == album.id }) else {
                throw CatalogError(.noSection, "section '\(old.text)' no longer exists")
            }
            for other in albums {
                let filter = other.filter.replacingSections { $0.means(old) ? reference : $0 }
                guard other.id == album.id || filter != other.filter else { continue }
                let name = other.id == album.id ? reference : other.reference
                try SectionRecord.note(.before, other.id, in: entry, db)
                try db.run(
                    "UPDATE section SET name = ?, nameKey = ?, filter = ? WHERE id = ?",
                    [name.name, name.key, try filter.storable(of: name), other.id])
                try SectionRecord.note(.after, other.id, in: entry, db)
            }
            try Self.checkAlbums(db, first: reference)
            return true
        }
        if !isDryRun { changes.send(.sectionRenamed(old, to: reference)) }
        return step
    }

    /// Checks that no album contains itself, directly or through others, and that the nesting is
    /// within the limit.
    ///
    /// - Parameter reference: the album that the user changes: it is reported first.
    /// - Throws: `refusedSection`.
    static func checkAlbums(
        _ db: Database, first reference: SectionReference? = nil
    ) throws {
        let albums = try albums(db)
        var sizes: [Int64: Album.Size] = [:]
        for album in albums.filter({ $0.reference == reference }) + albums {
            let size = try album.size(among: albums, known: &sizes)
            if size.depth > FilterTree.maximumDepth {
                throw CatalogError(
                    .refusedSection,
                    "'\(album.reference.text)' would nest \(size.depth) albums: the limit is "
                        + "\(FilterTree.maximumDepth)")
            }
            if size.conditions > Album.maximumConditions { throw tooComplex(album.reference) }
        }
    }

    /// Checks that the photos of an album can be found.
    ///
    /// - Throws: `refusedSection` if the statement has too many conditions for SQLite.
    private static func checkAnswer(
        to filter: PhotoFilter, of reference: SectionReference, _ db: Database
    ) throws {
        do {
            _ = try PhotoFinder([.everything], filter, for: .owner, db).countOutside()
        } catch let error as DatabaseError
            where [.SQLITE_ERROR, .SQLITE_TOOBIG].contains(error.resultCode)
            && error.message?.hasPrefix("no such") != true
        {
            throw tooComplex(reference)
        }
    }

    private static func tooComplex(_ reference: SectionReference) -> CatalogError {
        CatalogError(
            .refusedSection,
            "'\(reference.text)' cannot be searched: its query and the albums in it have too "
                + "many conditions")
    }

    /// The first album that refers to one of some sections, and that section; nil if there is no
    /// such album.
    ///
    /// Without the section, an album that excludes it would contain everything.
    ///
    /// - Parameter ids: albums to ignore.
    static func albumReferring(
        to sections: [SectionReference], except ids: [Int64], _ db: Database
    ) throws -> (album: SectionReference, section: SectionReference)? {
        for album in try albums(db) where !ids.contains(album.id) {
            let referenced = album.filter.sections.lazy.compactMap { reference in
                sections.first(where: reference.means)
            }.first
            if let referenced { return (album.reference, referenced) }
        }
        return nil
    }

    private struct Album {
        /// The maximum number of conditions after expansion, to limit memory.
        static let maximumConditions = 10_000

        /// The size of an album's expanded query: the nesting depth, including the album itself,
        /// and the number of conditions, including those of nested albums.
        typealias Size = (depth: Int, conditions: Int)

        let id: Int64
        let reference: SectionReference
        /// The query; everything for an album filled by hand, whose stored query is empty.
        let filter: PhotoFilter

        /// The size of the expanded query.
        ///
        /// - Parameter path: the albums that contain it, the outermost first.
        /// - Throws: `refusedSection` if it contains itself.
        func size(
            among albums: [Album], within path: [Album] = [], known: inout [Int64: Size]
        ) throws -> Size {
            if let size = known[id] { return size }
            if path.contains(where: { $0.id == id }), let last = path.last {
                throw CatalogError(
                    .refusedSection,
                    "'\(reference.text)' would contain itself"
                        + (last.id == id ? "" : ", through '\(last.reference.text)'"))
            }
            var size = (depth: 1, conditions: filter.conditions.count)
            for reference in filter.sections {
                guard let referenced = albums.first(where: { reference.means($0.reference) })
                else { continue }
                let inner = try referenced.size(
                    among: albums, within: path + [self], known: &known)
                size.depth = max(size.depth, inner.depth + 1)
                size.conditions = min(
                    size.conditions + inner.conditions, Album.maximumConditions + 1)
            }
            known[id] = size
            return size
        }
    }

    private static func albums(_ db: Database) throws -> [Album] {
        enum Column: Int, StatementColumns { case id, name, filter }
        return try Column.all(
            "SELECT \(Column.selection) FROM section WHERE kind = ? ORDER BY id",
            [SectionKind.album.rawValue], db
        ) { row in
            Album(
                id: row.integer(.id),
                reference: SectionReference(kind: .album, name: row.text(.name)),
                filter: try PhotoFilter(stored: row.text(.filter)) ?? .everything)
        }
    }

    private static func taken(_ reference: SectionReference, _ db: Database) throws -> CatalogError
    {
        let existing = try albums(db).first { $0.reference.key == reference.key }?.reference
        return CatalogError(
            .refusedSection,
            "album '\((existing ?? reference).text)' already exists: choose another name, or delete "
                + "it with 'gallery album delete'")
    }
}

extension PhotoFilter {
    /// The text of the query for storage, which can be longer than the typed one.
    ///
    /// - Throws: `refusedSection` if it could not be parsed again.
    fileprivate func storable(of album: SectionReference) throws -> String {
        let text = text
        do throws(QueryError) { _ = try PhotoFilter(text: text) } catch {
            throw CatalogError(
                .refusedSection,
                "the expanded query of '\(album.text)' cannot be stored: \(error.reason)"
            )
        }
        return text
    }
}

extension SectionReference {
    /// True if it refers to a section; a bare name matches any kind.
    fileprivate func means(_ section: SectionReference) -> Bool {
        key == section.key && (kind == nil || kind == section.kind)
    }
}

/// The effect of removing sections on their photos: those that were moved to the trash because no
/// other section lists them, and the number of those that another section lists; albums do not count
/// as sections.
///
/// `step` is the number of the step for `undo`; nil in a dry run.
package typealias RemovedSections = (trashed: [PhotoID], kept: Int, step: Int64?)

extension PhotoCatalog {
    /// Removes sections with their memberships; photos that no other section lists are moved to the
    /// trash.
    ///
    /// An album owns no photos: without it they stay, and with only albums they leave. The journal
    /// stores the data needed to undo this.
    ///
    /// - Parameters:
    ///   - command: the command, for the journal.
    ///   - isDryRun: true to only report the effect on the photos.
    /// - Throws: `refusedSection` for the camera, and for a section to which a remaining album
    ///   refers; `noSection` for one that no longer exists.
    package func removeSections(
        _ sections: [PhotoSection], command: String, isDryRun: Bool = false
    ) throws(CatalogError) -> RemovedSections {
        if sections.contains(where: { $0.reference == .camera }) {
            throw CatalogError(
                .refusedSection,
                "'camera' cannot be removed: 'gallery import' adds photos to it; use 'gallery remove' "
                    + "to move single photos to the trash")
        }
        if sections.isEmpty { return ([], 0, nil) }
        if isDryRun { return try read { try Self.affectedPhotos(by: sections, $0) } }
        let removed = try write { db in
            var removed = try Self.affectedPhotos(by: sections, db)
            var entry = JournalEntry(
                command: command,
                section: sections.map(\.reference.text).joined(separator: ", "))
            entry.trashed = removed.trashed.map(\.rawValue)
            let journal = try entry.write(db)
            for section in sections { try Self.remove(section, notingIn: journal, db) }
            _ = try Self.setTrashed(entry.trashed, to: Self.now(), db)
            removed.step = journal
            return removed
        }
        for section in sections { changes.send(.sectionRemoved(section.reference)) }
        if !removed.trashed.isEmpty { changes.send(.photosRemoved(removed.trashed)) }
        return removed
    }

    /// The photos outside the trash that only these sections list, and the number of those that
    /// others also list.
    ///
    /// - Throws: `refusedSection` if a remaining album refers to a section.
    private static func affectedPhotos(
        by sections: [PhotoSection], _ db: Database
    ) throws -> RemovedSections {
        let ids = sections.map(\.id)
        if let found = try albumReferring(to: sections.map(\.reference), except: ids, db) {
            throw CatalogError(
                .refusedSection,
                "'\(found.section.text)' cannot be removed: '\(found.album.text)' refers to it: "
                    + "delete that album first")
        }
        enum Column: Int, StatementColumns { case photoID, isListed }
        var visited: Set<Int64> = []
        var removed: RemovedSections = ([], 0, nil)
        try Column.forEach(
            """
            SELECT m.photoID, EXISTS (
                SELECT 1 FROM membership o CROSS JOIN section s ON s.id = o.sectionID
                WHERE o.photoID = m.photoID AND s.kind <> 'album'
                    AND o.sectionID NOT IN (SELECT value FROM json_each(?1))) AS isListed
            FROM json_each(?1) i CROSS JOIN membership m ON m.sectionID = i.value
            WHERE m.isTrashed = 0 ORDER BY m.sectionID, m.ordinal
            """, [sections.filter { !$0.isAlbum }.map(\.id).jsonList], db
        ) { row in
            let id = row.integer(.photoID)
            guard visited.insert(id).inserted else { return }
            if row.boolean(.isListed) {
                removed.kept += 1
            } else {
                removed.trashed.append(PhotoID(rawValue: id))
            }
        }
        return removed
    }

    private static func remove(
        _ section: PhotoSection, notingIn entry: Int64, _ db: Database
    ) throws {
        try SectionRecord.note(.before, section.id, in: entry, db)
        try SectionRecord.noteMembers(section.id, in: entry, db)
        if section.isAlbum, section.filter == nil {
            try AlbumMembers.note(
                try AlbumMembers.rows(of: section.id, db), nil, of: section.id, in: entry, db)
        }
        try db.run("DELETE FROM section WHERE id = ?", [section.id])
        guard db.changesCount > 0 else {
            throw CatalogError(
                .noSection, "section '\(section.reference.text)' no longer exists")
        }
    }
}
