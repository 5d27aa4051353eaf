import Foundation
import Gallery
@testable import GalleryWeb
import Synchronization
import Testing

/// Reads events over its own connection, which ends with the value.
final class EventReader: Sendable {
    /// An event, a comment (named `:`), the status of the response (named `status`) or its end
    /// (named `end`), which is missing if the response was cut off.
    struct Event: Equatable, Sendable {
        var name: String
        var data = ""
        var id = ""
    }

    struct Failure: Error {
        let number: Int32
    }

    /// The received events; ends with the connection.
    let events: AsyncStream<Event>
    private let open: OpenSocket

    /// Connects and requests changes.
    init(port: Int, target: String = "/api/v1/changes", headers: [String] = []) throws {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let open = OpenSocket(number)
        self.open = open
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let outcome = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard outcome == 0 else { throw Failure(number: errno) }
        let lines = ["GET \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + headers + ["", ""]
        let request = Array(lines.joined(separator: "\r\n").utf8)
        guard write(number, request, request.count) == request.count else {
            throw Failure(number: errno)
        }
        let (events, continuation) = AsyncStream<Event>.makeStream()
        self.events = events
        // Reading a socket blocks, so the reader has its own thread, which owns the descriptor.
        Thread.detachNewThread {
            var rest: [UInt8] = []
            var id = ""
            var name = ""
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(number, &buffer, buffer.count)
                guard count > 0 else { break }
                rest += buffer[..<count]
                while let end = rest.firstIndex(of: 10) {
                    let line = String(decoding: rest[..<end], as: UTF8.self)
                    rest.removeFirst(end + 1)
                    // Chunk sizes are on separate lines and match none of these.
                    if line.hasPrefix("HTTP/1.1 ") {
                        continuation.yield(
                            Event(name: "status", data: String(line.dropFirst(9).prefix(3))))
                    } else if line.hasPrefix("id: ") {
                        id = String(line.dropFirst(4))
                    } else if line.hasPrefix("event: ") {
                        name = String(line.dropFirst(7))
                    } else if line.hasPrefix("data: ") {
                        continuation.yield(
                            Event(name: name, data: String(line.dropFirst(6)), id: id))
                    } else if line == ":" {
                        continuation.yield(Event(name: ":"))
                    } else if line == "0\r" {
                        continuation.yield(Event(name: "end"))
                    }
                }
            }
            open.close()
            continuation.finish()
        }
    }

    deinit { hangUp() }

    /// Disconnects.
    func hangUp() { open.shutDown() }

    /// The next event with a name; nil if the connection ends first.
    func next(_ name: String) async -> Event? {
        for await event in events where event.name == name { return event }
        return nil
    }
}

/// A socket that is closed once and not shut down after that, as its number may have been reused.
private final class OpenSocket: Sendable {
    private let number: Mutex<Int32?>

    init(_ number: Int32) { self.number = Mutex(number) }

    func shutDown() {
        number.withLock { number in
            if let number { _ = shutdown(number, Int32(SHUT_RDWR)) }
        }
    }

    func close() {
        number.withLock { number in
            if let open = number { _ = Foundation.close(open) }
            number = nil
        }
    }
}

extension WebScene {
    /// Runs the server as the program does, on a free port, until the body returns.
    func serve(
        _ body: @Sendable (GalleryServer, Int) async throws -> Void
    ) async throws {
        let server = server
        let (ports, port) = AsyncStream<Int>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { port.finish() }
                try await server.run { port.yield($0) }
            }
            for await number in ports {
                try await body(server, number)
                break
            }
            group.cancelAll()
            try await group.waitForAll()
        }
    }
}

extension ServerOptions {
    /// Options for a server on a free port with very frequent heartbeats.
    static var lively: ServerOptions {
        var options = ServerOptions()
        options.port = 0
        options.heartbeat = .milliseconds(20)
        options.watchInterval = .milliseconds(20)
        return options
    }
}
