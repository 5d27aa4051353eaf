package import Basics
import Gallery

/// What a server is to do.
package struct ServerOptions: Sendable {
    /// The address to listen on: a name or an IP address.
    package var host = "127.0.0.1"
    /// The port; 0 takes a free one.
    package var port = 8080
    /// The owner's password; nil for none, which serves the machine itself alone.
    package var password: String?
    /// What a guess of a password is to cost.
    package var passwordCost = PasswordHash.Cost.standard
    /// Whether requests that change something are refused.
    package var isReadOnly = false
    /// Whether what accounts share is given to everybody by the photo-share protocol, and pictures are taken by it.
    package var isSharing = false
    /// The campaign whose feed is shown, and in which accounts publish; nil for none.
    package var campaign: String?
    /// The most bytes of a picture that is sent.
    package var maximumUploadBytes = GallerySettings.Serve().uploadMaximumBytes
    /// The address that people use, without a slash at its end; nil where it is what the server listens on.
    package var baseURL: String?
    /// Whether the server's own connections are encrypted.
    package var isEncrypted = false
    /// Further hosts that requests may name: `host`, `host:port` or `*.domain`.
    package var hosts: [String] = []
    /// The proxies whose `X-Forwarded-*` headers are believed.
    package var trustedProxies: [IPNetwork] = []
    /// The certificate to encrypt connections with; nil for connections that are not encrypted.
    package var certificate: ServerCertificate? {
        didSet { isEncrypted = certificate != nil }
    }
    /// Where each answer is told; nil for nowhere.
    package var accessLog: AccessLog?
    /// How patient the server is.
    var limits = ConnectionLimits()
    /// The clock that wrong passwords and tokens are counted by; tests stop it.
    var now: @Sendable () -> ContinuousClock.Instant = { .now }
    /// How many jobs may wait or run.
    package var maximumJobs = 100
    /// How many may listen to changes at a time.
    package var maximumEventStreams = 200
    /// How often listeners get a sign of life.
    package var heartbeat = Duration.seconds(20)
    /// How often it is looked whether another program changed the catalog, while somebody listens.
    package var watchInterval = Duration.seconds(1)

    /// Makes the defaults.
    package init() {}

    /// Whether listening on an address reaches no further than the machine itself.
    package static func isLoopback(_ host: String) -> Bool {
        IPAddress(text: host)?.isLoopback ?? (host.lowercased() == "localhost")
    }

    /// Whether passwords of the photo-share protocol come over connections that others can read.
    package var sendsPasswordsOpenly: Bool {
        isSharing && !isReadOnly && !isEncrypted && baseURL?.hasPrefix("https://") != true
    }

    /// Whether something in front of the server brings others to it.
    package var isReachedByOthers: Bool {
        let base = baseURL.flatMap { WebOrigin($0)?.host }
        return base.map { !ServerOptions.isLoopback($0) } ?? false || !trustedProxies.isEmpty
            || hosts.contains { !ServerOptions.isLoopback($0) }
    }

    /// Lets the server have as many connections as so many open files allow beside the catalog's; each may have an
    /// original open, too.
    package mutating func allow(openFiles: Int) {
        limits.connections = min(limits.connections, max((openFiles - 256) / 2, 64))
    }
}
