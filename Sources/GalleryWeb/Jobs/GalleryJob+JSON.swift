import Basics
import Foundation
import GalleryModel

extension GalleryJob {
    /// All that is known of a job.
    var json: JSONValue {
        .object(
            members + [
                ("summary", summary.flatMap { try? JSONValue(Array($0.utf8)) } ?? .null),
                ("sentence", JSONValue(sentence)), ("failures", .list(failures.map(\.json))),
                ("remarks", .list(remarks.map { .text($0) })),
            ])
    }

    /// What an event tells of it.
    var event: JSONValue { .object(members) }

    private var members: [(key: String, value: JSONValue)] {
        [
            ("id", .number(Double(id))), ("kind", .text(kind.rawValue)), ("title", .text(title)),
            ("state", .text(state.rawValue)), ("askedBy", .text(asker)),
            ("createdAt", JSONValue(dateCreated)), ("startedAt", JSONValue(dateStarted)),
            ("endedAt", JSONValue(dateEnded)), ("progress", progress?.json ?? .null),
            ("failedItems", .number(Double(failedItems))), ("error", JSONValue(error)),
            ("retryAfter", retryAfter.map { .number(Double($0)) } ?? .null),
        ]
    }
}

extension GalleryJob.Progress {
    fileprivate var json: JSONValue {
        .object([
            ("activity", .text(activity)), ("done", .number(Double(done))),
            ("total", total.map { .number(Double($0)) } ?? .null),
        ])
    }
}

extension GalleryJob.Failure {
    fileprivate var json: JSONValue {
        .object([("subject", JSONValue(subject)), ("message", .text(message))])
    }
}

extension JSONValue {
    /// A text, or null.
    fileprivate init(_ text: String?) { self = text.map { .text($0) } ?? .null }

    /// An instant in ISO 8601, or null.
    fileprivate init(_ date: Date?) {
        self = date.map { .text($0.formatted(Date.ISO8601FormatStyle())) } ?? .null
    }
}

extension ChangeFeed {
    /// Tells how far a job is; what was told of it before is then out of date.
    func post(_ job: GalleryJob) { post(.job, job.event, replacing: "job \(job.id)") }
}
