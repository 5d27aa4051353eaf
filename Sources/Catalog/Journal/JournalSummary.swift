import GRDB
package import GalleryModel

/// What a command changed, in numbers of photos.
package struct JournalSummary: Hashable, Sendable {
    /// The entry's number in the journal.
    package var id: Int64
    /// When it was written, in seconds since 1970-01-01 UTC.
    package var date: Int64
    /// The command, such as `search` or `faces name`.
    package var command: String
    /// The section it was about; nil for none.
    ///
    /// Of several it is their references with commas between them.
    package var section: String?
    /// Photos that entered a section.
    package var added: Int
    /// Photos of which their origin said something else.
    package var updated: Int
    /// Pictures that came for photos that were there before.
    package var pictures: Int
    /// Photos that their origin no longer lists.
    package var gone: Int
    /// Photos that went into the trash.
    package var trashed: Int
    /// Photos that came back from the trash.
    package var restored: Int
    /// Photos whose faces a person decided about.
    package var faces: Int
    /// Photos that were given a position, or from which one was taken away.
    package var positions: Int
    /// Photos that were given a home, or from which one was taken away.
    package var homes: Int
    /// Photos whose edit was changed.
    package var edits: Int
    /// Sections that were made, renamed or removed.
    package var sections: Int
    /// Tracks whose line was stored or removed.
    package var tracks: Int
    /// Posts that were made, hidden, shown or deleted.
    package var posts: Int
    /// The entry that this one took back.
    package var undoes: Int64?
    /// The entry that took this one back.
    package var undoneBy: Int64?
    /// The latest entry that took this one back but for photos that were changed since.
    package var undonePartlyBy: Int64?

    /// Whether it was taken back but for some photos, which can be taken back by its number.
    package var isPartlyUndone: Bool { undonePartlyBy != nil }

    /// Whether the journal keeps what origins said before: versions before this one did not.
    package var isNoted: Bool
    /// Whether it can be taken back, all of it or the rest, as far as the journal tells.
    package var isUndoable: Bool {
        undoes == nil && undoneBy == nil
            && (isNoted
                || added + updated == 0
                    && trashed + restored + faces + positions + homes + edits + sections + tracks
                        + posts > 0)
    }

    /// The columns that `init` reads.
    enum Column: Int, StatementColumns {
        case id, date, command, section, added, updated, gone, trashed, restored, faces, positions
        case edits, sections, tracks, posts, pictures, isNoted, undoes, undoneBy, undonePartlyBy
        /// The positions of an entry are all homes, or none is.
        case isAboutHomes
    }

    /// Counts the sections of an entry of `journal`.
    static let sectionCount =
        "(SELECT count(*) FROM journalSection js WHERE js.journalID = journal.id)"

    /// Counts the tracks of an entry of `journal`.
    static let trackCount =
        "(SELECT count(*) FROM journalTrack jt WHERE jt.journalID = journal.id)"

    /// Counts the posts of an entry of `journal`.
    static let postCount =
        "(SELECT count(*) FROM journalPost jp WHERE jp.journalID = journal.id)"

    /// Counts the pictures of an entry of `journal`.
    private static let pictureCount =
        "(SELECT count(*) FROM journalPicture jc WHERE jc.journalID = journal.id)"

    /// Whether an entry of `journal` keeps what origins said before.
    static let noted = """
        (EXISTS (SELECT 1 FROM journalListing jl WHERE jl.journalID = journal.id)
        OR EXISTS (SELECT 1 FROM journalPhoto jf WHERE jf.journalID = journal.id)
        OR EXISTS (SELECT 1 FROM journalRefresh jr WHERE jr.journalID = journal.id)
        OR EXISTS (SELECT 1 FROM journalPicture ji WHERE ji.journalID = journal.id))
        """

    /// Gives `Column`, for a SELECT from `journal`.
    static let selection = """
        id, date, command, section, added, updated, gone, trashed, restored, faces, positions,
        edits, \(sectionCount) AS sections, \(trackCount) AS tracks, \(postCount) AS posts,
        \(pictureCount) AS pictures, \(noted) AS isNoted, undoes, undoneBy, undonePartlyBy,
        (SELECT ifnull(j.afterSource, j.beforeSource) = 'home' FROM journalPosition j
            WHERE j.journalID = journal.id LIMIT 1) AS isAboutHomes
        """

    init(_ row: StatementRow<Column>) {
        id = row.integer(.id)
        date = row.integer(.date)
        command = row.text(.command)
        section = row.optionalText(.section)
        added = Int(row.integer(.added))
        updated = Int(row.integer(.updated))
        gone = Int(row.integer(.gone))
        trashed = Int(row.integer(.trashed))
        restored = Int(row.integer(.restored))
        faces = Int(row.integer(.faces))
        let isAboutHomes = row.boolean(.isAboutHomes)
        positions = isAboutHomes ? 0 : Int(row.integer(.positions))
        homes = isAboutHomes ? Int(row.integer(.positions)) : 0
        edits = Int(row.integer(.edits))
        sections = Int(row.integer(.sections))
        tracks = Int(row.integer(.tracks))
        posts = Int(row.integer(.posts))
        pictures = Int(row.integer(.pictures))
        isNoted = row.boolean(.isNoted)
        undoes = row.optionalInteger(.undoes).map(Int64.init)
        undoneBy = row.optionalInteger(.undoneBy).map(Int64.init)
        undonePartlyBy = row.optionalInteger(.undonePartlyBy).map(Int64.init)
    }
}

/// What taking an entry of the journal back changed.
package struct UndoneChange: Hashable, Sendable {
    /// The entry that was taken back, as it was before.
    package var entry: JournalSummary
    /// The journal's entry about the undoing; nil where nothing was stored.
    package var id: Int64?
    /// Photos that came back from the trash.
    package var restored: [PhotoID] = []
    /// Photos that went into the trash again.
    package var trashed: [PhotoID] = []
    /// Photos whose faces are as before.
    package var faces: [PhotoID] = []
    /// Photos whose manual position is as before; their places are in the queue.
    package var positions: [PhotoID] = []
    /// Photos whose home is as before; those that have one again are in the queue of places.
    package var homes: [PhotoID] = []
    /// Photos whose mark of being gone is as before.
    package var listed: [PhotoID] = []
    /// Photos that left sections, and stay in others.
    package var unlisted: [PhotoID] = []
    /// Photos of which is told what their origin said before, or whose picture is the one from before.
    package var updated: [PhotoID] = []
    /// Photos that leave with the change that brought them, those that were in the trash by then too.
    var brought: [PhotoCatalog.UndoneArrival] = []
    /// Photos whose edit is as before.
    package var edits: [PhotoID] = []
    /// Sections that are as before: there again, called as before, or no more there.
    package var sections: [UndoneSection] = []
    /// Tracks that are as before: no more there, or there again.
    package var tracks: [Int64] = []
    /// Photos whose posts are as before.
    package var posts: [PhotoID] = []
    /// Photos that were left as they are, because something changed them since.
    ///
    /// Where there are some, the entry can be taken back once more, for them alone.
    package var kept: [PhotoID] = []

    /// Whether anything is, or would be, as before.
    var changesSomething: Bool {
        !(restored.isEmpty && trashed.isEmpty && faces.isEmpty && positions.isEmpty
            && homes.isEmpty && edits.isEmpty && listed.isEmpty && unlisted.isEmpty
            && updated.isEmpty && sections.isEmpty && tracks.isEmpty && posts.isEmpty)
    }

    /// Makes the undoing of an entry that changed nothing so far.
    init(entry: JournalSummary) {
        self.entry = entry
    }
}
