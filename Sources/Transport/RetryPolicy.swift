/// Decides if and when a failed attempt is repeated.
///
/// Waits follow "full jitter": a random time between zero and a bound that doubles from
/// `baseSeconds` up to `capSeconds`.
/// Source: https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
package struct RetryPolicy: Sendable, Hashable {
    /// The reaction to a failure.
    package enum Decision: Sendable, Hashable {
        /// Retry after a number of seconds.
        case wait(seconds: Double)
        /// All retries are used.
        case giveUp
        /// Give up, because the server requests a longer wait, in seconds, than the cap.
        case retryLater(seconds: Double)
    }

    /// The number of retries.
    package var retries: Int
    /// The bound of the first wait in seconds.
    package var baseSeconds = 0.5
    /// The largest bound of a wait in seconds.
    package var capSeconds = 8.0
    /// The longest `Retry-After` to wait for, in seconds.
    package var retryAfterCapSeconds = 600.0

    /// Returns the reaction to a failure.
    ///
    /// - Parameters:
    ///   - failures: the number of failed attempts so far, from 1.
    ///   - retryAfter: the seconds of the server's `Retry-After`; nil without one.
    ///   - random: a number in 0..<1.
    package func decision(failures: Int, retryAfter: Double?, random: Double) -> Decision {
        if let retryAfter, retryAfter > retryAfterCapSeconds {
            return .retryLater(seconds: retryAfter)
        }
        guard failures <= retries else { return .giveUp }
        // 2^16 exceeds every sensible cap; further doubling could overflow.
        let doublings = min(max(failures - 1, 0), 16)
        let bound = min(capSeconds, baseSeconds * Double(1 << doublings))
        return .wait(seconds: max(retryAfter ?? 0, bound * random))
    }

    /// Returns true if a status indicates a temporary failure; an unsupported method or version
    /// and a full disk are permanent.
    package static func isTransient(status: Int) -> Bool {
        [408, 425, 429].contains(status)
            || (500..<600).contains(status) && ![501, 505, 507].contains(status)
    }

    /// Returns true if a status means that the server did not act on the request.
    package static func isUnprocessed(status: Int) -> Bool {
        [408, 425, 429, 503].contains(status)
    }
}
