import Basics
import Export
import GalleryModel

/// Exports rows to bytes through the public API.
func exported(
    _ rows: [ListedPhoto], _ format: ExportFormat, columns: [ExportColumn]? = nil,
    spreadsheetSafe: Bool = false, sourceFile: BytePath? = nil
) -> [UInt8] {
    var encoder = RowEncoder(
        format: format, columns: columns, spreadsheetSafe: spreadsheetSafe)
    var bytes: [UInt8] = []
    for row in rows { encoder.append(row, sourceFile: sourceFile) { bytes += $0 } }
    encoder.finish { bytes += $0 }
    return bytes
}

/// Exports rows to text.
func exportedText(
    _ rows: [ListedPhoto], _ format: ExportFormat, columns: [ExportColumn]? = nil,
    spreadsheetSafe: Bool = false, sourceFile: BytePath? = nil
) -> String {
    String(
        decoding: exported(
            rows, format, columns: columns, spreadsheetSafe: spreadsheetSafe,
            sourceFile: sourceFile), as: UTF8.self)
}

/// The text of the single CSV cell of a row, between the header and the line end.
func cell(
    _ column: ExportColumn, of row: ListedPhoto, spreadsheetSafe: Bool = false
) -> String {
    let text = exportedText(
        [row], .csv, columns: [.position, column], spreadsheetSafe: spreadsheetSafe)
    let start = "Position,\(column.name)\r\n\(row.position),".utf8.count
    return String(decoding: text.utf8.dropFirst(start).dropLast(2), as: UTF8.self)
}
