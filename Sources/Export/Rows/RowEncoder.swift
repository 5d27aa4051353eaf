package import Basics
package import GalleryModel

/// Encodes rows of any export format, one row at a time.
///
/// Call `begin` once, `append` for each row and `end` once; drain the buffer at any time.
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
    /// The number of rows written.
    package private(set) var count = 0
    /// The number of rows skipped because the format requires a position and the photo has none.
    package private(set) var skipped = 0

    /// Creates an encoder, by default with the default columns of the format.
    ///
    /// `spreadsheetSafe` inserts a `'` before CSV text that a spreadsheet would evaluate. Columns
    /// are properties in GeoJSON and are ignored for GPX. Rows are written unchanged; apply
    /// `PositionPrivacy` first.
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

    /// Appends the text before the first row.
    package func begin(into buffer: inout OutputBuffer) {
        switch kind {
        case .csv(let encoder): encoder.appendHeader(to: &buffer)
        case .json: buffer.append(UInt8(ascii: "["))
        case .jsonl: break
        case .geojson(let encoder): encoder.appendHeader(to: &buffer)
        case .gpx(let encoder): encoder.appendHeader(to: &buffer)
        }
    }

    /// Appends a row; `sourceFile` replaces the path of the photo's stored picture.
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

    /// Appends the text after the last row.
    package func end(into buffer: inout OutputBuffer) {
        switch kind {
        case .csv, .jsonl: break
        case .json: buffer.append(count == 0 ? "]\n" : "\n]\n")
        case .geojson(let encoder): encoder.appendFooter(to: &buffer)
        case .gpx(let encoder): encoder.appendFooter(to: &buffer)
        }
    }
}

/// Encodes photos as CSV: UTF-8 with CRLF line endings, a header line, and quotes only where
/// required.
///
/// Place names of a fallback home are omitted: no column marks them as such, and exiftool would
/// write them into the picture as the location of the photo.
/// Source: RFC 4180, https://www.rfc-editor.org/rfc/rfc4180
package struct CSVEncoder: Sendable {
    /// The columns in order.
    package let columns: [ExportColumn]
    /// True to insert a `'` before text that a spreadsheet would evaluate as a formula.
    package let spreadsheetSafe: Bool

    /// Creates an encoder; columns that CSV does not support are ignored.
    package init(
        columns: [ExportColumn] = ExportColumn.tabular, spreadsheetSafe: Bool = false
    ) {
        self.columns = columns.filter { !$0.isNested }
        self.spreadsheetSafe = spreadsheetSafe
    }

    /// Appends the header line.
    package func appendHeader(to buffer: inout OutputBuffer) {
        buffer.append(columns.map(\.name).joined(separator: ","))
        buffer.append(CSVEncoder.lineEnd)
    }

    /// Appends the line of a photo; `sourceFile` replaces the path of the stored picture.
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
        // Most readers skip empty lines, so a single empty cell is written as `""`.
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
            // The file is UTF-8, so paths that are not are escaped.
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
    /// The header line with all columns, without line ending.
    package static let wholeHeader = ExportColumn.tabular.map(\.name).joined(separator: ",")

    /// Returns the index of a column in a table with all columns.
    package static func index(of column: ExportColumn) -> Int? {
        ExportColumn.tabular.firstIndex(of: column)
    }
}

/// Encodes a photo as a JSON object on one line, with the column names as keys in order.
///
/// Numbers, Booleans and lists keep their types; unknown values are null. Source: RFC 8259
package struct JSONRowEncoder: Sendable {
    /// The columns in order.
    package let columns: [ExportColumn]
    private let keys: [[UInt8]]

    /// Creates an encoder for columns.
    package init(columns: [ExportColumn] = ExportColumn.defaults(for: .jsonl)) {
        self.columns = columns
        keys = columns.map { Array(",\"\($0.name)\":".utf8) }
    }

    /// Appends the object of a photo without line ending; `sourceFile` replaces the path of the
    /// stored picture.
    package func append(
        _ row: ListedPhoto, sourceFile: BytePath? = nil, to buffer: inout OutputBuffer
    ) {
        append(row, sourceFile: sourceFile, omitsUnknown: false, to: &buffer)
    }

    /// Appends the object of a photo with only the known values.
    func appendKnown(
        _ row: ListedPhoto, sourceFile: BytePath? = nil, to buffer: inout OutputBuffer
    ) {
        append(row, sourceFile: sourceFile, omitsUnknown: true, to: &buffer)
    }

    @inline(__always)
    private func append(
        _ row: ListedPhoto, sourceFile: BytePath?, omitsUnknown: Bool,
        to buffer: inout OutputBuffer
    ) {
        let picture = row.photo.picture
        let coordinate = row.photo.coordinate
        let start = buffer.count
        for (index, column) in columns.enumerated() {
            let value = column.value(
                in: row, picture: picture, coordinate: coordinate, sourceFile: sourceFile)
            if omitsUnknown, case .unknown = value { continue }
            buffer.append(keys[index])
            append(value, to: &buffer)
        }
        guard buffer.count > start else { return buffer.append("{}") }
        // Replaces the comma of the first key written, even if earlier keys were omitted.
        buffer.tail(from: start) { $0[0] = UInt8(ascii: "{") }
        buffer.append(UInt8(ascii: "}"))
    }

    @inline(__always)
    private func append(_ value: ExportValue, to buffer: inout OutputBuffer) {
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
        case .pictures(let pictures): append(pictures, to: &buffer)
        case .json(let text): append(raw: text, to: &buffer)
        }
    }

    private func append(_ pictures: [Picture], to buffer: inout OutputBuffer) {
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
            append(ExportValue(picture.width), to: &buffer)
            buffer.append(",\"height\":")
            append(ExportValue(picture.height), to: &buffer)
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
    private func append(raw text: String, to buffer: inout OutputBuffer) {
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

/// Encodes photos as features of a GeoJSON collection: one point and one line per photo, WGS 84.
///
/// The `id` of a feature is the catalog ID, and its properties are the known columns. A photo in
/// several sections has a feature for each.
/// Source: RFC 7946, https://www.rfc-editor.org/rfc/rfc7946
package struct GeoJSONEncoder: Sendable {
    private let properties: JSONRowEncoder

    /// Creates an encoder with columns as properties.
    package init(columns: [ExportColumn] = ExportColumn.defaults(for: .geojson)) {
        properties = JSONRowEncoder(columns: columns)
    }

    /// Appends the text before the first feature.
    package func appendHeader(to buffer: inout OutputBuffer) {
        buffer.append("{\"type\":\"FeatureCollection\",\"features\":[")
    }

    /// Appends the feature of a photo without line ending.
    package func append(
        _ row: ListedPhoto, at coordinate: Coordinate, sourceFile: BytePath? = nil,
        to buffer: inout OutputBuffer
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
        properties.appendKnown(row, sourceFile: sourceFile, to: &buffer)
        buffer.append(UInt8(ascii: "}"))
    }

    /// Appends the text after the last feature.
    package func appendFooter(to buffer: inout OutputBuffer) {
        buffer.append("\n]}\n")
    }
}

/// Encodes photos as waypoints of a GPX file.
///
/// A waypoint contains, if known, the elevation, time, title (or else the file name or catalog ID),
/// description, URL and `photo` or `video`. The time is omitted if the UTC offset of the camera's
/// clock is unknown, as for Flickr photos, or if only the month or year is known: GPX supports
/// neither.
/// Source: GPX 1.1 schema, https://www.topografix.com/GPX/1/1/gpx.xsd
package struct GPXEncoder: Sendable {
    /// Makes an encoder.
    package init() {}

    /// Appends the text before the first waypoint.
    package func appendHeader(to buffer: inout OutputBuffer) {
        buffer.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        buffer.append("<gpx version=\"1.1\" creator=\"gallery\"")
        buffer.append(" xmlns=\"http://www.topografix.com/GPX/1/1\"")
        buffer.append(" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"")
        buffer.append(" xsi:schemaLocation=\"http://www.topografix.com/GPX/1/1")
        buffer.append(" http://www.topografix.com/GPX/1/1/gpx.xsd\">\n")
    }

    /// Appends the waypoint of a photo on one line, except for line breaks in its text.
    package func append(
        _ row: ListedPhoto, at coordinate: Coordinate, to buffer: inout OutputBuffer
    ) {
        let details = row.photo.details
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
        let name = known(details.title) ?? known(details.fileName) ?? row.photo.id.description
        append("name", name, to: &buffer)
        append("desc", known(details.caption), to: &buffer)
        if let url = known(details.sourceURL) {
            buffer.append("<link href=\"")
            buffer.append(xmlText: url)
            buffer.append("\"/>")
        }
        append("type", known(details.media) ?? "photo", to: &buffer)
        buffer.append("</wpt>\n")
    }

    /// Appends the text after the last waypoint.
    package func appendFooter(to buffer: inout OutputBuffer) {
        buffer.append("</gpx>\n")
    }

    private func append(_ element: String, _ text: String?, to buffer: inout OutputBuffer) {
        guard let text else { return }
        buffer.append("<\(element)>")
        buffer.append(xmlText: text)
        buffer.append("</\(element)>")
    }

    private func known(_ text: String?) -> String? {
        text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }
}
