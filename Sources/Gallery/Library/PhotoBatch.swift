import Catalog
package import GalleryModel

/// A change of several photos that is one step for `undo`.
package struct PhotoBatch: Sendable {
    /// The change of their metadata.
    package var metadata = MetadataChange()
    /// The edit that replaces theirs, an empty one to remove it; nil to keep their edits.
    package var edit: PhotoEdit?
    /// Albums filled by hand that the photos are added to, or else removed from.
    package var albums: [(album: SectionReference, adds: Bool)] = []
    /// True to move the photos to the trash, false to restore them.
    package var isTrashed: Bool?

    /// Creates a change of nothing.
    package init() {}
}

extension GalleryMetadata {
    /// Changes photos in one transaction, as one step for `undo`.
    ///
    /// - Parameters:
    ///   - command: the command, for the journal.
    ///   - check: receives each photo before anything is changed, in the transaction that changes
    ///     it; no other program can change a photo meanwhile. An error that it throws refuses the
    ///     change.
    /// - Throws: `usage` if the edit is out of range or an album is not filled by hand; `notFound`
    ///   if a photo or an album does not exist; errors of the catalog and of `check`. Nothing is
    ///   changed then.
    package func change(
        _ ids: [PhotoID], _ batch: PhotoBatch, command: String,
        options: WorkOptions = WorkOptions(), check: (@Sendable (Photo) throws -> Void)? = nil
    ) async throws -> MetadataSummary {
        var photos = PhotosChange()
        let isChecked = check != nil || !batch.metadata.isEmpty
        photos.metadata = isChecked ? ids.map { ($0, batch.metadata) } : []
        if let edit = batch.edit {
            let stored = try gallery.edits.stored(edit)
            photos.edits = ids.map { ($0, stored) }
        }
        photos.albums = batch.albums.map { AlbumChange($0.album, ids, isAddition: $0.adds) }
        if batch.isTrashed == true { photos.trashed = ids }
        if batch.isTrashed == false { photos.restored = ids }
        return try await gallery.perform(command, options) { [photos, gallery] work in
            try gallery.metadata.apply(photos, command: command, work, check: check)
        }
    }

    /// Returns the first of the photos that the reader may not change: owners may change all
    /// photos, other users those that they added.
    ///
    /// - Throws: `notFound` if a photo does not exist, as far as the reader may know.
    package func firstUnchangeable(_ ids: [PhotoID]) throws(GalleryError) -> PhotoID? {
        guard catalog.reader != .owner else { return nil }
        let senders = try translated(catalog.senders(of: ids))
        let others = ids.filter { id in senders[id].map { catalog.reader != .account($0) } ?? true }
        let own = Array(Set(ids).subtracting(others))
        // Listings do not contain the user's own photos that are not published.
        let visible = try translated(catalog.photoIDs(among: others, where: .everything))
            .union(gallery.visiblePhotos(own).map(\.id))
        if let hidden = ids.first(where: { !visible.contains($0) }) { throw .noPhoto(hidden) }
        return others.first
    }
}
