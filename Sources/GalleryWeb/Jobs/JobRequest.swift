import Basics
import Foundation
import Gallery
import GalleryModel

/// A requested job, with validated parameters.
struct JobRequest: Sendable {
    /// The kind of job.
    let kind: GalleryJob.Kind
    /// The title.
    let title: Message
    /// Performs the work.
    let work: @Sendable (PhotoGallery, WorkOptions) async throws -> Outcome

    /// The result of a job.
    struct Outcome: Sendable {
        /// The summary as a JSON object.
        var summary: JSONValue
        /// The summary as a sentence.
        var sentence: Message
        /// The number of failed items.
        var failedItems: Int
        /// The error that ended the job early.
        var failure: GalleryError?
    }
}

extension JobRequest.Outcome {
    /// Creates the outcome from a summary.
    fileprivate init(_ summary: some JobSummary, failure: GalleryError? = nil) {
        self.init(
            summary: JSONValue(summary.members), sentence: summary.message,
            failedItems: summary.failedItems, failure: failure)
    }
}

extension GalleryJob.Kind {
    /// True if the job accesses another server, false if it computes; one job of each kind runs at a
    /// time.
    var isRemote: Bool { self == .search || self == .refresh || self == .fetch }
}

extension JobRequest {
    /// Searches Flickr and adds the results to the term's section.
    static func search(_ query: FlickrQuery) -> JobRequest {
        let title = Message(say: "job.search", parts: ["subject": PhotoChoice.quoted(query.term)])
        return JobRequest(kind: .search, title: title) { gallery, options in
            let summary = try await gallery.sources.searchSummary(query, options: options)
            return Outcome(summary, failure: summary.failure)
        }
    }

    /// Refreshes sections from their origins, one after another.
    static func refresh(_ sections: [PhotoSection]) -> JobRequest {
        let names = sections.map(\.reference.text)
        let subject: Message =
            names.count > 3
            ? Message(say: "job-subject.sections", count: names.count)
            : "\(names.joined(separator: ", "))"
        let title = Message(say: "job.refresh", parts: ["subject": subject])
        return JobRequest(kind: .refresh, title: title) { gallery, options in
            var summaries: [SearchSummary] = []
            var failure: GalleryError?
            let step = UndoStep("refresh")
            for section in sections {
                do {
                    let summary = try await gallery.sources.refresh(
                        section, in: step, options: options)
                    summaries.append(summary)
                    if !summary.isListRefused, let failure = summary.failure { throw failure }
                } catch let error as GalleryError where error.kind != .inputOutput {
                    failure = failure ?? error
                    if sections.count > 1 {
                        options.remark("\(section.reference.text): \(error.message)")
                    }
                    // Later sections would fail as well, since they share the API key and its
                    // request budget.
                    if error.kind == .tryLater || error.kind == .notAllowed { break }
                }
            }
            return Outcome(
                summary: JSONValue([("sections", summaries.map { JSONValue($0.members) })]),
                sentence: Message.list(summaries.map(\.message), "; "),
                failedItems: summaries.reduce(0) { $0 + $1.failedItems }, failure: failure)
        }
    }

    /// Fetches missing pictures of a size.
    static func fetch(_ photos: PhotoChoice, size: PictureSize) -> JobRequest {
        let title = Message(
            say: "job.fetch", parts: ["subject": photos.title, "size": size.message])
        return JobRequest(kind: .fetch, title: title) { gallery, options in
            Outcome(try await gallery.sources.fetch(photos.query, size: size, options: options))
        }
    }

    /// Makes the files of a share link.
    static func share(_ link: ShareLink) -> JobRequest {
        let title = Message(say: "job.share", ["subject": "\(link.id)"])
        return JobRequest(kind: .share, title: title) { gallery, options in
            Outcome(try await gallery.shareLinks.prepare(link.id, options: options))
        }
    }

    /// Changes photos, as one step for `undo`.
    static func batch(_ change: PhotoBatch, of photos: [PhotoID]) -> JobRequest {
        let subject = Message(say: "count.photos", count: photos.count)
        let title = Message(say: "job.batch", parts: ["subject": subject])
        return JobRequest(kind: .batch, title: title) { gallery, options in
            let summary = try await gallery.metadata.change(
                photos, change, command: "batch", options: options)
            return Outcome(
                summary: BatchBody.result(summary),
                sentence: Message(say: "work.changed", count: summary.photos.count),
                failedItems: summary.failed)
        }
    }

    /// Finds photos that look the same; the summary lists the groups for the page.
    static func duplicates() -> JobRequest {
        JobRequest(kind: .duplicates, title: Message(say: "job.duplicates")) { gallery, options in
            let groups = try await gallery.duplicates.find(options: options)
            return Outcome(
                summary: DuplicateList(groups).json,
                sentence: Message(say: "work.duplicates", count: groups.count), failedItems: 0)
        }
    }

    /// Deletes the photos that are in the trash since a date or longer.
    static func emptyTrash(removedUntil limit: Date) -> JobRequest {
        JobRequest(kind: .trash, title: Message(say: "job.trash")) { gallery, options in
            let summary = try await gallery.trash.empty(removedUntil: limit, options: options)
            return Outcome(
                summary: JSONValue(summary.members),
                sentence: Message(
                    say: "work.deleted", ["bytes": ByteCount.text(summary.byteCount)],
                    count: summary.photos.count),
                failedItems: 0)
        }
    }

    /// Detects faces.
    static func faces(_ photos: PhotoChoice, _ how: FaceOptions) -> JobRequest {
        let title = Message(say: "job.faces", parts: ["subject": photos.title])
        return JobRequest(kind: .faces, title: title) { gallery, options in
            Outcome(try await gallery.faces.detect(photos.query, options: how.with(options)))
        }
    }
}
