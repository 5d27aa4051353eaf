import Foundation
import Synchronization

/// Runs blocking work that several tasks may request at the same time: equal requests share one
/// run, a limited number runs concurrently, and abandoned requests are not started.
///
/// Each run has a thread of its own.
final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    typealias Body = @Sendable () throws -> Value

    /// A requested piece of work.
    private struct Piece {
        let body: Body
        /// The tasks waiting for the result.
        ///
        /// Work that has started is completed even without them, as others may request it.
        var waiters: [UInt64: CheckedContinuation<Value, any Error>]
    }

    private struct State {
        /// Everything that is waiting or in progress.
        var pieces: [Key: Piece] = [:]
        /// The keys of the waiting pieces, next one first.
        var waiting: [Key] = []
        /// The number of running threads.
        var threads = 0
        var lastWaiter: UInt64 = 0
    }

    private let limit: Int
    private let capacity: Int
    private let state = Mutex(State())

    /// Creates a queue for shared work.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of concurrent runs.
    ///   - capacity: the maximum number of waiting requests.
    init(limit: Int, capacity: Int) {
        self.limit = max(limit, 1)
        self.capacity = capacity
    }

    /// The number of pieces waiting for a thread.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// The number of tasks waiting for a result.
    var waiterCount: Int {
        state.withLock { state in state.pieces.values.reduce(0) { $0 + $1.waiters.count } }
    }

    /// Returns the result of the work, sharing a run that is waiting or in progress for the same
    /// key.
    ///
    /// - Parameter waits: true to wait however many requests are waiting.
    /// - Throws: errors of the body; `tryLater` if too many requests are waiting;
    ///   `CancellationError` as soon as the task is canceled. Work that has not started is dropped
    ///   when its last task is canceled.
    func value(of key: Key, waits: Bool = false, _ body: @escaping Body) async throws -> Value {
        let waiter = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let refusal: (any Error)? = state.withLock { state in
                    // An earlier cancellation did not find this task in the list.
                    if Task.isCancelled { return CancellationError() }
                    if state.pieces[key] != nil {
                        state.pieces[key]?.waiters[waiter] = continuation
                        return nil
                    }
                    let hasThread = state.threads < limit
                    guard waits || hasThread || state.waiting.count < capacity else {
                        return GalleryError(
                            .tryLater, "too many requests: try again shortly", retryAfter: 2)
                    }
                    state.pieces[key] = Piece(body: body, waiters: [waiter: continuation])
                    if hasThread {
                        state.threads += 1
                        start(with: key, body)
                    } else {
                        state.waiting.append(key)
                    }
                    return nil
                }
                if let refusal { continuation.resume(throwing: refusal) }
            }
        } onCancel: {
            leave(waiter, key)
        }
    }

    private func leave(_ waiter: UInt64, _ key: Key) {
        let continuation = state.withLock { state in
            let continuation = state.pieces[key]?.waiters.removeValue(forKey: waiter)
            if continuation != nil, state.pieces[key]?.waiters.isEmpty == true,
                let index = state.waiting.firstIndex(of: key)
            {
                state.waiting.remove(at: index)
                state.pieces[key] = nil
            }
            return continuation
        }
        continuation?.resume(throwing: CancellationError())
    }

    /// Starts a thread that runs a piece of work and then the waiting ones.
    private func start(with key: Key, _ body: @escaping Body) {
        let thread = Thread { [self] in
            var next: (key: Key, body: Body)? = (key, body)
            while let (key, body) = next {
                let result = Result { try GalleryError.relaying(body) }
                let waiters = state.withLock { state in
                    let finished = state.pieces.removeValue(forKey: key)
                    if state.waiting.isEmpty {
                        state.threads -= 1
                        next = nil
                    } else {
                        let key = state.waiting.removeFirst()
                        next = state.pieces[key].map { (key, $0.body) }
                    }
                    return finished?.waiters ?? [:]
                }
                for waiter in waiters.values { waiter.resume(with: result) }
            }
        }
        // The same stack size as the threads of `OrderedWork`.
        thread.stackSize = 8 << 20
        thread.start()
    }
}
