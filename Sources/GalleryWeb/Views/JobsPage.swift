import Foundation
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
            let next = found.count > Self.size ? jobs.last.map { "\($0.id)" } : nil
            request.addPages("/jobs", next: next, to: &values)
            let page = try frame.page("jobs", language.say("jobs.title"), values)
            return .html(page, for: request)
        }
    }

    private func row(_ job: GalleryJob, canStop: Bool) -> [String: Any] {
        // Errors may contain server file paths.
        let isOwner = request.principal.role == .owner
        var row: [String: Any] = [
            "jobID": job.id, "jobTitle": Pages.capitalized(language.text(job.title)),
            "isEnglishTitle": language.translation(of: job.title) == nil,
            "state": job.state.rawValue,
            "stateText": language.say("job-state.\(job.state.rawValue)"),
            "canStop": canStop && !job.state.isOver,
            "asker": job.requester.isEmpty ? language.say("jobs.owner") : job.requester,
            "momentWord": momentWord(job),
            "moment": language.moment(job.dateEnded ?? job.dateStarted ?? job.dateCreated),
        ]
        if !job.state.isOver { row["progress"] = progress(job.progress) }
        row["done"] = job.sentence.map { sentence -> [String: Any] in
            [
                "sentence": language.text(sentence),
                "isEnglish": language.translation(of: sentence) == nil,
            ]
        }
        guard isOwner else { return row }
        row["jobError"] = job.error.map(Pages.sentence)
        row["remarks"] = job.remarks.map { ["remark": Pages.sentence($0)] }
        if job.failedItems > 0 {
            row["failures"] =
                [
                    "failureCount": language.say("jobs.failures", count: job.failedItems),
                    "isCut": job.failedItems > job.failures.count,
                    "items": job.failures.map {
                        ["item": $0.subject ?? "", "itemError": Pages.sentence($0.message)]
                    },
                ] as [String: Any]
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
        var values: [String: Any] = [
            "progressText": language.say("work.far", ["activity": activity, "done": far])
        ]
        if let total = progress.total, total > 0 {
            values["bar"] = ["done": min(progress.done, total), "total": total]
        }
        return values
    }

    private func momentWord(_ job: GalleryJob) -> String {
        if job.state.isOver {
            return language.say(job.dateEnded == nil ? "jobs.begun" : "jobs.ended")
        }
        return language.say(job.dateStarted == nil ? "jobs.asked" : "jobs.begun")
    }
}
