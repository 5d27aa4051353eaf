import Foundation
import GalleryModel

extension ReverseGeocoder {
    /// Looks up positions that are written on lines, `LAT,LON` in decimal degrees each.
    ///
    /// A line that is no position gets an item with an error, and the others go on. Items come in the
    /// order of the lines, as soon as those of a chunk are ready.
    ///
    /// - Parameters:
    ///   - chunks: bytes of whole lines, the last line feed left out or not; drawn one by one on a thread
    ///     of its own, so that the sequence may block, such as one that reads standard input.
    ///   - areNumbered: whether failed items are named by the number of their line, from 1.
    ///   - options: progress and failed items.
    ///   - body: gets the items of each chunk; called on one thread at a time. What it throws ends the
    ///     work.
    /// - Throws: `configuration` for a damaged index; what `body` throws; `CancellationError`.
    public func locate(
        lines chunks: some Sequence<[UInt8]> & Sendable, areNumbered: Bool = true,
        options work: WorkOptions = WorkOptions(),
        body: @escaping @Sendable ([LocatedItem]) throws -> Void
    ) async throws -> LocateSummary {
        try await stoppable { stop in
            var summary = LocateSummary()
            summary.noun = "position"
            var number = 0
            // One thread: it keeps the shapes it has decoded, and is quicker than the lines come.
            let pipeline = OrderedWork<[UInt8], Result<[LocatedItem], GalleryError>>(
                WorkContext(work, stop: stop), threads: 1)
            try pipeline.run { push in
                for chunk in chunks where !push(chunk) { return }
            } makeWorker: {
                let place = try makeLookup()
                return { chunk in
                    Result { () throws(GalleryError) in
                        try ReverseGeocoder.items(of: chunk, place)
                    }
                }
            } consume: { outputs in
                for output in outputs {
                    let items = try output.get()
                    for item in items {
                        number += 1
                        summary.count(item, work, named: areNumbered ? .line(number) : nil)
                    }
                    try body(items)
                }
                let done = summary.located + summary.atSea + summary.failed
                work.progress(.init(activity: "positions", done: done, total: nil))
            }
            return summary
        }
    }

    private static func items(
        of chunk: [UInt8], _ place: Lookup
    ) throws(GalleryError) -> [LocatedItem] {
        var items: [LocatedItem] = []
        for line in lines(of: chunk) {
            var item = PositionLine.item(line)
            if let coordinate = item.coordinate { item.place = try place(coordinate) }
            items.append(item)
        }
        return items
    }

    /// The lines of a chunk; what follows the last line feed is a line where it is not empty.
    private static func lines(of chunk: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines = chunk.split(separator: 0x0A, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}
