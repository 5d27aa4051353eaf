import Catalog
import GalleryModel

/// A change of the catalog, as the journal keeps it.
public struct GalleryJournalEntry: Hashable, Sendable {
    /// Its number.
    public var id: Int64
    /// When it was made, in seconds since 1970-01-01 UTC.
    public var date: Int64
    /// The command that made it.
    public var command: String
    /// The section it was about; nil where it was about none.
    public var section: String?
    /// How many photos it concerned, by what was done: `added`, `updated`, `gone`, `trashed`, `restored`,
    /// `faces`, `positions`, `homes`, `edits`; without those that it did not do.
    public var counts: [(what: String, photos: Int)] {
        all.filter { $0.photos > 0 }.map { ($0.what, $0.photos) }
    }
    /// The change that this one took back; nil for others.
    public var undoes: Int64?
    /// The change that took this one back; nil where none did.
    public var undoneBy: Int64?
    /// Whether `undo` can take it back.
    public var isUndoable: Bool
    /// Whether it was taken back but for photos that something had changed since: `undo` with its number
    /// takes back those too, once that is undone.
    public var isPartlyUndone: Bool

    private struct Part: Hashable, Sendable {
        var what: String
        var photos: Int
    }

    private var all: [Part]

    init(_ entry: JournalSummary) {
        id = entry.id
        date = entry.date
        command = entry.command
        section = entry.section
        undoes = entry.undoes
        undoneBy = entry.undoneBy
        isUndoable = entry.isUndoable
        isPartlyUndone = entry.isPartlyUndone
        all = [
            Part(what: "added", photos: entry.added), Part(what: "updated", photos: entry.updated),
            Part(what: "gone", photos: entry.gone), Part(what: "trashed", photos: entry.trashed),
            Part(what: "restored", photos: entry.restored),
            Part(what: "faces", photos: entry.faces),
            Part(what: "positions", photos: entry.positions),
            Part(what: "homes", photos: entry.homes),
            Part(what: "edits", photos: entry.edits),
        ]
    }
}

extension PhotoGallery {
    /// The latest changes of the catalog, the newest first.
    ///
    /// - Parameter limit: how many at most.
    public func journal(limit: Int) throws(GalleryError) -> [GalleryJournalEntry] {
        try GalleryError.translating {
            try catalog.journalEntries(limit: limit).map(GalleryJournalEntry.init)
        }
    }

    /// Takes a change back: positions of tracks, homes, edits, what was said about faces, the trash, and the
    /// marks of photos that a refresh no longer found.
    ///
    /// What was changed again since is left alone. What search and import brought stays: `remove` puts
    /// photos into the trash.
    ///
    /// - Parameters:
    ///   - number: the change's number; nil for the latest that was not taken back yet.
    ///   - work: failed items, such as an index of places that cannot be used; a dry run says what would
    ///     be done, and does nothing.
    /// - Throws: `notFound` where there is no such change; `usage` for one that cannot be taken back.
    @discardableResult
    public func undo(
        _ number: Int64? = nil, work: WorkOptions = WorkOptions()
    ) throws(GalleryError) -> UndoSummary {
        let isDryRun = work.isDryRun
        return try GalleryError.translating {
            let undone = try catalog.undo(number, isDryRun: isDryRun)
            if !isDryRun, !(undone.positions.isEmpty && undone.homes.isEmpty) {
                try locateQueued(work, command: "undo")
            }
            return UndoSummary(
                entry: GalleryJournalEntry(undone.entry),
                changed: undone.restored + undone.trashed + undone.faces + undone.positions
                    + undone.homes + undone.edits + undone.listed,
                kept: undone.kept, isDryRun: isDryRun)
        }
    }
}
