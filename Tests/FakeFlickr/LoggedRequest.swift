/// A request and its response in the fake server's log.
package struct LoggedRequest: Sendable, Codable, Equatable {
    /// Counts requests from 1, in the order in which their responses started.
    package var sequence: Int
    /// Counts connections from 1.
    package var connection: Int
    /// The endpoint.
    package var endpoint: FakeEndpoint
    /// The HTTP method.
    package var method: String
    /// The path, decoded.
    package var path: String
    /// The arguments of the query and of a form, decoded.
    package var query: [String: String]
    /// `range`, `if-range`, `if-none-match`, `user-agent`, `accept-encoding`, `authorization`, if
    /// sent.
    package var headers: [String: String]
    /// The status of the response; 0 if no header was sent.
    package var status: Int
    /// The bytes in the body of the response before any fault truncated it.
    package var bytes: Int
    /// The arrival time, in seconds since the fake server started, on a monotonic clock.
    package var time: Double
    /// The number of concurrent requests to the same endpoint at arrival, including this one.
    package var concurrent: Int
    /// The kind of the fault applied to it; nil for a regular response.
    package var fault: String?
}
