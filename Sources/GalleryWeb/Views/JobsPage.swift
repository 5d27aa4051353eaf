import Gallery
import GalleryModel
import Hummingbird

extension GalleryPage {
    /// The number of jobs per page.
    private static let size = 30

    /// Renders the page of jobs, newest first.
    ///
    /// - Throws: 400 for an invalid cursor.
    func jobs() async throws -> Response {
        let frame = PageFrame(.jobs, for: request, site)
        let cursor = try request.cursor { Int64($0) }
        let found = try await site.jobs.jobs(before: cursor, limit: Self.size + 1)
        let open = await site.jobs.count
        return try await offload {
            let jobs = found.prefix(Self.size)
            var values: [String: Any] = [
                "count": open == 0
                    ? language.say("jobs.idle") : language.say("jobs.open", count: open),
                "isEmpty": jobs.isEmpty,
                "emptyText": language.say(cursor == nil ? "jobs.none" : "page.nothing-more"),
                "jobs": jobs.map { row($0, canStop: frame.isOwner) },
            ]
            request.addPages("/jobs", after: found, size: Self.size, to: &values) { "\($0.id)" }
            let page = try frame.page("jobs", language.say("jobs.title"), values)
            return .html(page, for: request)
        }
    }

    private func row(_ job: GalleryJob, canStop: Bool) -> [String: Any] {
        let momentWord =
            job.state.isOver
            ? job.dateEnded == nil ? "jobs.begun" : "jobs.ended"
            : job.dateStarted == nil ? "jobs.asked" : "jobs.begun"
        var row: [String: Any] = [
            "jobID": job.id, "jobTitle": Pages.capitalized(language.text(job.title)),
            "isEnglishTitle": language.translation(of: job.title) == nil,
            "state": job.state.rawValue,
            "stateText": language.say("job-state.\(job.state.rawValue)"),
            "canStop": canStop && !job.state.isOver,
            "asker": job.requester.isEmpty ? language.say("jobs.owner") : job.requester,
            "momentWord": language.say(momentWord),
            "moment": language.moment(job.dateEnded ?? job.dateStarted ?? job.dateCreated),
        ]
        if !job.state.isOver { row["progress"] = progress(job.progress) }
        row["done"] = job.sentence.map { sentence -> [String: Any] in
            [
                "sentence": language.text(sentence),
                "isEnglish": language.translation(of: sentence) == nil,
            ]
        }
        // Errors may contain server file paths.
        guard request.principal.role == .owner else { return row }
        row["jobError"] = job.error.map(Pages.sentence)
        row["remarks"] = job.remarks.map { ["remark": Pages.sentence($0)] }
        if job.failedItems > 0 {
            let failures: [String: Any] = [
                "failureCount": language.say("jobs.failures", count: job.failedItems),
                "isCut": job.failedItems > job.failures.count,
                "items": job.failures.map {
                    ["item": $0.subject ?? "", "itemError": Pages.sentence($0.message)]
                },
            ]
            row["failures"] = failures
        }
        return row
    }

    private func progress(_ progress: WorkProgress?) -> [String: Any] {
        guard let progress else { return ["progressText": ""] }
        let far =
            progress.total.map { language.position(progress.done, of: $0) }
            ?? language.number(progress.done)
        // The unit, such as `photos`.
        let unit = progress.activity
        let activity = language.text(of: unit, in: "job-progress") ?? unit
        let bar = progress.total.flatMap {
            $0 > 0 ? ["done": min(progress.done, $0), "total": $0] : nil
        }
        return templateValues([
            "progressText": language.say("work.far", ["activity": activity, "done": far]),
            "bar": bar,
        ])
    }
}
