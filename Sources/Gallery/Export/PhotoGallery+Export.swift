import Basics
import Catalog
import Export
import Foundation
public import GalleryModel
import Synchronization

extension PhotoGallery {
    /// Passes batches that a separate thread reads ahead to a closure.
    ///
    /// - Returns: the cursor after the last row if the query's limit cut off more rows; otherwise
    ///   nil.
    /// - Throws: errors of the catalog, translated; errors of `body`, unchanged.
    @discardableResult
    func forEachBatchAhead(
        _ query: PhotoQuery, includesRaw: Bool, verifiesPaths: Bool = false,
        body: ([ListedPhoto]) throws -> Void
    ) throws -> PhotoCursor? {
        let queue = BoundedQueue<[ListedPhoto]>(capacity: 4)
        let outcome = Mutex<Result<PhotoCursor?, any Error>>(.success(nil))
        let reader = Thread { [self] in
            let read = Result {
                try forEachBatch(query, verifiesPaths: verifiesPaths) { queue.push($0) }
            }
            outcome.withLock { $0 = read }
            queue.close()
        }
        reader.start()
        do {
            try GalleryError.relaying {
                while var batch = queue.pop() {
                    if includesRaw {
                        for index in batch.indices {
                            batch[index].photo.details.rawJSON =
                                try catalog.rawJSON(of: batch[index].photo.id)
                        }
                    }
                    try body(batch)
                }
            }
        } catch {
            // The reader finds the queue closed at its next batch and releases its snapshot.
            queue.close()
            while queue.pop() != nil {}
            throw error
        }
        do { return try outcome.withLock({ $0 }).get() } catch {
            throw GalleryError(translating: error)
        }
    }
}

/// Exports of rows, pictures and sidecars.
///
/// @Snippet(path: "gallery/Snippets/ChoosePhotos", slice: "export")
public struct GalleryExport: GalleryFeature {
    let gallery: PhotoGallery

    /// Returns the rows of a query in a file format, section by section, encoded on demand.
    ///
    /// If the rows contain paths, a file left in place whose content has changed is omitted:
    /// recipients may write to the paths.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - options: the format and the columns.
    /// - Throws: `usage` for an unknown column; `configuration` for coarse positions without a
    ///   place index. Catalog errors are thrown while reading the bytes.
    public func rows(
        _ query: PhotoQuery, options: ExportOptions
    ) throws(GalleryError) -> RowExport {
        try options.check()
        _ = try PositionFilter(options.positions, settings: settings)
        return RowExport { [self] sink in
            let filter = try PositionFilter(options.positions, settings: settings)
            var stream = EncodedStream(encoder: try options.encoder(), filter: filter)
            let next = try gallery.forEachBatchAhead(
                query, includesRaw: options.needsRaw, verifiesPaths: options.needsPaths
            ) { rows in
                for row in rows { try stream.append(row, to: sink) }
            }
            var summary = try stream.finish(sink)
            summary.next = next
            return summary
        }
    }

    /// Encodes rows in memory as an export would.
    ///
    /// - Throws: `usage` for an unknown column, and for coarse positions, which need the place
    ///   index of an open gallery.
    public static func encode(
        _ rows: [ListedPhoto], options: ExportOptions
    ) throws(GalleryError) -> [UInt8] {
        if case .coarse = options.positions {
            throw GalleryError(
                .usage, "rows in memory cannot have coarse positions: export sections instead")
        }
        var bytes: [UInt8] = []
        let filter = try PositionFilter(options.positions, settings: GallerySettings())
        var stream = EncodedStream(encoder: try options.encoder(), filter: filter)
        try GalleryError.translating {
            for row in rows { try stream.append(row) { bytes += $0 } }
            _ = try stream.finish { bytes += $0 }
        }
        return bytes
    }
}

/// Encodes rows and passes the bytes to a sink.
struct EncodedStream: ~Copyable {
    private var encoder: RowEncoder
    private let filter: PositionFilter
    private var buffer = OutputBuffer(capacity: 1 << 17)

    init(encoder: RowEncoder, filter: PositionFilter) {
        self.encoder = encoder
        self.filter = filter
        encoder.begin(into: &buffer)
    }

    mutating func append(
        _ row: ListedPhoto, sourceFile: BytePath? = nil, to sink: ([UInt8]) throws -> Void
    ) throws {
        encoder.append(try filter.applied(to: row), sourceFile: sourceFile, to: &buffer)
        if buffer.count >= 1 << 16 { try drain(sink) }
    }

    /// Writes the remaining bytes and returns the totals.
    mutating func finish(
        _ sink: ([UInt8]) throws -> Void
    ) throws -> ExportSummary {
        encoder.end(into: &buffer)
        try drain(sink)
        return ExportSummary(rows: encoder.count, withoutPosition: encoder.skipped)
    }

    /// Passes the buffered rows to the sink.
    mutating func drain(_ sink: ([UInt8]) throws -> Void) throws {
        try sink(buffer.bytes)
        buffer.removeAll()
    }
}

/// The outcome of an export.
public struct ExportSummary: Hashable, Sendable {
    /// The number of exported rows.
    public var rows = 0
    /// The number of photos left out because the format requires a position.
    public var withoutPosition = 0
    /// The cursor after the last row if the query's limit cut off more rows; otherwise nil.
    public var next: PhotoCursor?
}

/// The bytes of exported rows, about 64 KiB at a time, produced on demand.
///
/// A separate thread reads and encodes a few pieces ahead of the reader; it ends when the reader
/// stops iterating. Each iteration is a separate export.
public final class RowExport: AsyncSequence, Sendable {
    private let run: @Sendable (_ sink: ([UInt8]) throws -> Void) throws -> ExportSummary
    private let done = Mutex(ExportSummary())

    init(
        _ run: @escaping @Sendable (_ sink: ([UInt8]) throws -> Void) throws -> ExportSummary
    ) {
        self.run = run
    }

    /// The outcome, once all bytes have been read.
    public var summary: ExportSummary { done.withLock { $0 } }

    /// Starts the export.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            pieces: RowExportPieces { [self] sink in
                let summary = try run(sink)
                done.withLock { $0 = summary }
            })
    }

    /// Iterates over the bytes.
    public struct Iterator: AsyncIteratorProtocol {
        let pieces: RowExportPieces

        /// Returns the next bytes; nil at the end.
        ///
        /// - Throws: errors of the catalog; `CancellationError`.
        public mutating func next() async throws -> [UInt8]? {
            try Task.checkCancellation()
            return try await offload { [pieces] in try pieces.next() }
        }
    }
}

/// The pieces of one export, passed from the producing thread to the reader.
final class RowExportPieces: Sendable {
    private let queue = BoundedQueue<Result<[UInt8], any Error>>(capacity: 4)

    /// Starts the thread.
    init(_ run: @escaping @Sendable (_ sink: ([UInt8]) throws -> Void) throws -> Void) {
        let thread = Thread { [queue] in
            do {
                try run { bytes in
                    if !bytes.isEmpty, !queue.push(.success(bytes)) { throw CancellationError() }
                }
            } catch {
                _ = queue.push(.failure(error))
            }
            queue.close()
        }
        thread.stackSize = 8 << 20
        thread.start()
    }

    // The thread finds the queue closed at its next piece.
    deinit { queue.close() }

    /// Returns the next piece; blocks until there is one.
    func next() throws -> [UInt8]? { try queue.pop()?.get() }
}
