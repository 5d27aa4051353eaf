import Basics
import Gallery
import GalleryModel

/// Prints what was understood of a query.
enum ExplanationRows {
    /// Prints it as facts for a person, or as one row.
    ///
    /// - Throws: what standard output throws.
    static func write(_ explanation: QueryExplanation, as format: RowFormat) throws {
        let numbers = [("photos", explanation.photos), ("rowsRead", explanation.rowsRead)]
        let values = numbers.map { RowValue.integer($0.1) }
        switch format {
        case .table:
            let steps = explanation.steps.isEmpty ? ["nothing to look up"] : explanation.steps
            var lines = ["understood: \(explanation.understood)"]
            lines += steps.map { "found by: \($0)" }
            lines += ["photos: \(explanation.photos)", "rows read: \(explanation.rowsRead)"]
            for line in lines { try StandardOutput.shared.write(DisplayText.escaped(line) + "\n") }
        case .json, .jsonl:
            try Output.write(object: [
                ("understood", .text(explanation.understood)),
                ("steps", .list(explanation.steps.map(RowValue.text))),
                ("photos", values[0]), ("rowsRead", values[1]),
            ])
        case .csv:
            try Output.write(
                [
                    [
                        .text(explanation.understood),
                        .text(explanation.steps.joined(separator: "; ")),
                    ] + values
                ], as: format,
                columns: ["understood", "steps", "photos", "rowsRead"].map {
                    Output.Column($0, nil)
                })
        }
    }
}
