package import GalleryModel

/// Turns rows into the bytes of one file, a row at a time, whatever the format.
///
/// Call `begin` once, `append` for each row and `end` once; drain the buffer whenever it suits.
///
/// ```swift
/// var encoder = RowEncoder(format: .csv)
/// encoder.begin(into: &buffer)
/// for row in rows { encoder.append(row, to: &buffer) }
/// encoder.end(into: &buffer)
/// ```
package struct RowEncoder: Sendable {
    private enum Kind: Sendable {
        case csv(CSVEncoder)
        case json(JSONRowEncoder)
        case jsonl(JSONRowEncoder)
    }

    private let kind: Kind
    /// How many rows were appended.
    package private(set) var count = 0

    /// Makes an encoder; without columns it writes the format's default ones.
    ///
    /// `spreadsheetSafe` puts a `'` before text that a spreadsheet would run; JSON has no need of
    /// it.
    package init(
        format: ExportFormat, columns: [ExportColumn]? = nil, spreadsheetSafe: Bool = false
    ) {
        let columns = columns ?? ExportColumn.defaults(for: format)
        switch format {
        case .csv: kind = .csv(CSVEncoder(columns: columns, spreadsheetSafe: spreadsheetSafe))
        case .json: kind = .json(JSONRowEncoder(columns: columns))
        case .jsonl: kind = .jsonl(JSONRowEncoder(columns: columns))
        }
    }

    /// Appends what stands before the first row: CSV's header, JSON's bracket.
    package func begin(into buffer: inout OutputBuffer) {
        switch kind {
        case .csv(let encoder): encoder.appendHeader(to: &buffer)
        case .json: buffer.append(UInt8(ascii: "["))
        case .jsonl: break
        }
    }

    /// Appends a row; `sourceFile` stands in place of the path of the photo's stored picture.
    package mutating func append(
        _ row: ListedPhoto, sourceFile: BytePath? = nil, to buffer: inout OutputBuffer
    ) {
        switch kind {
        case .csv(let encoder):
            encoder.append(row, sourceFile: sourceFile, to: &buffer)
        case .json(let encoder):
            buffer.append(count == 0 ? "\n" : ",\n")
            encoder.append(row, sourceFile: sourceFile, to: &buffer)
        case .jsonl(let encoder):
            encoder.append(row, sourceFile: sourceFile, to: &buffer)
            buffer.append(UInt8(ascii: "\n"))
        }
        count += 1
    }

    /// Appends what stands after the last row.
    package func end(into buffer: inout OutputBuffer) {
        guard case .json = kind else { return }
        buffer.append(count == 0 ? "]\n" : "\n]\n")
    }
}
