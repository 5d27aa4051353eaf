import Basics
import GRDB
package import GalleryModel

/// Changes of photos by a user that are one step for `undo`.
package struct PhotosChange: Sendable {
    /// The metadata of photos; the last change of each photo counts.
    package var metadata: [(PhotoID, MetadataChange)] = []
    /// The edits of photos; nil removes one.
    package var edits: [(PhotoID, PhotoEdit?)] = []
    /// Photos to move to the trash.
    package var trashed: [PhotoID] = []
    /// Photos to restore from the trash.
    package var restored: [PhotoID] = []

    /// Albums filled by hand that photos are added to, in this order, or removed from.
    package var albums: [AlbumChange] = []

    /// Creates a change of nothing.
    package init() {}
}

/// A change of the photos of an album filled by hand.
package struct AlbumChange: Hashable, Sendable {
    /// The album; a new one is created if photos are added.
    package var album: SectionReference
    /// The photos.
    package var photos: [PhotoID]
    /// True to add the photos at the end, false to remove them.
    package var isAddition: Bool

    /// Creates a change.
    package init(_ album: SectionReference, _ photos: [PhotoID], isAddition: Bool) {
        (self.album, self.photos, self.isAddition) = (album, photos, isAddition)
    }
}

/// The effect of changes by a user.
package struct ChangedPhotos: Sendable {
    /// The journal entry; nil if nothing was changed.
    package var entry: Int64?
    /// The photos that were changed, in order.
    package var photos: [PhotoID] = []
    /// The fields that were changed, by photo.
    package var fields: [ChangedField] = []
    /// Albums that were created.
    var albums: [SectionReference] = []
    /// Photos whose date could not be shifted.
    package var failed: [(photo: PhotoID, reason: UnchangeableDate)] = []
}

extension PhotoCatalog {
    /// Applies a user's changes in one transaction and one journal entry.
    ///
    /// - Parameters:
    ///   - command: the command, for the journal.
    ///   - isDryRun: true to only report the effect.
    ///   - check: receives each photo of the metadata as it is, before anything is changed; an
    ///     error that it throws refuses all changes and is thrown.
    /// - Throws: `noPhoto` if a photo does not exist, `noSection` if an album does not exist that
    ///   photos are to be removed from, `refusedSection` for an album with a query, and for one that
    ///   photos are both added to and removed from; nothing is stored then.
    package func change(
        _ change: PhotosChange, command: String, isDryRun: Bool = false,
        check: ((Photo) throws -> Void)? = nil
    ) throws -> ChangedPhotos {
        var refusal: (any Error)?
        let texts = try Self.texts(of: change.edits)
        var changed: ChangedPhotos
        do {
            changed = try write(if: { $0.entry != nil && !isDryRun }) { db in
                if let check {
                    for photo in try photos(distinct: change.metadata.map(\.0), db) {
                        do { try check(photo) } catch {
                            refusal = error
                            throw error
                        }
                    }
                }
                return try Self.store(change, texts, command: command, db)
            }
        } catch { throw refusal ?? error }
        if isDryRun { changed.entry = nil }
        guard changed.entry != nil else { return changed }
        for album in changed.albums { self.changes.send(.sectionAdded(album)) }
        let moved = Set(change.trashed + change.restored)
        let updated = changed.photos.filter { !moved.contains($0) }
        if !updated.isEmpty { self.changes.send(.photosUpdated(updated)) }
        if !change.trashed.isEmpty { self.changes.send(.photosRemoved(change.trashed)) }
        if !change.restored.isEmpty { self.changes.send(.photosRestored(change.restored)) }
        return changed
    }

    private static func store(
        _ change: PhotosChange, _ edits: [(PhotoID, String?)], command: String, _ db: Database
    ) throws -> ChangedPhotos {
        // Its photos would be the same again, and `undo` would find nothing to do.
        let losing = Set(change.albums.filter { !$0.isAddition }.map(\.album.key))
        if let both = change.albums.first(where: { $0.isAddition && losing.contains($0.album.key) })
        {
            throw CatalogError(
                .refusedSection,
                "photos cannot be both added to and removed from '\(both.album.text)'")
        }
        let albums = change.albums.map(\.album.text)
        var entry = JournalEntry(
            command: command, section: albums.isEmpty ? nil : albums.joined(separator: ", "))
        try trash(change.trashed.map(\.rawValue), noting: &entry, db)
        try restore(change.restored.map(\.rawValue), noting: &entry, db)
        let number = try entry.write(db)
        var changed = ChangedPhotos()
        var photos = (entry.trashed + entry.restored).map(PhotoID.init(rawValue:))
        for (id, change) in lastOfEach(change.metadata)
        where try record(change, of: id, in: number, &changed, db) {
            photos.append(id)
        }
        for (id, text) in edits
        where try JournaledValue.edit.set([text], of: id, in: number, db) {
            photos.append(id)
        }
        for album in change.albums { photos += try apply(album, in: number, &changed, db) }
        var met: Set<PhotoID> = []
        changed.photos = photos.filter { met.insert($0).inserted }
        changed.entry = changed.photos.isEmpty ? nil : number
        return changed
    }

    /// Records a change of a photo's metadata and position in a journal entry.
    ///
    /// - Returns: false if it changes nothing.
    private static func record(
        _ change: MetadataChange, of id: PhotoID, in entry: Int64,
        _ changed: inout ChangedPhotos, _ db: Database
    ) throws -> Bool {
        guard let state = try MetadataState(id, db) else { throw noPhoto(id) }
        let new: ManualMetadata
        do { new = try state.manual.applying(change, over: state.origin) } catch {
            changed.failed.append((id, error))
            return false
        }
        changed.fields += new.shown(over: state.origin).changedFields(
            from: state.manual.shown(over: state.origin), of: id,
            isFavorite: (state.manual.isFavorite ?? false, new.isFavorite ?? false))
        let isChanged = try JournaledValue.metadata.set(
            MetadataState.arguments(new), of: id, in: entry, db)
        guard change.location != nil || change.cleared.contains(.location) else {
            return isChanged
        }
        let location = change.location
        let isMoved = try JournaledValue.position.set(
            [
                location?.latitude, location?.longitude, location?.altitude,
                location.map { _ in PositionSource.user.rawValue }, nil,
            ], of: id, in: entry, db)
        let (before, after) = (state.location?.text, (location ?? state.own)?.text)
        if isMoved, before != after {
            changed.fields.append(
                ChangedField(
                    id, MetadataChange.Field.location.rawValue, before: JSONValue(before),
                    after: JSONValue(after)))
        }
        return isChanged || isMoved
    }

    /// The metadata of a photo from its origin, and the user's; nil if the photo does not exist.
    package func metadata(
        of id: PhotoID
    ) throws(CatalogError) -> (manual: ManualMetadata, origin: PhotoDetails)? {
        try read { try MetadataState(id, $0).map { ($0.manual, $0.origin) } }
    }

    /// Runs a change of origins' metadata, for which `photo` contains the origins' values while it
    /// runs.
    ///
    /// - Parameter photos: a statement that selects the photos' ids; it must not depend on data
    ///   that `body` changes.
    static func withOriginMetadata<Value>(
        of photos: String, _ arguments: StatementArguments, _ db: Database,
        _ body: () throws -> Value
    ) throws -> Value {
        let ids = try db.integers(
            "SELECT photoID FROM manualMetadata WHERE photoID IN (\(photos))", arguments)
        if ids.isEmpty { return try body() }
        let list: StatementArguments = [ids.jsonList]
        try db.run(
            """
            UPDATE photo SET (\(Schema.changeableColumns)) = (
                SELECT \(Schema.changeableColumns) FROM originMetadata WHERE photoID = photo.id)
            WHERE id IN (SELECT value FROM json_each(?))
            """, list)
        let value = try body()
        try db.run(
            """
            UPDATE originMetadata SET (\(Schema.changeableColumns)) = (
                SELECT \(Schema.changeableColumns) FROM photo WHERE id = originMetadata.photoID)
            WHERE photoID IN (SELECT value FROM json_each(?))
            """, list)
        // The trigger combines the values again.
        try db.run(
            """
            UPDATE manualMetadata SET date = date
            WHERE photoID IN (SELECT value FROM json_each(?))
            """, list)
        return value
    }
}

/// The columns of a user's metadata, in `manualMetadata` or, with other expressions, in the journal.
enum ManualColumn: Int, StatementColumns {
    case addedTags, removedTags, title, caption, rating, isFavorite, dateTimeOriginal
    case subSecTimeOriginal, offsetTimeOriginal
    static let table = "m"
}

extension ManualMetadata {
    /// Reads the metadata of a row; all columns are NULL for no metadata.
    init(_ row: StatementRow<ManualColumn>) {
        self.init()
        title = row.optionalText(.title)
        caption = row.optionalText(.caption)
        addedTags = row.withBytes(.addedTags, TagList.decode)
        removedTags = row.withBytes(.removedTags, TagList.decode)
        rating = row.optionalInteger(.rating)
        isFavorite = row.optionalBoolean(.isFavorite)
        dateTimeOriginal = row.optionalText(.dateTimeOriginal)
        subSecTimeOriginal = row.optionalText(.subSecTimeOriginal)
        offsetTimeOriginal = row.optionalText(.offsetTimeOriginal)
    }
}

/// A photo's metadata from its origin, and from the user.
struct MetadataState {
    private enum Column: Int, StatementColumns {
        case originTitle, originCaption, originTags, originRating, originDate, originSubSeconds
        case originOffset, originDateSource, originDateGuessed
        case latitude, longitude, altitude, ownLatitude, ownLongitude, ownAltitude
        static let expressions: [Self: String] = [
            .originTitle: origin("title"), .originCaption: origin("caption"),
            .originTags: origin("tags"), .originRating: origin("rating"),
            .originDate: origin("dateTimeOriginal"),
            .originSubSeconds: origin("subSecTimeOriginal"),
            .originOffset: origin("offsetTimeOriginal"),
            .originDateSource: origin("dateSource"),
            .originDateGuessed: origin("isDateGuessed"),
            .latitude: "g.", .longitude: "g.", .altitude: "g.", .ownLatitude: "p.latitude",
            .ownLongitude: "p.longitude", .ownAltitude: "p.altitude",
        ]

        private static func origin(_ column: String) -> String {
            "CASE WHEN o.photoID IS NULL THEN p.\(column) ELSE o.\(column) END"
        }
    }

    /// The user's metadata.
    let manual: ManualMetadata
    /// The origin's metadata, only the fields that a user can change.
    let origin: PhotoDetails
    /// The position of the photo's metadata or origin.
    let own: Coordinate?
    /// The position as shown.
    let location: Coordinate?

    /// Made once, as a change can read thousands of states.
    private static let statement = """
        SELECT \(Column.selection), \(ManualColumn.selection) FROM photo p
        LEFT JOIN manualMetadata m ON m.photoID = p.id
        LEFT JOIN originMetadata o ON o.photoID = p.id
        LEFT JOIN givenPosition g ON g.photoID = p.id WHERE p.id = ?
        """

    /// Reads the state; nil if the photo does not exist.
    init?(_ id: PhotoID, _ db: Database) throws {
        let found = try Column.first(
            Self.statement, [id.rawValue], then: [ManualColumn.self], db, value: Self.init)
        guard let found else { return nil }
        self = found
    }

    private init(_ row: StatementRow<Column>) {
        manual = ManualMetadata(row.next())
        // Only the fields that a user can change are compared.
        var origin = PhotoDetails(origin: .camera, originID: "")
        origin.title = row.optionalText(.originTitle)
        origin.caption = row.optionalText(.originCaption)
        origin.tags = row.withBytes(.originTags, TagList.decode)
        origin.rating = row.optionalInteger(.originRating)
        origin.dateTimeOriginal = row.optionalText(.originDate)
        origin.subSecTimeOriginal = row.optionalText(.originSubSeconds)
        origin.offsetTimeOriginal = row.optionalText(.originOffset)
        origin.dateSource = row.optionalText(.originDateSource)
        origin.isDateGuessed = row.optionalBoolean(.originDateGuessed) ?? false
        self.origin = origin
        own = row.coordinate(.ownLatitude, .ownLongitude, .ownAltitude)
        location = row.coordinate(.latitude, .longitude, .altitude) ?? own
    }

    /// The values of the journal; NULL for no metadata.
    static func arguments(_ metadata: ManualMetadata) -> StatementArguments {
        if metadata.isEmpty { return [nil, nil, nil, nil, nil, nil, nil, nil, nil] }
        return [
            TagList.encode(metadata.addedTags), TagList.encode(metadata.removedTags),
            metadata.title, metadata.caption, metadata.rating, metadata.isFavorite,
            metadata.dateTimeOriginal, metadata.subSecTimeOriginal, metadata.offsetTimeOriginal,
        ]
    }
}

/// `manualTags(tags, added, removed)` for statements: the tags of an origin as a user changed them,
/// all as JSON.
enum ManualTags {
    static let function = DatabaseFunction("manualTags", argumentCount: 3, pure: true) { values in
        // Most photos have no tags by hand.
        if values[1...].allSatisfy({ $0.storage == .string("[]") }) { return values[0] }
        let lists = values.map { value -> [String] in
            var text = String.fromDatabaseValue(value) ?? "[]"
            return text.withUTF8(TagList.decode)
        }
        return TagList.encode(ManualMetadata.tags(lists[0], adding: lists[1], removing: lists[2]))
    }
}
