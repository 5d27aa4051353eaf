import GalleryModel
import Synchronization

/// The servers that want to know who asks, as far as they said so.
final class AskingServers: Sendable {
    private let servers = Mutex<Set<ServerAddress>>([])

    func contains(_ server: ServerAddress) -> Bool { servers.withLock { $0.contains(server) } }

    func insert(_ server: ServerAddress) { servers.withLock { _ = $0.insert(server) } }
}
