/// Access to Flickr.
public struct FlickrSettings: Hashable, Sendable {
    /// The API key; nil searches the keyless public feed.
    public var apiKey: String?
    /// The API key's secret.
    public var apiSecret: String?
    /// The REST API.
    public var endpoint = "https://api.flickr.com/services/rest/"
    /// The keyless public feed.
    public var feedEndpoint = "https://www.flickr.com/services/feeds/photos_public.gne"
    /// The base URL of pictures whose URL Flickr does not send.
    public var photoEndpoint = "https://live.staticflickr.com"
    /// Additional hosts from which pictures are downloaded: `host`, `host:port` or `*.domain`.
    public var hosts: [String] = []
    /// The maximum number of API requests in any rolling hour, over all processes of a catalog.
    public var queriesPerHour = 3600
    /// The maximum number of concurrent downloads.
    public var parallelDownloads = 8

    /// Makes the default settings.
    public init() {}
}

// The description omits secrets, so that settings can be printed and logged.
extension FlickrSettings: CustomStringConvertible {
    /// The values; the API key and its secret appear as `set` or `not set`.
    public var description: String {
        let key = apiKey == nil ? "not set" : "set"
        let secret = apiSecret == nil ? "not set" : "set"
        return "apiKey: \(key), apiSecret: \(secret), endpoint: \(endpoint), "
            + "feedEndpoint: \(feedEndpoint), photoEndpoint: \(photoEndpoint), hosts: \(hosts), "
            + "queriesPerHour: \(queriesPerHour), parallelDownloads: \(parallelDownloads)"
    }
}

/// Timeouts and size limits of transfers.
package struct TransferLimits: Hashable, Sendable {
    /// Seconds for resolving, connecting and the TLS handshake together.
    package var connectTimeoutSeconds = 10.0
    /// Seconds without progress after which a transfer has stalled.
    package var idleTimeoutSeconds = 15.0
    /// Bytes per second, over the idle timeout, below which a transfer has stalled.
    package var minimumBytesPerSecond = 100
    /// The maximum number of retries.
    package var retries = 4
    /// The longest `Retry-After` to wait for, in seconds.
    package var retryAfterCapSeconds = 600.0
    /// The maximum size of an API response in bytes.
    package var maximumAnswerBytes = 32 << 20
    /// The maximum size of a picture in bytes.
    package var maximumPictureBytes = 512 << 20

    /// Makes the default settings.
    package init() {}
}
