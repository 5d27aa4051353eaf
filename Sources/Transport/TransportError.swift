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
    /// The URL, with `…` in place of secrets.
    package let url: String
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
        self.url = url
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
        switch self {
        case .missingLibrary:
            return "the library libcurl.so.4 is missing\(cause); install the Debian package "
                + "libcurl4"
        case .badURL:
            return "'\(url)' is not a supported URL\(cause); it must begin with http:// or "
                + "https:// and contain no password"
        case .badHeader:
            return "a header of the request to '\(url)' contains a line break or another control "
                + "character\(cause); check the settings it comes from"
        case .hostNotAllowed:
            return "the host of '\(url)' is not allowed\(cause); if it is correct, add "
                + "it to the allowed hosts"
        case .redirectRefused: return "'\(url)' redirects to a location that is not allowed\(cause)"
        case .tooManyRedirects: return "'\(url)' redirects more than \(Redirect.limit) times"
        case .tooLarge:
            return "the response from '\(url)' is larger than allowed\(cause); raise the limit "
                + "if this is expected"
        case .headersTooLarge:
            return "the response from '\(url)' has more headers than allowed\(cause)"
        case .connect:
            return "no connection to '\(server)'\(cause); check the network and the address"
        case .resolve:
            return "the host name in '\(server)' cannot be resolved\(cause); check the network and "
                + "the name"
        case .tls:
            return
                "no secure connection to '\(server)'\(cause); check the clock and the certificates "
                + "(CURL_CA_BUNDLE, SSL_CERT_FILE)"
        case .stalled: return "'\(server)' stopped responding\(cause); try again later"
        case .reset: return "the connection to '\(url)' was lost\(cause); try again"
        case .truncated: return "the response from '\(url)' ended early\(cause); try again"
        case .badResponse: return "'\(url)' returned an invalid response\(cause)"
        case .write(let number):
            return
                "the response from '\(url)' cannot be stored\(cause): \(SystemMessage.text(number))"
        case .rateLimited(let seconds):
            let time = seconds.flatMap(Self.wait) ?? "later"
            return "'\(url)' is rate limiting requests\(cause); try again \(time)"
        case .unavailable(let status):
            return "'\(url)' failed with status \(status); try again later"
        case .cancelled: return "the transfer of '\(url)' was canceled"
        case .curl(let code): return "the transfer of '\(url)' failed\(cause): curl error \(code)"
        }
    }

    private static func wait(_ seconds: Double) -> String? {
        guard seconds.isFinite, seconds < 1e9 else { return nil }
        let whole = Int(seconds.rounded(.up))
        return whole < 120 ? "in \(whole) s" : "in \((whole + 59) / 60) min"
    }
}
