import Basics
import Gallery
import GalleryModel

extension JobRequest {
    /// Asks Flickr and fills a term's section.
    static func search(_ query: FlickrQuery) -> JobRequest {
        JobRequest(kind: .search, title: title("job.search", "'\(query.term)'")) {
            gallery, options in
            let summary = try await gallery.search(query, options: options)
            return Outcome(summary, failure: summary.failure)
        }
    }

    /// Asks the origins of sections again, one after the other.
    static func refresh(_ sections: [PhotoSection]) -> JobRequest {
        let names = sections.map(\.reference.text)
        let title = names.count > 3 ? "\(names.count) sections" : names.joined(separator: ", ")
        return JobRequest(kind: .refresh, title: JobRequest.title("job.refresh", title)) {
            gallery, options in
            var summaries: [SearchSummary] = []
            var failure: GalleryError?
            let step = UndoStep("refresh")
            for section in sections {
                do {
                    let summary = try await gallery.refresh(section, in: step, options: options)
                    summaries.append(summary)
                    if !summary.isListRefused, let failure = summary.failure { throw failure }
                } catch let error as GalleryError where error.kind != .inputOutput {
                    failure = failure ?? error
                    if sections.count > 1 {
                        options.remark("\(section.reference.text): \(error.message)")
                    }
                    // Later sections share the budget and the key with this one.
                    if error.kind == .tryLater || error.kind == .notAllowed { break }
                }
            }
            return Outcome(summaries, failure: failure)
        }
    }

    /// Fetches the pictures of a size that are not there yet.
    static func fetch(_ photos: PhotoChoice, size: PictureSize) -> JobRequest {
        let title = title("job.fetch", photos.title, ["size": size.rawValue])
        return JobRequest(kind: .fetch, title: title) { gallery, options in
            Outcome(try await gallery.fetch(photos.query, size: size, options: options))
        }
    }

    /// Makes the files that a share link gives.
    static func share(_ link: ShareLink) -> JobRequest {
        JobRequest(kind: .share, title: title("job.share", "\(link.id)")) {
            gallery, options in
            Outcome(try await gallery.prepareShareLink(link.id, options: options))
        }
    }

    /// Looks for faces.
    ///
    /// - Parameters:
    ///   - again: whether pictures are examined again that were examined in the same way before.
    ///   - detector: nil for that of the settings.
    static func faces(
        _ photos: PhotoChoice, again: Bool, detector: FaceDetectorName?
    ) -> JobRequest {
        JobRequest(kind: .faces, title: title("job.faces", photos.title)) { gallery, options in
            var how = gallery.faceOptions
            how.again = again
            if let detector { how.detector = detector }
            return Outcome(
                try await gallery.detectFaces(photos.query, options: how.with(options)))
        }
    }
}

extension JobRequest {
    /// The English title of what is about something; `JobWords` says it in other languages.
    private static func title(
        _ key: String, _ subject: String, _ values: [String: String] = [:]
    ) -> String {
        PageLanguage.english.say(key, values.merging(["subject": subject]) { own, _ in own })
    }
}

extension JobRequest.Outcome {
    /// What came of several sections.
    fileprivate init(_ summaries: [SearchSummary], failure: GalleryError?) {
        summary = .object([("sections", .list(summaries.map { JSONValue($0.members) }))])
        sentence = summaries.map(\.sentence).joined(separator: "; ")
        failedItems = summaries.reduce(0) { $0 + $1.failedItems }
        self.failure = failure
    }
}
