import Catalog
import Foundation
import GalleryModel
import Imaging
import PhotoSources
import Synchronization
import Transport

/// A Flickr client with its transport, for one piece of work.
///
/// Takes every API request from the catalog's hourly budget, and counts what is sent.
final class FlickrConnection: Sendable {
    let client: FlickrClient
    private let transport: HTTPTransport
    private let sent: SentRequests

    /// The name and version sent to servers.
    static let userAgent = "gallery/\(PhotoGallery.version) (libcurl)"

    init(settings: GallerySettings, catalog: PhotoCatalog, options: WorkOptions) {
        let sent = SentRequests()
        self.sent = sent
        transport = HTTPTransport(
            configuration: TransportConfiguration(
                connectTimeoutSeconds: settings.transport.connectTimeoutSeconds,
                idleTimeoutSeconds: settings.transport.idleTimeoutSeconds,
                minimumBytesPerSecond: settings.transport.minimumBytesPerSecond,
                retries: settings.transport.retries,
                // Whoever waits for a budget also waits as long as a server asks.
                retryAfterCapSeconds: options.waitsForBudget
                    ? .greatestFiniteMagnitude : settings.transport.retryAfterCapSeconds,
                maximumConnectionsPerHost: max(
                    options.jobs ?? settings.flickr.parallelDownloads, 1),
                userAgent: FlickrConnection.userAgent))
        let perHour = settings.flickr.queriesPerHour
        client = FlickrClient(
            configuration: FlickrConfiguration(
                apiKey: settings.flickr.apiKey,
                endpoint: settings.flickr.endpoint,
                feedEndpoint: settings.flickr.feedEndpoint,
                photoEndpoint: settings.flickr.photoEndpoint,
                extraHosts: settings.flickr.hosts,
                maximumAnswerBytes: settings.transport.maximumAnswerBytes,
                maximumPictureBytes: settings.transport.maximumPictureBytes),
            transport: transport,
            integrity: PictureCheck.kind,
            reserveQuery: {
                try await FlickrConnection.reserve(perHour, in: catalog, options: options)
                sent.count(isPicture: false)
            },
            pictureAttempted: { sent.count(isPicture: true) })
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
