import Gallery
import GalleryModel
import Synchronization

/// Prints examined pictures as they come; handed to the gallery, which calls it from its own thread.
final class FaceOutput: Sendable {
    private struct State {
        var output: Output
    }

    private let format: RowFormat
    private let hasPaths: Bool
    private let state: Mutex<State>

    /// Makes an output.
    ///
    /// - Parameter hasPaths: whether files outside the catalog come; tables of the catalog's own
    ///   pictures are left to `faces list`.
    init(_ format: RowFormat, hasPaths: Bool) {
        self.format = format
        self.hasPaths = hasPaths
        state = Mutex(State(output: Output(format, columns: FaceRows.columns)))
    }

    /// Prints results; whoever reads them on a pipe gets them now.
    ///
    /// - Throws: what standard output throws.
    func append(_ results: [ExaminedFaces]) throws {
        guard !results.isEmpty else { return }
        try state.withLock { state in
            for result in results where format != .table || result.photoID == nil {
                switch format {
                case .json, .jsonl: try state.output.append(object: FaceRows.members(result))
                case .table, .csv:
                    try state.output.append(FaceRows.row(result, isTable: format == .table))
                }
            }
        }
        if format != .table { try StandardOutput.shared.flush() }
    }

    /// Prints what closes the rows.
    ///
    /// - Throws: what standard output throws.
    func finish() throws {
        if !hasPaths, format == .table { return }
        try state.withLock { try $0.output.finish() }
    }
}
