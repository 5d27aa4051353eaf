import Hummingbird
import Logging
import NIOCore

/// What is known of the connection that a request came over.
struct SiteContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The other side's IP address, as text; empty where there is none, as in tests without a connection.
    let remoteAddress: String
    /// The address that the connection reached.
    let localPort: Int?
    /// The connection itself; nil where there is none.
    let channel: (any Channel)?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress?.ipAddress ?? ""
        channel = source.channel
        localPort = source.channel.localAddress?.port
    }

    /// Makes what is known of a request that came over no connection of the server's.
    init(remoteAddress: String, logger: Logger) {
        coreContext = CoreRequestContextStorage(source: LoggerSource(logger: logger))
        self.remoteAddress = remoteAddress
        localPort = nil
        channel = nil
    }

    private struct LoggerSource: RequestContextSource {
        let logger: Logger
    }
}
