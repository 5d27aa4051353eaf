package import Basics
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
        case geojson(GeoJSONEncoder)
        case gpx(GPXEncoder)
    }

    private let kind: Kind
    /// How many rows were written.
    package private(set) var count = 0
    /// How many rows were left out because the photo has no position, and the format nothing without it.
    package private(set) var skipped = 0

    /// Makes an encoder; without columns it writes the format's default ones.
    ///
    /// `spreadsheetSafe` puts a `'` before text that a spreadsheet would run; other formats have no need
    /// of it. Columns are GeoJSON's properties, and GPX has none. Rows are written as they are: what is not
    /// to be given away `PositionPrivacy` takes out of them before.
    package init(
        format: ExportFormat, columns: [ExportColumn]? = nil, spreadsheetSafe: Bool = false
    ) {
        let columns = columns ?? ExportColumn.defaults(for: format)
        switch format {
        case .csv: kind = .csv(CSVEncoder(columns: columns, spreadsheetSafe: spreadsheetSafe))
        case .json: kind = .json(JSONRowEncoder(columns: columns))
        case .jsonl: kind = .jsonl(JSONRowEncoder(columns: columns))
        case .geojson: kind = .geojson(GeoJSONEncoder(columns: columns))
        case .gpx: kind = .gpx(GPXEncoder())
        }
    }

    /// Appends what stands before the first row: CSV's header, the opening of the others.
    package func begin(into buffer: inout OutputBuffer) {
        switch kind {
        case .csv(let encoder): encoder.appendHeader(to: &buffer)
        case .json: buffer.append(UInt8(ascii: "["))
        case .jsonl: break
        case .geojson(let encoder): encoder.appendHeader(to: &buffer)
        case .gpx(let encoder): encoder.appendHeader(to: &buffer)
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
        case .geojson(let encoder):
            guard let coordinate = row.photo.coordinate else { return skipped += 1 }
            buffer.append(count == 0 ? "\n" : ",\n")
            encoder.append(row, at: coordinate, sourceFile: sourceFile, to: &buffer)
        case .gpx(let encoder):
            guard let coordinate = row.photo.coordinate else { return skipped += 1 }
            encoder.append(row, at: coordinate, to: &buffer)
        }
        count += 1
    }

    /// Appends what stands after the last row.
    package func end(into buffer: inout OutputBuffer) {
        switch kind {
        case .csv, .jsonl: break
        case .json: buffer.append(count == 0 ? "]\n" : "\n]\n")
        case .geojson(let encoder): encoder.appendFooter(to: &buffer)
        case .gpx(let encoder): encoder.appendFooter(to: &buffer)
        }
    }
}
