import Basics
import Foundation
import GalleryModel
import Synchronization
import TestSupport
import Transport

/// A time that passes only when someone sleeps, and then at once.
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

/// Counts, from any thread.
final class Counter: Sendable {
    private let state = Mutex(0)

    /// How often `increment` was called.
    var value: Int { state.withLock { $0 } }

    /// Adds one and returns what it was before.
    @discardableResult
    func increment() -> Int {
        state.withLock { value in
            defer { value += 1 }
            return value
        }
    }
}

/// Runs a test against a scripted server and a transport, and ends both.
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

/// Runs a test with a folder of its own, which is removed afterwards.
func withFolder<Value>(_ test: (BytePath) async throws -> Value) async throws -> Value {
    let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("gallery-transport-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try await test(BytePath(url.path))
}

/// The names in a folder, sorted; a question mark alone where it cannot be read.
func names(_ folder: BytePath) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)").sorted()) ?? ["?"]
}

/// The bytes of a file.
func contents(_ path: BytePath) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path.description)))
}

/// Bytes that differ from place to place.
func pattern(_ count: Int, seed: Int = 0) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 &+ seed) &* 31 &+ $0 >> 8) }
}

extension TransportConfiguration {
    /// No proxies, no certificates from the machine's environment.
    static let test = TransportConfiguration(userAgent: "gallery-test", environment: [:])

    /// Gives up a stalled transfer after a second.
    static let impatient = TransportConfiguration(
        idleTimeoutSeconds: 1, userAgent: "gallery-test", environment: [:])

    /// Makes one attempt.
    static let once = TransportConfiguration(
        retries: 0, userAgent: "gallery-test", environment: [:])

    /// Makes one attempt and gives it up after a second.
    static let impatientOnce = TransportConfiguration(
        idleTimeoutSeconds: 1, retries: 0, userAgent: "gallery-test", environment: [:])
}

extension TransferRequest {
    /// A request that may reach the local server alone.
    static func local(
        _ url: String, method: Method = .get, headers: HTTPHeaders = [:],
        maximumBytes: Int = 1 << 20, destination: Destination = .memory
    ) -> TransferRequest {
        TransferRequest(
            url: url, method: method, headers: headers, maximumBytes: maximumBytes,
            destination: destination, hosts: ["127.0.0.1"])
    }
}

/// The code of the transport error that some work fails with; nil where it does not fail so.
func code(of work: () async throws -> some Any) async -> TransportError.Code? {
    do {
        _ = try await work()
        return nil
    } catch {
        return (error as? TransportError)?.code
    }
}
