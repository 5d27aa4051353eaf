import Gallery
import GalleryModel
import Synchronization

/// Prints located items as they come; handed to the gallery, which calls it from its own thread.
final class LocateOutput: Sendable {
    private struct State {
        var output: Output
        var count = 0
    }

    private let format: RowFormat
    private let isPosition: Bool
    private let state: Mutex<State>

    /// Makes an output.
    ///
    /// - Parameter isPosition: whether all that comes are bare positions, whose rows are narrower.
    init(_ format: RowFormat, isPosition: Bool) {
        self.format = format
        self.isPosition = isPosition
        state = Mutex(
            State(
                output: Output(
                    format,
                    columns: isPosition ? LocateRows.positionColumns : LocateRows.columns)))
    }

    /// Prints items; whoever reads them on a pipe gets them now.
    ///
    /// - Throws: what standard output throws.
    func append(_ items: [LocatedItem]) throws {
        guard !items.isEmpty else { return }
        try state.withLock { state in
            switch format {
            case .table, .csv:
                for item in items {
                    try state.output.append(
                        LocateRows.row(item, isTable: format == .table, isPosition: isPosition))
                }
            case .json, .jsonl:
                var bytes: [UInt8] = []
                bytes.reserveCapacity(items.count * 224)
                for item in items {
                    if format == .json { bytes += (state.count == 0 ? "[\n" : ",\n").utf8 }
                    LocateRows.append(item, to: &bytes)
                    if format == .jsonl { bytes.append(0x0A) }
                    state.count += 1
                }
                try StandardOutput.shared.write(bytes)
            }
        }
        if format != .table { try StandardOutput.shared.flush() }
    }

    /// Prints what closes the rows.
    ///
    /// - Throws: what standard output throws.
    func finish() throws {
        try state.withLock { state in
            if format == .json {
                try StandardOutput.shared.write(state.count == 0 ? "[]\n" : "\n]\n")
            } else {
                try state.output.finish()
            }
        }
    }
}
