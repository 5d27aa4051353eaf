import Transport

extension HTTPTransport {
    /// The name and version sent to servers.
    static let userAgent = "gallery/\(PhotoGallery.version) (libcurl)"

    /// Makes a transport as patient as the settings say.
    ///
    /// - Parameters:
    ///   - parallel: how many requests may be under way to a host.
    ///   - retryAfterCapSeconds: the longest `Retry-After` that is waited for; nil for that of the settings.
    convenience init(
        settings: GallerySettings.Transport, parallel: Int, retryAfterCapSeconds: Double?
    ) {
        self.init(
            configuration: TransportConfiguration(
                connectTimeoutSeconds: settings.connectTimeoutSeconds,
                idleTimeoutSeconds: settings.idleTimeoutSeconds,
                minimumBytesPerSecond: settings.minimumBytesPerSecond,
                retries: settings.retries,
                retryAfterCapSeconds: retryAfterCapSeconds ?? settings.retryAfterCapSeconds,
                maximumConnectionsPerHost: parallel,
                userAgent: HTTPTransport.userAgent))
    }
}
