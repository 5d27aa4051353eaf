import Basics
import Foundation
import GalleryModel
import Synchronization
import TestSupport

@testable import Transport

/// A clock that advances only when a test sleeps, and then at once.
final class ManualClock: Sendable {
    private let state = Mutex<(now: Double, sleeps: [Double])>((1_000, []))

    /// The sleeps so far, in seconds.
    var sleeps: [Double] { state.withLock { $0.sleeps } }

    /// The clock for a transport; random numbers are always 0.5.
    var clock: TransportClock {
        TransportClock(
            now: { self.state.withLock { $0.now } },
            date: { 1_700_000_000 },
            sleep: { seconds in
                try Task.checkCancellation()
                self.state.withLock { state in
                    state.now += seconds
                    state.sleeps.append(seconds)
                }
            },
            random: { 0.5 })
    }
}

/// A thread-safe counter.
final class Counter: Sendable {
    private let state = Mutex(0)

    /// The number of calls of `increment`.
    var value: Int { state.withLock { $0 } }

    /// Adds one and returns the previous value.
    @discardableResult
    func increment() -> Int {
        state.withLock { value in
            defer { value += 1 }
            return value
        }
    }
}

/// The reason for which a test rejects a response.
struct Refused: Error {}

/// Runs a test with a scripted server and a transport, and closes both.
func withServer<Value>(
    _ configuration: TransportConfiguration = .test, clock: TransportClock = ManualClock().clock,
    script: @escaping LoopbackServer.Script,
    test: (LoopbackServer, HTTPTransport) async throws -> Value
) async throws -> Value {
    let server = try await LoopbackServer(script)
    let transport = HTTPTransport(configuration: configuration, clock: clock)
    do {
        let value = try await test(server, transport)
        await transport.close()
        await server.close()
        return value
    } catch {
        await transport.close()
        await server.close()
        throw error
    }
}

/// Runs a test with its own folder and removes the folder afterwards.
func withFolder<Value>(_ test: (BytePath) async throws -> Value) async throws -> Value {
    let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("gallery-transport-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try await test(BytePath(url.path))
}

/// The names in a folder, sorted; only a question mark if it cannot be read.
func names(_ folder: BytePath) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)").sorted()) ?? ["?"]
}

/// The bytes of a file.
func contents(_ path: BytePath) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path.description)))
}

/// Bytes that depend on their position.
func pattern(_ count: Int, seed: Int = 0) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 &+ seed) &* 31 &+ $0 >> 8) }
}

extension TransportConfiguration {
    /// Ignores proxies and certificates of the machine's environment.
    static let test = make()

    /// Abandons a stalled transfer after a second.
    static let impatient = make { $0.idleTimeoutSeconds = 1 }

    /// Makes one attempt.
    static let once = make { $0.retries = 0 }

    /// Makes one attempt and abandons it after a second.
    static let impatientOnce = make {
        $0.idleTimeoutSeconds = 1
        $0.retries = 0
    }

    private static func make(
        _ change: (inout TransferLimits) -> Void = { _ in }
    ) -> TransportConfiguration {
        var configuration = TransportConfiguration()
        change(&configuration.limits)
        configuration.userAgent = "gallery-test"
        configuration.environment = [:]
        return configuration
    }
}

extension TransferRequest {
    /// A request that may reach only the local server.
    static func local(
        _ url: String, method: Method = .get, headers: HTTPHeaders = [:],
        maximumBytes: Int = 1 << 20, file: BytePath? = nil
    ) -> TransferRequest {
        TransferRequest(
            url: url, method: method, headers: headers, maximumBytes: maximumBytes,
            file: file, hosts: AllowedHosts(["127.0.0.1"]))
    }
}

/// The code of the transport error thrown by the work; nil if it throws none.
func code(of work: () async throws -> some Any) async -> TransportError.Code? {
    do {
        _ = try await work()
        return nil
    } catch {
        return (error as? TransportError)?.code
    }
}
