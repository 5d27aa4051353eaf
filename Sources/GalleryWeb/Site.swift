import Gallery
import Logging

/// What all routes stand on: the gallery, the options, and what the server keeps in memory.
final class Site: Sendable {
    /// The gallery that is served.
    let gallery: PhotoGallery
    /// What the server is to do.
    let options: ServerOptions
    /// Where the server tells what goes wrong in it.
    let log: Logger
    /// What it answers.
    let routes: RouteTable
    /// Whom credentials name.
    let credentials: Credentials
    /// Whom share links let in.
    let shares: ShareDesk
    /// Where pictures are handed out that accounts share or publish.
    let givenPictures: GivenPictureDesk
    /// The campaign that is shown; nil for none.
    let campaign: CampaignFeed?
    /// Who may send a picture before it is known who sends it.
    let unknownSenders = BoundedTurns(limit: 4, queue: 0, refusal: "error.much-at-once")
    /// The work that requests started.
    let jobs: JobBoard
    /// What changed lately.
    let changes: ChangeFeed
    /// Where pictures are handed out.
    let pictures: PictureDesk
    /// Where the base map is handed out.
    let land: LandDesk
    /// Where the tiles of maps come from; nil where no other server is asked.
    let tiles: TileTemplate?
    /// The pages.
    let pages: Pages
    /// The connections there are.
    let connections: ConnectionLedger
    /// What is counted and timed.
    let metrics: ServerMetrics
    /// Whether nothing may be changed: as asked for, or because the catalog cannot be written.
    let isReadOnly: Bool

    /// Makes a site.
    init(
        _ gallery: PhotoGallery, _ options: ServerOptions, log: Logger,
        routes: RouteTable
    ) {
        self.gallery = gallery
        self.options = options
        self.log = log
        isReadOnly = options.isReadOnly || !gallery.keepsProblems
        self.routes = routes
        credentials = Credentials(gallery, options)
        shares = ShareDesk(gallery, now: options.now)
        givenPictures = GivenPictureDesk(gallery)
        campaign = options.campaign.map { gallery.campaign($0) }
        changes = ChangeFeed(gallery, options)
        jobs = JobBoard(gallery, options, telling: changes, log: log)
        pictures = PictureDesk(gallery)
        land = LandDesk(gallery)
        tiles = gallery.tiles
        pages = Pages()
        connections = ConnectionLedger(options.limits)
        metrics = ServerMetrics(options)
    }

    /// The address of the server as people use it.
    func base(for request: WebRequest) -> String {
        if let base = options.baseURL { return base }
        let host = request.client.host ?? options.place(port: options.port)
        return (request.client.isSecure ? "https://" : "http://") + host
    }
}
