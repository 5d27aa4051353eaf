import Basics
import GalleryModel

/// Performs one request with its attempts and redirects.
struct Transfer: Sendable {
    let request: TransferRequest
    let url: HTTPURL
    let transport: HTTPTransport
    /// The unfinished file; nil if the body is kept in memory.
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

    /// Makes attempts until one succeeds or the retries are used up.
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

    /// Makes one attempt; returns nil if the file must be fetched again from the beginning.
    ///
    /// - Throws: `AttemptFailure` for a failure that can be retried, otherwise the final error.
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
        } catch let error as TransportError where error.isTransient && canRepeat(error) {
            throw AttemptFailure(error: error)
        } catch let error as TransferRejection where error.isTransient && request.isRepeatable {
            throw AttemptFailure(error: error)
        }
    }

    /// Returns the error for a status to retry: an `AttemptFailure`, or a final error if the
    /// request must not be repeated; nil for other statuses.
    private func failure(of response: TransferResponse) -> (any Error)? {
        guard RetryPolicy.isTransient(status: response.status) else { return nil }
        let after = RetryAfter.seconds(in: response.headers, now: transport.clock.date())
        let code: TransportError.Code =
            response.status == 429
            ? .rateLimited(retryAfterSeconds: after) : .unavailable(status: response.status)
        let error = TransportError(
            code, url: request.redact(response.effectiveURL), detail: "status \(response.status)")
        guard request.isRepeatable || RetryPolicy.isUnprocessed(status: response.status) else {
            // Not an `AttemptFailure`: final, and not transient for the caller.
            return TransportError(
                code, url: error.url, detail: "status \(response.status)", isTransient: false)
        }
        return AttemptFailure(
            error: error, retryAfter: after, origin: HTTPURL(response.effectiveURL)?.origin)
    }

    private func canRepeat(_ error: TransportError) -> Bool {
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
        case .retryLater(let seconds):
            throw TransportError(
                .rateLimited(retryAfterSeconds: seconds), url: request.redactedURL)
        }
    }

    /// Keeps the file if it can be resumed after the error, and removes it otherwise.
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

    /// Runs work on the file, if there is one, on the file thread.
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

/// A failure that can be retried.
struct AttemptFailure: Error {
    /// The error to throw when no attempts are left.
    let error: any Error
    /// The seconds of the server's `Retry-After`.
    var retryAfter: Double?
    /// The server that sent `Retry-After`.
    var origin: WebOrigin?
}

extension Transfer {
    /// Sends the request and follows redirects; returns nil if the server refuses to resume the
    /// file.
    func follow() async throws -> TransferResponse? {
        var current = url
        var method = request.method
        var headers = request.headers
        var redirects = 0
        while true {
            let exchange = try await exchange(current, method: method, headers: headers)
            guard var response = try await transport.multi.perform(exchange) else { return nil }
            guard request.followsRedirects, Redirect.isRedirect(status: response.status),
                let location = response.headers["Location"]
            else {
                response.redirects = redirects
                return response
            }
            guard redirects < Redirect.limit else {
                throw TransportError(.tooManyRedirects, url: request.redactedURL)
            }
            let redirect = try Redirect(
                from: current, status: response.status, location: location, method: method,
                request: request)
            redirects += 1
            current = redirect.url
            method = redirect.method
            if !redirect.keepsHeaders { headers = [:] }
            try await transport.pauses.wait(for: current.origin)
        }
    }

    /// Creates the request for one URL.
    ///
    /// `Range` and `If-Range` are sent only to the URL that the file's bytes came from, even if
    /// other redirects led there.
    private func exchange(
        _ url: HTTPURL, method: TransferRequest.Method, headers: HTTPHeaders
    ) async throws -> ExchangeRequest {
        let validator = method == .get ? part?.validator(for: url) : nil
        if validator != nil {
            try await onFile { part throws(FileError) in try part.rehash() }
        }
        return ExchangeRequest(
            url: url, method: method, headers: headers, maximumBytes: request.maximumBytes,
            file: part, validator: validator, needsNewConnection: !request.isRepeatable,
            redactedURL: request.redact(url.text))
    }
}

/// A checked redirect: its target and the request to send there.
struct Redirect: Sendable {
    /// The limit for the number of redirects.
    static let limit = 5

    /// The target.
    let url: HTTPURL
    /// The method, with the body of a POST.
    let method: TransferRequest.Method
    /// True if the caller's headers are sent to the target.
    let keepsHeaders: Bool

    /// Returns true if a response with this status and a `Location` is a redirect.
    static func isRedirect(status: Int) -> Bool {
        [301, 302, 303, 307, 308].contains(status)
    }

    /// Checks a redirect.
    ///
    /// A POST becomes a GET after 301, 302 and 303, as in browsers; after 307 and 308 its body is
    /// sent again only to the same scheme, host and port. The caller's headers are also sent only
    /// there.
    /// Source: RFC 9110, section 15.4; https://fetch.spec.whatwg.org/#http-redirect-fetch
    ///
    /// - Throws: `redirectRefused` if the location is not a URL, leads from https to http or to a
    ///   host that is not allowed, or if a body would be sent to another origin.
    init(
        from origin: HTTPURL, status: Int, location: String, method: TransferRequest.Method,
        request: TransferRequest
    ) throws(TransportError) {
        let refuse = { (reason: String) in
            TransportError(.redirectRefused, url: request.redact(origin.text), detail: reason)
        }
        guard let target = HTTPURL(location, relativeTo: origin) else {
            throw refuse("'\(request.redact(location))' is not an http or https URL")
        }
        guard !(origin.scheme == "https" && target.scheme != "https") else {
            throw refuse("from https to http")
        }
        guard request.hosts.contains(host: target.host, port: target.port) else {
            throw refuse("the host of '\(request.redact(target.text))' is not allowed")
        }
        url = target
        keepsHeaders = target.origin == origin.origin
        switch method {
        case .get: self.method = method
        case .post where status == 307 || status == 308:
            guard target.origin == origin.origin else { throw refuse("a body to another host") }
            self.method = method
        case .post:
            self.method = .get
        }
    }
}
