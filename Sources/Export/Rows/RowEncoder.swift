package import Basics
package import GalleryModel

/// Encodes rows of any export format, one row at a time, and passes the bytes to a sink, about
/// 64 KiB at a time.
///
/// ```swift
/// var encoder = RowEncoder(format: .csv)
/// for row in rows { try encoder.append(row, to: sink) }
/// try encoder.finish(sink)
/// ```
package struct RowEncoder: ~Copyable, Sendable {
    private let format: ExportFormat
    private let columns: [ExportColumn]
    private let isSpreadsheetSafe: Bool
    /// The keys of the columns in JSON, each after a comma.
    private let keys: [[UInt8]]
    private var buffer = OutputBuffer(capacity: 1 << 17)
    /// The number of rows written.
    package private(set) var count = 0
    /// The number of rows skipped because the format requires a position and the photo has none.
    package private(set) var skipped = 0

    /// Creates an encoder, by default with the default columns of the format.
    ///
    /// `spreadsheetSafe` inserts a `'` before CSV text that a spreadsheet would evaluate. Columns
    /// are properties in GeoJSON and are ignored for GPX, and CSV omits columns of objects. Rows
    /// are written unchanged; apply `PositionPrivacy` first.
    package init(
        format: ExportFormat, columns: [ExportColumn]? = nil, spreadsheetSafe: Bool = false
    ) {
        self.format = format
        let columns = columns ?? ExportColumn.defaults(for: format)
        self.columns = format == .csv ? columns.filter { !$0.isNested } : columns
        isSpreadsheetSafe = spreadsheetSafe
        keys = self.columns.map { Array(",\"\($0.name)\":".utf8) }
        switch format {
        case .csv:
            buffer.append(self.columns.map(\.name).joined(separator: ","))
            buffer.append(RowEncoder.lineEnd)
        case .json: buffer.append(UInt8(ascii: "["))
        case .jsonl: break
        case .geojson: buffer.append("{\"type\":\"FeatureCollection\",\"features\":[")
        case .gpx:
            buffer.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
            buffer.append("<gpx version=\"1.1\" creator=\"gallery\"")
            buffer.append(" xmlns=\"http://www.topografix.com/GPX/1/1\"")
            buffer.append(" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"")
            buffer.append(" xsi:schemaLocation=\"http://www.topografix.com/GPX/1/1")
            buffer.append(" http://www.topografix.com/GPX/1/1/gpx.xsd\">\n")
        }
    }

    /// Returns the text of a CSV cell without the `'` that `spreadsheetSafe` inserts.
    package static func withoutFormulaMark(_ cell: String) -> String {
        guard cell.utf8.first == UInt8(ascii: "'") else { return cell }
        var text = String(cell.unicodeScalars.dropFirst())
        return text.withUTF8(OutputBuffer.isFormula) ? text : cell
    }

    /// Appends a row; `sourceFile` replaces the path of the photo's stored picture.
    package mutating func append(
        _ row: ListedPhoto, sourceFile: BytePath? = nil, to sink: ([UInt8]) throws -> Void
    ) rethrows {
        switch format {
        case .csv: appendCells(of: row, sourceFile)
        case .json:
            buffer.append(count == 0 ? "\n" : ",\n")
            appendObject(of: row, sourceFile)
        case .jsonl:
            appendObject(of: row, sourceFile)
            buffer.append(UInt8(ascii: "\n"))
        case .geojson:
            guard let coordinate = row.photo.coordinate else { return skipped += 1 }
            buffer.append(count == 0 ? "\n" : ",\n")
            appendFeature(of: row, at: coordinate, sourceFile)
        case .gpx:
            guard let coordinate = row.photo.coordinate else { return skipped += 1 }
            appendWaypoint(of: row.photo, at: coordinate)
        }
        count += 1
        if buffer.count >= 1 << 16 { try drain(sink) }
    }

    /// Appends the text after the last row and passes the remaining bytes to the sink.
    package mutating func finish(_ sink: ([UInt8]) throws -> Void) rethrows {
        switch format {
        case .csv, .jsonl: break
        case .json: buffer.append(count == 0 ? "]\n" : "\n]\n")
        case .geojson: buffer.append("\n]}\n")
        case .gpx: buffer.append("</gpx>\n")
        }
        try drain(sink)
    }

    /// Passes the rows encoded so far to the sink.
    package mutating func drain(_ sink: ([UInt8]) throws -> Void) rethrows {
        try sink(buffer.bytes)
        buffer.removeAll()
    }
}

/// CSV: UTF-8 with CRLF line endings, a header line, and quotes only where required.
///
/// Place names of a fallback home are omitted: no column marks them as such, and exiftool would
/// write them into the picture as the location of the photo.
/// Source: RFC 4180, https://www.rfc-editor.org/rfc/rfc4180
extension RowEncoder {
    /// The header line with all columns, without line ending.
    package static let wholeHeader = ExportColumn.tabular.map(\.name).joined(separator: ",")
    private static let lineEnd = "\r\n"

    private mutating func appendCells(of row: ListedPhoto, _ sourceFile: BytePath?) {
        let picture = row.photo.picture
        let coordinate = row.photo.coordinate
        let isHome = row.photo.location?.source == .home
        let lineStart = buffer.count
        var isFirst = true
        for column in columns {
            if isFirst { isFirst = false } else { buffer.append(UInt8(ascii: ",")) }
            if isHome, column.isPlace { continue }
            append(
                cell: column.value(
                    in: row, picture: picture, coordinate: coordinate, sourceFile: sourceFile))
        }
        // Most readers skip empty lines, so a single empty cell is written as `""`.
        if columns.count == 1, buffer.count == lineStart { buffer.append("\"\"") }
        buffer.append(RowEncoder.lineEnd)
    }

    @inline(__always)
    private mutating func append(cell value: ExportValue) {
        let start = buffer.count
        switch value {
        case .unknown, .pictures, .json: return
        case .integer(let number): return buffer.append(number: number)
        case .decimal(let number): return buffer.append(decimal: number)
        case .flag(let flag): return buffer.append(UInt8(ascii: flag ? "1" : "0"))
        case .instant(let seconds): return buffer.append(instant: seconds)
        case .strings(let strings): buffer.append(jsonArray: strings)
        case .rectangles(let rectangles): buffer.append(jsonArray: rectangles)
        case .text(let text):
            buffer.append(text)
            if isSpreadsheetSafe { buffer.disarmFormula(from: start) }
        case .path(let path):
            // The file is UTF-8, so paths that are not are escaped.
            if let text = path.string { buffer.append(text) } else { buffer.append(path.escaped) }
            if isSpreadsheetSafe { buffer.disarmFormula(from: start) }
        }
        buffer.quoteCell(from: start)
    }
}

/// JSON: a photo is an object on one line, with the column names as keys in order.
///
/// Numbers, Booleans and lists keep their types; unknown values are null. Source: RFC 8259
extension RowEncoder {
    @inline(__always)
    private mutating func appendObject(
        of row: ListedPhoto, _ sourceFile: BytePath?, omitsUnknown: Bool = false
    ) {
        let picture = row.photo.picture
        let coordinate = row.photo.coordinate
        let start = buffer.count
        for (index, column) in columns.enumerated() {
            let value = column.value(
                in: row, picture: picture, coordinate: coordinate, sourceFile: sourceFile)
            if omitsUnknown, case .unknown = value { continue }
            buffer.append(keys[index])
            append(value)
        }
        guard buffer.count > start else { return buffer.append("{}") }
        // Replaces the comma of the first key written, even if earlier keys were omitted.
        buffer.tail(from: start) { $0[0] = UInt8(ascii: "{") }
        buffer.append(UInt8(ascii: "}"))
    }

    @inline(__always)
    private mutating func append(_ value: ExportValue) {
        switch value {
        case .unknown: buffer.append("null")
        case .text(let text): buffer.append(jsonString: text)
        case .integer(let number): buffer.append(number: number)
        case .decimal(let number): buffer.append(decimal: number)
        case .flag(let flag): buffer.append(flag ? "true" : "false")
        case .instant(let seconds):
            buffer.append(UInt8(ascii: "\""))
            buffer.append(instant: seconds)
            buffer.append(UInt8(ascii: "\""))
        case .path(let path): buffer.append(jsonPath: path, bytesKey: "SourceFileBytes")
        case .strings(let strings): buffer.append(jsonArray: strings)
        case .rectangles(let rectangles): buffer.append(jsonArray: rectangles)
        case .pictures(let pictures): append(pictures)
        case .json(let text): append(raw: text)
        }
    }

    private mutating func append(_ pictures: [Picture]) {
        buffer.append(UInt8(ascii: "["))
        for (index, picture) in pictures.enumerated() {
            buffer.append(index > 0 ? ",{\"size\":\"" : "{\"size\":\"")
            buffer.append(picture.size.rawValue)
            buffer.append("\",\"state\":\"")
            buffer.append(picture.state.rawValue)
            buffer.append("\",\"path\":")
            if let path = picture.path {
                buffer.append(jsonPath: path, bytesKey: "pathBytes")
            } else {
                buffer.append("null")
            }
            buffer.append(",\"width\":")
            append(ExportValue(picture.width))
            buffer.append(",\"height\":")
            append(ExportValue(picture.height))
            if let damage = picture.damage {
                buffer.append(",\"damage\":")
                buffer.append(jsonString: damage)
            }
            buffer.append(UInt8(ascii: "}"))
        }
        buffer.append(UInt8(ascii: "]"))
    }

    /// Embeds the origin's JSON unchanged, except that line breaks become spaces to keep the row on
    /// one line.
    ///
    /// Text that is not valid JSON becomes a string: nothing is lost, and the file stays valid.
    private mutating func append(raw text: String) {
        let bytes = Array(text.utf8)
        guard bytes.first != 0xEF, (try? JSONDocument(bytes, depth: 512)) != nil else {
            return buffer.append(jsonString: text)
        }
        let start = buffer.count
        buffer.append(bytes)
        // JSON strings cannot contain raw line breaks, so all of these are between tokens.
        buffer.tail(from: start) { tail in
            for index in tail.indices
            where tail[index] == UInt8(ascii: "\n") || tail[index] == UInt8(ascii: "\r") {
                tail[index] = UInt8(ascii: " ")
            }
        }
    }
}

/// GeoJSON: a photo is a feature of the collection, a point on one line, WGS 84.
///
/// The `id` of a feature is the catalog ID, and its properties are the known columns. A photo in
/// several sections has a feature for each.
/// Source: RFC 7946, https://www.rfc-editor.org/rfc/rfc7946
extension RowEncoder {
    private mutating func appendFeature(
        of row: ListedPhoto, at coordinate: Coordinate, _ sourceFile: BytePath?
    ) {
        buffer.append("{\"type\":\"Feature\",\"id\":")
        buffer.append(number: row.photo.id.rawValue)
        // Longitude is first: RFC 7946, section 3.1.1.
        buffer.append(",\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
        buffer.append(decimal: coordinate.longitude)
        buffer.append(UInt8(ascii: ","))
        buffer.append(decimal: coordinate.latitude)
        if let altitude = coordinate.altitude {
            buffer.append(UInt8(ascii: ","))
            buffer.append(decimal: altitude)
        }
        buffer.append("]},\"properties\":")
        appendObject(of: row, sourceFile, omitsUnknown: true)
        buffer.append(UInt8(ascii: "}"))
    }
}

/// GPX: a photo is a waypoint.
///
/// A waypoint contains, if known, the elevation, time, title (or else the file name or catalog ID),
/// description, URL and `photo` or `video`. The time is omitted if the UTC offset of the camera's
/// clock is unknown, as for Flickr photos, or if only the month or year is known: GPX supports
/// neither.
/// Source: GPX 1.1 schema, https://www.topografix.com/GPX/1/1/gpx.xsd
extension RowEncoder {
    private mutating func appendWaypoint(of photo: Photo, at coordinate: Coordinate) {
        let details = photo.details
        buffer.append(" <wpt lat=\"")
        buffer.append(decimal: coordinate.latitude)
        buffer.append("\" lon=\"")
        // The schema excludes longitude 180.
        buffer.append(decimal: coordinate.longitude == 180 ? -180 : coordinate.longitude)
        buffer.append("\">")
        // The schema requires this order of elements.
        if let altitude = coordinate.altitude {
            buffer.append("<ele>")
            buffer.append(decimal: altitude)
            buffer.append("</ele>")
        }
        if let date = TakenDate(details.dateTimeOriginal), date.precision == .second,
            let offset = details.offsetTimeOriginal.flatMap(DateScanner.exactOffset(in:))
        {
            buffer.append("<time>")
            buffer.append(instant: date.seconds - Int64(offset))
            buffer.append("</time>")
        }
        let name = known(details.title) ?? known(details.fileName) ?? photo.id.description
        append("name", name)
        append("desc", known(details.caption))
        if let url = known(details.sourceURL) {
            buffer.append("<link href=\"")
            buffer.append(xmlText: url)
            buffer.append("\"/>")
        }
        append("type", known(details.media) ?? "photo")
        buffer.append("</wpt>\n")
    }

    private mutating func append(_ element: String, _ text: String?) {
        guard let text else { return }
        buffer.append("<\(element)>")
        buffer.append(xmlText: text)
        buffer.append("</\(element)>")
    }

    private func known(_ text: String?) -> String? {
        text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }
}
