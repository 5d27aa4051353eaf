/// What the fake server remembers of a request and of its answer.
package struct LoggedRequest: Sendable, Codable, Equatable {
    /// Counts requests from 1, in the order in which their answers began.
    package var sequence: Int
    /// Counts connections from 1.
    package var connection: Int
    /// The door it came to.
    package var endpoint: FakeEndpoint
    /// The HTTP method.
    package var method: String
    /// The path, decoded.
    package var path: String
    /// The arguments of the query and of a form, decoded.
    package var query: [String: String]
    /// `range`, `if-range`, `if-none-match`, `user-agent`, `accept-encoding`, `authorization`, where sent.
    package var headers: [String: String]
    /// The status answered; 0 where no header was sent.
    package var status: Int
    /// The bytes of the body that the answer was going to send before any fault cut it off.
    package var bytes: Int
    /// When it came, in seconds since the fake server started, by a clock that never jumps.
    package var time: Double
    /// How many requests to the same door were under way when it came, itself included.
    package var concurrent: Int
    /// The kind of the fault that met it; nil for an honest answer.
    package var fault: String?
}
