import Foundation
public import GalleryModel
import Synchronization

/// What an export wrote.
public struct ExportSummary: Hashable, Sendable {
    /// Rows that were written.
    public var rows = 0
    /// Photos that were left out because the format is made of positions and none is known.
    public var withoutPosition = 0
    /// Where rows follow that the query's limit cut; nil for none.
    public var next: PhotoCursor?
}

/// The bytes of exported rows, some 64 KiB at a time, made as they are asked for.
///
/// A thread of its own reads and encodes a few pieces ahead and waits for the reader; it ends when the
/// reader stops listening. Each iteration is an export of its own.
public final class RowExport: AsyncSequence, Sendable {
    private let run: @Sendable (_ sink: ([UInt8]) throws -> Void) throws -> ExportSummary
    private let done = Mutex(ExportSummary())

    init(
        _ run: @escaping @Sendable (_ sink: ([UInt8]) throws -> Void) throws -> ExportSummary
    ) {
        self.run = run
    }

    /// What was written, once the bytes are at their end.
    public var summary: ExportSummary { done.withLock { $0 } }

    /// Begins the export.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            pieces: RowExportPieces { [self] sink in
                let summary = try run(sink)
                done.withLock { $0 = summary }
            })
    }

    /// Hands out the bytes.
    public struct Iterator: AsyncIteratorProtocol {
        let pieces: RowExportPieces

        /// The next bytes; nil at the end.
        ///
        /// - Throws: what the catalog throws; `CancellationError`.
        public mutating func next() async throws -> [UInt8]? {
            try Task.checkCancellation()
            return try await offload { [pieces] in try pieces.next() }
        }
    }
}

/// The pieces of one export, from the thread that makes them to whoever asks.
final class RowExportPieces: Sendable {
    private let queue = BoundedQueue<[UInt8]>(capacity: 4)
    private let failure: FailureOfThread

    /// Starts the thread.
    init(_ run: @escaping @Sendable (_ sink: ([UInt8]) throws -> Void) throws -> Void) {
        let failure = FailureOfThread()
        self.failure = failure
        let thread = Thread { [queue] in
            do {
                try run { bytes in
                    if !bytes.isEmpty, !queue.push(bytes) { throw CancellationError() }
                }
            } catch {
                failure.error.withLock { $0 = error }
            }
            queue.close()
        }
        thread.stackSize = 8 << 20
        thread.start()
    }

    // The thread finds the queue closed at its next piece.
    deinit { queue.close() }

    /// The next piece, as soon as there is one; blocks.
    func next() throws -> [UInt8]? {
        if let bytes = queue.pop() { return bytes }
        if let error = failure.error.withLock({ $0 }) { throw error }
        return nil
    }
}

/// Why a thread ended early.
final class FailureOfThread: Sendable {
    let error = Mutex<(any Error)?>(nil)
}
