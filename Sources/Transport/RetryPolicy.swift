/// Decides whether and when a failed attempt is repeated.
///
/// Waits follow "full jitter": a random time between nothing and a bound that doubles from
/// `baseSeconds` up to `capSeconds`.
/// Source: https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
package struct RetryPolicy: Sendable, Hashable {
    /// What follows a failure.
    package enum Decision: Sendable, Hashable {
        /// Try again after so many seconds.
        case wait(seconds: Double)
        /// All retries are used.
        case giveUp
        /// The server asks for a longer wait, in seconds, than the cap allows.
        case comeBackLater(seconds: Double)
    }

    /// How often an attempt is repeated.
    package var retries: Int
    /// The bound of the first wait in seconds.
    package var baseSeconds: Double
    /// The largest bound of a wait in seconds.
    package var capSeconds: Double
    /// The longest wait that a server may ask for, in seconds.
    package var retryAfterCapSeconds: Double

    /// Makes a policy.
    package init(
        retries: Int, baseSeconds: Double = 0.5, capSeconds: Double = 8,
        retryAfterCapSeconds: Double = 600
    ) {
        self.retries = retries
        self.baseSeconds = baseSeconds
        self.capSeconds = capSeconds
        self.retryAfterCapSeconds = retryAfterCapSeconds
    }

    /// Decides after a failure.
    ///
    /// - Parameters:
    ///   - failures: How many attempts have failed, from 1.
    ///   - retryAfter: What the server asked for, in seconds; nil where it asked for nothing.
    ///   - random: A number in 0..<1.
    package func decision(failures: Int, retryAfter: Double?, random: Double) -> Decision {
        if let retryAfter, retryAfter > retryAfterCapSeconds {
            return .comeBackLater(seconds: retryAfter)
        }
        guard failures <= retries else { return .giveUp }
        // Doubling past 2^16 exceeds every sensible cap and must not overflow.
        let doublings = min(max(failures - 1, 0), 16)
        let bound = min(capSeconds, baseSeconds * Double(1 << doublings))
        return .wait(seconds: max(retryAfter ?? 0, bound * random))
    }

    /// Whether a status means trouble that may pass; a method or version that the server does not know and a full
    /// disk stay.
    package static func isTransient(status: Int) -> Bool {
        [408, 425, 429].contains(status)
            || (500..<600).contains(status) && ![501, 505, 507].contains(status)
    }

    /// Whether a status says that the server did not act on the request.
    package static func isUnprocessed(status: Int) -> Bool {
        [408, 425, 429, 503].contains(status)
    }
}
