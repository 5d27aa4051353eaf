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

    /// Returns the changes that are no longer in the journal because of the setting
    /// `undo.maximumSteps`; nil if there are none.
    package func dropped() throws(GalleryError) -> DroppedJournalEntries? {
        try translated(catalog.droppedJournalEntries())
    }

    /// Returns the number of the change that `redo` does again; nil if there is none.
    public func redoable() throws(GalleryError) -> Int64? {
        try translated(catalog.redoableEntry())
    }

    /// Undoes a change: everything that a command changed, unless later changes depend on it.
    ///
    /// Photos that the change added move to the trash and return when the same command runs again.
    /// Sections that it created are removed, and data that it changed returns to its previous
    /// values. What was deleted since is left out.
    ///
    /// - Parameters:
    ///   - number: the number of the change; nil for the latest one not yet undone.
    ///   - options: receives failed items, such as an unusable place index; a dry run reports what
    ///     would be done and changes nothing.
    /// - Throws: `notFound` if there is no such change; `conflict`, with the later changes, if some
    ///   depend on it; `usage` if it cannot be undone.
    @discardableResult
    public func undo(
        _ number: Int64? = nil, options: WorkOptions = WorkOptions()
    ) async throws -> UndoSummary {
        try await revert("undid", "undo", options) { try $0.undo(number, isDryRun: $1) }
    }

    /// Does the change again that was undone last.
    ///
    /// The catalog and the journal are then as they were before the undo.
    ///
    /// - Parameter options: as for `undo`.
    /// - Throws: `notFound` if no change was undone; `conflict` if a change was made since.
    @discardableResult
    public func redo(options: WorkOptions = WorkOptions()) async throws -> UndoSummary {
        try await revert("redid", "redo", options) { try $0.redo(isDryRun: $1) }
    }

    private func revert(
        _ verb: String, _ command: String, _ options: WorkOptions,
        _ body: @escaping @Sendable (PhotoCatalog, _ isDryRun: Bool) throws -> UndoneChange
    ) async throws -> UndoSummary {
        let isDryRun = options.isDryRun
        return try await stoppable { [self] stop in
            let undone = try body(catalog, isDryRun)
            if !isDryRun,
                !(undone[.positions].isEmpty && undone[.homes].isEmpty && undone.updated.isEmpty)
            {
                try gallery.places.locateQueued(WorkContext(options, stop: stop), command: command)
            }
            return UndoSummary(
                entry: undone.entry,
                // Several parts of a change may affect the same photo.
                changed: (undone.restored + undone.trashed + undone.changed).uniqued(),
                sections: undone.sections.map(\.reference), tracks: undone.tracks,
                verb: isDryRun ? "would \(command)" : verb)
        }
    }
}

/// The outcome of `undo` and `redo`.
public struct UndoSummary: Hashable, Sendable {
    /// The change that was undone, or done again.
    public var entry: GalleryJournalEntry
    /// Photos that were changed.
    public var changed: [PhotoID]
    /// Sections that were restored, renamed or removed.
    public var sections: [SectionReference]
    /// Tracks that were removed or restored.
    public var tracks: [Int64]
    /// The verb of the sentence, such as `undid` or `would redo`.
    let verb: String
}

extension UndoSummary: RowSummary {
    /// The outcome as a sentence.
    public var sentence: String {
        let date = entry.date.isoText
        let photos =
            changed.isEmpty && !(sections.isEmpty && tracks.isEmpty)
            ? [] : [Count.text(changed.count, "photo")]
        let lines = tracks.isEmpty ? [] : [Count.text(tracks.count, "track")]
        let others = sections.count > 10 ? [Count.text(sections.count - 10, "other section")] : []
        return "\(verb) change \(entry.id) (\(entry.command), \(date)): "
            + (sections.prefix(10).map(\.text) + others + photos + lines).joined(separator: ", ")
    }

    /// The counts for JSON and CSV.
    package var members: [JSONMember] {
        [
            ("change", Int(entry.id)), ("command", entry.command),
            ("sections", sections.map(\.text)), ("tracks", tracks),
            ("photos", changed.map(\.rawValue)),
        ]
    }
}

extension PhotoGallery {
    /// Returns the ids of the photos that references name, in order and without duplicates.
    ///
    /// - Throws: `notFound` for a reference without a photo, as far as the reader may know.
    package func photoIDs(of references: [PhotoReference]) throws(GalleryError) -> [PhotoID] {
        let ids = try references.map { reference throws(GalleryError) in
            if case .id(let id) = reference { id } else { try photo(reference).id }
        }.uniqued()
        if let missing = try translated(catalog.firstMissing(of: ids)) { throw .noPhoto(missing) }
        guard catalog.reader != .owner else { return ids }
        let visible = Set(try visiblePhotos(ids).map(\.id))
        if let hidden = ids.first(where: { !visible.contains($0) }) { throw .noPhoto(hidden) }
        return ids
    }
}
