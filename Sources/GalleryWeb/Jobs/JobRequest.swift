import Basics
import Gallery
import GalleryModel

/// A piece of work that somebody asks for, checked as far as it can be before it begins.
struct JobRequest: Sendable {
    /// What is done.
    let kind: GalleryJob.Kind
    /// What is asked for, in words.
    let title: String
    /// Does it.
    let work: @Sendable (PhotoGallery, WorkOptions) async throws -> Outcome

    /// What came of it.
    struct Outcome: Sendable {
        /// What was done, for programs: an object.
        var summary: JSONValue
        /// What was done, for people.
        var sentence: String
        /// How many items failed.
        var failedItems: Int
        /// What ended it early.
        var failure: GalleryError?

        /// Makes the outcome that a summary tells.
        init(_ summary: some WorkSummary, failure: GalleryError? = nil) {
            self.summary = JSONValue(summary.members)
            sentence = summary.sentence
            failedItems = summary.failedItems
            self.failure = failure
        }
    }
}

extension GalleryJob.Kind {
    /// Of each of these one job runs at a time.
    enum Lane: CaseIterable {
        /// Talks to Flickr.
        case origin
        /// Computes.
        case machine
    }

    /// Where it runs.
    var lane: Lane {
        switch self {
        case .search, .refresh, .fetch: .origin
        case .faces, .share: .machine
        }
    }
}

extension JSONValue {
    /// The object of a summary's members.
    init(_ members: [SummaryMember]) {
        self = .object(members.map { ($0.key, JSONValue($0.value)) })
    }

    /// The value of a summary's member.
    init(_ value: SummaryMember.Value) {
        self =
            switch value {
            case .unknown: .null
            case .count(let number): .number(Double(number))
            case .text(let text): .text(text)
            case .flag(let flag): .flag(flag)
            case .list(let values): .list(values.map { JSONValue($0) })
            case .group(let members): JSONValue(members)
            }
    }
}
