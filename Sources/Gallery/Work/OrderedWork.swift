import Dispatch
import Foundation
import Synchronization

/// A value with its place in the order.
private struct Numbered<Value: Sendable>: Sendable {
    let number: Int
    let value: Value
}

/// Works on jobs with a thread a core and hands what comes of them out in the order of the jobs.
///
/// ```
/// produce (a thread) → jobs → workers (a thread a core) → outputs in order → consume (the caller)
/// ```
/// The queues are short and the window bounds how far the first job under way and the last one are
/// apart: memory stays flat however many jobs there are.
struct OrderedWork<Job: Sendable, Output: Sendable>: Sendable {
    /// Does one job; belongs to one thread.
    typealias Worker = (Job) -> Output

    /// Takes what the producer hands in; belongs to its thread.
    final class Feed {
        private let jobs: BoundedQueue<Numbered<Job>>
        private let results: BoundedQueue<Numbered<Output>>
        private let window: WorkWindow
        private let stop: StopFlag
        private var number = 0

        fileprivate init(
            _ jobs: BoundedQueue<Numbered<Job>>, _ results: BoundedQueue<Numbered<Output>>,
            _ window: WorkWindow, _ stop: StopFlag
        ) {
            self.jobs = jobs
            self.results = results
            self.window = window
            self.stop = stop
        }

        /// Hands in a job as soon as there is room; false where no more are wanted.
        func callAsFunction(_ job: Job) -> Bool {
            defer { number += 1 }
            return isWanted && jobs.push(Numbered(number: number, value: job))
        }

        /// Hands in what needs no work, in its turn; false where no more is wanted.
        func pass(_ output: Output) -> Bool {
            defer { number += 1 }
            return isWanted && results.push(Numbered(number: number, value: output))
        }

        private var isWanted: Bool { !stop.isRaised && window.wait(for: number) && !stop.isRaised }
    }

    /// How many jobs are worked on at the same time.
    let threads: Int
    /// How far the first job under way and the last one may be apart.
    let window: Int
    /// Tells that the work is no longer wanted.
    let stop: StopFlag

    /// Makes a pipeline.
    ///
    /// - Parameters:
    ///   - threads: how many jobs are worked on at the same time; nil for as many as the context says.
    ///   - window: how many jobs may be under way; nil for some dozens a thread.
    init(_ context: WorkContext, threads: Int? = nil, window: Int? = nil) {
        self.threads = threads ?? context.threads
        self.window = window ?? self.threads * 64
        stop = context.stop
    }

    /// After how long without an output the consumer is called all the same, in seconds.
    private static var quietSeconds: Double { 0.25 }

    /// Runs until the producer and all its jobs are done.
    ///
    /// - Parameters:
    ///   - produce: hands in jobs until it is done or the feed says false; may block, on its own thread.
    ///   - makeWorker: makes what does the jobs, once in each thread.
    ///   - consume: gets outputs in order as they are ready; none where nothing came for a while.
    /// - Throws: what any of the three throws; `CancellationError` once the flag is raised, after what
    ///   was ready is consumed.
    func run(
        produce: @escaping @Sendable (Feed) throws -> Void,
        makeWorker: @escaping @Sendable () throws -> Worker,
        consume: ([Output]) throws -> Void
    ) throws {
        let jobs = BoundedQueue<Numbered<Job>>(capacity: threads * 4)
        let results = BoundedQueue<Numbered<Output>>(capacity: threads * 8)
        let window = WorkWindow(length: window)
        let failure = Mutex<(any Error)?>(nil)
        let producing = DispatchGroup()
        let working = DispatchGroup()
        start(producing) {
            do {
                try produce(Feed(jobs, results, window, stop))
            } catch {
                failure.withLock { $0 = $0 ?? error }
            }
            jobs.close()
        }
        for _ in 0..<threads {
            start(working) {
                do {
                    let worker = try makeWorker()
                    while let job = jobs.pop(), !stop.isRaised {
                        let output = Numbered(number: job.number, value: worker(job.value))
                        if !results.push(output) { break }
                    }
                } catch {
                    failure.withLock { $0 = $0 ?? error }
                }
                // The producer must not wait for a worker that has left.
                jobs.close()
            }
        }
        // The producer may sit in a read of standard input that nothing ends: not waited for.
        working.notify(queue: .global()) { results.close() }
        do {
            try consumeInOrder(results, window, consume)
        } catch {
            jobs.close()
            results.close()
            window.close()
            working.wait()
            throw error
        }
        window.close()
        if let error = failure.withLock({ $0 }) { throw error }
        if stop.isRaised { throw CancellationError() }
        producing.wait()
    }

    private func consumeInOrder(
        _ results: BoundedQueue<Numbered<Output>>, _ window: WorkWindow,
        _ consume: ([Output]) throws -> Void
    ) throws {
        var early: [Int: Output] = [:]
        var next = 0
        /// What lies behind an output that never came because of a stop is done all the same.
        func consumeRest() throws {
            let rest = early.keys.sorted().compactMap { early[$0] }
            early.removeAll()
            if !rest.isEmpty { try consume(rest) }
        }
        while let result = try results.pop(
            within: Self.quietSeconds,
            ifLate: {
                try consume([])
                // The producer may never hand in another job, or a worker sit in a large picture.
                if stop.isRaised {
                    try consumeRest()
                    throw CancellationError()
                }
            })
        {
            early[result.number] = result.value
            var ready: [Output] = []
            while let output = early.removeValue(forKey: next) {
                ready.append(output)
                next += 1
            }
            window.advance(to: next)
            if !ready.isEmpty { try consume(ready) }
        }
        try consumeRest()
    }

    private func start(_ group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
        group.enter()
        let thread = Thread {
            body()
            group.leave()
        }
        thread.stackSize = 8 << 20
        thread.start()
    }
}
