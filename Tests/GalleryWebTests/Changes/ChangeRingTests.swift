@testable import GalleryWeb
import Testing

@Suite("Change ring")
struct ChangeRingTests {
    private func ring(_ count: Int, capacity: Int = 4) -> ChangeRing {
        var ring = ChangeRing(capacity: capacity)
        for _ in 0..<count { ring.append(replacing: nil) { Array("\($0) ".utf8) } }
        return ring
    }

    /// A reading as text: the events and the last number, or that events were lost.
    private func seen(_ reading: ChangeRing.Reading) -> String {
        switch reading {
        case .nothing: "nothing"
        case .events(let text, let last): String(decoding: text, as: UTF8.self) + "to \(last)"
        case .lost(let last): "lost to \(last)"
        }
    }

    @Test(
        "the events after a given one are replayed",
        arguments: [
            (0, "1 2 3 to 3"), (2, "3 to 3"), (3, "nothing"),
        ])
    func replaysWhatCameAfterAnEvent(number: Int64, expected: String) {
        #expect(seen(ring(3).read(after: number)) == expected)
    }

    @Test(
        "lost events are reported",
        arguments: [(0, "lost to 6"), (1, "lost to 6"), (2, "3 4 5 6 to 6"), (5, "6 to 6")])
    func saysWhereEventsAreLost(number: Int64, expected: String) {
        #expect(seen(ring(6).read(after: number)) == expected)
    }

    @Test("only the newest event of a key is kept")
    func keepsTheNewestStateAloneOfWhatHasAKey() {
        var ring = ring(1)
        for _ in 0..<100 { ring.append(replacing: "job 1") { Array("\($0) ".utf8) } }
        #expect(seen(ring.read(after: 0)) == "1 101 to 101")
        #expect(seen(ring.read(after: 50)) == "101 to 101")
    }

    @Test("long texts are returned in parts")
    func handsOutALotOfTextInParts() {
        var ring = ChangeRing(capacity: 10)
        for _ in 0..<3 {
            ring.append(replacing: nil) { _ in [UInt8](repeating: 65, count: 40_000) }
        }
        var parts = 0
        var number: Int64 = 0
        while case .events(let text, let last) = ring.read(after: number) {
            #expect(text.count == 40_000)
            (number, parts) = (last, parts + 1)
        }
        #expect(parts == 3)
    }
}
