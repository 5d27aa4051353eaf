/// Notices that a transfer stands still or crawls.
///
/// The clock starts when the request goes out, so that waiting for a free connection does not
/// count. Two rules: no byte for the idle timeout; or, once the answer has begun and lasted that
/// long, fewer bytes over the idle timeout than the minimum rate makes. curl's own low-speed limit
/// averages over its last seconds first and so needs up to six seconds longer.
struct StallDetector: Sendable {
    private static let slotCount = 8

    /// The idle timeout in seconds.
    let timeout: Double
    /// The minimum rate in bytes per second.
    let minimumRate: Double
    private var lastByte: Double?
    private var firstByte: Double?
    /// Bytes per eighth of the timeout, and which eighth since the answer began is the newest.
    private var slots = [Int](repeating: 0, count: slotCount)
    private var newest = 0

    init(timeout: Double, minimumRate: Int) {
        self.timeout = max(timeout, 0.001)
        self.minimumRate = Double(minimumRate)
    }

    /// Starts the clock: the request is about to be sent.
    mutating func begin(at now: Double) {
        lastByte = now
        firstByte = nil
        slots = [Int](repeating: 0, count: StallDetector.slotCount)
        newest = 0
    }

    /// Restarts the idle clock without counting: bytes of the request went out.
    mutating func touch(at now: Double) {
        if lastByte != nil { lastByte = now }
    }

    /// Counts bytes of the answer.
    mutating func record(_ count: Int, at now: Double) {
        if firstByte == nil { firstByte = now }
        lastByte = now
        advance(to: now)
        slots[newest % StallDetector.slotCount] += count
    }

    /// Whether the transfer has stalled.
    func isStalled(at now: Double) -> Bool {
        guard let lastByte else { return false }
        if now - lastByte >= timeout { return true }
        guard let firstByte, now - firstByte >= timeout else { return false }
        var current = self
        current.advance(to: now)
        let width = timeout / Double(StallDetector.slotCount)
        let inNewest = now - firstByte - Double(current.newest) * width
        let covered = timeout - width + min(max(inNewest, 0), width)
        return Double(current.slots.reduce(0, +)) < minimumRate * covered
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
