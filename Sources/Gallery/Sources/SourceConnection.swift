import Catalog
import GalleryModel
import PhotoSources
import Synchronization
import Transport

/// The clients of remote sources with one shared transport, for one operation.
///
/// Charges every request to Flickr's API to the catalog's hourly budget, and counts requests.
final class SourceConnection: Sendable {
    /// The maximum number of concurrent requests.
    let parallel: Int
    /// Sends and counts the requests of all clients.
    let requests: SourceRequests
    private let settings: GallerySettings
    private let catalog: PhotoCatalog?
    private let options: WorkOptions
    /// Whether pictures of a size were requested individually, so that Flickr is queried for
    /// originals that it did not list.
    let fetchesSizes: Bool
    private let transport: HTTPTransport

    /// Makes a connection without sending anything.
    ///
    /// - Parameters:
    ///   - catalog: the catalog with Flickr's budget; nil if Flickr is not queried.
    ///   - fetchesSizes: whether to query Flickr for originals that it did not list.
    init(
        settings: GallerySettings, catalog: PhotoCatalog? = nil,
        options: WorkOptions = WorkOptions(), fetchesSizes: Bool = false
    ) {
        self.settings = settings
        self.catalog = catalog
        self.options = options
        self.fetchesSizes = fetchesSizes
        parallel = max(options.jobs ?? settings.flickr.parallelDownloads, 1)
        var limits = settings.transport
        // If the user waits for the budget, also wait as long as a server requests.
        if options.waitsForBudget { limits.retryAfterCapSeconds = .greatestFiniteMagnitude }
        var configuration = TransportConfiguration(limits: limits)
        configuration.maximumConnectionsPerHost = parallel
        configuration.userAgent = "gallery/\(PhotoGallery.version) (libcurl)"
        let transport = HTTPTransport(configuration: configuration)
        self.transport = transport
        requests = SourceRequests(
            limits: limits, integrity: PictureCheck.picture,
            send: transport.response(for:willAttempt:check:))
    }

    private var flickr: FlickrClient {
        FlickrClient(
            settings: settings.flickr, requests: requests, fetchesSizes: fetchesSizes,
            reserveQuery: reserve)
    }

    /// The client for photo-share servers.
    var share: PhotoShareClient { PhotoShareClient(requests: requests) }

    /// The client for campaign servers; those that require sign-in get the stored token.
    var campaign: CampaignClient {
        CampaignClient(requests: requests, extraHosts: settings.campaign.hosts) {
            [settings] server in
            try await offload { try SignIns(settings).entry(for: server)?.loginToken }
        }
    }

    /// Lists the photos of a section, page by page.
    ///
    /// - Throws: as `RemoteSource.listing`.
    func listing(
        of query: SectionQuery, receive: (SourcePage) async throws -> Void
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
        case .camera: throw GalleryError(.usage, "imported photos have no remote source")
        }
    }

    /// Waits as long as the transport does before a retry.
    func pause() async throws {
        try await Task.sleep(for: .seconds(transport.configuration.retryBaseSeconds))
    }

    /// Runs work, then closes the transport and ends all transfers.
    ///
    /// - Throws: `CancellationError` if the task is canceled; errors of the work as `GalleryError`.
    func whileOpen<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        do {
            let value = try await work()
            await transport.close()
            return value
        } catch {
            await transport.close()
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            throw GalleryError(translating: error)
        }
    }

    /// Takes one query from the budget, or waits for one if the user chose to wait.
    @Sendable private func reserve() async throws {
        let perHour = settings.flickr.queriesPerHour
        while true {
            let wait = try await offload { [catalog] in
                try catalog?.reserveQuery(perHour: perHour) ?? 0
            }
            if wait == 0 { return }
            let minutes = Int((wait / 60).rounded(.up))
            let state =
                "the budget of \(perHour) Flickr queries per hour is used up; the next is available in "
                + "\(minutes) min"
            guard options.waitsForBudget else {
                throw GalleryError(.tryLater, "\(state): \(options.budgetAdvice)", retryAfter: wait)
            }
            options.remark("\(state): waiting")
            // Short sleeps, because another process may release queries and clocks may jump.
            try await Task.sleep(for: .seconds(min(wait, 60)))
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
        let error = error as? TransportError
        switch error?.code {
        case .missingLibrary, .connect, .resolve, .tls: self = .away
        case .stalled: self = .stalled
        default: self = error?.isTransient == true ? .passing : .none
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
    private(set) var consecutiveFailures = 0

    /// Records the outcome of a request; returns true if further requests are pointless.
    mutating func endsWith(_ trouble: ServerTrouble) -> Bool {
        consecutiveFailures = trouble == .none ? 0 : consecutiveFailures + 1
        return consecutiveFailures >= requests && requests > 0
    }
}
