package import Gallery
import Hummingbird
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
        site = Site(gallery, options, log: log)
    }

    /// The application, for `run` and for tests.
    ///
    /// - Parameter listening: gets the port once the server listens.
    func application(
        listening: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> Hummingbird.Application<SiteResponder> {
        var configuration = ApplicationConfiguration(
            address: .hostname(site.options.host, port: site.options.port))
        configuration.backlog = 1024
        var quiet = Logger(label: "hummingbird")
        quiet.logLevel = .critical
        return Hummingbird.Application(
            responder: SiteResponder(site), server: .http1(), configuration: configuration,
            onServerRunning: { channel in listening(channel.localAddress?.port ?? 0) },
            logger: quiet)
    }

    /// Serves until the task is cancelled; then finishes what is under way.
    ///
    /// - Parameter listening: gets the port once the server listens.
    /// - Throws: what the system says where the address cannot be listened on.
    package func run(listening: @escaping @Sendable (Int) -> Void) async throws {
        var configuration = ServiceGroupConfiguration(
            services: [application(listening: listening)], logger: Logger(label: "gallery"))
        configuration.maximumGracefulShutdownDuration = .seconds(GalleryServer.patience)
        let group = ServiceGroup(configuration: configuration)
        // A task of its own, that ends gracefully where this one is cancelled.
        let serving = Task { try await group.run() }
        try await withTaskCancellationHandler {
            try await serving.value
        } onCancel: {
            Task { await group.triggerGracefulShutdown() }
        }
    }
}
