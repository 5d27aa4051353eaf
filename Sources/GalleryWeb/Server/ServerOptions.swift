package import Basics
import Gallery

/// The configuration of a server.
package struct ServerOptions: Sendable {
    /// The address to listen on: a host name or an IP address.
    package var host = "127.0.0.1"
    /// The port; 0 chooses a free port.
    package var port = 8080
    /// The owner's password; nil for none, in which case only the local machine may connect.
    package var password: String?
    /// The cost of checking a password.
    package var passwordCost = PasswordHash.Cost.standard
    /// True to reject requests that change something.
    package var isReadOnly = false
    /// True to serve shared photos and accept uploads by the photo-share protocol.
    package var isSharing = false
    /// The campaign whose feed is shown and to which accounts publish; nil for none.
    package var campaign: String?
    /// The maximum size of an uploaded picture, in bytes.
    package var maximumUploadBytes = GallerySettings.Serve().uploadMaximumBytes
    /// The time that an unfinished upload is kept after its last change, in seconds.
    var uploadLifetime = 86_400.0
    /// The public URL without a trailing slash; nil for the listening address.
    package var baseURL: String?
    /// True if the server's own connections are encrypted.
    package var isEncrypted = false
    /// Additional hosts that requests may name: `host`, `host:port` or `*.domain`.
    package var hosts: [String] = []
    /// The proxies whose `X-Forwarded-*` headers are trusted.
    package var trustedProxies: [IPNetwork] = []
    /// The TLS certificate; nil for unencrypted connections.
    package var certificate: ServerCertificate? { didSet { isEncrypted = certificate != nil } }
    /// The log of all responses; nil for none.
    package var accessLog: AccessLog?
    /// The limits and timeouts of connections.
    var limits = ConnectionLimits()
    /// The clock for counting wrong passwords and tokens; replaced in tests.
    var now: @Sendable () -> ContinuousClock.Instant = { .now }
    /// The maximum number of waiting and running jobs.
    package var maximumJobs = 100
    /// The maximum number of photos that a request changes without a job.
    var maximumBatch = 1_000
    /// The maximum number of concurrent event streams.
    package var maximumEventStreams = 200
    /// The interval of keep-alive messages on event streams.
    package var heartbeat = Duration.seconds(20)
    /// The interval of checks for changes by other programs, while event streams are open.
    package var watchInterval = Duration.seconds(1)

    /// Creates the default options.
    package init() {}

    /// Returns true if a host is reachable only from the local machine.
    package static func isLoopback(_ host: String) -> Bool {
        WebHost(name: host, port: nil).isLoopback
    }

    /// True if passwords of the photo-share protocol are sent over unencrypted connections.
    package var sendsPasswordsOpenly: Bool {
        isSharing && !isReadOnly && !isEncrypted && baseURL?.hasPrefix("https://") != true
    }

    /// True if the server is reachable from other machines through a proxy, tunnel or host name.
    package var isReachedByOthers: Bool {
        let base = baseURL.flatMap { WebOrigin($0)?.host }
        return base.map { !ServerOptions.isLoopback($0) } ?? false || !trustedProxies.isEmpty
            || hosts.contains { !ServerOptions.isLoopback($0) }
    }

    /// Limits connections by the number of files that may be open, reserving 256 for the catalog
    /// and two per connection, as each may also read an original.
    package mutating func allow(openFiles: Int) {
        limits.connections = min(limits.connections, max((openFiles - 256) / 2, 64))
    }
}
