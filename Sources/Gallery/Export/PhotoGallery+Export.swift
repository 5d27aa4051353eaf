import Basics
import Catalog
import Export
import Foundation
public import GalleryModel
import Synchronization

extension PhotoGallery {
    /// The rows of a query in a format of files, section after section, made as they are asked for.
    ///
    /// Where the rows tell paths, a file left in place that holds another picture by now is no file of the
    /// photo: whoever gets the rows may write to it.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - options: the format and the columns.
    /// - Throws: `usage` for an unknown column; `configuration` for coarse positions without an index of
    ///   places. What the catalog throws, reading the bytes does.
    public func export(
        _ query: PhotoQuery, options: ExportOptions
    ) throws(GalleryError) -> RowExport {
        try options.check()
        _ = try PositionFilter(options.positions, settings: settings)
        return RowExport { [self] sink in
            let filter = try PositionFilter(options.positions, settings: settings)
            var stream = EncodedStream(encoder: try options.encoder(), filter: filter)
            let next = try forEachBatchAhead(
                query, includesRaw: options.needsRaw, verifiesPaths: options.tellsPaths
            ) { rows in
                for row in rows { try stream.append(row, to: sink) }
            }
            var summary = try stream.finish(sink)
            summary.next = next
            return summary
        }
    }

    /// The bytes of rows that are in memory, as an export writes them.
    ///
    /// - Throws: `usage` for an unknown column, and for coarse positions, whose names need the index of
    ///   places that only an open gallery knows.
    public static func encode(
        _ rows: [ListedPhoto], options: ExportOptions
    ) throws(GalleryError) -> [UInt8] {
        if case .coarse = options.positions {
            throw GalleryError(
                .usage, "rows in memory cannot be made coarse: export sections, or leave it out")
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

    /// Hands out batches that a thread of its own reads ahead.
    ///
    /// - Returns: where rows follow that the query's limit cut; nil for none.
    /// - Throws: what the catalog throws, translated; what `body` throws, as it is.
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
            // The reader finds the queue closed at its next batch and ends its snapshot.
            queue.close()
            while queue.pop() != nil {}
            throw error
        }
        do { return try outcome.withLock({ $0 }).get() } catch {
            throw GalleryError(translating: error)
        }
    }
}

/// Rows on their way to a sink.
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

    /// Writes the rest and says what was written in all.
    mutating func finish(
        _ sink: ([UInt8]) throws -> Void
    ) throws -> ExportSummary {
        encoder.end(into: &buffer)
        try drain(sink)
        return ExportSummary(rows: encoder.count, withoutPosition: encoder.skipped)
    }

    /// Hands over what waits, whole rows.
    mutating func drain(_ sink: ([UInt8]) throws -> Void) throws {
        try sink(buffer.bytes)
        buffer.removeAll()
    }
}
