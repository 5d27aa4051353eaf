import Foundation
import Gallery
import Logging
import ServiceLifecycle

/// Puts pictures into the trash that were sent to be published a day ago and were not: everybody who signs in sees them.
struct WaitingSweep: Service {
    /// How long they wait, in seconds.
    private static let patience: TimeInterval = 24 * 3600

    private let site: Site

    /// Makes the sweep of the campaign of a site, which need not have one.
    init(_ site: Site) {
        self.site = site
    }

    /// Looks at once, and every hour until the server ends.
    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                await sweep()
                try await Task.sleep(for: .seconds(3600))
            }
        }
        // A service that ends by itself would end the others at once.
        try? await gracefulShutdown()
    }

    private func sweep() async {
        guard let feed = site.campaign, !site.isReadOnly else { return }
        do {
            _ = try await offload { try feed.trashWaiting(since: Date() - Self.patience) }
        } catch {
            // The next hour may be a better one.
            site.log.error("pictures that nobody published stay for now: \(error)")
        }
    }
}
