import Basics
import Gallery
import GalleryModel

/// Routes for the trash, recorded problems and the changes that can be undone.
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
        LibraryRoutes.reading("undo", ["limit", "cursor"]) { request, gallery in
            let limit = try request.limit()
            let changes = try gallery.journal.entries(
                before: try request.cursor { Int64($0) }, limit: limit + 1)
            return .list(changes, limit: limit, for: request, cursor: { "\($0.id)" }) { change in
                JSONValue([
                    ("number", change.id), ("at", change.date), ("command", change.command),
                    ("sentence", change.sentence), ("state", change.isUndone ? "undone" : "done"),
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
