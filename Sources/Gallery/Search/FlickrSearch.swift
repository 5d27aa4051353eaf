import Catalog
import Foundation
import GalleryModel
import PhotoSources

/// One run of `search` or `refresh`: lists, stores page by page, and downloads beside the listing.
///
/// ```
/// query → pages of photos → catalog → photos without a picture → downloads → store, catalog
/// ```
struct FlickrSearch: Sendable {
    let catalog: PhotoCatalog
    let settings: GallerySettings
    let query: FlickrQuery
    let command: String
    let options: WorkOptions

    /// Runs the search.
    ///
    /// - Returns: what was done; `failure` says what ended it early, with what came before stored.
    /// - Throws: `GalleryError` where nothing could be done; `CancellationError`.
    func run() async throws -> SearchSummary {
        let connection = FlickrConnection(settings: settings, catalog: catalog, options: options)
        do {
            let summary = try await run(connection)
            await connection.close()
            return summary
        } catch {
            await connection.close()
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            throw GalleryError(translating: error)
        }
    }

    private func run(_ connection: FlickrConnection) async throws -> SearchSummary {
        let usesFeed = settings.flickr.apiKey == nil
        let pages = SectionPages(
            catalog: catalog, query: query, command: command, isPartial: usesFeed,
            isDryRun: options.isDryRun)
        if usesFeed {
            options.remark(
                "no Flickr API key: showing the newest 20 photos of the public feed; a key in "
                    + "GALLERY_FLICKR_API_KEY adds full search, every filter, more sizes and more photos "
                    + "(https://www.flickr.com/services/api/misc.api_keys.html)")
        }
        let session =
            options.isDryRun ? nil : try await offload { [catalog] in try catalog.beginWriting() }
        do {
            let summary = try await run(connection, pages, session, usesFeed: usesFeed)
            session?.end()
            return summary
        } catch {
            session?.end(keepingParts: true)
            throw error
        }
    }

    private func run(
        _ connection: FlickrConnection, _ pages: SectionPages, _ session: WritingSession?,
        usesFeed: Bool
    ) async throws -> SearchSummary {
        let (wanted, wanting) = AsyncStream<PhotoID>.makeStream()
        let downloads: PictureDownloads? =
            if let session, let size = query.size {
                PictureDownloads(
                    catalog: catalog, connection: connection, session: session, size: size,
                    command: command, asksForSizes: false, options: options)
            } else {
                nil
            }
        let receive: @Sendable (FlickrPage) async throws -> Void = { page in
            let stored = try await pages.take(page)
            let alive = stored.filter { $0.outcome != .trashed }
            options.progress(
                .init(activity: "photos", done: await pages.summary.listed, total: query.limit))
            guard let downloads else { return }
            // What Flickr did not have may be there once it says something new about the photo.
            let asksAgain = Set(alive.filter { $0.outcome == .updated }.map(\.id))
            for id in try await downloads.needed(alive.map(\.id), asksAgain: asksAgain) {
                wanting.yield(id)
            }
        }
        let parallel = options.jobs ?? settings.flickr.parallelDownloads
        // Whichever of the two fails ends the other: a full disk does not wait for the last page.
        let listing = try await withThrowingTaskGroup(of: FlickrListing?.self) { group in
            group.addTask {
                defer { wanting.finish() }
                return try await list(connection, pages, usesFeed: usesFeed, receive)
            }
            group.addTask {
                try await downloads?.run(wanted, parallel: parallel)
                return nil
            }
            var listing: FlickrListing?
            while let result = try await group.next() { listing = result ?? listing }
            return listing
        }
        try Task.checkCancellation()
        guard let listing else { throw CancellationError() }
        var summary = try await pages.finish(listing, marksGone: !usesFeed)
        summary.usedFeed = usesFeed
        summary.apiRequests = connection.apiRequests
        summary.pictureRequests = connection.pictureRequests
        if let downloads {
            summary.pictures = await downloads.counts
            if summary.failure == nil { summary.failure = await downloads.failure }
        }
        return summary
    }

    /// Lists the photos of the query, and once more where most of the section would be gone.
    private func list(
        _ connection: FlickrConnection, _ pages: SectionPages, usesFeed: Bool,
        _ receive: @escaping @Sendable (FlickrPage) async throws -> Void
    ) async throws -> FlickrListing {
        if usesFeed { return try await connection.client.feed(query, receive: receive) }
        let listing = try await connection.client.list(query, receive: receive)
        guard try await pages.needsSecondLook(at: listing) else { return listing }
        try await connection.pause()
        var second = try await connection.client.list(query, receive: receive)
        second.isExhausted = second.isExhausted && listing.isExhausted
        return second
    }
}
