import Catalog
import Foundation
public import GalleryModel

extension PhotoGallery {
    /// Asks Flickr for photos, fills the term's section, and downloads pictures.
    ///
    /// Without an API key in the settings the keyless public feed is asked. What is stored stays: a
    /// failure ends up in the summary with what came before it. Cancelling the task keeps what came;
    /// searching again finishes the work.
    ///
    /// - Throws: `usage` for a wrong filter; `notAllowed` for filters that need a key; `inputOutput`;
    ///   `tryLater` for a locked catalog; `CancellationError`.
    public func search(
        _ query: FlickrQuery, options: WorkOptions = WorkOptions()
    ) async throws -> SearchSummary {
        try await fill(.flickr(query), into: nil, command: "search", options: options)
    }

    /// Asks a section's origin again with the stored query: adds what is new, updates what changed,
    /// marks what is gone, removes nothing.
    ///
    /// - Parameters:
    ///   - section: the section.
    ///   - step: what `undo` takes back as one with it; nil for this section alone.
    ///   - options: as those of `search`.
    /// - Throws: as `search`; `usage` for a section that no query fills.
    public func refresh(
        _ section: PhotoSection, in step: UndoStep? = nil, options: WorkOptions = WorkOptions()
    ) async throws -> SearchSummary {
        guard let query = section.query else {
            throw GalleryError(
                .usage,
                "section '\(section.reference.text)' is not filled from another server: "
                    + (section.filter == nil
                        ? "`gallery import` brings photos into the camera"
                        : "an album always is what its query finds"))
        }
        return try await fill(
            query, into: section, command: "refresh", step: step, options: options)
    }

    /// Fills the section of a query, then looks up the places of what it stored.
    ///
    /// - Parameters:
    ///   - section: the section; nil to find it by its name, or make it.
    ///   - name: what it is called; nil for what the query says.
    func fill(
        _ query: SectionQuery, into section: PhotoSection?, named name: SectionReference? = nil,
        command: String, step: UndoStep? = nil, options: WorkOptions
    ) async throws -> SearchSummary {
        try checkDisputedAreas()
        let usesFeed = query.flickr != nil && settings.flickr.apiKey == nil
        if usesFeed {
            options.remark(
                "no Flickr API key: showing the newest 20 photos of the public feed; a key in "
                    + "GALLERY_FLICKR_API_KEY adds full search, every filter, more sizes and more photos "
                    + "(https://www.flickr.com/services/api/misc.api_keys.html)")
        }
        let filled = try await SectionFill.run(
            in: self, command: command, noting: step?.entry ?? CommandEntry(command),
            options: options
        ) {
            try await $0.fill(query, into: section, named: name)
        }
        var summary = filled.value
        summary.usedFeed = usesFeed
        (summary.apiRequests, summary.pictureRequests) = filled.requests
        summary.pictures = filled.pictures
        summary.failure = summary.failure ?? filled.failure
        try await stoppable { [self] stop in
            try locateQueued(WorkContext(options, stop: stop), command: command)
        }
        return summary
    }

    /// Fetches the pictures of a size that are not there yet; no request is sent for those that are.
    ///
    /// An original that Flickr did not list is asked for with one API request a photo. Imported photos
    /// count as present.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - size: the size wanted; where a photo is smaller, its largest picture.
    ///   - options: progress, failed items, a dry run, the number of transfers.
    /// - Throws: `notFound` for an unknown id; `tryLater` where a server or the budget asks to come
    ///   back later; `inputOutput`; `CancellationError`.
    public func fetch(
        _ query: PhotoQuery, size: PictureSize, options: WorkOptions = WorkOptions()
    ) async throws -> SearchSummary.Pictures {
        let filled = try await SectionFill.run(
            in: self, command: "fetch", noting: nil, options: options, asksForSizes: true
        ) { [self, catalog] fill in
            let ids = try await offload { [self] in try photoIDs(query) }
            for id in ids {
                let photo = try await offload { [catalog] in try catalog.photo(id: id) }
                if photo.origin == .camera {
                    await fill.downloads.countPresent(1)
                } else {
                    try await fill.downloads.want(
                        [id], size: photo.origin.onlySize ?? size, asksAgain: [id])
                }
            }
        }
        if let failure = filled.failure { throw failure }
        return filled.pictures
    }
}
