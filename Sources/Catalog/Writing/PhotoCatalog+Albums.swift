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
    /// - Throws: `refusedSection` where there is one of the name, or where it would ask for itself.
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
                    SectionKind.album.rawValue, reference.name, reference.key, filter.text,
                    Self.now(),
                ])
            guard db.changesCount > 0 else { throw try Self.taken(reference, db) }
            try SectionRecord.noteAfter(db.lastInsertedRowID, in: entry, db)
        }
        if !isDryRun { changes.send(.sectionAdded(reference)) }
    }

    /// Gives an album another name, also in the queries of albums that ask for it.
    ///
    /// - Parameters:
    ///   - reference: the new name, of the kind `album`.
    ///   - isDryRun: whether to check only.
    /// - Throws: `refusedSection` where there is another one of the name, or where an album would ask for
    ///   itself; `noSection` where it is gone.
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
                let filter = other.filter.replacingSections { $0.isSame(as: old) ? reference : $0 }
                guard other.id == album.id || filter != other.filter else { continue }
                let name = other.id == album.id ? reference : other.reference
                try SectionRecord.noteBefore(other.id, in: entry, db)
                try db.execute(
                    sql: "UPDATE section SET name = ?, nameKey = ?, filter = ? WHERE id = ?",
                    arguments: [name.name, name.key, filter.text, other.id])
                try SectionRecord.noteAfter(other.id, in: entry, db)
            }
        }
        if !isDryRun { changes.send(.sectionRenamed(old, to: reference)) }
    }

    /// Changes albums under an entry of the journal, as long as none asks for itself.
    private func changeAlbums(
        _ command: String, about reference: SectionReference, isDryRun: Bool,
        _ body: (_ entry: Int64, Database) throws -> Void
    ) throws(CatalogError) {
        try write { db in
            try db.inSavepoint {
                let entry = try JournalEntry(command: command, section: reference.text).write(db)
                try body(entry, db)
                try Self.checkAlbums(db, first: reference)
                return isDryRun ? .rollback : .commit
            }
        }
    }

    /// Checks that no album asks for itself, not through others either.
    ///
    /// - Parameter reference: the album that a person has in mind: where there is a circle, it is told of.
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
                    guard let asked = albums.first(where: { reference.isSame(as: $0.reference) })
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
    }

    private struct Album {
        let id: Int64
        let reference: SectionReference
        let filter: PhotoFilter
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

extension SectionReference {
    /// Whether both name an album of the same name; a bare name may be one's.
    fileprivate func isSame(as album: SectionReference) -> Bool {
        key == album.key && (kind == nil || kind == .album)
    }
}
