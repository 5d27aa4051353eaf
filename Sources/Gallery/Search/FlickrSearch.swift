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
        let parallel = options.jobs ?? settings.flickr.parallelDownloads
        async let downloading: Void? = downloads?.run(wanted, parallel: parallel)
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
        let listing: FlickrListing
        do {
            listing =
                usesFeed
                ? try await connection.client.feed(query, receive: receive)
                : try await connection.client.list(query, receive: receive)
        } catch {
            wanting.finish()
            throw error
        }
        wanting.finish()
        try Task.checkCancellation()
        _ = try await downloading
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
}
