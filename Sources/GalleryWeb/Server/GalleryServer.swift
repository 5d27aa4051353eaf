import Basics
package import Gallery
import Glibc
import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import ServiceLifecycle

/// Serves a catalog as web pages and an HTTP API.
package struct GalleryServer: Sendable {
    /// The time allowed for requests in progress when the server stops, in seconds.
    package static let patience = 5

    let site: Site

    /// Creates a server, which does not listen yet.
    package init(_ gallery: PhotoGallery, _ options: ServerOptions, log: Logger) {
        self.init(gallery, options, log: log, routes: Route.all(of: options))
    }

    /// Creates a server with other routes.
    init(_ gallery: PhotoGallery, _ options: ServerOptions, log: Logger, routes: [Route]) {
        site = Site(gallery, options, log: log, routes: routes)
    }

    /// Returns the application, for `run` and for tests.
    ///
    /// - Parameter listening: called with the port when the server listens.
    func application(
        listening: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> Hummingbird.Application<SiteResponder> {
        let options = site.options
        var configuration = ApplicationConfiguration(
            address: .hostname(options.host, port: options.port))
        configuration.backlog = 1024
        let counter = site.connections
        let connections = HTTPServerBuilder { responder in
            ServerConnections(responder: responder, options: options, counter: counter)
        }
        return Hummingbird.Application(
            responder: SiteResponder(site), server: connections, configuration: configuration,
            services: [site.changes, site.jobs, RegularSweep(site: site)],
            onServerRunning: { channel in listening(channel.localAddress?.port ?? 0) },
            logger: GalleryServer.silence)
    }

    /// Serves until the task is canceled, then finishes the requests in progress.
    ///
    /// - Parameter listening: called with the port when the server listens.
    /// - Throws: `inputOutput`, `notAllowed` or `usage` if the server cannot listen on the address.
    package func run(listening: @escaping @Sendable (Int) -> Void) async throws {
        var configuration = ServiceGroupConfiguration(
            services: [application(listening: listening)], logger: GalleryServer.silence)
        configuration.maximumGracefulShutdownDuration = .seconds(GalleryServer.patience)
        let group = ServiceGroup(configuration: configuration)
        // A separate task, which shuts down gracefully when this one is canceled.
        let (stops, stop) = AsyncStream<Void>.makeStream()
        let serving = Task {
            try await withThrowingTaskGroup { tasks in
                tasks.addTask {
                    for await _ in stops {}
                    await group.triggerGracefulShutdown()
                }
                defer { stop.finish() }
                try await group.run()
            }
        }
        do {
            try await withTaskCancellationHandler {
                try await serving.value
            } onCancel: {
                // These are closed first, because the server waits for event streams before it
                // shuts down the other services.
                site.jobs.close()
                site.changes.close()
                stop.finish()
            }
        } catch {
            // The shutdown itself may make requests fail; such errors are ignored.
            if !Task.isCancelled { throw failure(error) }
        }
        site.options.accessLog?.flush()
    }

    /// Discards the log messages of libraries.
    private static let silence = Logger(label: "libraries") { _ in SwiftLogNoOpLogHandler() }

    /// Returns an error that explains why the server cannot listen on an address.
    private func failure(_ error: any Error) -> any Error {
        if error is GalleryError { return error }
        let options = site.options
        let code = (error as? IOError)?.errnoCode
        if code == EADDRNOTAVAIL || error is SocketAddressError {
            return GalleryError(
                .usage, "invalid --host '\(options.host)': expected an address of this machine")
        }
        let (kind, reason): (GalleryError.Kind, String) =
            switch code {
            case EADDRINUSE: (.inputOutput, "port is in use: choose a free one with --port 0")
            case EACCES: (.notAllowed, "permission denied: use port 1024 or above, or --port 0")
            case let code?: (.inputOutput, String(cString: strerror(code)))
            case nil: (.inputOutput, "\(error)")
            }
        let hostAndPort = options.hostAndPort(port: options.port)
        return GalleryError(kind, "cannot listen on \(hostAndPort): \(reason)")
    }
}

extension ServerOptions {
    /// True if the address is a loopback address or a trusted proxy, which represent many clients.
    func representsManyClients(_ text: String) -> Bool {
        guard let address = IPAddress(text: text) else { return false }
        return address.isLoopback || trustedProxies.contains { $0.contains(address) }
    }

    /// Returns `host:port`, with an IPv6 address in brackets.
    package func hostAndPort(port: Int) -> String {
        host.contains(":") && !host.hasPrefix("[") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// Returns the URL of the server's own listening address.
    package func address(port: Int) -> String {
        (certificate == nil ? "http://" : "https://") + hostAndPort(port: port)
    }
}
