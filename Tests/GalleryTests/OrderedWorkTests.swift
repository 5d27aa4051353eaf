import Foundation
import Synchronization
import Testing

@testable import Gallery

@Suite("The pipeline for ordered work")
struct OrderedWorkTests {
    private struct Failure: Error, Equatable {
        let part: String
    }

    private func work(threads: Int, _ stop: StopFlag = StopFlag()) -> WorkContext {
        var options = WorkOptions()
        options.jobs = threads
        return WorkContext(options, stop: stop)
    }

    @Test("outputs are in the order of the jobs, including jobs that need no work")
    func order() throws {
        var found: [Int] = []
        try OrderedWork<Int, Int>(work(threads: 4)).run { feed in
            for number in 0..<1000 {
                let isTaken = number.isMultiple(of: 3) ? feed.pass(number) : feed(number)
                if !isTaken { return }
            }
        } makeWorker: {
            { number in
                // Some take longer than the following ones.
                if number % 50 == 1 { usleep(2000) }
                return number
            }
        } consume: {
            found += $0
        }
        #expect(found == Array(0..<1000))
    }

    @Test(
        "an error in any part ends the work and is thrown",
        arguments: ["produce", "makeWorker", "consume"])
    func errors(part: String) {
        let handed = Atomic<Int>(0)
        #expect(throws: Failure(part: part)) {
            try OrderedWork<Int, Int>(work(threads: 2)).run { feed in
                for number in 0..<100_000 {
                    if part == "produce", number == 10 { throw Failure(part: part) }
                    guard feed(number) else { return }
                    handed.add(1, ordering: .relaxed)
                }
            } makeWorker: {
                if part == "makeWorker" { throw Failure(part: part) }
                return { $0 }
            } consume: { _ in
                if part == "consume" { throw Failure(part: part) }
            }
        }
        #expect(handed.load(ordering: .relaxed) < 100_000)
    }

    @Test("jobs passed in by a producer before its error are consumed")
    func consumedBeforeError() {
        var found: [Int] = []
        #expect(throws: Failure(part: "produce")) {
            try OrderedWork<Int, Int>(work(threads: 2)).run { feed in
                for number in 0..<10 { _ = feed(number) }
                throw Failure(part: "produce")
            } makeWorker: {
                { $0 }
            } consume: {
                found += $0
            }
        }
        #expect(found == Array(0..<10))
    }

    @Test("a raised flag ends the work, and finished jobs are consumed in order")
    func cancellation() {
        let stop = StopFlag()
        var found: [Int] = []
        #expect(throws: CancellationError.self) {
            try OrderedWork<Int, Int>(work(threads: 2, stop)).run { feed in
                var number = 0
                while feed(number) { number += 1 }
            } makeWorker: {
                { $0 }
            } consume: { numbers in
                found += numbers
                if found.count >= 100 { stop.raise() }
            }
        }
        #expect(found.count >= 100)
        #expect(found == found.sorted())
    }

    @Test("work ends without waiting for an endless producer, and the consumer is called meanwhile")
    func endlessProducer() {
        let stop = StopFlag()
        let end = DispatchSemaphore(value: 0)
        defer { end.signal() }
        var found: [Int] = []
        var quietCalls = 0
        #expect(throws: CancellationError.self) {
            try OrderedWork<Int, Int>(work(threads: 2, stop)).run { feed in
                _ = feed(1)
                // Like a read of standard input that never ends.
                end.wait()
            } makeWorker: {
                { $0 }
            } consume: { numbers in
                found += numbers
                guard numbers.isEmpty, !found.isEmpty else { return }
                quietCalls += 1
                if quietCalls == 2 { stop.raise() }
            }
        }
        #expect(found == [1])
        #expect(quietCalls >= 2)
    }

    @Test("no job starts further ahead of the oldest unfinished job than the window")
    func window() throws {
        let gate = DispatchSemaphore(value: 0)
        let latest = Atomic<Int>(0)
        var latestAtFirst = 0
        var count = 0
        try OrderedWork<Int, Int>(work(threads: 2), window: 8).run { feed in
            for number in 0..<100 where !feed(number) { return }
        } makeWorker: {
            { number in
                latest.store(
                    max(latest.load(ordering: .relaxed), number), ordering: .relaxed)
                // The first job lasts until the others have reached the end of the window.
                if number == 0 { gate.wait() }
                if number == 7 { gate.signal() }
                return number
            }
        } consume: { numbers in
            if numbers.first == 0 { latestAtFirst = numbers.count }
            count += numbers.count
        }
        #expect(count == 100)
        #expect(latestAtFirst <= 8)
    }
}
