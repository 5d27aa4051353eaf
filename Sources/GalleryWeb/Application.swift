import Basics
package import Gallery
import Glibc
import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import ServiceLifecycle

/// The catalog as pages and an HTTP API.
package struct GalleryServer: Sendable {
    /// How long what is under way may take once the server is to stop, in seconds.
    package static let patience = 5

    let site: Site

    /// Makes a server that does not listen yet.
    package init(_ gallery: PhotoGallery, _ options: ServerOptions, log: Logger) {
        self.init(gallery, options, log: log, routes: .of(options))
    }

    /// Makes a server of other addresses.
    init(_ gallery: PhotoGallery, _ options: ServerOptions, log: Logger, routes: RouteTable) {
        site = Site(gallery, options, log: log, routes: routes)
    }

    /// The application, for `run` and for tests.
    ///
    /// - Parameter listening: gets the port once the server listens.
    func application(
        listening: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> Hummingbird.Application<SiteResponder> {
        let options = site.options
        var configuration = ApplicationConfiguration(
            address: .hostname(options.host, port: options.port))
        configuration.backlog = 1024
        let ledger = site.connections
        let connections = HTTPServerBuilder { responder in
            ServerConnections(
                responder: responder, limits: options.limits, ledger: ledger,
                speaksForMany: { options.speaksForMany($0) }, certificate: options.certificate)
        }
        return Hummingbird.Application(
            responder: SiteResponder(site), server: connections, configuration: configuration,
            services: [site.changes, site.jobs, WaitingSweep(site)],
            onServerRunning: { channel in listening(channel.localAddress?.port ?? 0) },
            logger: GalleryServer.silence)
    }

    /// Serves until the task is cancelled; then finishes what is under way.
    ///
    /// - Parameter listening: gets the port once the server listens.
    /// - Throws: `inputOutput`, `notAllowed` or `usage` where the address cannot be listened on.
    package func run(listening: @escaping @Sendable (Int) -> Void) async throws {
        var configuration = ServiceGroupConfiguration(
            services: [application(listening: listening)], logger: GalleryServer.silence)
        configuration.maximumGracefulShutdownDuration = .seconds(GalleryServer.patience)
        let group = ServiceGroup(configuration: configuration)
        // A task of its own, that ends gracefully where this one is cancelled.
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
                // At once: the server itself waits for the streams of events before the others are asked
                // to end.
                site.jobs.close()
                site.changes.close()
                stop.finish()
            }
        } catch {
            // Asked to stop, it stops, whatever was given up for it.
            if !Task.isCancelled { throw ListeningFailure.error(error, site.options) }
        }
        site.options.accessLog?.flush()
    }

    /// What libraries have to say of themselves.
    private static let silence = Logger(label: "libraries") { _ in SwiftLogNoOpLogHandler() }
}

/// Says why an address cannot be listened on.
enum ListeningFailure {
    /// The error for a person.
    static func error(_ error: any Error, _ options: ServerOptions) -> any Error {
        if error is GalleryError { return error }
        let place = options.place(port: options.port)
        guard let failure = error as? IOError else {
            if error is SocketAddressError {
                return GalleryError(
                    .usage, "invalid --host '\(options.host)': expected an address of this machine")
            }
            return GalleryError(.inputOutput, "cannot listen on \(place): \(error)")
        }
        switch failure.errnoCode {
        case EADDRINUSE:
            return GalleryError(
                .inputOutput,
                "cannot listen on \(place): another program does: --port 0 takes a free port")
        case EACCES:
            return GalleryError(
                .notAllowed,
                "cannot listen on \(place): not allowed: take a port from 1024 on, or --port 0")
        case EADDRNOTAVAIL:
            return GalleryError(
                .usage,
                "invalid --host '\(options.host)': expected an address of this machine")
        default:
            return GalleryError(
                .inputOutput,
                "cannot listen on \(place): \(String(cString: strerror(failure.errnoCode)))")
        }
    }
}

extension ServerOptions {
    /// Whether an address is the machine's own, or a proxy's that is believed.
    func speaksForMany(_ text: String) -> Bool {
        guard let address = IPAddress(text: text) else { return false }
        return address.isLoopback || trustedProxies.contains { $0.contains(address) }
    }

    /// The host and a port as an address has them: an IPv6 address in brackets.
    package func place(port: Int) -> String {
        host.contains(":") && !host.hasPrefix("[") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// The address that the server itself listens on.
    package func address(port: Int) -> String {
        (certificate == nil ? "http://" : "https://") + place(port: port)
    }
}
