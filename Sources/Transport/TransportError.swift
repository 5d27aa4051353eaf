import Basics

/// The reason for a failed transfer.
package struct TransportError: Error, Hashable, CustomStringConvertible {
    /// The kind of failure.
    package enum Code: Hashable, Sendable {
        /// libcurl is not installed.
        case missingLibrary
        /// The URL cannot be parsed, is not http or https, or contains a password.
        case badURL
        /// A header of the request contains characters that cannot be sent.
        case badHeader
        /// The host of the URL is not allowed.
        case hostNotAllowed
        /// A redirect leads from https to http, to an invalid URL, to a host that is not allowed,
        /// or would send a body to another origin.
        case redirectRefused
        /// The response redirected more than five times.
        case tooManyRedirects
        /// The body exceeds the request's limit.
        case tooLarge
        /// The headers exceed 64 KiB or 100 lines.
        case headersTooLarge
        /// The connection failed or timed out.
        case connect
        /// The host name could not be resolved.
        case resolve
        /// TLS failed, for example because the certificate is not trusted.
        case tls
        /// The transfer stalled or was too slow.
        case stalled
        /// The connection was lost.
        case reset
        /// The response ended early.
        case truncated
        /// The response is not valid HTTP or does not match the request.
        case badResponse
        /// Writing or reading the destination failed with an `errno`.
        case write(errno: Int32)
        /// The server requests a longer wait than the limit, or still limits the rate after the
        /// last attempt. In seconds; nil if the server did not specify a time.
        case rateLimited(retryAfterSeconds: Double?)
        /// The server still responded with a transient error status to the last attempt.
        case unavailable(status: Int)
        /// The transport was closed.
        case cancelled
        /// Any other failure of curl.
        case curl(code: Int)
    }

    /// The kind of failure.
    package let code: Code
    /// The cause and the next step, in lower case and without secrets.
    package let message: String
    /// True if a retry may succeed.
    package let isTransient: Bool

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: the kind of failure.
    ///   - url: the redacted URL.
    ///   - detail: the system's or the server's explanation, shown in the message.
    ///   - isTransient: true if a retry may succeed; nil to derive it from the code.
    init(_ code: Code, url: String, detail: String = "", isTransient: Bool? = nil) {
        self.code = code
        self.message = code.message(url: url, detail: detail)
        self.isTransient = isTransient ?? code.isTransient
    }

    /// The message.
    package var description: String { message }

    /// True if the server may have acted on the request although no response confirms it.
    package var mayHaveActed: Bool {
        switch code {
        case .missingLibrary, .badURL, .badHeader, .hostNotAllowed, .rateLimited: false
        case .unavailable(let status): !RetryPolicy.isUnprocessed(status: status)
        default: !code.isBeforeRequest
        }
    }

    /// True if the server may still be processing the request, so that its current state is not
    /// final.
    ///
    /// A server that responds with 500 has finished; a gateway responds for a server it no longer
    /// waits for.
    package var mayStillAct: Bool {
        switch code {
        case .stalled: true
        case .unavailable(let status): status != 500 && mayHaveActed
        default: false
        }
    }
}

extension TransportError.Code {
    /// True if the failure may be temporary.
    var isTransient: Bool {
        switch self {
        case .connect, .resolve, .stalled, .reset, .truncated, .badResponse, .unavailable,
            .rateLimited:
            true
        default: false
        }
    }

    /// True if the server cannot have received the request.
    var isBeforeRequest: Bool { [.connect, .resolve, .tls].contains(self) }
}

extension TransportError.Code {
    /// Returns the message for users: the URL, the cause and the next step.
    ///
    /// - Parameters:
    ///   - url: the redacted URL.
    ///   - detail: the system's or the server's explanation; empty for none.
    func message(url: String, detail: String) -> String {
        let cause = detail.isEmpty ? "" : " (\(detail))"
        // The query is irrelevant if the server cannot be reached.
        let server = url.prefix { $0 != "?" }
        return switch self {
        case .missingLibrary:
            "the library libcurl.so.4 is missing\(cause); install the Debian package libcurl4"
        case .badURL:
            "'\(url)' is not a supported URL\(cause); it must begin with http:// or "
                + "https:// and contain no password"
        case .badHeader:
            "a header of the request to '\(url)' contains a line break or another control "
                + "character\(cause); check the settings it comes from"
        case .hostNotAllowed:
            "the host of '\(url)' is not allowed\(cause); if it is correct, add "
                + "it to the allowed hosts"
        case .redirectRefused: "'\(url)' redirects to a location that is not allowed\(cause)"
        case .tooManyRedirects: "'\(url)' redirects more than \(Redirect.limit) times"
        case .tooLarge:
            "the response from '\(url)' is larger than allowed\(cause); raise the limit "
                + "if this is expected"
        case .headersTooLarge: "the response from '\(url)' has more headers than allowed\(cause)"
        case .connect: "no connection to '\(server)'\(cause); check the network and the address"
        case .resolve:
            "the host name in '\(server)' cannot be resolved\(cause); check the network and "
                + "the name"
        case .tls:
            "no secure connection to '\(server)'\(cause); check the clock and the certificates "
                + "(CURL_CA_BUNDLE, SSL_CERT_FILE)"
        case .stalled: "'\(server)' stopped responding\(cause); try again later"
        case .reset: "the connection to '\(url)' was lost\(cause); try again"
        case .truncated: "the response from '\(url)' ended early\(cause); try again"
        case .badResponse: "'\(url)' returned an invalid response\(cause)"
        case .write(let number):
            "the response from '\(url)' cannot be stored\(cause): \(SystemMessage.text(number))"
        case .rateLimited(let seconds):
            "'\(url)' is rate limiting requests\(cause); try again \(Self.wait(seconds))"
        case .unavailable(let status): "'\(url)' failed with status \(status); try again later"
        case .cancelled: "the transfer of '\(url)' was canceled"
        case .curl(let code): "the transfer of '\(url)' failed\(cause): curl error \(code)"
        }
    }

    private static func wait(_ seconds: Double?) -> String {
        guard let seconds, seconds.isFinite, seconds < 1e9 else { return "later" }
        let whole = Int(seconds.rounded(.up))
        return whole < 120 ? "in \(whole) s" : "in \((whole + 59) / 60) min"
    }
}
