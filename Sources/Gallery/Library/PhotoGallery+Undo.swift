import Basics
import Catalog
public import Foundation
import GalleryModel

/// A change of the catalog, as the journal keeps it.
public struct GalleryJournalEntry: Hashable, Sendable {
    /// How many photos one thing was done to.
    public struct PhotoCount: Hashable, Sendable {
        /// What was done: `added`, `updated`, `gone`, `trashed`, `restored`, `faces`, `positions`, `homes` or
        /// `edits`; `pictures` counts pictures that came for photos of before, `sections` sections that were made,
        /// renamed or removed, `tracks` tracks that were stored or removed, and `posts` posts that were made, hidden,
        /// shown or deleted, not photos.
        public var what: String
        /// How many photos it was done to.
        public var photos: Int
    }

    /// Its number.
    public var id: Int64
    /// When it was made, to the second.
    public var date: Date
    /// The command that made it.
    public var command: String
    /// The section it was about; nil where it was about none.
    ///
    /// Of several that were removed together it is the references with commas between them.
    public var section: String?
    /// How many photos it concerned, by what was done; without what it did not do.
    public var counts: [PhotoCount] { all.filter { $0.photos > 0 } }
    /// The change that this one took back; nil for others.
    public var undoes: Int64?
    /// The change that took this one back; nil where none did.
    public var undoneBy: Int64?
    /// Whether `undo` can take it back.
    public var isUndoable: Bool
    /// Whether it was taken back but for photos that something had changed since: `undo` with its number
    /// takes back those too, once that is undone.
    public var isPartlyUndone: Bool

    private var all: [PhotoCount]

    init(_ entry: JournalSummary) {
        id = entry.id
        date = Date(unixSeconds: entry.date)
        command = entry.command
        section = entry.section
        undoes = entry.undoes
        undoneBy = entry.undoneBy
        isUndoable = entry.isUndoable
        isPartlyUndone = entry.isPartlyUndone
        all = [
            PhotoCount(what: "added", photos: entry.added),
            PhotoCount(what: "updated", photos: entry.updated),
            PhotoCount(what: "pictures", photos: entry.pictures),
            PhotoCount(what: "gone", photos: entry.gone),
            PhotoCount(what: "trashed", photos: entry.trashed),
            PhotoCount(what: "restored", photos: entry.restored),
            PhotoCount(what: "faces", photos: entry.faces),
            PhotoCount(what: "positions", photos: entry.positions),
            PhotoCount(what: "homes", photos: entry.homes),
            PhotoCount(what: "edits", photos: entry.edits),
            PhotoCount(what: "sections", photos: entry.sections),
            PhotoCount(what: "tracks", photos: entry.tracks),
            PhotoCount(what: "posts", photos: entry.posts),
        ]
    }
}

extension PhotoGallery {
    /// The latest changes of the catalog, the newest first.
    ///
    /// - Parameters:
    ///   - before: the number of the last change of the page before; nil for the first page.
    ///   - limit: how many at most.
    public func journal(
        before: Int64? = nil, limit: Int
    ) throws(GalleryError) -> [GalleryJournalEntry] {
        try GalleryError.translating {
            try catalog.journalEntries(before: before, limit: limit).map(GalleryJournalEntry.init)
        }
    }

    /// Takes a change back: a whole search, refresh, pull, import or upload, positions and lines of tracks, homes,
    /// edits, what was said about faces, the trash, sections that were removed, albums that were made, renamed or
    /// deleted.
    ///
    /// Photos that a change brought go into the trash, and come again with the same command; sections that it made
    /// are removed; what their origins say of others is what it was. What was changed again since is left alone.
    ///
    /// - Parameters:
    ///   - number: the change's number; nil for the latest that was not taken back yet.
    ///   - options: failed items, such as an index of places that cannot be used; a dry run says what would
    ///     be done, and does nothing.
    /// - Throws: `notFound` where there is no such change; `usage` for one that cannot be taken back.
    @discardableResult
    public func undo(
        _ number: Int64? = nil, options: WorkOptions = WorkOptions()
    ) async throws -> UndoSummary {
        let isDryRun = options.isDryRun
        return try await stoppable { [self] stop in
            let undone = try catalog.undo(number, isDryRun: isDryRun)
            if !isDryRun,
                !(undone.positions.isEmpty && undone.homes.isEmpty && undone.updated.isEmpty)
            {
                try locateQueued(WorkContext(options, stop: stop), command: "undo")
            }
            return UndoSummary(
                entry: GalleryJournalEntry(undone.entry),
                changed: Self.once(
                    undone.restored + undone.trashed + undone.faces + undone.positions
                        + undone.homes + undone.edits + undone.listed + undone.posts
                        + undone.unlisted + undone.updated),
                sections: undone.sections.map(\.reference), tracks: undone.tracks,
                kept: Self.once(undone.kept), isDryRun: isDryRun)
        }
    }

    /// Each photo where it is met first: several things may be done to one.
    private static func once(_ photos: [PhotoID]) -> [PhotoID] {
        var met: Set<PhotoID> = []
        return photos.filter { met.insert($0).inserted }
    }
}
