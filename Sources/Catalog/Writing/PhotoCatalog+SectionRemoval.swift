import GRDB
package import GalleryModel

/// What became of the photos of sections that were removed.
package struct RemovedSections: Hashable, Sendable {
    /// Photos that went into the trash, as no other section lists them.
    package var trashed: [PhotoID] = []
    /// How many stay outside the trash, as another section lists them.
    package var kept = 0
}

extension PhotoCatalog {
    /// Removes sections with their memberships; photos that no other section lists go into the trash.
    ///
    /// The journal keeps what brings all of it back.
    ///
    /// - Parameters:
    ///   - command: the command that does it, for the journal.
    ///   - isDryRun: whether to say only what would become of the photos.
    /// - Throws: `refusedSection` for the camera, and for a section that an album asks for which stays;
    ///   `noSection` for one that is gone.
    package func removeSections(
        _ sections: [PhotoSection], command: String, isDryRun: Bool = false
    ) throws(CatalogError) -> RemovedSections {
        if sections.contains(where: { $0.reference == .camera }) {
            throw CatalogError(
                .refusedSection,
                "'camera' cannot be removed: 'gallery import' puts photos into it; 'gallery remove' puts "
                    + "single photos into the trash")
        }
        if sections.isEmpty { return RemovedSections() }
        let ids = sections.map(\.id)
        func photosLeft(_ db: Database) throws -> RemovedSections {
            if let asking = try Self.asking(for: sections.map(\.reference), except: ids, db) {
                throw CatalogError(
                    .refusedSection,
                    "'\(asking.section.text)' cannot be removed: '\(asking.album.text)' asks for it: "
                        + "delete that album first")
            }
            return try Self.photosLeft(by: ids, db)
        }
        if isDryRun { return try read { try photosLeft($0) } }
        let removed = try write { db in
            let removed = try photosLeft(db)
            var entry = JournalEntry(
                command: command,
                section: sections.map(\.reference.text).joined(separator: ", "))
            entry.trashed = removed.trashed.map(\.rawValue)
            let journal = try entry.write(db)
            for section in sections { try Self.remove(section, notingIn: journal, db) }
            _ = try Self.setTrashed(entry.trashed, to: Self.now(), db)
            return removed
        }
        for section in sections { changes.send(.sectionRemoved(section.reference)) }
        if !removed.trashed.isEmpty { changes.send(.photosRemoved(removed.trashed)) }
        return removed
    }

    /// Which photos outside the trash are listed by some sections alone, and how many by others too.
    private static func photosLeft(by ids: [Int64], _ db: Database) throws -> RemovedSections {
        enum Column: Int, StatementColumns {
            case photoID, isListed
        }
        var met: Set<Int64> = []
        var removed = RemovedSections()
        try db.forEachRow(
            Column.self,
            """
            SELECT m.photoID, EXISTS (SELECT 1 FROM membership o WHERE o.photoID = m.photoID
                AND o.sectionID NOT IN (SELECT value FROM json_each(?1))) AS isListed
            FROM json_each(?1) i CROSS JOIN membership m ON m.sectionID = i.value
            WHERE m.isTrashed = 0 ORDER BY m.sectionID, m.ordinal
            """, ["[" + ids.map(String.init).joined(separator: ",") + "]"]
        ) { row in
            let id = row.integer(.photoID)
            guard met.insert(id).inserted else { return true }
            if row.boolean(.isListed) {
                removed.kept += 1
            } else {
                removed.trashed.append(PhotoID(rawValue: id))
            }
            return true
        }
        return removed
    }

    private static func remove(
        _ section: PhotoSection, notingIn entry: Int64, _ db: Database
    ) throws {
        try SectionRecord.noteBefore(section.id, in: entry, db)
        try db.execute(
            sql: """
                INSERT INTO journalMember
                SELECT ?, sectionID, ordinal, photoID, dateAdded, dateGone, queryRevision
                FROM membership WHERE sectionID = ?
                """, arguments: [entry, section.id])
        try db.execute(
            sql: """
                INSERT INTO journalMember (journalID, sectionID, ordinal)
                SELECT ?, sectionID, ordinal FROM membershipGap WHERE sectionID = ?
                """, arguments: [entry, section.id])
        try db.execute(sql: "DELETE FROM section WHERE id = ?", arguments: [section.id])
        guard db.changesCount > 0 else {
            throw CatalogError(
                .noSection, "there is no section '\(section.reference.text)' any more")
        }
    }
}
