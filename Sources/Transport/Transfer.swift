import Basics
internal import CCurl
import Dispatch
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
    /// - Throws: `missingLibrary`, `badURL`, `badHeader` or `hostNotAllowed`.
    init(_ request: TransferRequest, transport: HTTPTransport) throws(TransportError) {
        if let reason = gallery_curl_failure() {
            throw request.error(.missingLibrary, String(cString: reason))
        }
        guard let url = HTTPURL(request.url) else { throw request.error(.badURL) }
        var headers = request.headers
        if case .post(_, let contentType) = request.method {
            headers.append(name: "Content-Type", value: contentType)
        }
        guard headers.isSendable else { throw request.error(.badHeader) }
        guard request.hosts.contains(host: url.origin.host, port: url.origin.port) else {
            throw request.error(.hostNotAllowed)
        }
        self.request = request
        self.url = url
        self.transport = transport
        part = request.file.map(PartFile.init)
    }

    /// Makes attempts until one succeeds or the retries are used up.
    func run(
        willAttempt: @Sendable () async throws -> Void,
        check: @escaping @Sendable (TransferResponse) throws -> Void
    ) async throws -> TransferResponse {
        try await onFile { try $0.open() }
        var failures = 0
        while true {
            /// The final URL of a response with a status to retry, and its `Retry-After`.
            var refusal: (url: String, retryAfter: Double?)?
            do {
                try await transport.waitForPause(of: url.origin)
                try await willAttempt()
                guard let response = try await follow() else {
                    // The file must be fetched again from the beginning.
                    try await onFile { $0.discard() }
                    continue
                }
                let status = response.status
                if RetryPolicy.isTransient(status: status) {
                    let after = RetryAfter.seconds(
                        in: response.headers, now: transport.clock.date())
                    refusal = (response.effectiveURL, after)
                    throw TransportError(
                        status == 429
                            ? .rateLimited(retryAfterSeconds: after) : .unavailable(status: status),
                        url: request.redact(response.effectiveURL), detail: "status \(status)",
                        isTransient: request.isRepeatable
                            || RetryPolicy.isUnprocessed(status: status))
                }
                if !response.isSuccess { try await onFile { $0.discard() } }
                if part == nil {
                    try check(response)
                } else {
                    try await onFileThread { try check(response) }
                }
                return response
            } catch {
                // The file is kept only if it can be resumed.
                let isUsable =
                    (error as? TransportError)?.code != .tooLarge && !(error is TransferRejection)
                try await onFile { isUsable ? $0.suspend() : $0.discard() }
                let canRepeat =
                    switch error {
                    case let error as TransportError:
                        error.isTransient
                            && (request.isRepeatable || refusal != nil
                                || error.code.isBeforeRequest)
                    case let error as TransferRejection: error.isTransient && request.isRepeatable
                    default: false
                    }
                guard canRepeat else { throw error }
                failures += 1
                try await wait(after: error, refusal, failures: failures)
            }
        }
    }

    /// Waits for the next attempt.
    ///
    /// - Throws: the error if no attempts are left; `rateLimited` if the wait is too long.
    private func wait(
        after error: any Error, _ refusal: (url: String, retryAfter: Double?)?, failures: Int
    ) async throws {
        if let refusal, let seconds = refusal.retryAfter {
            guard seconds <= transport.configuration.limits.retryAfterCapSeconds else {
                throw request.error(.rateLimited(retryAfterSeconds: seconds))
            }
            transport.pause((HTTPURL(refusal.url) ?? url).origin, seconds: seconds)
        }
        let seconds = transport.policy.wait(
            failures: failures, retryAfter: refusal?.retryAfter, random: transport.clock.random())
        guard let seconds else { throw error }
        try await transport.clock.sleep(seconds)
    }

    /// Runs work on the file, if there is one, on the transport's file thread.
    private func onFile(_ work: @escaping @Sendable (PartFile) throws -> Void) async throws {
        guard let part else { return }
        do { try await onFileThread { try work(part) } } catch let error as FileError {
            throw request.error(.write(errno: error.number))
        }
    }

    private func onFileThread(_ work: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            transport.files.async { continuation.resume(with: Result { try work() }) }
        }
    }
}

extension Transfer {
    /// Sends the request and follows redirects; returns nil if the server refuses to resume the
    /// file.
    private func follow() async throws -> TransferResponse? {
        var current = url
        var method = request.method
        var headers = request.headers
        var redirects = 0
        while true {
            // `willAttempt` can take minutes; another request may have been paused meanwhile.
            try await transport.waitForPause(of: current.origin)
            // The file is resumed only from the URL that its bytes came from, even if other redirects
            // led there.
            let validator = method == .get ? part?.validator(for: current) : nil
            let exchange = Exchange(self, current, method, headers, validator: validator)
            guard let response = try await transport.multi.perform(exchange) else { return nil }
            guard request.followsRedirects, Redirect.statuses.contains(response.status),
                let location = response.headers["Location"]
            else { return response }
            guard redirects < Redirect.limit else { throw request.error(.tooManyRedirects) }
            let redirect = try Redirect(
                from: current, status: response.status, location: location, method: method,
                request: request)
            redirects += 1
            current = redirect.url
            method = redirect.method
            if !redirect.keepsHeaders { headers = [:] }
        }
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

    /// The statuses of responses that are redirects if they have a `Location`.
    static let statuses: Set = [301, 302, 303, 307, 308]

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
        guard !(origin.origin.scheme == "https" && target.origin.scheme != "https") else {
            throw refuse("from https to http")
        }
        guard request.hosts.contains(host: target.origin.host, port: target.origin.port) else {
            throw refuse("the host of '\(request.redact(target.text))' is not allowed")
        }
        url = target
        keepsHeaders = target.origin == origin.origin
        let keepsBody = method != .get && (status == 307 || status == 308)
        if keepsBody, !keepsHeaders { throw refuse("a body to another host") }
        self.method = keepsBody ? method : .get
    }
}
