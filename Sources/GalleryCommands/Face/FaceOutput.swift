import Gallery
import GalleryModel
import Synchronization

/// Prints examined pictures as they come; handed to the gallery, which calls it from its own thread.
final class FaceOutput: Sendable {
    private struct State {
        var output: Output
    }

    private let format: RowFormat
    private let isCatalog: Bool
    private let state: Mutex<State>

    /// Makes an output.
    ///
    /// - Parameter isCatalog: whether the pictures are the catalog's, whose tables are left to
    ///   `faces list`.
    init(_ format: RowFormat, isCatalog: Bool) {
        self.format = format
        self.isCatalog = isCatalog
        state = Mutex(State(output: Output(format, columns: FaceRows.columns)))
    }

    /// Prints results; whoever reads them on a pipe gets them now.
    ///
    /// - Throws: what standard output throws.
    func append(_ results: [ExaminedFaces]) throws {
        guard !results.isEmpty, !(isCatalog && format == .table) else { return }
        try state.withLock { state in
            for result in results {
                switch format {
                case .json, .jsonl: try state.output.append(object: FaceRows.members(result))
                case .table, .csv:
                    try state.output.append(FaceRows.row(result, isTable: format == .table))
                }
            }
        }
        if format == .jsonl { try StandardOutput.shared.flush() }
    }

    /// Prints what closes the rows.
    ///
    /// - Throws: what standard output throws.
    func finish() throws {
        if isCatalog, format == .table { return }
        try state.withLock { try $0.output.finish() }
    }
}
