package import Basics
import GalleryModel

/// Asks for one resource over http or https.
package struct TransferRequest: Sendable {
    /// What is done with the resource.
    package enum Method: Sendable, Hashable {
        /// Reads it.
        case get
        /// Reads its headers alone.
        case head
        /// Sends bytes of a content type to it.
        case post(body: [UInt8], contentType: String)
    }

    /// Where the bytes of a successful answer go.
    package enum Destination: Sendable, Hashable {
        /// The response's `body`.
        case memory
        /// A file, whose name holds `.part`. Beside it, `<path>.meta` remembers what an unfinished
        /// file is a part of. One transfer at a time may use a path; that is up to the caller.
        case file(BytePath)
    }

    /// The absolute URL.
    package var url: String
    /// What is done with the resource.
    package var method: Method
    /// Headers beside those the transport makes.
    ///
    /// They are repeated after a redirect to the same scheme, host and port, and left out after any
    /// other.
    package var headers: HTTPHeaders
    /// The largest body in bytes, counted after decompression.
    package var maximumBytes: Int
    /// Where the body goes.
    package var destination: Destination
    /// The hosts that the URL and its redirects may name.
    package var hosts: AllowedHosts
    /// Whether the request may be sent again when the server may have acted on it already.
    ///
    /// Where it may not, only failures to connect and the statuses 408, 425, 429 and 503 are tried
    /// again.
    package var isRepeatable: Bool
    /// Whether redirects are followed; where they are not, they are answers.
    package var followsRedirects = true
    /// The query items that messages show as `…`, in lower case.
    package var secretQueryItems: Set<String>

    /// Makes a request; a GET or HEAD is repeatable, a POST is not, unless `isRepeatable` says so.
    package init(
        url: String, method: Method = .get, headers: HTTPHeaders = [:], maximumBytes: Int,
        destination: Destination = .memory, hosts: AllowedHosts, isRepeatable: Bool? = nil
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.maximumBytes = maximumBytes
        self.destination = destination
        self.hosts = hosts
        if case .post = method {
            self.isRepeatable = isRepeatable ?? false
        } else {
            self.isRepeatable = isRepeatable ?? true
        }
        secretQueryItems = URLRedaction.secretItems
    }

    /// The URL for messages, its secrets replaced by `…`.
    package var redactedURL: String { redact(url) }

    /// Another URL of the same transfer for messages.
    func redact(_ url: String) -> String {
        // A server may lead to an address that repeats what tells who asks.
        let token = headers["Authorization"]?.split(separator: " ").last ?? ""
        return URLRedaction.redact(
            token.isEmpty ? url : url.replacing(token, with: "…"), items: secretQueryItems)
    }
}
