import Catalog
import GalleryModel
import PhotoSources
import Synchronization
import Transport

/// The clients of all remote sources with one shared transport, for one operation.
///
/// Charges every request to Flickr's API to the catalog's hourly budget, and counts requests.
final class SourceConnection: Sendable {
    /// The maximum number of concurrent requests.
    let parallel: Int
    private let flickr: FlickrClient
    /// The client for photo-share servers.
    let share: PhotoShareClient
    /// The client for campaign servers.
    let campaign: CampaignClient
    private let transport: HTTPTransport
    private let sent: SentRequests

    /// Makes a connection without sending anything.
    ///
    /// - Parameter fetchesSizes: whether to query Flickr for originals that it did not list.
    init(
        settings: GallerySettings, catalog: PhotoCatalog, options: WorkOptions,
        fetchesSizes: Bool = false
    ) {
        let sent = SentRequests()
        self.sent = sent
        parallel = max(options.jobs ?? settings.flickr.parallelDownloads, 1)
        var limits = settings.transport
        // If the user waits for the budget, also wait as long as a server requests.
        if options.waitsForBudget { limits.retryAfterCapSeconds = .greatestFiniteMagnitude }
        transport = HTTPTransport(limits: limits, parallel: parallel)
        let perHour = settings.flickr.queriesPerHour
        let send: SendRequest = { [transport] request, willAttempt, check in
            try await transport.response(for: request, willAttempt: willAttempt, check: check)
        }
        flickr = FlickrClient(
            settings: settings.flickr, limits: limits, fetchesSizes: fetchesSizes,
            integrity: PictureCheck.kind,
            reserveQuery: {
                try await SourceConnection.reserve(perHour, in: catalog, options: options)
                sent.count(isPicture: false)
            },
            pictureAttempted: { sent.count(isPicture: true) }, send: send)
        share = PhotoShareClient(
            maximumResponseBytes: settings.transport.maximumAnswerBytes,
            pictures: PictureTransfer(
                integrity: PictureCheck.kind,
                maximumBytes: settings.transport.maximumPictureBytes,
                attempted: { sent.count(isPicture: true) }, send: send),
            listAttempted: { sent.count(isPicture: false) }, send: send)
        campaign = CampaignClient(
            settings: settings, transport: transport, attempted: { sent.count(isPicture: false) },
            pictureAttempted: { sent.count(isPicture: true) })
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

    /// Returns the client that downloads pictures of an origin.
    ///
    /// - Throws: `usage` for imported photos.
    func source(of origin: Origin) throws(GalleryError) -> any RemoteSource {
        switch origin {
        case .flickr: return flickr
        case .share: return share
        case .campaign: return campaign
        case .camera:
            throw GalleryError(.usage, "imported photos have no remote source")
        }
    }

    /// The number of API requests sent so far, including retries.
    var apiRequests: Int { sent.counts.api }

    /// The number of picture requests sent so far, including retries.
    var pictureRequests: Int { sent.counts.pictures }

    /// Waits as long as the transport does before a retry.
    func pause() async throws {
        try await Task.sleep(for: .seconds(transport.configuration.retryBaseSeconds))
    }

    /// Closes the transport and ends all transfers.
    func close() async { await transport.close() }

    /// Takes one query from the budget, or waits for one if the user chose to wait.
    private static func reserve(
        _ perHour: Int, in catalog: PhotoCatalog, options: WorkOptions
    ) async throws {
        while true {
            let wait = try await offload { try catalog.reserveQuery(perHour: perHour) }
            if wait == 0 { return }
            let minutes = Int((wait / 60).rounded(.up))
            let state =
                "the budget of \(perHour) Flickr queries per hour is used up; the next is available in "
                + "\(minutes) min"
            guard options.waitsForBudget else {
                throw GalleryError(
                    .tryLater, "\(state): \(options.budgetAdvice)", retryAfter: wait)
            }
            options.remark("\(state): waiting")
            // Short sleeps, because another process may release queries and clocks may jump.
            try await Task.sleep(for: .seconds(min(wait, 60)))
        }
    }
}

/// Counts sent requests.
private final class SentRequests: Sendable {
    private let state = Mutex((api: 0, pictures: 0))

    var counts: (api: Int, pictures: Int) { state.withLock { $0 } }

    func count(isPicture: Bool) {
        state.withLock {
            if isPicture { $0.pictures += 1 } else { $0.api += 1 }
        }
    }
}

/// The state of a server according to a failed request.
enum ServerTrouble: Hashable, Sendable {
    /// No trouble: the server answered or was not contacted.
    case none
    /// A temporary error, possibly of a single response.
    case passing
    /// The server stopped responding on every attempt.
    case stalled
    /// The server is unreachable, so that further requests are pointless.
    case away

    /// Classifies an error that remained after all retries.
    init(_ error: (any Error)?) {
        guard let error = error as? TransportError else {
            self = .none
            return
        }
        switch error.code {
        case .connect, .resolve, .tls: self = .away
        case .stalled: self = .stalled
        default: self = error.isTransient ? .passing : .none
        }
    }

    /// True if further lists are pointless because each would time out as well.
    var stopsListing: Bool { self == .away || self == .stalled }
}

/// Ends work with a failing server, which would otherwise take hours because each request exhausts
/// its retries.
struct ConsecutiveFailureLimit: Sendable {
    /// The limit of consecutive failures: the number of concurrent requests.
    let requests: Int
    private var consecutiveFailures = 0

    /// Makes a counter that allows as many consecutive failures as there are concurrent requests.
    init(requests: Int) { self.requests = requests }

    /// Records the outcome of a request; returns true if further requests are pointless.
    mutating func endsWith(_ trouble: ServerTrouble) -> Bool {
        consecutiveFailures = trouble == .none ? 0 : consecutiveFailures + 1
        return consecutiveFailures >= requests && requests > 0
    }
}

extension HTTPTransport {
    /// Makes a transport for at most `parallel` concurrent requests per host.
    convenience init(limits: TransferLimits, parallel: Int) {
        var configuration = TransportConfiguration(limits: limits)
        configuration.maximumConnectionsPerHost = parallel
        configuration.userAgent = "gallery/\(PhotoGallery.version) (libcurl)"
        self.init(configuration: configuration)
    }
}

extension CampaignClient {
    /// Makes a client from the settings; servers that require sign-in get the stored token.
    ///
    /// - Parameters:
    ///   - attempted: called before each request except those for pictures, including retries.
    ///   - pictureAttempted: called before each request for a picture.
    init(
        settings: GallerySettings, transport: HTTPTransport,
        attempted: @escaping @Sendable () -> Void,
        pictureAttempted: @escaping @Sendable () -> Void
    ) {
        let send: SendRequest = { request, willAttempt, check in
            try await transport.response(for: request, willAttempt: willAttempt, check: check)
        }
        self.init(
            maximumResponseBytes: settings.transport.maximumAnswerBytes,
            extraHosts: settings.campaign.hosts,
            token: { server in
                try await offload { try SignIns(settings).entry(for: server)?.loginToken }
            },
            pictures: PictureTransfer(
                integrity: PictureCheck.kind,
                maximumBytes: settings.transport.maximumPictureBytes, attempted: pictureAttempted,
                send: send),
            attempted: attempted, send: send)
    }
}
