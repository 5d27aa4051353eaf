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
            let photos = try gallery.trash(
                after: try request.cursor(DatedCursor.init(text:)), limit: limit + 1)
            let page = photos.prefix(limit)
            let items = page.map { photo in
                let row = PhotoRow(ListedPhoto(photo))
                return JSONValue.object(row.members + [("trashedAt", JSONValue(photo.dateTrashed))])
            }
            let next = photos.count > limit ? page.last.flatMap(cursor) : nil
            return ListResponse(items, next: next?.text).response
        },
        // Messages contain server file paths.
        LibraryRoutes.reading("problems", for: .owners, ["limit", "cursor"]) { request, gallery in
            let limit = try request.limit()
            let problems = try gallery.problems(
                after: try request.cursor(DatedCursor.init(text:)), limit: limit + 1)
            let page = problems.prefix(limit)
            let next = problems.count > limit ? page.last.map(cursor) : nil
            return ListResponse(page.map(value), next: next?.text).response
        },
        LibraryRoutes.reading("journal", ["limit", "cursor"]) { request, gallery in
            let limit = try request.limit()
            let entries = try gallery.journal(
                before: try request.cursor { Int64($0) }, limit: limit + 1)
            let page = entries.prefix(limit)
            let next = entries.count > limit ? page.last.map { "\($0.id)" } : nil
            return ListResponse(page.map(value), next: next).response
        },
    ]

    private static func cursor(_ photo: Photo) -> DatedCursor? {
        photo.dateTrashed.map { DatedCursor(date: $0.unixSeconds, id: photo.id.rawValue) }
    }

    private static func cursor(_ problem: PhotoProblem) -> DatedCursor {
        DatedCursor(date: problem.date.unixSeconds, id: problem.id)
    }

    private static func value(_ problem: PhotoProblem) -> JSONValue {
        .object([
            ("id", JSONValue(problem.id)), ("date", JSONValue(problem.date)),
            ("command", .text(problem.command)), ("subject", .text(problem.subject.text)),
            ("message", .text(problem.message)),
        ])
    }

    private static func value(_ entry: GalleryJournalEntry) -> JSONValue {
        let counts = entry.counts.map { (key: $0.what, value: JSONValue($0.photos)) }
        return .object([
            ("id", JSONValue(entry.id)), ("date", JSONValue(entry.date)),
            ("command", .text(entry.command)), ("section", JSONValue(entry.section)),
            ("counts", .object(counts)), ("undoes", JSONValue(entry.undoes)),
            ("undoneBy", JSONValue(entry.undoneBy)), ("isUndoable", .flag(entry.isUndoable)),
            ("isPartlyUndone", .flag(entry.isPartlyUndone)),
        ])
    }
}
