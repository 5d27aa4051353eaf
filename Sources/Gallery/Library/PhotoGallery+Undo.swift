package import Basics
import Catalog
import Foundation
public import GalleryModel

/// The changes of a gallery that can be undone.
///
/// @Snippet(path: "gallery/Snippets/WalkGallery", slice: "albums")
public struct GalleryJournal: GalleryFeature {
    let gallery: PhotoGallery

    /// Returns the latest changes of the catalog, newest first.
    ///
    /// - Parameters:
    ///   - before: the number of the last change on the previous page; nil for the first page.
    ///   - limit: the maximum number of changes.
    public func entries(
        before: Int64? = nil, limit: Int
    ) throws(GalleryError) -> [GalleryJournalEntry] {
        try translated(catalog.journalEntries(before: before, limit: limit))
    }

    /// Undoes a change: a complete search, refresh, pull, import or upload; track positions and
    /// lines, homes, edits, face decisions and trash operations; section removals; and the
    /// creation, renaming or deletion of albums.
    ///
    /// Photos that the change added move to the trash and return when the same command runs again.
    /// Sections that it created are removed, and details from the origin revert to their previous
    /// values. Anything modified since is left as it is.
    ///
    /// - Parameters:
    ///   - number: the number of the change; nil for the latest one not yet undone.
    ///   - options: receives failed items, such as an unusable place index; a dry run reports what
    ///     would be done and changes nothing.
    /// - Throws: `notFound` if there is no such change; `usage` if it cannot be undone.
    @discardableResult
    public func undo(
        _ number: Int64? = nil, options: WorkOptions = WorkOptions()
    ) async throws -> UndoSummary {
        let isDryRun = options.isDryRun
        return try await stoppable { [self] stop in
            let undone = try catalog.undo(number, isDryRun: isDryRun)
            if !isDryRun,
                !(undone[.positions].isEmpty && undone[.homes].isEmpty && undone.updated.isEmpty)
            {
                try gallery.places.locateQueued(WorkContext(options, stop: stop), command: "undo")
            }
            return UndoSummary(
                entry: undone.entry,
                changed: Self.once(undone.restored + undone.trashed + undone.changed),
                sections: undone.sections.map(\.reference), tracks: undone.tracks,
                kept: Self.once(undone.kept), isDryRun: isDryRun)
        }
    }

    /// Removes duplicates: several parts of a change may affect the same photo.
    private static func once(_ photos: [PhotoID]) -> [PhotoID] {
        var met: Set<PhotoID> = []
        return photos.filter { met.insert($0).inserted }
    }
}

/// The outcome of `undo`.
public struct UndoSummary: Hashable, Sendable {
    /// The change that was undone.
    public var entry: GalleryJournalEntry
    /// Photos that were reverted.
    public var changed: [PhotoID]
    /// Sections that were reverted: restored, renamed back or removed.
    public var sections: [SectionReference]
    /// Tracks that were reverted: removed or restored.
    public var tracks: [Int64]
    /// Photos left unchanged because they were modified since.
    public var kept: [PhotoID]
    /// True if nothing was undone.
    public var isDryRun = false
}

extension UndoSummary: WorkSummary {
    /// The outcome as a sentence.
    public var sentence: String {
        let date = entry.date.isoText
        let photos =
            changed.isEmpty && !(sections.isEmpty && tracks.isEmpty)
            ? [] : [Count.text(changed.count, "photo")]
        let lines = tracks.isEmpty ? [] : [Count.text(tracks.count, "track")]
        let others = sections.count > 10 ? [Count.text(sections.count - 10, "other section")] : []
        let facts =
            "\(isDryRun ? "would undo" : "undid") change \(entry.id) (\(entry.command), \(date)): "
            + (sections.prefix(10).map(\.text) + others + photos + lines).joined(separator: ", ")
        guard !kept.isEmpty else { return facts }
        return facts
            + ", \(Count.text(kept.count)) left unchanged because they were modified since: "
            + kept.prefix(10).map(\.description).joined(separator: ", ")
            + (kept.count > 10 ? ", …" : "")
    }

    /// The counts for JSON and CSV.
    package var members: [JSONMember] {
        [
            ("change", Int(entry.id)), ("command", entry.command),
            ("sections", sections.map(\.text)), ("tracks", tracks),
            ("photos", changed.map(\.rawValue)), ("kept", kept.map(\.rawValue)),
        ]
    }
}

extension PhotoGallery {
    /// Returns the ids of the photos that references name, in order and without duplicates.
    ///
    /// - Throws: `notFound` for the first reference without a photo.
    package func photoIDs(of references: [PhotoReference]) throws(GalleryError) -> [PhotoID] {
        var met: Set<PhotoID> = []
        var ids: [PhotoID] = []
        for reference in references {
            let id =
                switch reference {
                // Unlike `photo(id:)`, this does not check its files.
                case .id(let id): try translated(catalog.photo(id: id).id)
                default: try photo(reference).id
                }
            if met.insert(id).inserted { ids.append(id) }
        }
        return ids
    }
}
