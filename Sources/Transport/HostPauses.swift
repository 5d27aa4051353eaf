import Synchronization

/// Remembers which servers asked to be left alone, so that every request to them waits.
final class HostPauses: Sendable {
    private let ends = Mutex<[HTTPURL.Origin: Double]>([:])
    private let clock: TransportClock

    init(clock: TransportClock) {
        self.clock = clock
    }

    /// Lets nothing go to a server for so many seconds; never shortens a pause.
    func pause(_ origin: HTTPURL.Origin, seconds: Double) {
        let end = clock.now() + seconds
        ends.withLock { $0[origin] = max($0[origin] ?? end, end) }
    }

    /// Returns when the server's pause is over, also one that began meanwhile.
    ///
    /// - Throws: What the clock's sleep throws, when the task is cancelled.
    func wait(for origin: HTTPURL.Origin) async throws {
        while let remaining = remaining(origin) {
            try await clock.sleep(remaining)
        }
    }

    private func remaining(_ origin: HTTPURL.Origin) -> Double? {
        let now = clock.now()
        return ends.withLock { ends in
            guard let end = ends[origin] else { return nil }
            guard end > now else {
                ends[origin] = nil
                return nil
            }
            return end - now
        }
    }
}
