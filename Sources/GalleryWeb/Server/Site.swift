import Gallery
import GalleryModel
import Hummingbird
import Logging
import NIOCore

/// The shared state of all routes: the gallery, the options and in-memory caches.
struct Site: Sendable {
    /// The served gallery; in a route, restricted to what the sender of the request may see.
    private(set) var gallery: PhotoGallery
    /// The configuration of the server.
    let options: ServerOptions
    /// The log for server errors.
    let log: Logger
    /// The routes of the server.
    let routes: [Route]
    /// Identifies the senders of requests.
    let credentials: Credentials
    /// Opens share links.
    let shares: ShareLinkOpener
    /// The campaign; nil for none.
    let campaign: CampaignFeed?
    /// Limits uploads whose sender is not yet known.
    let unknownSenders = BoundedTurns(limit: 4, queue: 0, each: 1, refusal: "error.much-at-once")
    /// Limits detections of faces for which clients wait.
    let detections = BoundedTurns(limit: 2, queue: 16, refusal: "error.much-at-once")
    /// The steps of uploads that belong together.
    let uploadSteps = UploadSteps()
    /// The unfinished uploads of the tus protocol.
    let tusUploads: TusUploads
    /// The jobs started by requests.
    let jobs: JobQueue
    /// The feed of recent changes.
    let changes: ChangeFeed
    /// Serves pictures.
    let pictures: PictureResponder
    /// Serves the base map.
    let land: BaseMapCache
    /// The source of map tiles; nil if no tile server is used.
    let tiles: TileTemplate?
    /// The open connections.
    let connections: ConnectionCounter
    /// Counts and times requests.
    let metrics: ServerMetrics
    /// True if nothing may be changed: by configuration, or because the catalog is not writable.
    let isReadOnly: Bool

    /// Creates the state of a server.
    init(_ gallery: PhotoGallery, _ options: ServerOptions, log: Logger, routes: [Route]) {
        self.gallery = gallery
        self.options = options
        self.log = log
        isReadOnly = options.isReadOnly || !gallery.problems.areKept
        self.routes = routes
        credentials = Credentials(gallery, options)
        shares = ShareLinkOpener(gallery, now: options.now)
        campaign = options.campaign.map { gallery.campaign($0) }
        changes = ChangeFeed(gallery, options)
        jobs = JobQueue(gallery, options, telling: changes, log: log)
        pictures = PictureResponder(gallery)
        tusUploads = TusUploads(gallery, options)
        land = BaseMapCache(gallery)
        tiles = gallery.tiles
        connections = ConnectionCounter(options.limits)
        metrics = ServerMetrics(options)
    }

    /// Returns the site for the sender of a request, with a gallery whose listings, counts and
    /// lookups omit everything hidden from them.
    func seen(by principal: Principal) -> Site {
        var site = self
        let others = principal.account.map { PhotoReader.account($0.id) } ?? .anyone
        site.gallery = gallery.seen(by: principal.role == .owner ? .owner : others)
        return site
    }

    /// Returns the public URL of the server.
    func base(for request: WebRequest) -> String {
        if let base = options.baseURL { return base }
        let host = request.client.host ?? options.hostAndPort(port: options.port)
        return (request.client.isSecure ? "https://" : "http://") + host
    }
}

/// The connection that a request came from.
struct SiteContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
