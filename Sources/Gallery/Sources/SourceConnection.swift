import Catalog
import Foundation
import GalleryModel
import Imaging
import PhotoSources
import Synchronization
import Transport

/// The clients of other servers with one transport, for one piece of work.
///
/// Takes every request to Flickr's API from the catalog's hourly budget, and counts what is sent.
final class SourceConnection: Sendable {
    /// How many requests are under way at a time.
    let parallel: Int
    private let flickr: FlickrClient
    /// What asks photo-share servers.
    let share: PhotoShareClient
    /// What asks the servers of campaigns.
    let campaign: CampaignClient
    private let transport: HTTPTransport
    private let sent: SentRequests

    /// Makes a connection; nothing is sent yet.
    ///
    /// - Parameter asksForSizes: whether an original that Flickr did not list is asked for.
    init(
        settings: GallerySettings, catalog: PhotoCatalog, options: WorkOptions,
        asksForSizes: Bool = false
    ) {
        let sent = SentRequests()
        self.sent = sent
        parallel = max(options.jobs ?? settings.flickr.parallelDownloads, 1)
        transport = HTTPTransport(
            settings: settings.transport, parallel: parallel,
            // Whoever waits for a budget also waits as long as a server asks.
            retryAfterCapSeconds: options.waitsForBudget ? .greatestFiniteMagnitude : nil)
        let perHour = settings.flickr.queriesPerHour
        flickr = FlickrClient(
            configuration: FlickrConfiguration(
                apiKey: settings.flickr.apiKey,
                endpoint: settings.flickr.endpoint,
                feedEndpoint: settings.flickr.feedEndpoint,
                photoEndpoint: settings.flickr.photoEndpoint,
                extraHosts: settings.flickr.hosts,
                asksForSizes: asksForSizes,
                maximumAnswerBytes: settings.transport.maximumAnswerBytes,
                maximumPictureBytes: settings.transport.maximumPictureBytes),
            transport: transport,
            integrity: PictureCheck.kind,
            reserveQuery: {
                try await SourceConnection.reserve(perHour, in: catalog, options: options)
                sent.count(isPicture: false)
            },
            pictureAttempted: { sent.count(isPicture: true) })
        let send: SendRequest = { [transport] request, willAttempt, check in
            try await transport.response(for: request, willAttempt: willAttempt, check: check)
        }
        share = PhotoShareClient(
            maximumAnswerBytes: settings.transport.maximumAnswerBytes,
            pictures: PictureTransfer(
                integrity: PictureCheck.kind,
                maximumBytes: settings.transport.maximumPictureBytes,
                attempted: { sent.count(isPicture: true) }, send: send),
            listAttempted: { sent.count(isPicture: false) }, send: send)
        campaign = CampaignClient(
            settings: settings, transport: transport, attempted: { sent.count(isPicture: false) },
            pictureAttempted: { sent.count(isPicture: true) })
    }

    /// The people on a photo-share server, and how many rows of its list have no id.
    ///
    /// - Throws: as `PhotoShareClient.people`.
    func people(
        on server: ServerAddress
    ) async throws -> (people: [SharePerson], withoutID: Int) {
        try await share.people(on: server)
    }

    /// Lists the photos of a section, page by page.
    ///
    /// - Throws: as `RemoteSource.listing`.
    func listing(
        of query: SectionQuery, receive: @Sendable (SourcePage) async throws -> Void
    ) async throws -> SourceListing {
        switch query {
        case .flickr(let query): try await flickr.listing(of: query, receive: receive)
        case .share(let query): try await share.listing(of: query, receive: receive)
        case .campaign(let query): try await campaign.listing(of: query, receive: receive)
        }
    }

    /// What hands out the pictures of an origin.
    ///
    /// - Throws: `usage` for an origin that is no other server.
    func source(of origin: Origin) throws(GalleryError) -> any RemoteSource {
        switch origin {
        case .flickr: return flickr
        case .share: return share
        case .campaign: return campaign
        case .camera:
            throw GalleryError(.usage, "photos of the camera come from no other server")
        }
    }

    /// API requests sent so far, retries included.
    var apiRequests: Int { sent.counts.api }

    /// Picture requests sent so far, retries included.
    var pictureRequests: Int { sent.counts.pictures }

    /// Waits as long as the transport does before it tries a failed request again.
    func pause() async throws {
        try await Task.sleep(for: .seconds(transport.configuration.retryBaseSeconds))
    }

    /// Ends every transfer.
    func close() async {
        await transport.close()
    }

    /// Takes one query from the budget, or waits for it where the user wants to wait.
    private static func reserve(
        _ perHour: Int, in catalog: PhotoCatalog, options: WorkOptions
    ) async throws {
        while true {
            let wait = try await offload { try catalog.reserveQuery(perHour: perHour) }
            if wait == 0 { return }
            let minutes = Int((wait / 60).rounded(.up))
            let state =
                "the budget of \(perHour) Flickr queries an hour is spent; the next one is free in "
                + "\(minutes) min"
            guard options.waitsForBudget else {
                throw GalleryError(
                    .tryLater, "\(state): \(options.budgetAdvice)", retryAfter: wait)
            }
            options.remark("\(state): waiting")
            // Short naps, because another process may give way and clocks may jump.
            try await Task.sleep(for: .seconds(min(wait, 60)))
        }
    }
}

/// Counts requests as they are sent.
private final class SentRequests: Sendable {
    private let state = Mutex((api: 0, pictures: 0))

    var counts: (api: Int, pictures: Int) { state.withLock { $0 } }

    func count(isPicture: Bool) {
        state.withLock {
            if isPicture { $0.pictures += 1 } else { $0.api += 1 }
        }
    }
}
