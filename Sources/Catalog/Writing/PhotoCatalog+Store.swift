import Foundation
import GRDB
package import GalleryModel

/// What storing a photo's details did.
package struct StoredPhoto: Hashable, Sendable {
    /// What became of it.
    package enum Outcome: Hashable, Sendable {
        /// It was not in the section before.
        case new
        /// It was in the section, and something about it changed.
        case updated
        /// It was in the section, as it is.
        case unchanged
        /// It lies in the trash and stays there.
        case trashed
    }

    /// The photo's catalog id.
    package let id: PhotoID
    /// What became of it.
    package let outcome: Outcome
}

extension PhotoCatalog {
    /// Stores a page of photos and appends those that are new to a section, in one transaction.
    ///
    /// A photo in the trash is brought up to date and stays in the trash.
    ///
    /// - Parameters:
    ///   - isPartial: whether the origin told only some of what it knows, as the public feed does: what
    ///     is known of a photo stays then, and only what was unknown is filled in.
    ///   - entry: the command's entry in the journal; nil for one of these photos alone.
    ///   - isDryRun: whether to say what would become of the photos and store nothing.
    package func store(
        _ page: [PhotoDetails], in section: PhotoSection, command: String,
        noting entry: CommandEntry? = nil, isPartial: Bool = false, isDryRun: Bool = false
    ) throws(CatalogError) -> [StoredPhoto] {
        var stored: [StoredPhoto] = []
        // What is rolled back has no entry.
        let entry = isDryRun ? CommandEntry(command) : entry ?? CommandEntry(command)
        try write { db in
            try db.inSavepoint {
                stored = try page.map {
                    try Self.store($0, in: section.id, isPartial: isPartial, noting: entry, db)
                }
                return isDryRun ? .rollback : .commit
            }
        }
        if !isDryRun { announce(stored, in: section.reference) }
        return stored
    }

    /// The photos that a whole listing of a section's origin should hold: those that are not marked as
    /// gone.
    ///
    /// Photos that came with other filters are not among them: the query does not ask for them.
    package func photosExpected(in section: PhotoSection) throws(CatalogError) -> [PhotoID] {
        try read { try Self.photosExpected(in: section.id, $0) }
    }

    private static func photosExpected(in sectionID: Int64, _ db: Database) throws -> [PhotoID] {
        try db.integers(
            """
            SELECT m.photoID FROM membership m JOIN section s ON s.id = m.sectionID
            WHERE m.sectionID = ? AND m.dateGone IS NULL AND m.queryRevision = s.queryRevision
            """, [sectionID]
        ).map(PhotoID.init(rawValue:))
    }

    /// Marks what the origin no longer lists, after a listing that was complete.
    ///
    /// - Parameter listed: the ids the origin lists now.
    /// - Returns: the photos newly marked.
    package func markGone(
        from section: PhotoSection, exceptFor listed: Set<PhotoID>, command: String,
        noting entry: CommandEntry? = nil
    ) throws(CatalogError) -> [PhotoID] {
        // Most listings lack nothing: they cost no transaction that writes.
        if try photosExpected(in: section).allSatisfy(listed.contains) { return [] }
        let entry = entry ?? CommandEntry(command)
        let gone = try write { db in
            let gone = try Self.photosExpected(in: section.id, db).filter { !listed.contains($0) }
            for id in gone {
                try entry.noteListing(of: id.rawValue, in: section.id, isGone: true, db)
                try db.execute(
                    sql: "UPDATE membership SET dateGone = ? WHERE sectionID = ? AND photoID = ?",
                    arguments: [Self.now(), section.id, id.rawValue])
            }
            return gone
        }
        if !gone.isEmpty { changes.send(.photosUpdated(gone)) }
        return gone
    }

    func announce(_ stored: [StoredPhoto], in section: SectionReference) {
        let new = stored.filter { $0.outcome == .new }.map(\.id)
        let updated = stored.filter { $0.outcome == .updated }.map(\.id)
        if !new.isEmpty { changes.send(.photosAdded(new, section: section)) }
        if !updated.isEmpty { changes.send(.photosUpdated(updated)) }
    }

    /// Stores one photo's details and its place in a section.
    static func store(
        _ details: PhotoDetails, in sectionID: Int64, isPartial: Bool = false,
        noting entry: CommandEntry, _ db: Database
    ) throws -> StoredPhoto {
        var existing: Photo?
        try db.forEachRow(
            PhotoRecord.Column.self,
            "SELECT \(PhotoRecord.selection) FROM photo p WHERE p.origin = ? AND p.originID = ?",
            [details.origin.rawValue, details.originID]
        ) { row in
            existing = PhotoRecord.read(row)
            return false
        }
        guard let existing else {
            let id = try insert(details, db)
            try entry.noteUnlisted(id, in: sectionID, wasThere: false, db)
            _ = try append(id, to: sectionID, noting: entry, db)
            return StoredPhoto(id: id, outcome: .new)
        }
        let id = existing.id
        if details.origin == .share, try isTold(id, before: sectionID, db) {
            return try list(existing, in: sectionID, isChanged: false, noting: entry, db)
        }
        var facts = details
        facts.rawJSON = nil
        if isPartial {
            facts = existing.details.filled(with: facts)
        } else if details.origin == .camera {
            // The same bytes beside another sidecar, or under a second name, lose nothing.
            facts = facts.filled(with: existing.details)
            facts.fileName = existing.details.fileName ?? details.fileName
        }
        if let orientation = facts.orientation, !(1...8).contains(orientation) {
            facts.orientation = nil
        }
        let isChanged = existing.details != facts
        let raw = isPartial ? nil : details.rawJSON
        let isRawChanged = try raw.map { try rawJSON(of: id, db) != $0 } ?? false
        if isChanged || isRawChanged { try entry.noteFacts(of: id, in: sectionID, db) }
        if isChanged {
            try db.cachedStatement(sql: PhotoRecord.update).execute(
                arguments: StatementArguments(
                    PhotoRecord.arguments(facts) + [now(), id.rawValue]))
        }
        if isRawChanged { try storeRaw(raw, of: id, db) }
        return try list(existing, in: sectionID, isChanged: isChanged, noting: entry, db)
    }

    /// Lists a photo that is known in a section.
    private static func list(
        _ photo: Photo, in sectionID: Int64, isChanged: Bool, noting entry: CommandEntry,
        _ db: Database
    ) throws -> StoredPhoto {
        // What is in the trash because it was undone comes again with the command; what a person put there does not.
        let comesBack = try photo.dateTrashed != nil && Self.comesBack(photo.id.rawValue, db)
        if comesBack {
            try entry.noteUnlisted(photo.id, in: sectionID, wasThere: false, db)
            _ = try setTrashed([photo.id.rawValue], to: nil, db)
        }
        let isAppended = try append(photo.id, to: sectionID, noting: entry, db)
        let outcome: StoredPhoto.Outcome
        if comesBack {
            outcome = .new
        } else if photo.dateTrashed != nil {
            outcome = .trashed
        } else if isAppended {
            outcome = .new
        } else {
            outcome = isChanged ? .updated : .unchanged
        }
        return StoredPhoto(id: photo.id, outcome: outcome)
    }

    /// Whether somebody before lists a photo of a photo-share server: of several people who do, what the first one
    /// calls it holds.
    private static func isTold(_ id: PhotoID, before sectionID: Int64, _ db: Database) throws
        -> Bool
    {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (
                        SELECT 1 FROM membership m JOIN section s ON s.id = m.sectionID
                        WHERE m.photoID = ? AND m.sectionID < ? AND m.dateGone IS NULL
                            AND s.kind = 'share')
                    """), arguments: [id.rawValue, sectionID]) ?? false
    }

    private static func insert(_ details: PhotoDetails, _ db: Database) throws -> PhotoID {
        try db.cachedStatement(sql: PhotoRecord.insertion).execute(
            arguments: StatementArguments(PhotoRecord.arguments(details) + [now()]))
        let id = PhotoID(rawValue: db.lastInsertedRowID)
        try storeRaw(details.rawJSON, of: id, db)
        return id
    }

    private static func rawJSON(of id: PhotoID, _ db: Database) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT json FROM photoRaw WHERE photoID = ?"),
            arguments: [id.rawValue])
    }

    private static func storeRaw(_ json: String?, of id: PhotoID, _ db: Database) throws {
        guard let json else { return }
        try db.cachedStatement(
            sql: """
                INSERT INTO photoRaw (photoID, json) VALUES (?, ?)
                ON CONFLICT (photoID) DO UPDATE SET json = excluded.json WHERE json <> excluded.json
                """
        ).execute(arguments: [id.rawValue, json])
    }

    /// Lists a photo at the end of a section; false where the section lists it already, which takes
    /// the mark of being gone away.
    static func append(
        _ id: PhotoID, to sectionID: Int64, noting entry: CommandEntry?, _ db: Database
    ) throws -> Bool {
        let isListed = try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT m.dateGone IS NULL AND m.queryRevision = s.queryRevision
                    FROM membership m JOIN section s ON s.id = m.sectionID
                    WHERE m.sectionID = ? AND m.photoID = ?
                    """), arguments: [sectionID, id.rawValue])
        if let isListed {
            // What stays as it is costs no write.
            if isListed { return false }
            try entry?.noteListing(of: id.rawValue, in: sectionID, isGone: false, db)
            try db.cachedStatement(
                sql: """
                    UPDATE membership SET dateGone = NULL,
                        queryRevision = (SELECT queryRevision FROM section WHERE id = ?1)
                    WHERE sectionID = ?1 AND photoID = ?2
                    """
            ).execute(arguments: [sectionID, id.rawValue])
            return false
        }
        try entry?.noteUnlisted(id, in: sectionID, wasThere: true, db)
        try db.cachedStatement(
            sql: "UPDATE section SET lastOrdinal = lastOrdinal + 1 WHERE id = ?"
        ).execute(arguments: [sectionID])
        try db.cachedStatement(
            sql: """
                INSERT INTO membership (sectionID, ordinal, photoID, dateAdded, queryRevision,
                    isTrashed)
                SELECT s.id, s.lastOrdinal, p.id, ?, s.queryRevision, p.dateTrashed IS NOT NULL
                FROM section s, photo p WHERE s.id = ? AND p.id = ?
                """
        ).execute(arguments: [now(), sectionID, id.rawValue])
        return true
    }
}
