package import Basics
package import GalleryModel

/// Spells photos as CSV: UTF-8, CRLF, a header line, and quotes only where a reader needs them.
///
/// Paths are written as their bytes, so that a file name that is not UTF-8 arrives as it is. The place of a
/// fallback home for a position is left out: no column would say so, and exiftool would write it
/// into the picture as the place where the photo was taken.
/// Source: RFC 4180, https://www.rfc-editor.org/rfc/rfc4180
package struct CSVEncoder: Sendable {
    /// The columns, in order.
    package let columns: [ExportColumn]
    /// Whether text that a spreadsheet would run as a formula gets a leading `'`.
    package let spreadsheetSafe: Bool

    /// Makes an encoder of columns that CSV has; others are left out.
    package init(
        columns: [ExportColumn] = ExportColumn.tabular, spreadsheetSafe: Bool = false
    ) {
        self.columns = columns.filter(\.isTabular)
        self.spreadsheetSafe = spreadsheetSafe
    }

    /// Appends the header line.
    package func appendHeader(to buffer: inout OutputBuffer) {
        buffer.append(columns.map(\.name).joined(separator: ","))
        buffer.append(CSVEncoder.lineEnd)
    }

    /// Appends a photo's line; `sourceFile` stands in place of the stored picture's path.
    package func append(
        _ row: ListedPhoto, sourceFile: BytePath? = nil, to buffer: inout OutputBuffer
    ) {
        let picture = row.photo.picture
        let coordinate = row.photo.coordinate
        let isHome = row.photo.location?.source == .home
        let lineStart = buffer.count
        var isFirst = true
        for column in columns {
            if isFirst { isFirst = false } else { buffer.append(UInt8(ascii: ",")) }
            if isHome, column.isPlace { continue }
            let value = column.value(
                in: row, picture: picture, coordinate: coordinate, sourceFile: sourceFile)
            append(value, to: &buffer)
        }
        // An empty line is no record to most readers, so a lone empty cell is written as `""`.
        if columns.count == 1, buffer.count == lineStart { buffer.append("\"\"") }
        buffer.append(CSVEncoder.lineEnd)
    }

    private static let lineEnd = "\r\n"

    @inline(__always)
    private func append(_ value: ExportValue, to buffer: inout OutputBuffer) {
        let start = buffer.count
        switch value {
        case .unknown: break
        case .text(let text):
            buffer.append(text)
            if spreadsheetSafe { buffer.disarmFormula(from: start) }
            buffer.quoteCell(from: start)
        case .path(let path):
            // The file is UTF-8 throughout; a name that is not stands escaped, as everywhere else.
            if let text = path.string { buffer.append(text) } else { buffer.append(path.escaped) }
            if spreadsheetSafe { buffer.disarmFormula(from: start) }
            buffer.quoteCell(from: start)
        case .integer(let number): buffer.append(number: number)
        case .decimal(let number): buffer.append(decimal: number)
        case .flag(let flag): buffer.append(flag ? UInt8(ascii: "1") : UInt8(ascii: "0"))
        case .instant(let seconds): buffer.append(instant: seconds)
        case .strings(let strings):
            buffer.append(jsonArray: strings)
            buffer.quoteCell(from: start)
        case .rectangles(let rectangles):
            buffer.append(jsonArray: rectangles)
            buffer.quoteCell(from: start)
        case .pictures, .json: break
        }
    }
}

extension CSVEncoder {
    /// The header line of a table with all columns, without its line end.
    package static let wholeHeader = ExportColumn.tabular.map(\.name).joined(separator: ",")

    /// Where a column of such a table stands.
    package static func index(of column: ExportColumn) -> Int? {
        ExportColumn.tabular.firstIndex(of: column)
    }
}
