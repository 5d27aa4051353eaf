package import Basics
import Catalog
public import GalleryModel

/// The metadata that a user gives photos; it takes precedence over that of files and servers, which
/// are never changed.
public struct GalleryMetadata: GalleryFeature {
    let gallery: PhotoGallery

    /// Changes the metadata of photos, as one step for `undo`.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - change: the change.
    ///   - albums: names of albums filled by hand, with true to add the photos and false to remove
    ///     them.
    ///   - options: receives photos whose date cannot be shifted; a dry run stores nothing.
    /// - Throws: `usage` for a value out of range; `notFound` if an album does not exist that
    ///   photos are to be removed from; errors of the catalog.
    public func set(
        _ query: PhotoQuery, _ change: MetadataChange, albums: [(name: String, adds: Bool)] = [],
        options: WorkOptions = WorkOptions()
    ) async throws -> MetadataSummary {
        let ids = try await offload { [gallery] in try gallery.photoIDs(query) }
        var batch = PhotoBatch()
        batch.metadata = change
        batch.albums = try albums.map { (try gallery.albums.reference(named: $0.name), $0.adds) }
        return try await self.change(ids, batch, command: "set", options: options)
    }

    /// Applies different changes to photos, as one step for `undo`.
    ///
    /// - Parameter check: receives each photo whose metadata is to be changed, in the transaction
    ///   that changes it; an error that it throws refuses all changes.
    func apply(
        _ change: PhotosChange, command: String, _ work: WorkContext,
        check: ((Photo) throws -> Void)? = nil
    ) throws -> MetadataSummary {
        let changed = try catalog.change(
            change, command: command, isDryRun: work.isDryRun, check: check)
        for (photo, reason) in changed.failed {
            let cause =
                reason.date.map { "the date taken '\($0)' is not exact" }
                ?? "its date taken is unknown"
            work.reportFailure(.photo(photo), "\(cause): set it with --date instead")
        }
        let areMoved = change.metadata.contains {
            $0.1.location != nil || $0.1.cleared.contains(.location)
        }
        if !work.isDryRun, areMoved {
            try gallery.places.locateQueued(of: changed.photos, work, command: command)
        }
        return MetadataSummary(
            photos: changed.photos, fields: changed.fields, step: changed.entry,
            failed: changed.failed.count, isDryRun: work.isDryRun)
    }

    /// Returns the metadata of a photo from its origin, and what the user said.
    ///
    /// - Throws: `notFound` if the photo does not exist.
    package func values(
        of id: PhotoID
    ) throws(GalleryError) -> (manual: ManualMetadata, origin: PhotoDetails) {
        guard let values = try translated(catalog.metadata(of: id)) else {
            throw GalleryError.noPhoto(id)
        }
        return values
    }

    /// Returns the fields of a photo that differ from those of its file or server because the user
    /// changed them: `before` is the value there, `after` the one that counts.
    ///
    /// - Throws: `notFound` if the photo does not exist.
    package func overridden(of photo: Photo) throws(GalleryError) -> [ChangedField] {
        var fields = photo.details.changedFields(
            from: try values(of: photo.id).origin, of: photo.id, isFavorite: (false, false))
        if let location = photo.location, location.source == .user {
            fields.append(
                ChangedField(
                    photo.id, MetadataChange.Field.location.rawValue,
                    before: JSONValue(photo.details.coordinate?.text),
                    after: JSONValue(location.coordinate.text)))
        }
        return fields
    }
}

extension [ChangedField] {
    /// The values before, by field; nil if there are none.
    package var before: JSONValue? { isEmpty ? nil : JSONValue(map { ($0.field, $0.before) }) }
}

/// The outcome of changes of metadata.
public struct MetadataSummary: Sendable {
    /// The photos that were changed.
    public var photos: [PhotoID]
    /// The fields that were changed, by photo.
    package var fields: [ChangedField]
    /// The number of the step for `undo`; nil if nothing was changed.
    public var step: Int64?
    /// The number of photos that could not be changed, and of rows of a table.
    public var failed: Int
    /// The number of values of a table that were not applied because they are older than the
    /// photo's.
    public var conflicts = 0
    /// True if nothing was changed because rows of a table cannot be applied.
    public var isRefused = false
    /// Columns of a table that are not those of an export.
    package var unknownColumns: [String] = []
    /// True if nothing was stored.
    public var isDryRun: Bool
}

extension MetadataSummary: WorkSummary {
    /// The outcome as a sentence.
    public var sentence: String {
        (isDryRun ? "would change " : "changed ") + Count.text(photos.count, "photo")
            + (conflicts > 0 ? ", \(Count.text(conflicts, "conflict"))" : "")
            + (failed > 0 ? ", \(failed) failed" : "")
    }

    package var failedItems: Int { failed + conflicts }
}
