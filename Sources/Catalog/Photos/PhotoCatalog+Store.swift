import Foundation
import GRDB
package import GalleryModel

/// The result of storing a photo's details.
package struct StoredPhoto: Hashable, Sendable {
    /// The kind of result.
    package enum Outcome: Hashable, Sendable {
        /// The photo was added to the section.
        case new
        /// The photo was in the section and its details changed, for an imported file those of the
        /// file or its sidecar.
        case updated
        /// The bytes of an imported file were at another path, which no longer exists.
        case moved
        /// The photo was in the section, unchanged.
        case unchanged
        /// The photo is in the trash and stays there.
        case trashed
    }

    /// The photo's catalog id.
    package let id: PhotoID
    /// The kind of result.
    package let outcome: Outcome
}

extension PhotoCatalog {
    /// Stores a page of photos and appends new ones to a section, in one transaction.
    ///
    /// A photo in the trash is updated and stays in the trash.
    ///
    /// - Parameters:
    ///   - isPartial: true if the origin returned only some details, as the public feed does: known
    ///     details are kept, and only unknown ones are filled in.
    ///   - entry: the command's journal entry; nil for an entry for these photos only.
    ///   - isDryRun: true to report the results without storing anything.
    package func store(
        _ page: [PhotoDetails], in section: PhotoSection, command: String,
        noting entry: CommandEntry? = nil, isPartial: Bool = false, isDryRun: Bool = false
    ) throws(CatalogError) -> [StoredPhoto] {
        let entry = entry ?? CommandEntry(command)
        let stored = try write(noting: entry, if: { _ in !isDryRun }) { db in
            try page.map {
                try Self.store($0, in: section.id, isPartial: isPartial, noting: entry, db)
            }
        }
        if !isDryRun { announce(stored, in: section.reference) }
        return stored
    }

    /// The photos that a complete listing of a section's origin should contain: those not marked as
    /// delisted.
    ///
    /// Photos that were found with other filters are not included, because the query does not match
    /// them.
    package func photosExpected(in section: PhotoSection) throws(CatalogError) -> [PhotoID] {
        try read { try Self.photosExpected(in: section.id, $0) }
    }

    private static func photosExpected(in sectionID: Int64, _ db: Database) throws -> [PhotoID] {
        try db.photoIDs(
            """
            SELECT m.photoID FROM membership m JOIN section s ON s.id = m.sectionID
            WHERE m.sectionID = ? AND m.dateGone IS NULL AND m.queryRevision = s.queryRevision
            """, [sectionID])
    }

    /// Marks the photos that the origin no longer lists, after a complete listing.
    ///
    /// - Parameter listed: the ids that the origin lists now.
    /// - Returns: the newly marked photos.
    package func markDelisted(
        from section: PhotoSection, exceptFor listed: Set<PhotoID>, command: String,
        noting entry: CommandEntry? = nil
    ) throws(CatalogError) -> [PhotoID] {
        // Most listings are complete and need no write transaction.
        if try photosExpected(in: section).allSatisfy(listed.contains) { return [] }
        let entry = entry ?? CommandEntry(command)
        let delisted = try write(noting: entry) { db in
            let delisted = try Self.photosExpected(in: section.id, db).filter {
                !listed.contains($0)
            }
            for id in delisted {
                try entry.noteListing(of: id.rawValue, in: section.id, isDelisted: true, db)
                try db.run(
                    "UPDATE membership SET dateGone = ? WHERE sectionID = ? AND photoID = ?",
                    [Self.now(), section.id, id.rawValue])
            }
            return delisted
        }
        if !delisted.isEmpty { changes.send(.photosUpdated(delisted)) }
        return delisted
    }

    func announce(_ stored: [StoredPhoto], in section: SectionReference) {
        let new = stored.filter { $0.outcome == .new }.map(\.id)
        let updated = stored.filter { $0.outcome == .updated }.map(\.id)
        if !new.isEmpty { changes.send(.photosAdded(new, section: section)) }
        if !updated.isEmpty { changes.send(.photosUpdated(updated)) }
    }

    /// Stores one photo's details and lists it in a section.
    ///
    /// - Parameter joined: merges the new details with the known ones.
    static func store(
        _ details: PhotoDetails, in sectionID: Int64, isPartial: Bool = false,
        noting entry: CommandEntry, _ db: Database,
        joined: (_ new: PhotoDetails, _ known: PhotoDetails) -> PhotoDetails = { new, _ in new }
    ) throws -> StoredPhoto {
        try withOriginMetadata(
            of: "SELECT id FROM photo WHERE origin = ? AND originID = ?",
            [details.origin.rawValue, details.originID], db
        ) {
            let existing = try PhotoRecord.Column.first(
                """
                SELECT \(PhotoRecord.Column.selection) FROM photo p
                WHERE p.origin = ? AND p.originID = ?
                """, [details.origin.rawValue, details.originID], db, value: PhotoRecord.read)
            guard let existing else {
                try db.run(PhotoRecord.insertion, PhotoRecord.arguments(details))
                let id = PhotoID(rawValue: db.lastInsertedRowID)
                try storeRaw(details.rawJSON, of: id, db)
                try entry.noteUnlisted(id, in: sectionID, wasListed: false, db)
                _ = try append(id, to: sectionID, noting: entry, db)
                return StoredPhoto(id: id, outcome: .new)
            }
            let id = existing.id
            if details.origin == .share, try isListedEarlier(id, than: sectionID, db) {
                return try list(existing, in: sectionID, isChanged: false, noting: entry, db)
            }
            var facts = details
            facts.rawJSON = nil
            facts =
                isPartial ? existing.details.filled(with: facts) : joined(facts, existing.details)
            if let orientation = facts.orientation, !(1...8).contains(orientation) {
                facts.orientation = nil
            }
            let isChanged = existing.details != facts
            let raw = isPartial ? nil : details.rawJSON
            let isRawChanged = try raw.map { try rawJSON(of: id, db) != $0 } ?? false
            if isChanged || isRawChanged { try entry.noteFacts(of: id, in: sectionID, db) }
            if isChanged {
                try db.run(PhotoRecord.update, PhotoRecord.arguments(facts) + [id.rawValue])
            }
            if isRawChanged { try storeRaw(raw, of: id, db) }
            return try list(existing, in: sectionID, isChanged: isChanged, noting: entry, db)
        }
    }

    /// Lists a known photo in a section.
    private static func list(
        _ photo: Photo, in sectionID: Int64, isChanged: Bool, noting entry: CommandEntry,
        _ db: Database
    ) throws -> StoredPhoto {
        // A photo that an undo moved to the trash is restored by the command; one that a user moved
        // there is not.
        let isRestoredByCommand =
            try photo.dateTrashed != nil && Self.isRestoredByCommand(photo.id.rawValue, db)
        if isRestoredByCommand {
            try entry.noteUnlisted(photo.id, in: sectionID, wasListed: false, db)
            _ = try setTrashed([photo.id.rawValue], to: nil, db)
        }
        let isAppended = try append(photo.id, to: sectionID, noting: entry, db)
        let outcome: StoredPhoto.Outcome =
            if photo.dateTrashed != nil, !isRestoredByCommand {
                .trashed
            } else if isRestoredByCommand || isAppended {
                .new
            } else {
                isChanged ? .updated : .unchanged
            }
        return StoredPhoto(id: photo.id, outcome: outcome)
    }

    /// True if an earlier section lists a photo of a PhotoShare server: of several accounts that
    /// list it, the first one's title is kept.
    private static func isListedEarlier(_ id: PhotoID, than sectionID: Int64, _ db: Database) throws
        -> Bool
    {
        try db.holds(
            """
            SELECT EXISTS (
                SELECT 1 FROM membership m JOIN section s ON s.id = m.sectionID
                WHERE m.photoID = ? AND m.sectionID < ? AND m.dateGone IS NULL
                    AND s.kind = 'share')
            """, [id.rawValue, sectionID])
    }

    static func rawJSON(of id: PhotoID, _ db: Database) throws -> String? {
        try db.text("SELECT json FROM photoRaw WHERE photoID = ?", [id.rawValue])
    }

    private static func storeRaw(_ json: String?, of id: PhotoID, _ db: Database) throws {
        guard let json else { return }
        try db.run(
            """
            INSERT INTO photoRaw (photoID, json) VALUES (?, ?)
            ON CONFLICT (photoID) DO UPDATE SET json = excluded.json WHERE json <> excluded.json
            """, [id.rawValue, json])
    }

    /// Appends a photo to a section; returns false if the section already lists it, and clears its
    /// delisted mark.
    static func append(
        _ id: PhotoID, to sectionID: Int64, noting entry: CommandEntry?, _ db: Database
    ) throws -> Bool {
        let isListed = try db.boolean(
            """
            SELECT m.dateGone IS NULL AND m.queryRevision = s.queryRevision
            FROM membership m JOIN section s ON s.id = m.sectionID
            WHERE m.sectionID = ? AND m.photoID = ?
            """, [sectionID, id.rawValue])
        if let isListed {
            // An unchanged listing needs no write.
            if isListed { return false }
            try entry?.noteListing(of: id.rawValue, in: sectionID, isDelisted: false, db)
            try db.run(
                """
                UPDATE membership SET dateGone = NULL,
                    queryRevision = (SELECT queryRevision FROM section WHERE id = ?1)
                WHERE sectionID = ?1 AND photoID = ?2
                """, [sectionID, id.rawValue])
            return false
        }
        try entry?.noteUnlisted(id, in: sectionID, wasListed: true, db)
        try db.run("UPDATE section SET lastOrdinal = lastOrdinal + 1 WHERE id = ?", [sectionID])
        try db.run(
            """
            INSERT INTO membership (sectionID, ordinal, photoID, dateAdded, queryRevision,
                isTrashed)
            SELECT s.id, s.lastOrdinal, p.id, ?, s.queryRevision, p.dateTrashed IS NOT NULL
            FROM section s, photo p WHERE s.id = ? AND p.id = ?
            """, [now(), sectionID, id.rawValue])
        return true
    }

    /// Moves photos to the trash, where no section lists them, or restores them to their sections.
    ///
    /// - Returns: the photos that were moved, and the journal entry; nil if nothing was changed.
    package func move(
        _ ids: [PhotoID], toTrash isTrashed: Bool
    ) throws(CatalogError) -> (photos: [PhotoID], entry: Int64?) {
        let (changed, number) = try write { db in
            var entry = JournalEntry(command: isTrashed ? "remove" : "restore")
            if isTrashed {
                try Self.trash(ids.map(\.rawValue), noting: &entry, db)
            } else {
                try Self.restore(ids.map(\.rawValue), noting: &entry, db)
            }
            let changed = (entry.trashed + entry.restored).map(PhotoID.init(rawValue:))
            return (changed, try entry.insert(db))
        }
        if !changed.isEmpty {
            changes.send(isTrashed ? .photosRemoved(changed) : .photosRestored(changed))
        }
        return (changed, number)
    }

    /// Moves photos to the trash, and records that in an entry that is not written yet.
    static func trash(_ ids: [Int64], noting entry: inout JournalEntry, _ db: Database) throws {
        let marks = try takenBack(ids, db)
        let trashed = try setTrashed(ids, to: now(), db)
        entry.trashed += trashed
        let moved = Set(trashed)
        entry.takenBack += marks.filter { moved.contains($0.photo) }
        for id in trashed { try clearUndoMark(id, db) }
    }

    /// Restores photos from the trash, and records that in an entry that is not written yet.
    static func restore(_ ids: [Int64], noting entry: inout JournalEntry, _ db: Database) throws {
        for id in ids {
            let date = try db.integer("SELECT dateTrashed FROM photo WHERE id = ?", [id])
            guard let date else { continue }
            _ = try setTrashed([id], to: nil, db)
            entry.restored.append(id)
            entry.dates.append(date)
            try relist(id, db).map { entry.relisted.append($0) }
        }
    }

    /// Moves photos to the trash, or restores them if the date is nil.
    ///
    /// - Returns: the photos that were moved.
    static func setTrashed(_ ids: [Int64], to date: Int64?, _ db: Database) throws -> [Int64] {
        var changed: [Int64] = []
        for id in ids {
            try db.run(
                """
                UPDATE photo SET dateTrashed = ?1
                WHERE id = ?2 AND (dateTrashed IS NULL) = (?1 IS NOT NULL)
                """, [date, id])
            if db.changesCount > 0 { changed.append(id) }
        }
        return changed
    }
}
