import Basics
import Dispatch
import Foundation
package import GalleryModel
import Synchronization

/// Performs requests over http and https with retries, checked redirects, size limits and
/// resumption.
///
/// One thread runs all transfers of a transport and shares their connections; it starts with the
/// first request. Create one transport per program and close it at the end.
///
/// ```swift
/// let transport = HTTPTransport(configuration: TransportConfiguration())
/// let request = TransferRequest(
///     url: "https://live.staticflickr.com/1/2_3.jpg", maximumBytes: 512 << 20,
///     file: BytePath("/tmp/2_3.jpg.part"), hosts: AllowedHosts(["*.staticflickr.com"]))
/// let response = try await transport.response(for: request)
/// await transport.close()
/// ```
package final class HTTPTransport: Sendable {
    /// The settings of the transport.
    package let configuration: TransportConfiguration
    let clock: TransportClock
    let policy: RetryPolicy
    let multi: CurlMulti
    /// Runs disk work serially, off the cooperative thread pool.
    let files = DispatchQueue(label: "gallery.transport.files")
    /// The ends of the pauses requested by servers, as seconds of the clock.
    let pauses = Mutex<[WebOrigin: Double]>([:])
    /// The running requests; nil once the transport is closed.
    private let running = Mutex<Set<Task<TransferResponse, any Error>>?>([])

    /// Creates a transport; nothing starts before the first request.
    ///
    /// - Parameters:
    ///   - configuration: the settings.
    ///   - clock: the source of time and randomness for waits between attempts.
    package init(configuration: TransportConfiguration, clock: TransportClock = .system) {
        self.configuration = configuration
        self.clock = clock
        policy = RetryPolicy(
            retries: configuration.limits.retries, baseSeconds: configuration.retryBaseSeconds)
        multi = CurlMulti(configuration: configuration)
    }

    deinit { multi.stop() }

    /// Performs a request, with retries if they may help, and returns the complete response.
    ///
    /// Retried are transient failures (`TransportError.isTransient`), the statuses 408, 425, 429
    /// and 5xx except 501, 505 and 507, and responses that the check rejects as transient. Other
    /// statuses, such as 404, are returned. A `Retry-After` pauses all requests to the same scheme,
    /// host and port.
    ///
    /// After a complete 2xx response the request's file exists, without its record. After a
    /// failure the file and its record are kept if the file can be resumed, and removed otherwise.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - willAttempt: runs before every attempt, including one that starts over because the
    ///     server cannot resume; an error it throws ends the transfer.
    ///   - check: runs on every complete response without a status to retry; throws
    ///     `TransferRejection` for an invalid one. For a file it runs on the
    ///     transport's file thread and may read the file.
    /// - Throws: `TransportError`, with the code `cancelled` if `close()` ended the transfer;
    ///   `CancellationError` if the caller's task was canceled; a `TransferRejection` that is not
    ///   transient or outlasted the retries; other errors of `willAttempt` and `check`.
    package func response(
        for request: TransferRequest,
        willAttempt: @escaping @Sendable () async throws -> Void = {},
        check: @escaping @Sendable (TransferResponse) throws -> Void = { _ in }
    ) async throws -> TransferResponse {
        // This function owns the task: it awaits it below; the caller's cancellation and `close`
        // cancel it.
        let task = Task {
            try await Transfer(request, transport: self).run(willAttempt: willAttempt, check: check)
        }
        let isOpen = running.withLock { $0?.insert(task) != nil }
        if !isOpen { task.cancel() }
        defer { running.withLock { _ = $0?.remove(task) } }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch is CancellationError where !Task.isCancelled && running.withLock({ $0 == nil }) {
            throw TransportError(.cancelled, url: request.redactedURL)
        }
    }

    /// Ends every transfer and every wait, and returns when curl's thread has ended.
    ///
    /// Later requests fail with the code `cancelled`.
    package func close() async {
        let tasks = running.withLock { running in
            defer { running = nil }
            return running ?? []
        }
        for task in tasks { task.cancel() }
        await multi.close()
    }
}

extension HTTPTransport {
    /// Pauses requests to a server; never shortens an existing pause.
    func pause(_ origin: WebOrigin, seconds: Double) {
        let end = clock.now() + seconds
        pauses.withLock { $0[origin] = max($0[origin] ?? end, end) }
    }

    /// Returns when the server's pause is over, including pauses that begin while waiting, and
    /// forgets it.
    ///
    /// - Throws: the error of the clock's sleep if the task is canceled.
    func waitForPause(of origin: WebOrigin) async throws {
        while true {
            let rest = pauses.withLock { pauses in
                let rest = (pauses[origin] ?? 0) - clock.now()
                if rest <= 0 { pauses[origin] = nil }
                return rest
            }
            if rest <= 0 { return }
            try await clock.sleep(rest)
        }
    }
}

/// The timeouts, retries, proxies and certificates of a transport.
package struct TransportConfiguration: Sendable {
    /// The timeouts and the number of retries; 0 means a single attempt.
    package var limits: TransferLimits
    /// The upper bound of the first wait between attempts, in seconds; doubles with each failure.
    package var retryBaseSeconds = 0.5
    /// The limit for simultaneous connections to one host.
    package var maximumConnectionsPerHost = 8
    /// The value of the `User-Agent` header.
    package var userAgent = "gallery"
    /// The environment variables for proxies and certificates, with the meaning they have for the
    /// curl tool: `http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`, `CURL_CA_BUNDLE`,
    /// `SSL_CERT_FILE`, `SSL_CERT_DIR`.
    ///
    /// They replace the environment of the process.
    package var environment = ProcessInfo.processInfo.environment

    /// Creates a configuration; the other values have the project's defaults.
    package init(limits: TransferLimits = TransferLimits()) { self.limits = limits }
}

/// The time and randomness that retries depend on; replaced in tests to avoid waiting.
package struct TransportClock: Sendable {
    /// Returns monotonic seconds since an arbitrary moment.
    package var now: @Sendable () -> Double
    /// Returns seconds since 1970-01-01 UTC.
    package var date: @Sendable () -> Double
    /// Waits for a number of seconds; throws if the task is canceled.
    package var sleep: @Sendable (Double) async throws -> Void
    /// Returns a random number in 0..<1.
    package var random: @Sendable () -> Double

    /// The system's clock and random numbers.
    package static let system = TransportClock(
        now: { monotonic() },
        date: { Date().timeIntervalSince1970 },
        sleep: { try await Task.sleep(for: .seconds($0)) },
        random: { Double.random(in: 0..<1) })

    /// Returns seconds since an arbitrary fixed moment, without times when the machine was
    /// suspended.
    static func monotonic() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}
