import Foundation
import Synchronization

/// The mutable state of a running fake server: its world, faults and log.
final class FakeState: Sendable {
    private struct Contents {
        var index: WorldIndex
        var faults: FaultScript
        var log: [LoggedRequest] = []
        var sequence = 0
        var connections = 0
        var underWay: [FakeEndpoint: Int] = [:]
        var logFile: FileHandle?
    }

    /// A request being answered.
    struct Ticket: Sendable {
        let request: FakeRequest
        let index: WorldIndex
        let fault: FakeFault?
        let time: Double
        let concurrent: Int
        let connection: Int
    }

    private let contents: Mutex<Contents>
    private let started = ContinuousClock.now

    init(world: FakeWorld, faults: [FaultRule], logFile: String?) throws {
        var file: FileHandle?
        if let logFile {
            guard FileManager.default.createFile(atPath: logFile, contents: nil) else {
                throw FakeError.logFile(path: logFile)
            }
            file = try FileHandle(forWritingTo: URL(fileURLWithPath: logFile))
        }
        let opened = file
        contents = Mutex(
            Contents(
                index: WorldIndex(world: world), faults: FaultScript(faults), logFile: opened))
    }

    var index: WorldIndex { contents.withLock { $0.index } }

    var log: [LoggedRequest] { contents.withLock { $0.log } }

    func clearLog() {
        contents.withLock { $0.log.removeAll() }
    }

    func setFaults(_ rules: [FaultRule]) {
        contents.withLock { $0.faults = FaultScript(rules) }
    }

    func edit(_ body: (inout FakeWorld) -> Void) {
        contents.withLock { contents in
            var world = contents.index.world
            body(&world)
            contents.index = WorldIndex(world: world)
        }
    }

    func nextConnection() -> Int {
        contents.withLock { contents in
            contents.connections += 1
            return contents.connections
        }
    }

    /// Records the arrival of a request and returns the fault that applies to it.
    func begin(_ request: FakeRequest, connection: Int) -> Ticket {
        let elapsed = ContinuousClock.now - started
        let (seconds, attoseconds) = elapsed.components
        return contents.withLock { contents in
            contents.underWay[request.endpoint, default: 0] += 1
            return Ticket(
                request: request, index: contents.index,
                fault: contents.faults.fault(for: request),
                time: Double(seconds) + Double(attoseconds) / 1e18,
                concurrent: contents.underWay[request.endpoint] ?? 1, connection: connection)
        }
    }

    /// Writes a request into the log, before the first byte of its response is sent.
    func record(_ ticket: Ticket, status: Int, bytes: Int) {
        let request = ticket.request
        let kept = [
            "range", "if-range", "if-none-match", "user-agent", "accept-encoding", "authorization",
        ]
        contents.withLock { contents in
            contents.sequence += 1
            let entry = LoggedRequest(
                sequence: contents.sequence, connection: ticket.connection,
                endpoint: request.endpoint, method: request.method, path: request.path,
                query: request.arguments, headers: request.headers.filter { kept.contains($0.key) },
                status: status, bytes: bytes, time: ticket.time, concurrent: ticket.concurrent,
                fault: ticket.fault?.kindName)
            contents.log.append(entry)
            guard let file = contents.logFile, let line = try? JSONEncoder().encode(entry) else {
                return
            }
            // A full disk must not stop the server: tests read the log in memory.
            try? file.write(contentsOf: line + Data("\n".utf8))
        }
    }

    /// Records that a request is answered, or that its client disconnected.
    func end(_ ticket: Ticket) {
        contents.withLock { $0.underWay[ticket.request.endpoint, default: 1] -= 1 }
    }
}

/// An error when starting the fake server.
package enum FakeError: Error, CustomStringConvertible {
    /// The log file cannot be written.
    case logFile(path: String)
    /// The listening socket has no address.
    case noAddress

    /// A readable message.
    package var description: String {
        switch self {
        case .logFile(let path): "cannot write the log '\(path)': check that its folder exists"
        case .noAddress: "the listening socket has no port: try another --port"
        }
    }
}
