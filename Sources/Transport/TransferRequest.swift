package import Basics
package import Foundation

/// A request for one resource over http or https.
package struct TransferRequest: Sendable {
    /// The method of a request.
    package enum Method: Sendable, Hashable {
        /// Reads the resource.
        case get
        /// Sends bytes with a content type.
        case post(body: [UInt8], contentType: String)
    }

    /// The absolute URL.
    package var url: String
    /// The method.
    package var method: Method
    /// The headers in addition to the transport's own.
    ///
    /// They are sent again after a redirect to the same scheme, host and port, and dropped after
    /// any other.
    package var headers: HTTPHeaders
    /// The size limit for the body in bytes, after decompression.
    package var maximumBytes: Int
    /// The file for the body of a successful response, with `.part` in its name; nil to keep the
    /// body in memory.
    ///
    /// The record `<path>.meta` beside it describes an unfinished file. The caller makes sure that
    /// only one transfer at a time uses a path.
    package var file: BytePath?
    /// The hosts that the URL and its redirects may reach.
    package var hosts: AllowedHosts
    /// True if the request may be sent again after the server may have acted on it: a GET.
    ///
    /// Otherwise only failures to connect and the statuses 408, 425, 429 and 503 are retried.
    var isRepeatable: Bool { method == .get }
    /// True to follow redirects; otherwise they are returned as responses.
    package var followsRedirects = true

    /// Creates a request.
    package init(
        url: String, method: Method = .get, headers: HTTPHeaders = [:], maximumBytes: Int,
        file: BytePath? = nil, hosts: AllowedHosts
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.maximumBytes = maximumBytes
        self.file = file
        self.hosts = hosts
    }

    /// The URL for messages, with `…` in place of secrets; cut to 120 characters.
    package var redactedURL: String { redact(url) }
    /// The URL for messages, with `…` in place of secrets, uncut.
    package var wholeRedactedURL: String { redact(url, limit: .max) }

    /// Creates an error about this request.
    func error(_ code: TransportError.Code, _ detail: String = "") -> TransportError {
        TransportError(code, url: redactedURL, detail: detail)
    }

    /// Returns another URL of the same transfer for messages, with `…` in place of secrets.
    func redact(_ url: String, limit: Int = 120) -> String {
        // A server may redirect to a URL that contains the token.
        let token = headers["Authorization"]?.split(separator: " ").last ?? ""
        return URLRedaction.redact(
            token.isEmpty ? url : url.replacing(token, with: "…"), limit: limit)
    }
}

/// The hosts that a request and its redirects may reach, as patterns.
///
/// A list without rules allows nothing.
package struct AllowedHosts: Sendable, Hashable {
    private var patterns: Set<HostPattern>

    /// Creates a list of patterns; invalid ones are skipped.
    package init(_ patterns: some Sequence<String>) {
        self.patterns = Set(patterns.compactMap(HostPattern.init(_:)))
    }

    /// Allows only the host of a URL, with its port unless that is the scheme's default; allows
    /// nothing if the URL is invalid.
    package init(onlyHostOf url: String) {
        self.init([])
        guard let origin = HTTPURL(url)?.origin else { return }
        let isDefault = origin.port == (origin.scheme == "http" ? 80 : 443)
        patterns = [HostPattern(WebHost(name: origin.host, port: isDefault ? nil : origin.port))]
    }

    /// Returns true if a pattern matches the host and port.
    package func contains(host: String, port: Int) -> Bool {
        let host = WebHost(name: host, port: port)
        return patterns.contains { $0.matches(host) }
    }
}

/// A complete response.
package struct TransferResponse: Sendable {
    /// The HTTP status.
    package var status: Int
    /// The final URL, after redirects.
    ///
    /// It may contain secrets and must not appear in messages.
    package var effectiveURL: String
    /// The response's headers.
    package var headers: HTTPHeaders
    /// The decompressed body; empty if it was written to a file.
    ///
    /// If the status is not 2xx, only the first 64 KiB are kept, and they are kept here even if the
    /// destination is a file.
    package var body: Data
    /// The length in bytes of the body, or of the whole file including the resumed part.
    package var byteCount: Int64
    /// The SHA-256 of the whole file; nil if nothing was written to a file.
    package var sha256: FileDigest?
}

extension TransferResponse {
    /// True if the status is in 200...299.
    package var isSuccess: Bool { (200..<300).contains(status) }
}

/// Thrown by a caller's check to reject a complete response.
package struct TransferRejection: Error, CustomStringConvertible {
    /// The reason.
    package let reason: any Error
    /// True if the request should be retried, within the limit of retries.
    package let isTransient: Bool

    /// Creates a rejection.
    package init(_ reason: any Error, isTransient: Bool) {
        self.reason = reason
        self.isTransient = isTransient
    }

    /// The reason.
    package var description: String { "\(reason)" }
}
