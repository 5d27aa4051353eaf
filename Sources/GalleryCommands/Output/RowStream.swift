import Synchronization

/// Prints rows as they come; handed to the gallery, which calls it from its own thread.
final class RowStream<Item>: Sendable {
    /// How rows are printed; nil for none.
    private let format: RowFormat?
    private let layout: RowLayout<Item>
    private let output: Mutex<Output?>

    /// Makes a stream of rows.
    init(_ format: RowFormat?, _ layout: RowLayout<Item>) {
        self.format = format
        self.layout = layout
        output = Mutex(format.map { Output($0, columns: layout.columns) })
    }

    /// Prints items; whoever reads them on a pipe gets them now.
    ///
    /// - Throws: what standard output throws.
    func append(_ items: [Item]) throws {
        guard let format, !items.isEmpty else { return }
        try output.withLock { output in
            if format.isJSON, let json = layout.json {
                try output?.append(objects: items, json)
            } else {
                for item in items {
                    for row in layout.rows(item, format == .table) { try output?.append(row) }
                }
            }
        }
        if format != .table { try StandardOutput.shared.flush() }
    }

    /// Prints what closes the rows.
    ///
    /// - Throws: what standard output throws.
    func finish() throws {
        try output.withLock { try $0?.finish() }
    }
}
