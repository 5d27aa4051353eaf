package import Basics
package import GalleryModel

/// Describes one setting: its names, its type and range, its meaning.
///
/// `all` is the one table of settings. The environment's names, the keys of the configuration file,
/// its JSON schema, the example and the documentation are made from it.
package struct SettingDefinition: Sendable {
    /// Where a setting's value goes, and what it may be.
    package enum Value: Sendable {
        /// Text that must never be shown.
        case secret(any WritableKeyPath<GallerySettings, String?> & Sendable)
        /// An absolute http or https URL.
        case url(any WritableKeyPath<GallerySettings, String> & Sendable)
        /// An absolute http or https URL, or none.
        case optionalURL(any WritableKeyPath<GallerySettings, String?> & Sendable)
        /// An absolute http or https URL with `{z}`, `{x}` and `{y}` in its path or query, or none.
        case tiles(any WritableKeyPath<GallerySettings, String?> & Sendable)
        /// A line of text, or none.
        case line(any WritableKeyPath<GallerySettings, String?> & Sendable)
        /// IP addresses and networks; comma separated in the environment.
        case networks(any WritableKeyPath<GallerySettings, [String]> & Sendable)
        /// Hosts; comma separated in the environment.
        case hosts(any WritableKeyPath<GallerySettings, [String]> & Sendable)
        /// A whole number.
        case integer(any WritableKeyPath<GallerySettings, Int> & Sendable, ClosedRange<Int>)
        /// Whole numbers, each once and the smallest first; comma separated in the environment.
        case integers(
            any WritableKeyPath<GallerySettings, [Int]> & Sendable, ClosedRange<Int>)
        /// A number of seconds.
        case seconds(any WritableKeyPath<GallerySettings, Double> & Sendable, ClosedRange<Double>)
        /// One of several words.
        case choice(any WritableKeyPath<GallerySettings, String> & Sendable, [String])
        /// A position, `LAT,LON` in decimal degrees.
        case coordinate(any WritableKeyPath<GallerySettings, Coordinate?> & Sendable)
        /// Answers of the form `area=COUNTRY`; comma separated in the environment.
        case assignments(any WritableKeyPath<GallerySettings, [String]> & Sendable)
        /// A folder.
        case folder(any WritableKeyPath<GallerySettings, BytePath?> & Sendable)
    }

    /// The section in the configuration file, such as `flickr`.
    package let section: String
    /// The key within the section, such as `queriesPerHour`.
    package let key: String
    /// Where the value goes, and what it may be.
    package let value: Value
    /// What the setting means, a sentence or two.
    package let summary: String
    private let shortVariable: String?

    private init(
        _ section: String, _ key: String, _ value: Value, variable: String? = nil, _ summary: String
    ) {
        self.section = section
        self.key = key
        self.value = value
        self.summary = summary
        shortVariable = variable
    }

    /// The name in the configuration file, such as `flickr.queriesPerHour`.
    package var name: String { "\(section).\(key)" }

    /// The environment variable, such as `GALLERY_FLICKR_QUERIES_PER_HOUR`.
    package var variable: String {
        if let shortVariable { return shortVariable }
        let words = key.map { $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
        return "GALLERY_\(section.uppercased())_\(words)"
    }

    /// Every setting, in the order of the documentation.
    package static let all: [SettingDefinition] = [
        SettingDefinition(
            "flickr", "apiKey", .secret(\.flickr.apiKey),
            "Your Flickr API key. Without one, search uses Flickr's keyless public feed: tags only, "
                + "the newest 20 photos."),
        SettingDefinition(
            "flickr", "apiSecret", .secret(\.flickr.apiSecret),
            "The secret that belongs to the key. Searching public photos does not need it."),
        SettingDefinition(
            "flickr", "endpoint", .url(\.flickr.endpoint), "Flickr's REST API."),
        SettingDefinition(
            "flickr", "feedEndpoint", .url(\.flickr.feedEndpoint), "Flickr's keyless public feed."),
        SettingDefinition(
            "flickr", "photoEndpoint", .url(\.flickr.photoEndpoint),
            "Where pictures lie whose URL must be built because Flickr did not send it."),
        SettingDefinition(
            "flickr", "hosts", .hosts(\.flickr.hosts),
            "Further hosts that pictures may come from: host, host:port or *.domain. The hosts of "
                + "the endpoints are always allowed."),
        SettingDefinition(
            "flickr", "queriesPerHour", .integer(\.flickr.queriesPerHour, 1...1_000_000),
            "How many API requests any rolling hour may see, over all processes of one catalog."),
        SettingDefinition(
            "flickr", "parallelDownloads", .integer(\.flickr.parallelDownloads, 1...64),
            "How many pictures are downloaded at the same time. The flag --jobs wins."),
        SettingDefinition(
            "campaign", "hosts", .hosts(\.campaign.hosts),
            "Hosts that pictures of campaigns may come from beside the one of their feed: host, host:port or "
                + "*.domain."),
        SettingDefinition(
            "transport", "connectTimeoutSeconds",
            .seconds(\.transport.connectTimeoutSeconds, 0.1...3600),
            "Seconds for finding the host, connecting and the TLS handshake together."),
        SettingDefinition(
            "transport", "idleTimeoutSeconds", .seconds(\.transport.idleTimeoutSeconds, 0.1...3600),
            "Seconds without progress after which a transfer has stalled and is tried again."),
        SettingDefinition(
            "transport", "minimumBytesPerSecond",
            .integer(\.transport.minimumBytesPerSecond, 0...1_000_000_000),
            "A transfer slower than this many bytes a second, over the idle timeout, has stalled."),
        SettingDefinition(
            "transport", "retries", .integer(\.transport.retries, 0...20),
            "How often a failed request is repeated, each time after a longer wait."),
        SettingDefinition(
            "transport", "retryAfterCapSeconds",
            .seconds(\.transport.retryAfterCapSeconds, 0...86_400),
            "The longest wait in seconds that a server may ask for with Retry-After. A longer one "
                + "ends the command with status 75, unless --wait is given."),
        SettingDefinition(
            "transport", "maximumAnswerBytes",
            .integer(\.transport.maximumAnswerBytes, 1024...(1 << 32)),
            "The largest API answer that is read, in bytes after decompression."),
        SettingDefinition(
            "transport", "maximumPictureBytes",
            .integer(\.transport.maximumPictureBytes, 1024...(1 << 40)),
            "The largest picture that is downloaded, in bytes."),
        SettingDefinition(
            "catalog", "path", .folder(\.catalog.path), variable: "GALLERY_CATALOG",
            "The catalog's folder. The flag --catalog wins."),
        SettingDefinition(
            "catalog", "busyTimeoutSeconds", .seconds(\.catalog.busyTimeoutSeconds, 0...3600),
            "Seconds to wait while another program writes to the catalog; then status 75."),
        SettingDefinition(
            "catalog", "sharedMode",
            .choice(\.catalog.sharedModeText, SharedMode.allCases.map(\.rawValue)),
            "Who may read what is made in the catalog: private is you alone, group the group of its "
                + "folder, everyone all users. The umask narrows it, a copy is never more readable than "
                + "its source, and what is there stays as it is."),
        SettingDefinition(
            "faces", "detector",
            .choice(\.faces.detectorText, FaceDetectorName.allCases.map(\.rawValue)),
            "What looks for faces: haar needs Debian packages alone, yunet finds more and is quicker, "
                + "and needs a model that 'gallery models install' fetches. The flag --detector wins."
        ),
        SettingDefinition(
            "faces", "quality",
            .choice(\.faces.qualityText, FaceDetectionQuality.allCases.map(\.rawValue)),
            "How thorough the search for faces is. The flag --quality wins."),
        SettingDefinition(
            "imaging", "maximumPixels", .integer(\.imaging.maximumPixels, 1...(1 << 40)),
            "The largest picture that is decoded, in pixels; a larger one is refused."),
        SettingDefinition(
            "imaging", "maximumDecodeBytes",
            .integer(\.imaging.maximumDecodeBytes, (1 << 20)...(1 << 40)),
            "The most memory that all pictures decoded at one time may take together, in bytes, beside "
                + "the files themselves: one that needs more than is left waits, one that needs more "
                + "than all is refused."),
        SettingDefinition(
            "places", "home", .coordinate(\.places.home),
            "Where you are: the place of photos of the camera that tell no position. It is marked as such "
                + "and never becomes their position. The flag --home wins."),
        SettingDefinition(
            "places", "disputedAreas", .assignments(\.places.disputedAreas),
            "Which country is answered for a disputed area, in place of the answer that docs/places.md "
                + "gives, such as crimea=UA. 'gallery locate --areas' lists the areas."),
        SettingDefinition(
            "thumbnails", "sizes", .integers(\.thumbnails.sizes, ThumbnailOptions.allowedSides),
            "The longest sides in pixels of the thumbnails that each photo gets. The flag --size of "
                + "'gallery thumbnails' wins."),
        SettingDefinition(
            "thumbnails", "format",
            .choice(\.thumbnails.formatText, ThumbnailFormat.allCases.map(\.rawValue)),
            "The type of thumbnails: jpeg is made quickest, webp takes less space and more time."),
        SettingDefinition(
            "thumbnails", "quality", .integer(\.thumbnails.quality, 1...100),
            "The quality of thumbnails: a higher one looks better and takes more space."),
        SettingDefinition(
            "thumbnails", "maximumBytes", .integer(\.thumbnails.maximumBytes, 0...(1 << 50)),
            "How many bytes all thumbnails may take. Beyond, those that were not used for longest are "
                + "removed; they are made again when they are wanted."),
        SettingDefinition(
            "share", "longestSide", .integer(\.share.longestSide, 1...PhotoEdit.maximumSide),
            "The longest side in pixels of a picture that is shared; nothing is enlarged. The flag "
                + "--size of 'gallery share' wins."),
        SettingDefinition(
            "share", "quality", .integer(\.share.quality, 1...100),
            "The quality of a picture that is shared. The flag --quality wins."),
        SettingDefinition(
            "serve", "hosts", .hosts(\.serve.hosts),
            "Further hosts that people may reach a server under: host, host:port or *.domain. IP addresses, "
                + "localhost and the host of the base URL are always allowed; other names are refused, so "
                + "that no other site can reach it under a name of its own."),
        SettingDefinition(
            "serve", "trustedProxies", .networks(\.serve.trustedProxies),
            "Proxies in front of a server whose X-Forwarded-For, -Proto and -Host are believed, such as "
                + "127.0.0.1 or 10.0.0.0/8."),
        SettingDefinition(
            "serve", "baseURL", .optionalURL(\.serve.baseURL), variable: "GALLERY_SERVE_BASE_URL",
            "The address that people reach a server under, where a proxy stands in front of it. The flag "
                + "--base-url wins."),
        SettingDefinition(
            "serve", "tiles", .tiles(\.serve.tiles),
            "A server of map tiles, which pages draw over the map of their own: its address with {z}, {x} and "
                + "{y}, such as https://tile.example.org/{z}/{x}/{y}.png. It learns who looks at which part of "
                + "the earth; without one, no other server is asked."),
        SettingDefinition(
            "serve", "tilesCredit", .line(\.serve.tilesCredit),
            "Whom the map tiles are of, as their maker wants it said, such as © OpenStreetMap contributors. "
                + "It stands on every map."),
        SettingDefinition(
            "serve", "uploadMaximumBytes", .integer(\.serve.uploadMaximumBytes, 1...(1 << 50)),
            "The most bytes of a picture that somebody sends to a server."),
        SettingDefinition(
            "serve", "log", .choice(\.serve.log, ["off", "text", "json"]),
            "Whether a server tells of each answer on standard error, in words or as an object a line: time, "
                + "client, name, method, address without secrets, status, bytes, time taken. The flag "
                + "--verbose turns it on."),
        SettingDefinition(
            "models", "path", .folder(\.models.path), variable: "GALLERY_MODELS",
            "A folder of cascades and models that is looked in before the standard places."),
    ]
}
