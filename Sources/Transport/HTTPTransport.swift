import Basics

/// Fetches over http and https: with retries, checked redirects, bounds and resumption.
///
/// One thread runs all transfers of a transport and shares their connections; it starts with the
/// first request. Make one transport for a program and close it at the end.
///
/// ```swift
/// let transport = HTTPTransport(configuration: TransportConfiguration())
/// let request = TransferRequest(
///     url: "https://live.staticflickr.com/1/2_3.jpg", maximumBytes: 512 << 20,
///     destination: .file(BytePath("/tmp/2_3.jpg.part")), hosts: ["*.staticflickr.com"])
/// let response = try await transport.response(for: request)
/// await transport.close()
/// ```
package final class HTTPTransport: Sendable {
    /// The settings it was made with.
    package let configuration: TransportConfiguration
    let clock: TransportClock
    let policy: RetryPolicy
    let pauses: HostPauses
    let multi: CurlMulti
    let files = FileThread()
    private let closing = Closing()

    /// Makes a transport; nothing starts before the first request.
    ///
    /// - Parameters:
    ///   - configuration: The settings.
    ///   - clock: The time that waits between attempts depend on.
    package init(configuration: TransportConfiguration, clock: TransportClock = .system) {
        self.configuration = configuration
        self.clock = clock
        policy = RetryPolicy(
            retries: configuration.retries, baseSeconds: configuration.retryBaseSeconds,
            retryAfterCapSeconds: configuration.retryAfterCapSeconds)
        pauses = HostPauses(clock: clock)
        multi = CurlMulti(configuration: configuration)
    }

    /// Performs a request, again where that may help, and returns the complete answer.
    ///
    /// Tried again are failures that may pass (`TransportError.isTransient`), the statuses 408,
    /// 425, 429 and 5xx but 501, 505 and 507, and answers that the check rejects as transient. Other
    /// statuses, such as 404, are answers. A `Retry-After` pauses every request to the same scheme, host and port.
    ///
    /// A file destination exists after an answer of 2xx, complete and without its record. After a
    /// failure it stays with its record where it can be resumed, and is removed where it cannot.
    ///
    /// - Parameters:
    ///   - request: What is asked for.
    ///   - willAttempt: Runs before every attempt, also before one that starts over because the
    ///     server cannot resume; what it throws ends the transfer.
    ///   - check: Runs on every complete answer that is not a status to try again after; throws
    ///     `TransferRejection` for one that is not what it should be. For a file destination it
    ///     runs on the transport's file thread and may read the file.
    /// - Throws: `TransportError`, also with the code `cancelled` when `close()` ended the
    ///   transfer; `CancellationError` when the caller's task was cancelled; the
    ///   `TransferRejection` that is not transient or outlasted the retries; whatever else
    ///   `willAttempt` and `check` throw.
    package func response(
        for request: TransferRequest,
        willAttempt: @escaping @Sendable () async throws -> Void = {},
        check: @escaping @Sendable (TransferResponse) throws -> Void = { _ in }
    ) async throws -> TransferResponse {
        do {
            return try await closing.run { [self] in
                let transfer = try Transfer(request, transport: self)
                return try await transfer.run(willAttempt: willAttempt, check: check)
            }
        } catch is CancellationError where closing.isClosed && !Task.isCancelled {
            throw TransportError(.cancelled, url: request.redactedURL)
        }
    }

    /// Ends every transfer and every wait, and returns when curl's thread is gone.
    ///
    /// Later requests fail with the code `cancelled`.
    package func close() async {
        closing.close()
        await multi.close()
    }
}
