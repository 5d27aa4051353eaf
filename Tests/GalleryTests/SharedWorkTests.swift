import Foundation
import Synchronization
import Testing

@testable import Gallery

@Suite("Shared work")
struct SharedWorkTests {
    /// Work that waits until it is released.
    private final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        private let runs = Mutex<[String]>([])
        let begun: AsyncStream<String>
        private let beginning: AsyncStream<String>.Continuation

        init() { (begun, beginning) = AsyncStream.makeStream() }

        var done: [String] { runs.withLock { $0 } }

        func open(_ count: Int = 1) { for _ in 0..<count { semaphore.signal() } }

        func pass(_ name: String) -> String {
            beginning.yield(name)
            semaphore.wait()
            runs.withLock { $0.append(name) }
            return name
        }

        func waitUntilBegun() async { for await _ in begun { return } }
    }

    private func wait(until isSo: () -> Bool) async {
        while !isSo() { await Task.yield() }
    }

    @Test("work is done once for all simultaneous requests")
    func isDoneOnceForAllWhoAsk() async throws {
        let work = SharedWork<Int, String>(limit: 2, capacity: 10)
        let gate = Gate()
        async let first = work.value(of: 1) { gate.pass("a") }
        await gate.waitUntilBegun()
        let others = (0..<100).map { _ in Task { try await work.value(of: 1) { gate.pass("b") } } }
        await wait { work.waiterCount == 101 }
        gate.open()
        #expect(try await first == "a")
        for other in others { #expect(try await other.value == "a") }
        #expect(gate.done == ["a"])
    }

    @Test("work is dropped if no one waits for it")
    func isGivenUpWhenNobodyWaitsForIt() async throws {
        let work = SharedWork<Int, String>(limit: 1, capacity: 10)
        let gate = Gate()
        async let first = work.value(of: 1) { gate.pass("a") }
        await gate.waitUntilBegun()
        let leaving = (0..<2).map { _ in Task { try await work.value(of: 2) { gate.pass("b") } } }
        await wait { work.waiterCount == 3 }
        leaving[0].cancel()
        await #expect(throws: CancellationError.self) { try await leaving[0].value }
        #expect(work.waitingCount == 1)
        leaving[1].cancel()
        await #expect(throws: CancellationError.self) { try await leaving[1].value }
        #expect(work.waitingCount == 0)
        gate.open()
        #expect(try await first == "a")
        #expect(try await work.value(of: 3) { "c" } == "c")
        #expect(gate.done == ["a"])
    }

    @Test("work continues once it has started")
    func goesOnOnceItWasBegun() async throws {
        let work = SharedWork<Int, String>(limit: 1, capacity: 10)
        let gate = Gate()
        let leaving = Task { try await work.value(of: 1) { gate.pass("a") } }
        await gate.waitUntilBegun()
        leaving.cancel()
        await #expect(throws: CancellationError.self) { try await leaving.value }
        async let later = work.value(of: 1) { gate.pass("b") }
        await wait { work.waiterCount == 1 }
        gate.open()
        #expect(try await later == "a")
        #expect(gate.done == ["a"])
    }

    @Test("work above the capacity is rejected")
    func refusesWhatIsTooMuch() async throws {
        let work = SharedWork<Int, String>(limit: 1, capacity: 2)
        let gate = Gate()
        let tasks = (0..<3).map { number in
            Task { try await work.value(of: number) { gate.pass("\(number)") } }
        }
        await gate.waitUntilBegun()
        await wait { work.waitingCount == 2 }
        let refusal = await #expect(throws: GalleryError.self) {
            try await work.value(of: 9) { "9" }
        }
        #expect(refusal?.kind == .tryLater)
        // An archive waits nevertheless.
        let patient = Task { try await work.value(of: 10, waits: true) { "10" } }
        await wait { work.waitingCount == 3 }
        gate.open(3)
        #expect(try await patient.value == "10")
        for task in tasks { _ = try await task.value }
        #expect(try await work.value(of: 9) { "9" } == "9")
    }

    @Test("errors are passed on to the caller")
    func handsOnWhatGoesWrong() async throws {
        let work = SharedWork<Int, String>(limit: 1, capacity: 2)
        let error = await #expect(throws: GalleryError.self) {
            try await work.value(of: 1) { throw GalleryError(.badInput, "odd") }
        }
        #expect(error?.message == "odd")
        #expect(try await work.value(of: 1) { "a" } == "a")
    }

    @Test("a task that is already canceled starts no work")
    func refusesWhoWasCancelledBefore() async throws {
        let work = SharedWork<Int, String>(limit: 1, capacity: 2)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await work.value(of: 1) { "a" }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
