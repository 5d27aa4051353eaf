import Dispatch
import Foundation
import Synchronization

/// Processes jobs on one thread per core and returns the outputs in the order of the jobs.
///
/// ```
/// produce (a thread) → jobs → workers (one thread per core) → outputs in order → consume (caller)
/// ```
/// The queues are short, and the window limits the distance between the first and the last job in
/// progress, so memory use is constant for any number of jobs.
struct OrderedWork<Job: Sendable, Output: Sendable>: Sendable {
    /// Jobs with their positions in the order.
    fileprivate typealias Jobs = BoundedQueue<(number: Int, job: Job)>
    /// Outputs with the positions of their jobs.
    fileprivate typealias Outputs = BoundedQueue<(number: Int, output: Output)>
    /// An element for each job in progress, so that one slow file does not fill memory with the
    /// outputs of the files after it.
    fileprivate typealias Window = BoundedQueue<Void>

    /// Receives jobs from the producer; used by its thread only.
    final class Feed {
        private let jobs: Jobs
        private let results: Outputs
        private let window: Window
        private let stop: StopFlag
        private var number = 0

        fileprivate init(_ jobs: Jobs, _ results: Outputs, _ window: Window, _ stop: StopFlag) {
            self.jobs = jobs
            self.results = results
            self.window = window
            self.stop = stop
        }

        /// Submits a job as soon as there is space; returns false if no more jobs are wanted.
        func callAsFunction(_ job: Job) -> Bool {
            defer { number += 1 }
            return isWanted && jobs.push((number, job))
        }

        /// Submits an output that needs no work, in order; returns false if no more are wanted.
        func pass(_ output: Output) -> Bool {
            defer { number += 1 }
            return isWanted && results.push((number, output))
        }

        private var isWanted: Bool { !stop.isRaised && window.push(()) && !stop.isRaised }
    }

    /// The number of jobs processed at the same time.
    let threads: Int
    /// The maximum distance between the first and the last job in progress.
    let window: Int
    /// Raised when the work should stop.
    let stop: StopFlag

    /// Creates a pipeline.
    ///
    /// - Parameters:
    ///   - threads: the number of jobs processed at the same time; nil for the number in the
    ///     context.
    ///   - window: the maximum number of jobs in progress; nil for 64 per thread.
    init(_ context: WorkContext, threads: Int? = nil, window: Int? = nil) {
        self.threads = threads ?? context.threads
        self.window = window ?? self.threads * 64
        stop = context.stop
    }

    /// Runs until the producer and all its jobs have finished.
    ///
    /// - Parameters:
    ///   - produce: submits jobs until it has no more or the feed returns false; may block, on its
    ///     own thread.
    ///   - makeWorker: creates a function that processes a job, once per thread.
    ///   - consume: receives outputs in order as they become ready; none if nothing arrived for a
    ///     while.
    /// - Throws: errors of the three closures; `CancellationError` once the flag is raised, after
    ///   the finished outputs have been consumed.
    func run(
        produce: @escaping @Sendable (Feed) throws -> Void,
        makeWorker: @escaping @Sendable () throws -> (Job) -> Output,
        consume: ([Output]) throws -> Void
    ) throws {
        let jobs = Jobs(capacity: threads * 4)
        let results = Outputs(capacity: threads * 8)
        let window = Window(capacity: window)
        let failure = Mutex<(any Error)?>(nil)
        let producing = DispatchGroup()
        let working = DispatchGroup()
        func start(_ group: DispatchGroup, _ body: @escaping @Sendable () throws -> Void) {
            group.enter()
            let thread = Thread {
                do { try body() } catch { failure.withLock { $0 = $0 ?? error } }
                // The producer must not wait for a worker that has ended.
                jobs.close()
                group.leave()
            }
            thread.stackSize = 8 << 20
            thread.start()
        }
        start(producing) { try produce(Feed(jobs, results, window, stop)) }
        for _ in 0..<threads {
            start(working) {
                let worker = try makeWorker()
                while let (number, job) = jobs.pop(), !stop.isRaised {
                    if !results.push((number, worker(job))) { break }
                }
            }
        }
        // The producer is not waited for: it may be blocked reading standard input.
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
        _ results: Outputs, _ window: Window, _ consume: ([Output]) throws -> Void
    ) throws {
        var early: [Int: Output] = [:]
        var next = 0
        /// Consumes the outputs after a gap that a stop left.
        func consumeRest() throws {
            let rest = early.keys.sorted().compactMap { early[$0] }
            early.removeAll()
            if !rest.isEmpty { try consume(rest) }
        }
        while let result = try results.pop(
            within: 0.25,
            ifLate: {
                try consume([])
                // The producer may never submit another job, or a worker may be busy with a large
                // picture.
                if stop.isRaised {
                    try consumeRest()
                    throw CancellationError()
                }
            })
        {
            early[result.number] = result.output
            var ready: [Output] = []
            while let output = early.removeValue(forKey: next) {
                ready.append(output)
                next += 1
                window.pop()
            }
            if !ready.isEmpty { try consume(ready) }
        }
        try consumeRest()
    }
}

/// Passes values from one thread to another, a few at a time; the faster thread waits for the
/// slower one.
///
/// Both ends block their thread, so neither may run on the cooperative pool.
///
/// `@unchecked Sendable`. Invariant: stored properties are accessed with `condition` locked.
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private let capacity: Int
    private var elements: [Element] = []
    private var isClosed = false

    /// Creates an empty queue for at most `capacity` values.
    init(capacity: Int) { self.capacity = capacity }

    /// Adds a value as soon as there is space; returns false if the queue was closed.
    func push(_ element: Element) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while elements.count >= capacity, !isClosed { condition.wait() }
        if isClosed { return false }
        elements.append(element)
        condition.broadcast()
        return true
    }

    /// Like `pop()`, and calls a closure whenever nothing has arrived for some seconds.
    func pop(within seconds: Double, ifLate body: () throws -> Void) rethrows -> Element? {
        while true {
            condition.lock()
            let deadline = Date(timeIntervalSinceNow: seconds)
            var isLate = false
            while elements.isEmpty, !isClosed, !isLate { isLate = !condition.wait(until: deadline) }
            let hasAnswer = !elements.isEmpty || isClosed
            condition.unlock()
            if hasAnswer { return pop() }
            try body()
        }
    }

    /// Returns the next value as soon as there is one; nil if the queue is closed and empty.
    @discardableResult
    func pop() -> Element? {
        condition.lock()
        defer { condition.unlock() }
        while elements.isEmpty, !isClosed { condition.wait() }
        guard !elements.isEmpty else { return nil }
        condition.broadcast()
        return elements.removeFirst()
    }

    /// Closes the queue: waiting values are still returned, new ones are refused.
    func close() {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        condition.broadcast()
    }
}
