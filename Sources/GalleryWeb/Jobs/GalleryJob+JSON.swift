import Basics
import GalleryModel

extension GalleryJob {
    /// All that is known of a job, in the language of who asks; what went wrong, which may name files of the machine,
    /// for owners alone.
    func json(for request: WebRequest) -> JSONValue {
        let isOwner = request.principal.role == .owner
        let words = JobWords(job: self, language: request.language)
        return .object(
            members(title: words.title.text) + [
                ("error", JSONValue(isOwner ? error : nil)), ("retryAfter", JSONValue(retryAfter)),
                ("summary", summary.flatMap { try? JSONValue(Array($0.utf8)) } ?? .null),
                ("sentence", JSONValue(words.sentence?.text)),
                ("failures", .list(isOwner ? failures.map(\.json) : [])),
                ("remarks", .list(isOwner ? remarks.map { .text($0) } : [])),
            ])
    }

    /// What an event tells of it, in English.
    var event: JSONValue { .object(members(title: title)) }

    private func members(title: String) -> [(key: String, value: JSONValue)] {
        [
            ("id", JSONValue(id)), ("kind", .text(kind.rawValue)), ("title", .text(title)),
            ("state", .text(state.rawValue)), ("askedBy", .text(asker)),
            ("createdAt", JSONValue(dateCreated)), ("startedAt", JSONValue(dateStarted)),
            ("endedAt", JSONValue(dateEnded)), ("progress", progress?.json ?? .null),
            ("failedItems", JSONValue(failedItems)),
        ]
    }
}

extension GalleryJob.Progress {
    fileprivate var json: JSONValue {
        .object([
            ("activity", .text(activity)), ("done", JSONValue(done)), ("total", JSONValue(total)),
        ])
    }
}

extension GalleryJob.Failure {
    fileprivate var json: JSONValue {
        .object([("subject", JSONValue(subject)), ("message", .text(message))])
    }
}

extension ChangeFeed {
    /// Tells how far a job is; what was told of it before is then out of date.
    func post(_ job: GalleryJob) { post(.job, job.event, replacing: "job \(job.id)") }
}
