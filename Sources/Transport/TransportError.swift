/// Says why a transfer failed.
package struct TransportError: Error, Hashable, CustomStringConvertible {
    /// The kind of failure.
    package enum Code: Hashable, Sendable {
        /// The URL cannot be parsed, or is not http or https, or holds a password.
        case badURL
        /// A header of the request cannot be sent.
        case badHeader
        /// The URL names a host that is not allowed.
        case hostNotAllowed
        /// A redirect leads from https to http, to no URL, to a host that is not allowed, or would
        /// send a body elsewhere.
        case redirectRefused
        /// There were more than five redirects.
        case tooManyRedirects
        /// The body is longer than the request allows.
        case tooLarge
        /// The headers are longer than 64 KiB or more than 100 lines.
        case headersTooLarge
        /// No connection came about in time.
        case connect
        /// A name could not be resolved.
        case resolve
        /// TLS failed: a certificate that is not trusted, a handshake that broke off.
        case tls
        /// The transfer stood still or was slower than allowed.
        case stalled
        /// The connection broke.
        case reset
        /// The answer ended early.
        case truncated
        /// The answer is not HTTP, or not an answer to what was asked.
        case badAnswer
        /// Writing or reading the destination failed with an `errno`.
        case write(errno: Int32)
        /// The server asks to come back later than the transport waits, or still does after the
        /// last attempt. Seconds, where it named a time.
        case rateLimited(retryAfterSeconds: Double?)
        /// The server answered a status that means trouble of its own, also to the last attempt.
        case unavailable(status: Int)
        /// The transport was closed.
        case cancelled
        /// curl failed in a way that has no name here.
        case curl(code: Int)
    }

    /// The kind of failure.
    package let code: Code
    /// The URL, its secrets replaced by `…`.
    package let url: String
    /// What happened and what can be done, in lower case and without secrets.
    package let message: String
    /// Whether trying again may help.
    package let isTransient: Bool

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - url: The redacted URL.
    ///   - detail: What the system or the server said; shown in the message.
    ///   - isTransient: nil for what the code says by itself.
    init(_ code: Code, url: String, detail: String = "", isTransient: Bool? = nil) {
        self.code = code
        self.url = url
        self.message = code.message(url: url, detail: detail)
        self.isTransient = isTransient ?? code.isTransient
    }

    /// The message.
    package var description: String { message }

    /// Whether the server may have acted on the request, though no answer says so.
    package var mayHaveActed: Bool {
        switch code {
        case .badURL, .badHeader, .hostNotAllowed, .rateLimited: false
        case .unavailable(let status): !RetryPolicy.isUnprocessed(status: status)
        default: !code.isBeforeRequest
        }
    }

    /// Whether the server may still be at the request: what it has by now says nothing of what it will have.
    ///
    /// One that answers 500 has ended; a gateway answers for a server that it waits for no longer.
    package var mayStillAct: Bool {
        switch code {
        case .stalled: true
        case .unavailable(let status): status != 500 && mayHaveActed
        default: false
        }
    }
}

extension TransportError.Code {
    /// Whether such a failure may pass by itself.
    var isTransient: Bool {
        switch self {
        case .connect, .resolve, .stalled, .reset, .truncated, .badAnswer, .unavailable,
            .rateLimited:
            true
        case .badURL, .badHeader, .hostNotAllowed, .redirectRefused, .tooManyRedirects, .tooLarge,
            .headersTooLarge, .tls, .write, .cancelled, .curl:
            false
        }
    }

    /// Whether the server cannot have seen the request.
    var isBeforeRequest: Bool {
        switch self {
        case .connect, .resolve, .tls: true
        default: false
        }
    }
}
