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
        try await run(
            FlickrSearch(
                catalog: catalog, settings: settings, query: query, command: "search",
                options: options))
    }

    /// Asks a section's origin again with the stored query: adds what is new, updates what changed,
    /// marks what is gone, removes nothing.
    ///
    /// - Throws: as `search`; `usage` for a section that no query fills.
    public func refresh(
        _ section: PhotoSection, options: WorkOptions = WorkOptions()
    ) async throws -> SearchSummary {
        guard let query = section.query else {
            throw GalleryError(
                .usage,
                "section '\(section.reference.text)' was not filled by a search: "
                    + (section.filter == nil
                        ? "`gallery import` brings photos into the camera"
                        : "an album always is what its query finds"))
        }
        return try await run(
            FlickrSearch(
                catalog: catalog, settings: settings, query: query, command: "refresh",
                options: options))
    }

    /// Runs a search, then looks up the places of what it stored.
    private func run(_ search: FlickrSearch) async throws -> SearchSummary {
        try checkDisputedAreas()
        let summary = try await search.run()
        try await stoppable { [self] stop in
            try locateQueued(WorkContext(search.options, stop: stop), command: search.command)
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
        do {
            let ids = try await offload { [self] in try photoIDs(query) }
            return try await fetchPictures(ids, size: size, options: options)
        } catch {
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            throw GalleryError(translating: error)
        }
    }

    private func fetchPictures(
        _ ids: [PhotoID], size: PictureSize, options: WorkOptions
    ) async throws -> SearchSummary.Pictures {
        let connection = FlickrConnection(settings: settings, catalog: catalog, options: options)
        let session =
            options.isDryRun ? nil : try await offload { [catalog] in try catalog.beginWriting() }
        let downloads = PictureDownloads(
            catalog: catalog, connection: connection, session: session, size: size,
            command: "fetch", asksForSizes: settings.flickr.apiKey != nil, options: options)
        do {
            var imported = 0
            var remote: [PhotoID] = []
            for id in ids {
                let photo = try await offload { [catalog] in try catalog.photo(id: id) }
                if photo.origin == .camera { imported += 1 } else { remote.append(id) }
            }
            let needed = try await downloads.needed(remote, asksAgain: Set(remote))
            if !options.isDryRun {
                let (photos, continuation) = AsyncStream<PhotoID>.makeStream()
                needed.forEach { continuation.yield($0) }
                continuation.finish()
                try await downloads.run(
                    photos, parallel: options.jobs ?? settings.flickr.parallelDownloads)
            }
            if let failure = await downloads.failure { throw failure }
            await connection.close()
            session?.end()
            var counts = await downloads.counts
            counts.present += imported
            return counts
        } catch {
            await connection.close()
            session?.end(keepingParts: true)
            throw error
        }
    }
}
