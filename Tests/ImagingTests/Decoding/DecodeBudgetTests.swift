import Foundation
import GalleryModel
import Synchronization
import Testing

import Imaging

/// The decode budget of a process.
///
/// Every test has its own budget: other tests decode at the same time.
@Suite("DecodeBudget", .timeLimit(.minutes(1)))
struct DecodeBudgetTests {
    private static let side = 256
    private static let needed = side * side * 3
    private let budget = DecodeBudget()

    private func limits(_ maximum: Int) -> DecodeLimits {
        var limits = DecodeLimits()
        limits.maximumBytes = maximum
        limits.budget = budget
        return limits
    }

    private func picture() throws -> [UInt8] {
        try JPEGEncoder().encode(Fields.pixels(width: Self.side, height: Self.side))
    }

    private func decode(_ bytes: [UInt8], _ limits: DecodeLimits) throws -> DecodedPicture {
        try bytes.withUnsafeBytes {
            try PictureDecoder(limits: limits).decode(bytes: $0, as: .bgr, longEdge: nil)
        }
    }

    /// Waits until a number of threads wait for the budget.
    private func expectWaiting(_ count: Int) {
        while budget.waiting != count { sched_yield() }
    }

    private func start(_ body: @escaping @Sendable () -> Void) -> Thread {
        let thread = Thread(block: body)
        thread.start()
        return thread
    }

    @Test("a picture larger than the remaining budget waits until another is finished")
    func waits() throws {
        let bytes = try picture()
        let limits = limits(Self.needed * 3 / 2)
        var first: DecodedPicture? = try decode(bytes, limits)
        let done = DispatchSemaphore(value: 0)
        let size = Mutex(0)
        _ = start {
            let second = try? decode(bytes, limits)
            size.withLock { $0 = second?.pixels.bytes.count ?? 0 }
            done.signal()
        }
        expectWaiting(1)
        #expect(first?.pixels.width == Self.side)
        #expect(done.wait(timeout: .now()) == .timedOut)
        first = nil
        done.wait()
        #expect(size.withLock { $0 } == Self.needed)
        #expect(budget.peak == Self.needed)
    }

    @Test("pictures decoded, edited and reduced concurrently never exceed the budget")
    func bound() throws {
        let bytes = try picture()
        var turned = PhotoEdit()
        turned.rotation = 90
        let edit = turned
        let limits = limits(Self.needed * 4)
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { index in
            do {
                let maker = ThumbnailMaker(limits: limits, encoding: .jpeg(quality: 80))
                let used = index % 3 == 0 ? nil : edit
                var source = try bytes.withUnsafeBytes {
                    try maker.decode(bytes: $0, sides: [200], edit: used)
                }
                let made = try maker.thumbnails(of: &source, sides: [200], edit: used)
                if made.map(\.width) != [200] { failures.withLock { $0.append("\(made)") } }
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
        }
        #expect(failures.withLock { $0 } == [])
        #expect(budget.peak <= Self.needed * 4)
        #expect(budget.waiting == 0)
        // The whole budget was returned.
        #expect(try decode(bytes, self.limits(Self.needed)).pixels.width == Self.side)
    }

    @Test(
        "a picture larger than the whole budget is rejected at once, even while others use it all"
    )
    func refused() throws {
        let limits = limits(Self.needed - 1)
        let all = limits.reserve(Self.needed - 1)
        let bytes = try picture()
        #expect(
            throws: ImagingError.tooMuchMemory(bytes: Self.needed, limit: Self.needed - 1)
        ) {
            try decode(bytes, limits)
        }
        withExtendedLifetime(all) {}
    }

    @Test("small pictures do not delay a large one")
    func order() {
        let budget = budget
        let done = DispatchGroup()
        let served = Mutex<[String]>([])
        var small: DecodeReservation? = budget.reserve(40, within: 100)
        #expect(small != nil)
        // The small one fits beside the first, but not beside the large one.
        for (number, (name, bytes)) in [("large", 80), ("small", 40)].enumerated() {
            done.enter()
            _ = start {
                let part = budget.reserve(bytes, within: 100)
                served.withLock { $0.append(name) }
                withExtendedLifetime(part) { done.leave() }
            }
            expectWaiting(number + 1)
        }
        #expect(served.withLock { $0 } == [])
        small = nil
        done.wait()
        #expect(served.withLock { $0 } == ["large", "small"])
    }

    @Test("the memory to render an edit is reserved with the decode, also of a PNG")
    func edits() throws {
        var edit = PhotoEdit()
        edit.straightening = 3
        let pixels = Fields.pixels(width: Self.side, height: Self.side)
        for bytes in [try JPEGEncoder().encode(pixels), try PictureEncoder(.png).encode(pixels)] {
            let budget = DecodeBudget()
            var limits = limits(1 << 30)
            limits.budget = budget
            let decoded = try bytes.withUnsafeBytes {
                try PictureDecoder(limits: limits)
                    .decode(bytes: $0, as: .bgr, longEdge: nil, for: edit)
            }
            limits.maximumBytes = 1
            let error = #expect(throws: ImagingError.self) {
                try EditRenderer(limits: limits).render(edit, of: decoded)
            }
            guard case .tooMuchMemory(let rendering, 1) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(budget.peak >= rendering)
        }
    }
}
