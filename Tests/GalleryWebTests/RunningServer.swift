import Basics
import Foundation
@testable import GalleryWeb
import Logging

extension WebScene {
    /// A server with additional routes.
    ///
    /// - Parameter options: nil for the scene's options.
    func server(_ routes: [Route], _ options: ServerOptions? = nil) -> GalleryServer {
        let options = options ?? self.options
        return GalleryServer(
            gallery, options, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            routes: Route.all(of: options) + routes)
    }

    /// Runs a body while a server runs on a free port, then stops the server and waits for its end.
    ///
    /// - Parameters:
    ///   - routes: additional routes.
    ///   - options: nil for the scene's options.
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

/// Runs a blocking body on its own thread.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
{
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}
