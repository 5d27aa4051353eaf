import Gallery
import GalleryModel
import Hummingbird

extension GalleryPage {
    /// The number of changes per page.
    private static let size = 50

    /// Renders the page of changes, newest first; blocks for a few milliseconds.
    ///
    /// - Parameter failure: the reason why the last request changed nothing, whose status becomes
    ///   that of the response.
    /// - Throws: 400 for an invalid cursor.
    func history(failure: Problem? = nil) throws -> Response {
        let frame = PageFrame(.undo, for: request, site)
        let cursor = try request.cursor { Int64($0) }
        let found = try gallery.journal.entries(before: cursor, limit: Self.size + 1)
        let redoable = try frame.isOwner ? gallery.journal.redoable() : nil
        let changes = found.prefix(Self.size)
        var values: [String: Any] = [
            "isEmpty": changes.isEmpty,
            "emptyText": language.say(cursor == nil ? "history.none" : "page.nothing-more"),
            "undoAddress": PageAddress.with([("cursor", request.filled("cursor"))], "/undo"),
            "redoAddress": PageAddress.with([("cursor", request.filled("cursor"))], "/redo"),
            "changes": changes.map { change -> [String: Any] in
                [
                    "number": "\(change.id)", "sentence": sentence(of: change),
                    "numberText": language.say("history.number", ["number": "\(change.id)"]),
                    "account": (change.counts.isEmpty ? nil : change.account) ?? false,
                    "section": section(of: change) ?? false, "isUndone": change.isUndone,
                    "canUndo": frame.isOwner && change.isUndoable,
                    "canRedo": change.id == redoable, "moment": language.moment(change.date),
                ]
            },
        ]
        if let failure {
            let detail = failure.translated(to: language).detail
            values["failure"] = Pages.sentence(detail)
            values["isEnglish"] = language.translation(of: failure.message) == nil
        }
        request.addPages("/undo", after: found, size: Self.size, to: &values) { "\($0.id)" }
        let page = try frame.page("undo", language.say("nav.history"), values)
        return .html(page, status: failure?.status ?? .ok, for: request)
    }

    /// Returns the sentence of a change in the language of the page.
    private func sentence(of change: GalleryJournalEntry) -> String {
        // Of a new section, its photos are enough.
        let isFilled = change[.added] + change[.albums] > 0
        let counts = change.counts.filter { !isFilled || $0.what != "sections" }
        let clauses = counts.map { language.say("history.\($0.what)", count: $0.photos) }
        guard !clauses.isEmpty else { return language.say("history.other") }
        let text = language.list(clauses)
        return change.account == nil ? Pages.capitalized(text) : text
    }

    /// Returns the name of the section that a change is about; nil for none or several.
    private func section(of change: GalleryJournalEntry) -> String? {
        guard let text = change.section, !text.contains(", ") else { return change.section }
        return language.name(of: SectionReference(text: text))
    }
}

/// The forms of the pages of changes and problems.
enum ActivityForms {
    static let all: [Route] = [
        reverting("/undo") { gallery, step in try await gallery.journal.undo(step) },
        reverting("/redo") { gallery, _ in try await gallery.journal.redo() },
        Route(.post, "/problems/{problem}/ignore", for: .owners, nil) { request, site in
            try await offload {
                try site.gallery.problems.ignore([try problem(request, in: site.gallery)])
                return .seeOther("/problems")
            }
        },
        Route(.post, "/problems/{problem}/retry", for: .owners, nil) { request, site in
            let work = try await offload {
                try JobRequest(retrying: try problem(request, in: site.gallery), in: site.gallery)
            }
            guard let work else { throw Problem(.conflict, say: "error.no-retry") }
            _ = try await site.jobs.start(work, for: request.principal.name)
            return .seeOther("/jobs")
        },
    ]

    /// Makes the route of a form that undoes a change or does it again, and shows the page again.
    private static func reverting(
        _ path: String,
        _ body: @escaping @Sendable (PhotoGallery, Int64?) async throws -> UndoSummary
    ) -> Route {
        Route(.post, path, for: .owners, nil) { request, site in
            let form = request.headers[.contentType] == nil ? [:] : try await request.form()
            do {
                let step = try form["step"].map { text throws(Problem) in
                    guard let step = Int64(id: text) else {
                        throw request.invalid("step", text, .say("expected.number"))
                    }
                    return step
                }
                _ = try await body(site.gallery, step)
            } catch let error as GalleryError
                where [.usage, .conflict, .notFound].contains(error.kind)
            {
                return try await offload {
                    let failure =
                        error.kind == .notFound ? Problem(error) : Problem(.conflict, error.text)
                    return try GalleryPage(request: request, site: site).history(failure: failure)
                }
            }
            return .seeOther(PageAddress.with([("cursor", request.filled("cursor"))], "/undo"))
        }
    }

    private static func problem(
        _ request: WebRequest, in gallery: PhotoGallery
    ) throws -> PhotoProblem {
        let id = Int64(id: request.part("problem"))
        guard let found = try gallery.problems.list().first(where: { $0.id == id }) else {
            throw Problem.notFound
        }
        return found
    }
}

extension JobRequest {
    /// Creates the job that retries the failed work; nil if only a command can.
    init?(retrying problem: PhotoProblem, in gallery: PhotoGallery) throws {
        guard !problem.isNote else { return nil }
        switch problem.command {
        case let command where command.hasPrefix("faces"):
            guard let id = problem.subject.photoID else { return nil }
            var options = gallery.faces.options
            options.again = true
            self = .faces(PhotoChoice(id), options)
        case "search", "refresh", "fetch":
            if let id = problem.subject.photoID {
                let size = PictureSize.allCases.first { problem.subject == .photo(id, $0) }
                self = .fetch(PhotoChoice(id), size: size ?? .medium)
            } else {
                let reference = SectionReference(text: problem.subject.text)
                guard let section = try? gallery.sections.find(reference), section.query != nil,
                    section.reference.text == problem.subject.text
                else { return nil }
                self = .refresh([section])
            }
        default: return nil
        }
    }
}
