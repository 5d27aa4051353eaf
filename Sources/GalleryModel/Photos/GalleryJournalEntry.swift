public import Foundation

/// A change of the catalog as recorded in the journal.
public struct GalleryJournalEntry: Hashable, Sendable {
    /// A kind of change, with the photos that it counts.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Photos that were added to a section.
        case added
        /// Photos whose metadata was changed by their origin.
        case updated
        /// Pictures, not photos, that were fetched for existing photos.
        case pictures
        /// Photos that their origin no longer lists.
        case delisted = "gone"
        /// Photos that were moved to the trash.
        case trashed
        /// Photos that were restored from the trash.
        case restored
        /// Photos whose faces a user decided about.
        case faces
        /// Photos whose title, description, tags, rating, favorite mark or date a user changed.
        case metadata
        /// Photos whose manual position was set or removed.
        case positions
        /// Photos whose home was set or removed.
        case homes
        /// Photos whose edit was changed.
        case edits
        /// Sections, not photos, that were created, renamed or removed.
        case sections
        /// Tracks, not photos, that were stored or removed.
        case tracks
        /// Posts, not photos, that were created, hidden, shown or deleted.
        case posts
    }

    /// The number of the change.
    public var id: Int64
    /// The time of the change, to the second.
    public var date: Date
    /// The command that made the change, such as `search` or `faces name`.
    public var command: String
    /// The section that the change affected; nil if none.
    ///
    /// If there were several, their references, separated by commas.
    public var section: String?
    /// The change that this one undid; nil for other changes.
    public var undoes: Int64?
    /// The change that undid this one; nil if none.
    public var undoneBy: Int64?
    /// The latest change that partly undid this one, except for photos modified since.
    package var undonePartlyBy: Int64?
    /// True if the journal has the old metadata from origins; older versions did not record it.
    package var isNoted = false
    /// The number of affected photos per kind of change.
    package var numbers: [Kind: Int] = [:]

    /// Creates an entry without changes.
    package init(id: Int64, date: Date, command: String) {
        self.id = id
        self.date = date
        self.command = command
    }

    /// Returns the number of photos that a kind of change affected.
    public subscript(kind: Kind) -> Int { numbers[kind, default: 0] }

    /// The number of affected photos per kind of change; kinds with a count of 0 are left out.
    public var counts: [(what: String, photos: Int)] {
        Kind.allCases.map { ($0.rawValue, self[$0]) }.filter { $0.1 > 0 }
    }

    /// True if it was undone except for photos modified since.
    ///
    /// Running `undo` with its number undoes those as well once the later modification is undone.
    public var isPartlyUndone: Bool { undonePartlyBy != nil }

    /// True if `undo` can undo it, wholly or for the rest, as far as the journal shows.
    public var isUndoable: Bool {
        let fromOrigins: Set<Kind> = [.added, .updated, .pictures, .delisted]
        let others = numbers.contains { !fromOrigins.contains($0.key) && $0.value > 0 }
        return undoes == nil && undoneBy == nil
            && (isNoted || self[.added] + self[.updated] == 0 && others)
    }
}
