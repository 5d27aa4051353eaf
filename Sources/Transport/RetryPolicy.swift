/// Decides if and when a failed attempt is repeated.
///
/// Waits follow "full jitter": a random time between zero and a bound that doubles from
/// `baseSeconds` up to `capSeconds`.
/// Source: https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
struct RetryPolicy: Sendable {
    /// The largest bound of a wait in seconds.
    private static let capSeconds = 8.0

    /// The number of retries.
    let retries: Int
    /// The bound of the first wait in seconds.
    var baseSeconds = 0.5

    /// Returns the seconds to wait after a failure; nil if all retries are used.
    ///
    /// - Parameters:
    ///   - failures: the number of failed attempts so far, from 1.
    ///   - retryAfter: the seconds of the server's `Retry-After`; nil without one.
    ///   - random: a number in 0..<1.
    func wait(failures: Int, retryAfter: Double?, random: Double) -> Double? {
        guard failures <= retries else { return nil }
        // 2^16 exceeds every sensible cap; further doubling could overflow.
        let doublings = min(max(failures - 1, 0), 16)
        let bound = min(Self.capSeconds, baseSeconds * Double(1 << doublings))
        return max(retryAfter ?? 0, bound * random)
    }

    /// Returns true if a status indicates a temporary failure; an unsupported method or version
    /// and a full disk are permanent.
    static func isTransient(status: Int) -> Bool {
        [408, 425, 429].contains(status)
            || (500..<600).contains(status) && ![501, 505, 507].contains(status)
    }

    /// Returns true if a status means that the server did not act on the request.
    static func isUnprocessed(status: Int) -> Bool {
        [408, 425, 429, 503].contains(status)
    }
}
