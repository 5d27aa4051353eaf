import Basics
import Gallery
import GalleryModel
import Hummingbird

extension GalleryPage {
    /// The number of problems per page.
    private static let size = 50

    /// Renders the page of unresolved problems, newest first; blocks for a few milliseconds.
    ///
    /// - Throws: 400 for an invalid cursor.
    func problems() throws -> Response {
        let frame = PageFrame(.problems, for: request, site)
        let kind = request.filled("kind")
        let counts = try gallery.problems.counts()
        let cursor = try request.cursor(DatedCursor.init(text:))
        let found = try gallery.problems.list(after: cursor, limit: Self.size + 1, of: kind)
        let problems = found.prefix(Self.size)
        let photos = try self.photos(of: problems)
        let count = counts.reduce(0) { kind == nil || kind == $1.command ? $0 + $1.count : $0 }
        var values: [String: Any] = [
            "count": language.say("count.problems", count: count), "isEmpty": problems.isEmpty,
            "emptyText": language.say(
                cursor != nil
                    ? "page.nothing-more" : kind == nil ? "problems.none" : "problems.none-such"),
            "canChange": frame.isOwner,
            "problems": try problems.map { try row($0, photos) },
        ]
        if counts.count > 1 {
            values["hasKinds"] = true
            let total = counts.reduce(0) { $0 + $1.count }
            let choices: [(kind: String?, count: Int)] =
                [(nil, total)] + counts.map { ($0.command, $0.count) }
            values["choices"] = choices.map { choice -> [String: Any] in
                [
                    "kindName": choice.kind.map(kindName) ?? language.say("word.all"),
                    "kindCount": language.number(choice.count), "isChosen": choice.kind == kind,
                    "kindAddress": PageAddress.with([("kind", choice.kind)], "/problems"),
                ]
            }
        }
        request.addPages(
            "/problems", [("kind", kind)], after: found, size: Self.size, to: &values
        ) { DatedCursor($0).text }
        let title = language.say("problems.title")
        return .html(try frame.page("problems", title, values), for: request)
    }

    /// Returns the photos with problems, by id.
    private func photos(of problems: ArraySlice<PhotoProblem>) throws -> [PhotoID: Photo] {
        let ids = Set(problems.compactMap(\.subject.photoID))
        guard !ids.isEmpty else { return [:] }
        let rows = try gallery.photos(PhotoQuery([.photos(ids.sorted())]))
        return rows.map(\.photo).keyed(by: \.id)
    }

    private func row(_ problem: PhotoProblem, _ photos: [PhotoID: Photo]) throws -> [String: Any] {
        let id = problem.subject.photoID
        let photo = id.flatMap { photos[$0] }
        var row = photo.map { tile(of: $0) } ?? [:]
        row["problemID"] = problem.id
        // A title is more helpful than an id.
        row["subject"] = photo?.shownTitle(in: language) ?? problem.subject.text
        row["subjectAddress"] = id.map { PageAddress.photo($0) }
        row["message"] = Pages.sentence(problem.message)
        row["kind"] = kindName(problem.command)
        // Repeating the command would record a note again.
        let canRetry = try JobRequest(retrying: problem, in: gallery) != nil
        row["canRetry"] = canRetry
        row["step"] = problem.isNote || canRetry ? nil : step(problem.command)
        row["moment"] = language.moment(problem.date)
        return row
    }

    /// Returns the kind of a problem, determined by the command that failed.
    private func kindName(_ command: String) -> String {
        language.text(of: command, in: "problem-kind") ?? Pages.capitalized(command)
    }

    /// Returns how to retry the command.
    private func step(_ command: String) -> String {
        let isRemote = ["search", "refresh", "fetch"].contains(command)
        if let step = language.text(of: isRemote ? "refresh" : command, in: "problem-step") {
            return step
        }
        // The stored name of `analyze` is the command's earlier spelling.
        let name = command.hasPrefix("faces") ? "faces" : command == "analyse" ? "analyze" : command
        return language.say("problem-step.command", ["command": "gallery \(name)"])
    }
}
