public import Basics
public import GalleryModel

/// Everything a person can set: where Flickr is, how patient the network is, where the catalog lies.
///
/// A value made by `init()` holds the defaults. `load(environment:configFile:)` reads the environment
/// and the configuration file. `SettingDefinition.all` describes each value.
public struct GallerySettings: Hashable, Sendable {
    /// Where Flickr is and how it is asked.
    public struct Flickr: Hashable, Sendable {
        /// The API key; nil searches the keyless public feed.
        public var apiKey: String?
        /// The secret that belongs to the key.
        public var apiSecret: String?
        /// The REST API.
        public var endpoint = "https://api.flickr.com/services/rest/"
        /// The keyless public feed.
        public var feedEndpoint = "https://www.flickr.com/services/feeds/photos_public.gne"
        /// Where pictures lie whose URL must be built.
        public var photoEndpoint = "https://live.staticflickr.com"
        /// Further hosts that pictures may come from: `host`, `host:port` or `*.domain`.
        public var hosts: [String] = []
        /// How many API requests any rolling hour may see, over all processes of a catalog.
        public var queriesPerHour = 3600
        /// How many pictures are downloaded at the same time.
        public var parallelDownloads = 8

        /// Makes the defaults.
        public init() {}
    }

    /// How the servers of campaigns are asked.
    public struct Campaign: Hashable, Sendable {
        /// Hosts beside a feed's own that its pictures may come from: `host`, `host:port` or `*.domain`.
        public var hosts: [String] = []
        /// The file that keeps who signed in where, which is no setting of the configuration file; nil for none.
        public var signIns: BytePath?

        /// Makes the defaults.
        public init() {}
    }

    /// How patient transfers are and how much they may bring.
    public struct Transport: Hashable, Sendable {
        /// Seconds for resolving, connecting and the TLS handshake together.
        public var connectTimeoutSeconds = 10.0
        /// Seconds without progress after which a transfer has stalled.
        public var idleTimeoutSeconds = 15.0
        /// Bytes per second, over the idle timeout, below which a transfer has stalled.
        public var minimumBytesPerSecond = 100
        /// How often a failed attempt is repeated.
        public var retries = 4
        /// The longest `Retry-After` in seconds that is waited for.
        public var retryAfterCapSeconds = 600.0
        /// The largest API answer in bytes.
        public var maximumAnswerBytes = 32 << 20
        /// The largest picture in bytes.
        public var maximumPictureBytes = 512 << 20

        /// Makes the defaults.
        public init() {}
    }

    /// Where the catalog lies and how it is shared.
    public struct Catalog: Hashable, Sendable {
        /// The catalog's folder; nil for the standard place.
        public var path: BytePath?
        /// How many seconds to wait for another program that writes to the catalog.
        public var busyTimeoutSeconds = 5.0
        /// Who but the owner may read what is made in the catalog.
        public var sharedMode = SharedMode.ownerOnly

        /// Makes the defaults.
        public init() {}
    }

    /// How faces are looked for.
    public struct Faces: Hashable, Sendable {
        /// The detector.
        public var detector = FaceDetectorName.haar
        /// How thorough the detection is.
        public var quality = FaceDetectionQuality.balanced

        /// Makes the defaults.
        public init() {}
    }

    /// What decoding one picture may take.
    public struct Imaging: Hashable, Sendable {
        /// The largest picture that is decoded, in pixels of the whole picture.
        public var maximumPixels = 500_000_000
        /// The most memory in bytes that all pictures decoded at one time may take together.
        public var maximumDecodeBytes = 1 << 30

        /// Makes the defaults.
        public init() {}
    }

    /// How positions become places.
    public struct Places: Hashable, Sendable {
        /// Where the person is: the place of photos that tell no position; nil for none.
        public var home: Coordinate?
        /// Answers for disputed areas in place of the standard ones, each `area=COUNTRY`.
        public var disputedAreas: [String] = []

        /// Makes the defaults.
        public init() {}
    }

    /// Which thumbnails are kept in the catalog, and how many.
    public struct Thumbnails: Hashable, Sendable {
        /// The long edges in pixels of the thumbnails that each photo gets, smallest first.
        public var sizes = [240, 640, 1600]
        /// The type of their files.
        public var format = ThumbnailFormat.jpeg
        /// The quality of their encoding, 1...100.
        public var quality = 80
        /// How many bytes all of them may take; those that were not used for longest go first.
        public var maximumBytes = 10 << 30

        /// Makes the defaults.
        public init() {}
    }

    /// What a copy to give away is like.
    public struct Share: Hashable, Sendable {
        /// The most pixels of its long edge.
        public var longestSide = 2048
        /// The quality of its encoding, 1...100.
        public var quality = 90

        /// Makes the defaults.
        public init() {}
    }

    /// Whom a server answers, and under which names.
    public struct Serve: Hashable, Sendable {
        /// Further hosts that requests may name: `host`, `host:port` or `*.domain`.
        public var hosts: [String] = []
        /// The proxies whose `X-Forwarded-*` headers are believed: addresses, or networks as `10.0.0.0/8`.
        public var trustedProxies: [String] = []
        /// The address that people use; nil where it is what the server listens on.
        public var baseURL: String?
        /// The address of map tiles, with `{z}`, `{x}` and `{y}`; nil where no other server is to be asked.
        public var tiles: String?
        /// Whom the map tiles are of; nil for nobody who is to be named.
        public var tilesCredit: String?
        /// The most bytes of a picture that somebody sends.
        public var uploadMaximumBytes = 4 << 30
        /// How each answer is told on standard error: `off`, `text` or `json`.
        public var log = "off"

        /// Makes the defaults.
        public init() {}
    }

    /// Where the models of detectors lie.
    public struct Models: Hashable, Sendable {
        /// The folder that is looked in first; nil for the standard places alone.
        public var path: BytePath?

        /// Makes the defaults.
        public init() {}
    }

    /// Where Flickr is and how it is asked.
    public var flickr = Flickr()
    /// How the servers of campaigns are asked.
    public var campaign = Campaign()
    /// How patient transfers are and how much they may bring.
    public var transport = Transport()
    /// Where the catalog lies and how it is shared.
    public var catalog = Catalog()
    /// How faces are looked for.
    public var faces = Faces()
    /// What decoding one picture may take.
    public var imaging = Imaging()
    /// How positions become places.
    public var places = Places()
    /// Which thumbnails are kept in the catalog, and how many.
    public var thumbnails = Thumbnails()
    /// What a copy to give away is like.
    public var share = Share()
    /// Whom a server answers, and under which names.
    public var serve = Serve()
    /// Where the models of detectors lie.
    public var models = Models()

    /// Makes the defaults.
    public init() {}
}

extension GallerySettings.Catalog {
    /// The mode's name as a setting has it; a name there is none of is not taken.
    var sharedModeText: String {
        get { sharedMode.rawValue }
        set { sharedMode = SharedMode(rawValue: newValue) ?? sharedMode }
    }
}

extension GallerySettings.Faces {
    /// The detector's name as a setting has it; a name there is none of is not taken.
    var detectorText: String {
        get { detector.rawValue }
        set { detector = FaceDetectorName(rawValue: newValue) ?? detector }
    }

    /// The quality's name as a setting has it; a name there is none of is not taken.
    var qualityText: String {
        get { quality.rawValue }
        set { quality = FaceDetectionQuality(rawValue: newValue) ?? quality }
    }
}

extension GallerySettings.Thumbnails {
    /// The format's name as a setting has it; a name there is none of is not taken.
    var formatText: String {
        get { format.rawValue }
        set { format = ThumbnailFormat(rawValue: newValue) ?? format }
    }
}

// A setting's text never holds a secret, so that a printed or logged value is harmless.
extension GallerySettings.Flickr: CustomStringConvertible {
    /// The values, the key and its secret as `set` or `not set`.
    public var description: String {
        let key = apiKey == nil ? "not set" : "set"
        let secret = apiSecret == nil ? "not set" : "set"
        return "apiKey: \(key), apiSecret: \(secret), endpoint: \(endpoint), "
            + "feedEndpoint: \(feedEndpoint), photoEndpoint: \(photoEndpoint), hosts: \(hosts), "
            + "queriesPerHour: \(queriesPerHour), parallelDownloads: \(parallelDownloads)"
    }
}
