import Basics
import Foundation
@testable import GalleryWeb
import Logging

extension WebScene {
    /// The server with more addresses than it has.
    ///
    /// - Parameter options: others than the scene's; nil for those.
    func server(_ routes: [Route], _ options: ServerOptions? = nil) -> GalleryServer {
        let options = options ?? self.options
        return GalleryServer(
            gallery, options, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            routes: RouteTable(RouteTable.of(options).routes + routes))
    }

    /// Runs a body beside a server on a free port, then stops the server and waits for its end.
    ///
    /// - Parameters:
    ///   - routes: more addresses than the server has.
    ///   - options: others than the scene's; nil for those.
    func withServer<Value: Sendable>(
        _ routes: [Route] = [], _ options: ServerOptions? = nil,
        _ body: @escaping @Sendable (Int) async throws -> Value
    ) async throws -> Value {
        let server = server(routes, options)
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                defer { found.finish() }
                try await server.run { found.yield($0) }
                return nil
            }
            var port = 0
            for await value in ports {
                port = value
                break
            }
            let reached = port
            let value = try await body(reached)
            group.cancelAll()
            while let ended = try await group.next() { _ = ended }
            return value
        }
    }
}

/// Runs a body that blocks its thread on a thread of its own.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
{
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}
