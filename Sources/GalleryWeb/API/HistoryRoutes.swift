import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// Routes for the trash, recorded problems and the journal of commands.
enum HistoryRoutes {
    static let all = [
        LibraryRoutes.reading("trash", for: .owners, ["limit", "cursor"]) { request, gallery in
            let limit = try request.limit()
            let photos = try gallery.trash.list(
                after: try request.cursor(DatedCursor.init(text:)), limit: limit + 1)
            return .list(
                photos, limit: limit, for: request, cursor: { DatedCursor(trashed: $0)?.text }
            ) { photo in
                JSONValue(ListedPhoto(photo).rowMembers + [("trashedAt", photo.dateTrashed)])
            }
        },
        // Messages contain server file paths.
        LibraryRoutes.reading("problems", for: .owners, ["limit", "cursor"]) { request, gallery in
            let limit = try request.limit()
            let problems = try gallery.problems.list(
                after: try request.cursor(DatedCursor.init(text:)), limit: limit + 1)
            return .list(
                problems, limit: limit, for: request, cursor: { DatedCursor($0).text }
            ) { problem in
                JSONValue([
                    ("id", problem.id), ("date", problem.date), ("command", problem.command),
                    ("subject", problem.subject.text), ("message", problem.message),
                ])
            }
        },
        LibraryRoutes.reading("journal", ["limit", "cursor"]) { request, gallery in
            let limit = try request.limit()
            let entries = try gallery.journal.entries(
                before: try request.cursor { Int64($0) }, limit: limit + 1)
            return .list(entries, limit: limit, for: request, cursor: { "\($0.id)" }) { entry in
                let counts = entry.counts.map { (key: $0.what, value: JSONValue($0.photos)) }
                return JSONValue([
                    ("id", entry.id), ("date", entry.date), ("command", entry.command),
                    ("section", entry.section), ("counts", JSONValue.object(counts)),
                    ("undoes", entry.undoes), ("undoneBy", entry.undoneBy),
                    ("isUndoable", entry.isUndoable), ("isPartlyUndone", entry.isPartlyUndone),
                ])
            }
        },
    ]
}

extension DatedCursor {
    /// Creates the cursor of the photos after one in the trash; nil for other photos.
    init?(trashed photo: Photo) {
        guard let date = photo.dateTrashed else { return nil }
        self.init(date: date.unixSeconds, id: photo.id.rawValue)
    }

    /// Creates the cursor of the problems after a problem.
    init(_ problem: PhotoProblem) { self.init(date: problem.date.unixSeconds, id: problem.id) }
}
