import Synchronization

/// Prints rows as they come; handed to the gallery, which calls it from its own thread.
final class RowStream: Sendable {
    private struct State {
        /// Where rows go; nil where none are printed.
        var rows: Output?
    }

    /// How rows are printed; nil for none.
    let format: RowFormat?
    private let state: Mutex<State>

    /// Makes a stream of rows with these columns.
    init(_ format: RowFormat?, columns: [Output.Column]) {
        self.format = format
        state = Mutex(State(rows: format.map { Output($0, columns: columns) }))
    }

    /// Prints rows, whose values stand in the order of the columns; whoever reads them on a pipe gets
    /// them now.
    ///
    /// - Throws: what standard output throws.
    func append(_ rows: [[RowValue]]) throws {
        try state.withLock { state in
            for row in rows { try state.rows?.append(row) }
        }
        try flush()
    }

    /// Prints rows of JSON whose members are not always the columns.
    ///
    /// - Throws: what standard output throws.
    func append(objects: [[(String, RowValue)]]) throws {
        try state.withLock { state in
            for members in objects { try state.rows?.append(object: members) }
        }
        try flush()
    }

    /// Prints what closes the rows.
    ///
    /// - Throws: what standard output throws.
    func finish() throws {
        try state.withLock { try $0.rows?.finish() }
    }

    private func flush() throws {
        if let format, format != .table { try StandardOutput.shared.flush() }
    }
}
