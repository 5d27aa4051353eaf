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
        let cursor = Mutex<PhotoCursor?>(nil)
        let batches = ReadAhead<[ListedPhoto]> { [self] push in
            let next = try GalleryError.translating {
                try forEachPhoto(query, verifiesPaths: verifiesPaths, body: push)
            }
            cursor.withLock { $0 = next }
        }
        try GalleryError.relaying {
            while var batch = try batches.next() {
                if includesRaw {
                    for index in batch.indices {
                        batch[index].photo.details.rawJSON =
                            try catalog.rawJSON(of: batch[index].photo.id)
                    }
                }
                try body(batch)
            }
        }
        return cursor.withLock { $0 }
    }
}

/// The values of a separate thread, which produces a few of them ahead of the reader.
///
/// The thread ends at its next value once this object is released.
final class ReadAhead<Element: Sendable>: Sendable {
    private let queue = BoundedQueue<Result<Element, any Error>>(capacity: 4)

    /// Starts the thread.
    ///
    /// - Parameter produce: passes values to the closure until it returns false, because no more
    ///   are wanted.
    init(_ produce: @escaping @Sendable (_ push: (Element) -> Bool) throws -> Void) {
        let thread = Thread { [queue] in
            do { try produce { queue.push(.success($0)) } } catch {
                _ = queue.push(.failure(error))
            }
            queue.close()
        }
        thread.stackSize = 8 << 20
        thread.start()
    }

    deinit { queue.close() }

    /// Returns the next value; blocks until there is one; nil at the end.
    ///
    /// - Throws: the error that ended the thread, after the values produced before.
    func next() throws -> Element? { try queue.pop()?.get() }
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
            var encoder = try options.encoder()
            let next = try gallery.forEachBatchAhead(
                query, includesRaw: options.needsRaw, verifiesPaths: options.needsPaths
            ) { rows in
                for row in rows { try encoder.append(filter.applied(to: row), to: sink) }
            }
            try encoder.finish(sink)
            return ExportSummary(rows: encoder.count, withoutPosition: encoder.skipped, next: next)
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
        var encoder = try options.encoder()
        for row in rows {
            try encoder.append(translated(filter.applied(to: row))) { bytes += $0 }
        }
        encoder.finish { bytes += $0 }
        return bytes
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

    init(_ run: @escaping @Sendable (_ sink: ([UInt8]) throws -> Void) throws -> ExportSummary) {
        self.run = run
    }

    /// The outcome, once all bytes have been read.
    public var summary: ExportSummary { done.withLock { $0 } }

    /// Starts the export.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            pieces: ReadAhead { [self] push in
                let summary = try run { bytes in
                    if !bytes.isEmpty, !push(bytes) { throw CancellationError() }
                }
                done.withLock { $0 = summary }
            })
    }

    /// Iterates over the bytes.
    public struct Iterator: AsyncIteratorProtocol {
        let pieces: ReadAhead<[UInt8]>

        /// Returns the next bytes; nil at the end.
        ///
        /// - Throws: errors of the catalog; `CancellationError`.
        public mutating func next() async throws -> [UInt8]? {
            try Task.checkCancellation()
            return try await offload { [pieces] in try pieces.next() }
        }
    }
}
