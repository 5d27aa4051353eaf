import Basics
import GRDB
package import GalleryModel

/// The photos of albums filled by hand, and the covers of sections.
extension PhotoCatalog {
    /// Applies a change of an album's photos within a journal entry.
    ///
    /// Photos that the album already contains keep their position; an album that does not exist is
    /// created if photos are added.
    ///
    /// - Returns: the photos that were added or removed.
    /// - Throws: `noPhoto`; `noSection` if the album does not exist that photos are to be removed
    ///   from; `refusedSection` for an album with a query, and for another section.
    static func apply(
        _ change: AlbumChange, in entry: Int64, _ changed: inout ChangedPhotos, _ db: Database
    ) throws -> [PhotoID] {
        let known = try sections(change.album, for: .owner, db).first
        let isNew = known == nil && change.isAddition
        if isNew, change.photos.isEmpty { return [] }
        let id: Int64
        if let known {
            id = try filledByHand(known)
        } else if isNew, let new = try insert(change.album, filter: "", db) {
            try SectionRecord.note(.after, new, in: entry, db)
            changed.albums.append(change.album)
            id = new
        } else {
            throw noSection(change.album)
        }
        let photos = change.photos.map(\.rawValue).uniqued()
        if let missing = try firstMissing(of: photos, db) { throw noPhoto(missing) }
        let members = try AlbumMembers.rows(of: id, among: photos, db)
        let listed = Set(members.map(\.photo))
        let differing = photos.filter { listed.contains($0) != change.isAddition }
        if differing.isEmpty { return [] }
        if change.isAddition {
            let added = try AlbumMembers.append(differing, to: id, db)
            try AlbumMembers.note(isNew ? nil : [], added, of: id, in: entry, db)
        } else {
            try AlbumMembers.remove(differing, from: id, db)
            try AlbumMembers.note(members, [], of: id, in: entry, db)
        }
        let moved = differing.map(PhotoID.init(rawValue:))
        let name = (known?.reference ?? change.album).name
        changed.fields += moved.map { photo in
            ChangedField(
                photo, "album", before: JSONValue(change.isAddition ? nil : name),
                after: JSONValue(change.isAddition ? name : nil))
        }
        return moved
    }

    /// Adds a photo to an album filled by hand, which is created if missing, in the journal entry of
    /// a command that adds photos to the gallery.
    ///
    /// - Throws: as `change`.
    package func append(
        _ photo: PhotoID, to album: SectionReference, noting entry: CommandEntry
    ) throws(CatalogError) {
        let (moved, made) = try write(noting: entry) { db in
            let id = try Self.sections(album, for: .owner, db).first.map(Self.filledByHand)
            // Photos that are present do not need an entry.
            let isListed = try db.holds(
                "SELECT EXISTS (SELECT 1 FROM membership WHERE sectionID = ? AND photoID = ?)",
                [id, photo.rawValue])
            var changed = ChangedPhotos()
            let moved =
                isListed
                ? []
                : try Self.apply(
                    AlbumChange(album, [photo], isAddition: true),
                    in: try entry.number(about: nil, db), &changed, db)
            return (moved, changed.albums)
        }
        for album in made { changes.send(.sectionAdded(album)) }
        if !moved.isEmpty { changes.send(.photosUpdated(moved)) }
    }

    /// The first of some photos that does not exist; nil if all do.
    package func firstMissing(of photos: [PhotoID]) throws(CatalogError) -> PhotoID? {
        try read { try Self.firstMissing(of: photos.map(\.rawValue), $0) }
    }

    private static func firstMissing(of photos: [Int64], _ db: Database) throws -> PhotoID? {
        try db.photoIDs(
            """
            SELECT value FROM json_each(?) WHERE value NOT IN (SELECT id FROM photo)
            ORDER BY key LIMIT 1
            """, [photos.jsonList]
        ).first
    }

    /// Moves a photo of an album filled by hand to another position, from 1.
    ///
    /// - Parameter isDryRun: true to only check.
    /// - Returns: the number of the step for `undo`; nil if it is already there.
    /// - Throws: `noPhoto` if the album does not list the photo; `noSection`; `refusedSection` for an
    ///   album with a query, and for a position that the album does not have.
    package func move(
        _ photo: PhotoID, in album: PhotoSection, to position: Int, isDryRun: Bool = false
    ) throws(CatalogError) -> Int64? {
        let step = try writeStep(
            "album move", about: album.reference, isDryRun: isDryRun
        ) { entry, db in
            let album = try Self.known(album, for: reader, db)
            let id = try Self.filledByHand(album)
            guard try lists(photo, album, db) else { throw Self.unlisted(photo, in: album) }
            let listed = ListedPositions(sectionID: id, for: reader)
            let exists = position > 0 && position <= album.count
            guard exists,
                let from = try AlbumMembers.rows(of: id, among: [photo.rawValue], db).first
            else {
                throw CatalogError(
                    .refusedSection,
                    "invalid position '\(position)': expected 1 to \(album.count), the number of "
                        + "photos in '\(album.reference.text)'")
            }
            let moved = (photo: from.photo, ordinal: try listed.ordinal(at: position, db))
            if from == moved { return false }
            try AlbumMembers.move(moved, in: id, db)
            try AlbumMembers.note([from], [moved], of: id, in: entry, db)
            return true
        }
        if step != nil, !isDryRun { changes.send(.photosUpdated([photo])) }
        return step
    }

    /// Chooses the picture of a section.
    ///
    /// - Parameters:
    ///   - photo: a photo that the section lists; nil to show its first photo again.
    ///   - isDryRun: true to only check.
    /// - Returns: the number of the step for `undo`; nil if nothing changes.
    /// - Throws: `noPhoto` if the section does not list the photo; `noSection`.
    package func setCover(
        of section: PhotoSection, to photo: PhotoID?, isDryRun: Bool = false
    ) throws(CatalogError) -> Int64? {
        var old: PhotoID?
        let step = try writeStep(
            "album cover", about: section.reference, isDryRun: isDryRun
        ) { entry, db in
            let section = try Self.known(section, for: reader, db)
            old = section.cover
            if let photo, try !lists(photo, section, db) {
                throw Self.unlisted(photo, in: section)
            }
            if photo == old { return false }
            try SectionRecord.note(.before, section.id, in: entry, db)
            try db.run(
                "UPDATE section SET cover = ? WHERE id = ?", [photo?.rawValue, section.id])
            try SectionRecord.note(.after, section.id, in: entry, db)
            return true
        }
        if step != nil, !isDryRun {
            changes.send(.photosUpdated([old, photo].compactMap(\.self)))
        }
        return step
    }

    /// The current state of a section.
    private static func known(
        _ section: PhotoSection, for reader: PhotoReader, _ db: Database
    ) throws -> PhotoSection {
        let found = try sections(section.reference, for: reader, db).first
        guard let found, found.id == section.id else { throw noSection(section.reference) }
        return found
    }

    /// The id of an album, if it is filled by hand.
    private static func filledByHand(_ album: PhotoSection) throws -> Int64 {
        guard album.isAlbum else {
            throw CatalogError(.refusedSection, "'\(album.reference.text)' is not an album")
        }
        if album.filter == nil { return album.id }
        throw CatalogError(
            .refusedSection,
            "the photos of '\(album.reference.text)' are those that match its query: to choose "
                + "photos by hand, create another album with 'gallery album new' without --where")
    }

    private static func unlisted(_ photo: PhotoID, in section: PhotoSection) -> CatalogError {
        CatalogError(
            .noPhoto,
            "photo '\(photo)' is not in '\(section.reference.text)': 'gallery list "
                + "\(section.reference.text)' shows its photos")
    }
}
