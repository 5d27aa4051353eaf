/// Detects transfers that are stalled or too slow.
///
/// The clock starts when the request is sent, so waiting for a free connection does not count. A
/// transfer has stalled if no byte arrives for the idle timeout, or if the response has been
/// arriving for at least that long and its rate over the idle timeout is below the minimum. curl's
/// own low-speed limit averages over its last seconds first and needs up to six seconds longer.
struct StallDetector: Sendable {
    private static let slotCount = 8

    /// The idle timeout in seconds.
    let timeout: Double
    /// The minimum rate in bytes per second.
    let minimumRate: Int
    private var lastByte: Double?
    private var firstByte: Double?
    /// The start of the response, after the last bytes of the request, and the number of bytes
    /// since.
    private var responseStart: Double?
    private var responseBytes = 0
    /// The bytes per eighth of the timeout, and the index of the current eighth since the first
    /// byte.
    private var slots = [Int](repeating: 0, count: slotCount)
    private var newest = 0

    init(timeout: Double, minimumRate: Int) {
        self.timeout = max(timeout, 0.001)
        self.minimumRate = minimumRate
    }

    /// Starts the clock when the request is about to be sent.
    mutating func begin(at now: Double) {
        self = StallDetector(timeout: timeout, minimumRate: minimumRate)
        lastByte = now
    }

    /// Restarts the idle clock after bytes of the request were sent, without counting them.
    mutating func touch(at now: Double) {
        if lastByte != nil { lastByte = now }
        responseStart = nil
    }

    /// Counts bytes of the response.
    mutating func record(_ count: Int, at now: Double) {
        if firstByte == nil { firstByte = now }
        if responseStart == nil { (responseStart, responseBytes) = (now, 0) }
        responseBytes += count
        lastByte = now
        advance(to: now)
        slots[newest % StallDetector.slotCount] += count
    }

    /// Returns true if the transfer has stalled.
    func isStalled(at now: Double) -> Bool {
        guard let lastByte else { return false }
        if now - lastByte >= timeout { return true }
        guard let firstByte, now - firstByte >= timeout else { return false }
        var current = self
        current.advance(to: now)
        let width = timeout / Double(StallDetector.slotCount)
        let inNewest = now - firstByte - Double(current.newest) * width
        let covered = timeout - width + min(max(inNewest, 0), width)
        return Double(current.slots.reduce(0, +)) < Double(minimumRate) * covered
    }

    /// Returns true if a response kept in memory takes too long as a whole: four idle timeouts plus
    /// a second per 2,000 bytes, with a limit of twenty idle timeouts.
    func isOverdue(at now: Double) -> Bool {
        guard let responseStart else { return false }
        return now - responseStart > min(4 * timeout + Double(responseBytes) / 2_000, 20 * timeout)
    }

    private mutating func advance(to now: Double) {
        guard let firstByte else { return }
        let width = timeout / Double(StallDetector.slotCount)
        let slot = Int(max(0, now - firstByte) / width)
        guard slot > newest else { return }
        for step in 0..<min(slot - newest, StallDetector.slotCount) {
            slots[(slot - step) % StallDetector.slotCount] = 0
        }
        newest = slot
    }
}
