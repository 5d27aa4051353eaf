import GRDB
package import GalleryModel

/// Albums: sections that are always what a query finds.
extension PhotoCatalog {
    /// Makes an album.
    ///
    /// - Parameters:
    ///   - reference: its name, of the kind `album`.
    ///   - filter: what it finds.
    ///   - isDryRun: whether to check only.
    /// - Throws: `refusedSection` where there is one of the name, where it would ask for itself or for too many
    ///   albums within each other, and where its query cannot be kept or answered.
    package func makeAlbum(
        _ reference: SectionReference, filter: PhotoFilter, isDryRun: Bool = false
    ) throws(CatalogError) {
        try changeAlbums("album new", about: reference, isDryRun: isDryRun) { entry, db in
            try db.execute(
                sql: """
                    INSERT INTO section (kind, name, nameKey, filter, dateCreated)
                    VALUES (?, ?, ?, ?, ?) ON CONFLICT (kind, nameKey) DO NOTHING
                    """,
                arguments: [
                    SectionKind.album.rawValue, reference.name, reference.key,
                    try filter.storable(of: reference), Self.now(),
                ])
            guard db.changesCount > 0 else { throw try Self.taken(reference, db) }
            try SectionRecord.noteAfter(db.lastInsertedRowID, in: entry, db)
            try Self.checkAlbums(db, first: reference)
            try Self.checkAnswer(to: filter, of: reference, db)
        }
        if !isDryRun { changes.send(.sectionAdded(reference)) }
    }

    /// Gives an album another name, also in the queries of albums that ask for it.
    ///
    /// - Parameters:
    ///   - reference: the new name, of the kind `album`.
    ///   - isDryRun: whether to check only.
    /// - Throws: `refusedSection` where there is another one of the name, where an album would ask for itself
    ///   or for too many within each other, and where a query gets too long; `noSection` where it is gone.
    package func renameAlbum(
        _ album: PhotoSection, to reference: SectionReference, isDryRun: Bool = false
    ) throws(CatalogError) {
        let old = album.reference
        if reference == old { return }
        try changeAlbums("album rename", about: reference, isDryRun: isDryRun) { entry, db in
            let albums = try Self.albums(db)
            if albums.contains(where: { $0.id != album.id && $0.reference.key == reference.key }) {
                throw try Self.taken(reference, db)
            }
            guard albums.contains(where: { $0.id == album.id }) else {
                throw CatalogError(.noSection, "there is no section '\(old.text)' any more")
            }
            for other in albums {
                let filter = other.filter.replacingSections { $0.means(old) ? reference : $0 }
                guard other.id == album.id || filter != other.filter else { continue }
                let name = other.id == album.id ? reference : other.reference
                try SectionRecord.noteBefore(other.id, in: entry, db)
                try db.execute(
                    sql: "UPDATE section SET name = ?, nameKey = ?, filter = ? WHERE id = ?",
                    arguments: [name.name, name.key, try filter.storable(of: name), other.id])
                try SectionRecord.noteAfter(other.id, in: entry, db)
            }
            try Self.checkAlbums(db, first: reference)
        }
        if !isDryRun { changes.send(.sectionRenamed(old, to: reference)) }
    }

    /// Changes albums under an entry of the journal; what is refused changes nothing.
    private func changeAlbums(
        _ command: String, about reference: SectionReference, isDryRun: Bool,
        _ body: (_ entry: Int64, Database) throws -> Void
    ) throws(CatalogError) {
        try write { db in
            try db.inSavepoint {
                let entry = try JournalEntry(command: command, section: reference.text).write(db)
                try body(entry, db)
                return isDryRun ? .rollback : .commit
            }
        }
    }

    /// Checks that no album asks for itself, not through others either, and that no more stand within each other
    /// than finding follows.
    ///
    /// - Parameter reference: the album that a person has in mind: it is told of first.
    /// - Throws: `refusedSection`.
    static func checkAlbums(
        _ db: Database, first reference: SectionReference? = nil
    ) throws {
        let albums = try albums(db)
        let first = albums.filter { $0.reference == reference }
        for album in first + albums {
            var waiting = [album]
            var met: Set<Int64> = []
            while let next = waiting.popLast() {
                for reference in next.filter.sections {
                    guard let asked = albums.first(where: { reference.means($0.reference) })
                    else { continue }
                    if asked.id == album.id {
                        throw CatalogError(
                            .refusedSection,
                            "'\(album.reference.text)' would ask for itself"
                                + (next.id == album.id
                                    ? "" : ", through '\(next.reference.text)'"))
                    }
                    if met.insert(asked.id).inserted { waiting.append(asked) }
                }
            }
        }
        var sizes: [Int64: Album.Size] = [:]
        for album in first + albums {
            let size = album.size(among: albums, known: &sizes)
            if size.depth > Album.deepest {
                throw CatalogError(
                    .refusedSection,
                    "'\(album.reference.text)' would ask for albums that ask for others, \(size.depth) "
                        + "albums in all: at most \(Album.deepest) may follow each other")
            }
            if size.conditions > Album.mostConditions { throw unanswerable(album.reference) }
        }
    }

    /// Checks that the photos of an album can be found.
    ///
    /// - Throws: `refusedSection` where the database takes no statement of so many conditions.
    private static func checkAnswer(
        to filter: PhotoFilter, of reference: SectionReference, _ db: Database
    ) throws {
        do {
            _ = try PhotoFinder([.everything], filter, db).countOutside()
        } catch let error as DatabaseError
            where [.SQLITE_ERROR, .SQLITE_TOOBIG].contains(error.resultCode)
            && error.message?.hasPrefix("no such") != true
        {
            throw unanswerable(reference)
        }
    }

    private static func unanswerable(_ reference: SectionReference) -> CatalogError {
        CatalogError(
            .refusedSection,
            "'\(reference.text)' could not be looked at: its query and the albums that it asks for have too "
                + "many conditions")
    }

    /// The first album that asks for one of some sections, and what it asks for; nil where none does.
    ///
    /// Without the section, what excludes it would find everything.
    ///
    /// - Parameter ids: albums that do not matter.
    static func asking(
        for sections: [SectionReference], except ids: [Int64], _ db: Database
    ) throws -> (album: SectionReference, section: SectionReference)? {
        for album in try albums(db) where !ids.contains(album.id) {
            for asked in album.filter.sections {
                if let section = sections.first(where: asked.means) {
                    return (album.reference, section)
                }
            }
        }
        return nil
    }

    private struct Album {
        /// How many may follow each other, as in `FilterTree`.
        static let deepest = 8
        /// How many conditions are spelled out at most, for the sake of memory.
        static let mostConditions = 10_000

        /// What it takes to spell an album out.
        struct Size {
            /// How many albums follow each other, itself among them.
            var depth = 1
            /// How many conditions there are, those of other albums among them.
            var conditions = 0
        }

        let id: Int64
        let reference: SectionReference
        let filter: PhotoFilter

        /// What it takes to spell it out, where none asks for itself.
        func size(among albums: [Album], known: inout [Int64: Size]) -> Size {
            if let size = known[id] { return size }
            var size = Size(conditions: filter.conditions.count)
            for reference in filter.sections {
                guard let asked = albums.first(where: { reference.means($0.reference) })
                else { continue }
                let inner = asked.size(among: albums, known: &known)
                size.depth = max(size.depth, inner.depth + 1)
                size.conditions = min(
                    size.conditions + inner.conditions, Album.mostConditions + 1)
            }
            known[id] = size
            return size
        }
    }

    private static func albums(_ db: Database) throws -> [Album] {
        enum Column: Int, StatementColumns {
            case id, name, filter
        }
        var albums: [Album] = []
        try db.forEachRow(
            Column.self, "SELECT id, name, filter FROM section WHERE kind = ? ORDER BY id",
            [SectionKind.album.rawValue]
        ) { row in
            albums.append(
                Album(
                    id: row.integer(.id),
                    reference: SectionReference(kind: .album, name: row.text(.name)),
                    filter: try PhotoFilter(stored: row.text(.filter))))
            return true
        }
        return albums
    }

    private static func taken(_ reference: SectionReference, _ db: Database) throws -> CatalogError
    {
        let there = try albums(db).first { $0.reference.key == reference.key }?.reference
        return CatalogError(
            .refusedSection,
            "there is an album '\((there ?? reference).text)' already: give another name, or "
                + "'gallery album delete' that one")
    }
}

extension PhotoFilter {
    /// The text that an album keeps, which may be longer than what was typed.
    ///
    /// - Throws: `refusedSection` where it could not be read again.
    fileprivate func storable(of album: SectionReference) throws -> String {
        let text = text
        do throws(QueryError) { _ = try PhotoFilter(text: text) } catch {
            throw CatalogError(
                .refusedSection,
                "the query of '\(album.text)', written out in full, cannot be kept: \(error.reason)"
            )
        }
        return text
    }
}

extension SectionReference {
    /// Whether it names a section; a bare name may be that of any kind.
    fileprivate func means(_ section: SectionReference) -> Bool {
        key == section.key && (kind == nil || kind == section.kind)
    }
}
