import Basics
import GalleryModel

/// One request on its way through attempts and redirects.
struct Transfer: Sendable {
    let request: TransferRequest
    let url: HTTPURL
    let transport: HTTPTransport
    /// The unfinished file; nil where the body stays in memory.
    let part: PartFile?

    /// Checks the request.
    ///
    /// - Throws: `badURL`, `badHeader` or `hostNotAllowed`.
    init(_ request: TransferRequest, transport: HTTPTransport) throws(TransportError) {
        guard let url = HTTPURL(request.url) else {
            throw TransportError(.badURL, url: request.redactedURL)
        }
        var headers = request.headers
        if case .post(_, let contentType) = request.method {
            headers.append(name: "Content-Type", value: contentType)
        }
        guard headers.isSendable else {
            throw TransportError(.badHeader, url: request.redactedURL)
        }
        guard request.hosts.contains(host: url.host, port: url.port) else {
            throw TransportError(.hostNotAllowed, url: request.redactedURL)
        }
        self.request = request
        self.url = url
        self.transport = transport
        part = if case .file(let path) = request.destination { PartFile(path: path) } else { nil }
    }

    /// Makes attempts until one succeeds or no more are left.
    func run(
        willAttempt: @Sendable () async throws -> Void,
        check: @escaping @Sendable (TransferResponse) throws -> Void
    ) async throws -> TransferResponse {
        try await onFile { part throws(FileError) in try part.open() }
        var failures = 0
        var attempts = 0
        while true {
            attempts += 1
            let failure: AttemptFailure
            do {
                try await transport.pauses.wait(for: url.origin)
                try await willAttempt()
                if let response = try await attempt(number: attempts, check: check) {
                    return response
                }
                continue
            } catch let error as AttemptFailure {
                failure = error
            } catch {
                try await settle(after: error)
                throw error
            }
            failures += 1
            try await settle(after: failure.error)
            try await wait(after: failure, failures: failures)
        }
    }

    /// Makes one attempt; nil where the file must be fetched again from its beginning.
    ///
    /// - Throws: `AttemptFailure` for what may be tried again, else the final error.
    private func attempt(
        number: Int, check: @escaping @Sendable (TransferResponse) throws -> Void
    ) async throws -> TransferResponse? {
        do {
            guard var response = try await follow() else {
                try await onFile { part throws(FileError) in part.discard() }
                return nil
            }
            response.attempts = number
            if let failure = failure(of: response) { throw failure }
            if !response.isSuccess {
                try await onFile { part throws(FileError) in part.discard() }
            }
            if part == nil {
                try check(response)
            } else {
                try await transport.files.run { [response] in try check(response) }
            }
            return response
        } catch let error as TransportError where error.isTransient && mayRepeat(error) {
            throw AttemptFailure(error: error)
        } catch let error as TransferRejection where error.isTransient && request.isRepeatable {
            throw AttemptFailure(error: error)
        }
    }

    /// What to try again after, in an answer's status; throws where the request must not be
    /// repeated.
    private func failure(of response: TransferResponse) -> (any Error)? {
        guard RetryPolicy.isTransient(status: response.status) else { return nil }
        let after = RetryAfter.seconds(in: response.headers, now: transport.clock.date())
        let code: TransportError.Code =
            response.status == 429
            ? .rateLimited(retryAfterSeconds: after) : .unavailable(status: response.status)
        let error = TransportError(
            code, url: request.redact(response.effectiveURL), detail: "status \(response.status)")
        guard request.isRepeatable || RetryPolicy.isUnprocessed(status: response.status) else {
            // Not an AttemptFailure: final, and not transient for the caller of this transfer.
            return TransportError(
                code, url: error.url, detail: "status \(response.status)", isTransient: false)
        }
        return AttemptFailure(
            error: error, retryAfter: after, origin: HTTPURL(response.effectiveURL)?.origin)
    }

    private func mayRepeat(_ error: TransportError) -> Bool {
        request.isRepeatable || error.code.isBeforeRequest
    }

    private func wait(after failure: AttemptFailure, failures: Int) async throws {
        let policy = transport.policy
        if let seconds = failure.retryAfter, seconds <= policy.retryAfterCapSeconds {
            transport.pauses.pause(failure.origin ?? url.origin, seconds: seconds)
        }
        let decision = policy.decision(
            failures: failures, retryAfter: failure.retryAfter, random: transport.clock.random())
        switch decision {
        case .wait(let seconds):
            try await transport.clock.sleep(seconds)
        case .giveUp:
            throw failure.error
        case .comeBackLater(let seconds):
            throw TransportError(
                .rateLimited(retryAfterSeconds: seconds), url: request.redactedURL)
        }
    }

    /// Keeps of the file what can be resumed after an error, and nothing else.
    private func settle(after error: any Error) async throws {
        let isUsable =
            switch error {
            case let error as TransportError: error.code != .tooLarge
            case is TransferRejection: false
            default: true
            }
        try await onFile { part throws(FileError) in
            if isUsable { part.suspend() } else { part.discard() }
        }
    }

    /// Works on the file, where there is one, on the file thread.
    func onFile(
        _ work: @escaping @Sendable (PartFile) throws(FileError) -> Void
    ) async throws {
        guard let part else { return }
        do {
            try await transport.files.run { try work(part) }
        } catch let error as FileError {
            throw TransportError(.write(errno: error.number), url: request.redactedURL)
        }
    }
}

/// A failure that may be tried again.
struct AttemptFailure: Error {
    /// What to throw when no attempt is left.
    let error: any Error
    /// What the server asked for, in seconds.
    var retryAfter: Double?
    /// The server that asked.
    var origin: HTTPURL.Origin?
}
