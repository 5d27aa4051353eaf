import Foundation

/// Says how patient a transport is, how often it tries, and which proxies and certificates it uses.
package struct TransportConfiguration: Sendable {
    /// How long resolving, connecting and the TLS handshake may take together, in seconds.
    package var connectTimeoutSeconds: Double
    /// After how many seconds without a byte, or below the minimum rate, a transfer has stalled.
    package var idleTimeoutSeconds: Double
    /// The rate in bytes per second, measured over the idle timeout, below which a transfer stalls.
    package var minimumBytesPerSecond: Int
    /// How often a failed attempt is repeated; 0 makes one attempt.
    package var retries: Int
    /// The longest `Retry-After` that is waited for, in seconds.
    package var retryAfterCapSeconds: Double
    /// The upper bound of the first wait between attempts, in seconds; it doubles with each
    /// failure.
    package var retryBaseSeconds: Double
    /// How many connections to one host may be open at a time.
    package var maximumConnectionsPerHost: Int
    /// The value of the `User-Agent` header.
    package var userAgent: String
    /// The variables read for proxies and certificates, as the curl tool reads them: `http_proxy`,
    /// `https_proxy`, `all_proxy`, `no_proxy`, `CURL_CA_BUNDLE`, `SSL_CERT_FILE`, `SSL_CERT_DIR`.
    ///
    /// The process's own environment is not looked at beside them.
    package var environment: [String: String]

    /// Makes a configuration; every value has the project's default.
    package init(
        connectTimeoutSeconds: Double = 10,
        idleTimeoutSeconds: Double = 15,
        minimumBytesPerSecond: Int = 100,
        retries: Int = 4,
        retryAfterCapSeconds: Double = 600,
        retryBaseSeconds: Double = 0.5,
        maximumConnectionsPerHost: Int = 8,
        userAgent: String = "gallery",
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.connectTimeoutSeconds = connectTimeoutSeconds
        self.idleTimeoutSeconds = idleTimeoutSeconds
        self.minimumBytesPerSecond = minimumBytesPerSecond
        self.retries = retries
        self.retryAfterCapSeconds = retryAfterCapSeconds
        self.retryBaseSeconds = retryBaseSeconds
        self.maximumConnectionsPerHost = maximumConnectionsPerHost
        self.userAgent = userAgent
        self.environment = environment
    }
}
