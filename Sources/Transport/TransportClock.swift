import Foundation

/// The time and chance that retries depend on, so that tests need not wait.
package struct TransportClock: Sendable {
    /// Seconds that never run backwards, from any start.
    package var now: @Sendable () -> Double
    /// Seconds since 1970-01-01 UTC.
    package var date: @Sendable () -> Double
    /// Waits so many seconds; ends early with an error when the task is cancelled.
    package var sleep: @Sendable (Double) async throws -> Void
    /// A number in 0..<1.
    package var random: @Sendable () -> Double

    /// Makes a clock of its parts.
    package init(
        now: @escaping @Sendable () -> Double, date: @escaping @Sendable () -> Double,
        sleep: @escaping @Sendable (Double) async throws -> Void,
        random: @escaping @Sendable () -> Double
    ) {
        self.now = now
        self.date = date
        self.sleep = sleep
        self.random = random
    }

    /// The machine's clock and random numbers.
    package static let system = TransportClock(
        now: { MonotonicTime.now() },
        date: { Date().timeIntervalSince1970 },
        sleep: { try await Task.sleep(for: .seconds($0)) },
        random: { Double.random(in: 0..<1) })
}
