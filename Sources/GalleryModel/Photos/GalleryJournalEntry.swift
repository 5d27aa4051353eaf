import Basics
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
        /// Photos that a user declared not to be duplicates.
        case duplicates
        /// Sections, not photos, that were created, renamed or removed.
        case sections
        /// Photos that were added to albums filled by hand, removed from them or moved in them.
        case albums
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
    /// The name of the account or token that made the change through the server; nil for commands
    /// and for the owner with the server's password.
    package var account: String?
    /// The change that this one undid; nil for other changes.
    package var undoes: Int64?
    /// The undo of this change; nil if it is in effect.
    package var undoneBy: Int64?
    /// The undo of an earlier version of gallery that left photos modified since unchanged.
    package var undonePartlyBy: Int64?
    /// True if the journal has the old metadata from origins; older versions did not record it.
    package var isNoted = false
    /// The number of affected photos per kind of change.
    package var numbers: [Kind: Int] = [:]
    /// The metadata that a user changed, such as `title`, in the words of a sentence.
    package var fields: [String] = []

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

    /// True if it was undone.
    public var isUndone: Bool { undoneBy != nil }

    /// True if an earlier version undid it except for photos modified since: the rest can be
    /// undone.
    package var isPartlyUndone: Bool { undonePartlyBy != nil }

    /// True if `undo` can undo it, wholly or for the rest, as far as the journal shows.
    public var isUndoable: Bool {
        let fromOrigins: Set<Kind> = [.added, .updated, .pictures, .delisted]
        let others = numbers.contains { !fromOrigins.contains($0.key) && $0.value > 0 }
        return undoes == nil && undoneBy == nil
            && (isNoted || self[.added] + self[.updated] == 0 && others)
    }
}

extension GalleryJournalEntry {
    /// The change as an English sentence, such as `Added 24 photos to dogs.`.
    public var sentence: String {
        let parts = Kind.allCases.compactMap { kind in
            self[kind] > 0 ? clause(kind, self[kind]) : nil
        }
        let text = parts.isEmpty ? "changed a section" : parts.enumeration
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }

    /// Describes a kind of change; nil if another clause names the section that was created.
    private func clause(_ kind: Kind, _ number: Int) -> String? {
        let photos = Count.text(number, "photo")
        switch kind {
        case .added: return "added \(photos)" + (name.map { " to \($0)" } ?? "")
        case .updated: return "updated \(photos)"
        case .pictures: return "downloaded \(Count.text(number, "picture"))"
        case .delisted: return "marked \(photos) as no longer listed"
        case .trashed: return "moved \(photos) to the trash"
        case .restored: return "restored \(photos) from the trash"
        case .faces: return "changed the faces of \(photos)"
        case .metadata:
            let names = fields.isEmpty ? "metadata" : fields.enumeration
            return "set the \(names) of \(photos)"
        case .positions: return "set the location of \(photos)"
        case .homes: return "set the home of \(photos)"
        case .edits: return "edited \(photos)"
        case .duplicates: return "declared \(photos) not to be duplicates"
        case .albums:
            let album = name.map { "album \($0)" } ?? "albums"
            return switch command {
            case "album add": "added \(photos) to \(album)"
            case "album remove": "removed \(photos) from \(album)"
            case "album move": "moved \(photos) in \(album)"
            default: "changed the photos of \(album)"
            }
        case .sections where self[.added] > 0 || self[.albums] > 0: return nil
        case .sections:
            let verb =
                switch command {
                case "section remove", "album delete": "removed"
                case "album rename": "renamed an album to"
                case "album cover": "changed the cover of"
                default: "created"
                }
            return "\(verb) \(section ?? Count.text(number, "section"))"
        case .tracks: return "changed \(Count.text(number, "track"))"
        case .posts: return "changed \(Count.text(number, "post"))"
        }
    }

    /// The section's name, without the kind of a search or an album.
    private var name: String? {
        section.map { text in
            ["flickr:", "album:"].first(where: text.hasPrefix).map {
                String(text.dropFirst($0.count))
            } ?? text
        }
    }
}

/// The oldest changes, which are no longer in the journal: their number, and the number and time
/// of the latest of them.
package typealias DroppedJournalEntries = (count: Int, lastID: Int64, lastDate: Date)

/// The author of the changes that a task makes for a request to a server.
package enum ChangeAuthor {
    /// The name of the account or token; nil for none.
    @TaskLocal package static var name: String?
}
