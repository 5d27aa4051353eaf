import Foundation
import Synchronization

/// Does blocking work that several tasks may ask for at the same time: the same work once, not more at a time
/// than there are cores, and none that nobody waits for any more.
///
/// Each piece runs on a thread that is no other work's.
final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    typealias Body = @Sendable () throws -> Value

    /// A piece of work that is wanted.
    private struct Piece {
        let body: Body
        /// Who waits for it.
        ///
        /// A piece that was begun is finished without them, too: others may come.
        var askers: [UInt64: CheckedContinuation<Value, any Error>]
    }

    private struct State {
        /// Everything that waits or is under way.
        var pieces: [Key: Piece] = [:]
        /// What waits, the next one first.
        var waiting: [Key] = []
        /// How many threads are at work.
        var threads = 0
        var lastAsker: UInt64 = 0
    }

    private let limit: Int
    private let capacity: Int
    private let state = Mutex(State())

    /// Makes a place for work.
    ///
    /// - Parameters:
    ///   - limit: how much of it is done at a time.
    ///   - capacity: how much of it may wait.
    init(limit: Int, capacity: Int) {
        self.limit = max(limit, 1)
        self.capacity = capacity
    }

    /// How many pieces wait for a thread.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// How many wait for a result.
    var askerCount: Int {
        state.withLock { state in state.pieces.values.reduce(0) { $0 + $1.askers.count } }
    }

    /// What the work gives; where the same work waits or is under way, what that gives.
    ///
    /// - Throws: what the body throws; `tryLater` where too much waits; `CancellationError` as soon as the task
    ///   is cancelled. Work that has not begun goes with the last who asked for it.
    func value(of key: Key, _ body: @escaping Body) async throws -> Value {
        let asker = state.withLock { state in
            state.lastAsker += 1
            return state.lastAsker
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let refusal = state.withLock { state in
                    enter(asker, continuation, key, body, &state)
                }
                if let refusal { continuation.resume(throwing: refusal) }
            }
        } onCancel: {
            leave(asker, key)
        }
    }

    private func enter(
        _ asker: UInt64, _ continuation: CheckedContinuation<Value, any Error>, _ key: Key,
        _ body: @escaping Body, _ state: inout State
    ) -> (any Error)? {
        // A cancellation before now did not find the asker here.
        if Task.isCancelled { return CancellationError() }
        if state.pieces[key] != nil {
            state.pieces[key]?.askers[asker] = continuation
            return nil
        }
        guard state.threads < limit || state.waiting.count < capacity else {
            return GalleryError(
                .tryLater, "too much is asked for at once: try again in a moment", retryAfter: 2)
        }
        state.pieces[key] = Piece(body: body, askers: [asker: continuation])
        if state.threads < limit {
            state.threads += 1
            start(with: key, body)
        } else {
            state.waiting.append(key)
        }
        return nil
    }

    private func leave(_ asker: UInt64, _ key: Key) {
        let continuation = state.withLock { state in
            guard let continuation = state.pieces[key]?.askers.removeValue(forKey: asker) else {
                return nil as CheckedContinuation<Value, any Error>?
            }
            if state.pieces[key]?.askers.isEmpty == true,
                let place = state.waiting.firstIndex(of: key)
            {
                state.waiting.remove(at: place)
                state.pieces[key] = nil
            }
            return continuation
        }
        continuation?.resume(throwing: CancellationError())
    }

    /// Starts a thread that does a piece, and then whatever waits.
    private func start(with key: Key, _ body: @escaping Body) {
        let thread = Thread { [self] in
            var next: (key: Key, body: Body)? = (key, body)
            while let (key, body) = next {
                let result = Result { try GalleryError.relaying(body) }
                let (askers, following) = finish(key)
                for asker in askers { asker.resume(with: result) }
                next = following
            }
        }
        // As large as that of the threads of `OrderedWork`.
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Takes a piece that is done away, and the next one from those that wait.
    private func finish(
        _ key: Key
    ) -> (askers: [CheckedContinuation<Value, any Error>], next: (key: Key, body: Body)?) {
        state.withLock { state in
            let askers = state.pieces.removeValue(forKey: key)?.askers.values.map { $0 } ?? []
            while !state.waiting.isEmpty {
                let next = state.waiting.removeFirst()
                if let body = state.pieces[next]?.body { return (askers, (next, body)) }
            }
            state.threads -= 1
            return (askers, nil)
        }
    }
}
