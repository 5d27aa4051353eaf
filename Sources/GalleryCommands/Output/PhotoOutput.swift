import Basics
import Gallery
import GalleryModel

/// Writes photos in bounded memory: as a table, or with the columns of an export.
struct PhotoOutput {
    /// A row of a table: a photo and the cells of its export columns.
    private typealias TableRow = (row: ListedPhoto, cells: [JSONValue])

    private let format: RowFormat?
    /// The export columns to print; nil for the default columns.
    private let names: [String]?
    /// The output of tables.
    private let table: Output<TableRow>
    private var count = 0

    /// True if no photo was written.
    var isEmpty: Bool { count == 0 }

    /// Creates an output of photos.
    ///
    /// - Parameters:
    ///   - format: nil prints nothing.
    ///   - columns: names of export columns and, for tables, also of table columns; nil for the
    ///     default columns.
    ///   - showsSections: true to show each photo's section in a table.
    /// - Throws: `usage` for an unknown column name.
    init(
        _ format: RowFormat?, columns chosen: [String]? = nil, showsSections: Bool = false
    ) throws(GalleryError) {
        self.format = format
        let section = RowColumn<TableRow>("section", showsSections ? "SECTION" : nil) {
            $0.row.section
        }
        let own = [section] + Self.columns
        guard format == .table else {
            names = chosen
            table = try Output(nil, RowLayout(own))
            try options(format == .csv ? .csv : .jsonl).check()
            return
        }
        let names = chosen?.filter { name in !own.contains { $0.hasName(name) } } ?? []
        self.names = names
        let others = names.enumerated().map { index, name in
            RowColumn<TableRow>(name, name.uppercased()) { $0.cells[index] }
        }
        table = try Output(format, RowLayout(own + others), choosing: chosen)
        if !names.isEmpty { try options(.csv).check() }
    }

    /// Writes rows.
    ///
    /// - Throws: errors of standard output.
    mutating func append(_ rows: [ListedPhoto]) throws {
        guard !rows.isEmpty else { return }
        switch format {
        case nil: break
        case .table: try table.write(zip(rows, exportedCells(rows)).map { ($0, $1) })
        case .csv:
            let bytes = try GalleryExport.encode(rows, options: options(.csv))
            // The header contains no quoted cells, so it ends at the first line feed.
            let body = count == 0 ? bytes[...] : bytes.drop { $0 != 0x0A }.dropFirst()
            try StandardOutput.shared.write(Array(body))
        case .json, .jsonl:
            let lines = try GalleryExport.encode(rows, options: options(.jsonl))
            try StandardOutput.shared.write(format == .jsonl ? lines : items(lines))
        }
        count += rows.count
    }

    /// Writes the rows of a query and ends the output.
    ///
    /// - Returns: The cursor of the next page; nil after the last one.
    /// - Throws: errors of the catalog and of standard output.
    mutating func write(_ query: PhotoQuery, of gallery: PhotoGallery) throws -> PhotoCursor? {
        let next = try gallery.forEachPhoto(query) { rows in
            try Task.checkCancellation()
            try append(rows)
            return true
        }
        try finish()
        return next
    }

    /// Ends the output, such as with the closing bracket of JSON.
    ///
    /// - Throws: errors of standard output.
    mutating func finish() throws {
        switch format {
        case .table: try table.finish()
        case .csv where count == 0:
            try StandardOutput.shared.write(try GalleryExport.encode([], options: options(.csv)))
        case .json: try StandardOutput.shared.write(count == 0 ? "[]\n" : "\n]\n")
        case .csv, .jsonl, nil: break
        }
    }

    private func options(_ format: ExportFormat) -> ExportOptions {
        var options = ExportOptions(format: format)
        options.columns = names
        return options
    }

    /// Returns the cells of the export columns, one row per photo.
    private func exportedCells(_ rows: [ListedPhoto]) throws -> [[JSONValue]] {
        guard names?.isEmpty == false else { return rows.map { _ in [] } }
        var cells: [[JSONValue]] = []
        var records = CSVRecords()
        _ = records.take(try GalleryExport.encode(rows, options: options(.csv))[...]) { record in
            cells.append(
                (CSVRecords.cells(record) ?? []).map {
                    .text(String(decoding: CSVRecords.value($0), as: UTF8.self))
                })
        }
        return Array(cells.dropFirst())
    }

    /// Returns the JSON objects of rows, each on one line, without line ends.
    static func objects(_ rows: [ListedPhoto], includesRaw: Bool = false) throws -> [[UInt8]] {
        var options = ExportOptions(format: .jsonl)
        options.includesRaw = includesRaw
        return try GalleryExport.encode(rows, options: options).split(separator: 0x0A).map(
            Array.init)
    }

    /// Returns lines of objects as the next items of a list, without the last line end.
    private func items(_ lines: [UInt8]) -> [UInt8] {
        var bytes = Array((count == 0 ? "[\n" : ",\n").utf8)
        bytes.reserveCapacity(lines.count + count)
        for byte in lines.dropLast() {
            if byte == 0x0A { bytes.append(UInt8(ascii: ",")) }
            bytes.append(byte)
        }
        return bytes
    }

    private static let columns: [RowColumn<TableRow>] = [
        // Photos in no section, such as those in the trash, have no position.
        RowColumn("position", "N", isNumeric: true) { $0.row.position > 0 ? $0.row.position : nil },
        RowColumn("id", "ID", isNumeric: true) { $0.row.photo.id },
        RowColumn("title", "TITLE") { $0.row.photo.title ?? $0.row.photo.fileName },
        RowColumn("creator", "BY") { $0.row.photo.creator ?? $0.row.photo.owner },
        RowColumn("taken", "TAKEN", overflow: .keep) {
            PhotoFacts.taken($0.row.photo, isShort: true)
        },
        RowColumn("place", "PLACE") { $0.row.photo.location?.shortText },
        RowColumn("picture", "PICTURE", overflow: .keep) { picture(of: $0.row) },
    ]

    private static func picture(of row: ListedPhoto) -> String {
        let picture = row.photo.picture.map { picture in
            let pixels = picture.width.flatMap { width in picture.height.map { " \(width)×\($0)" } }
            return picture.size.rawValue + (pixels ?? "")
                + (picture.damage == nil ? "" : ", damaged")
        }
        let isOffline = row.photo.pictures.contains { $0.state == .offline }
        return (picture ?? (isOffline ? "offline" : "none")) + (row.isDelisted ? ", delisted" : "")
    }
}

extension PhotoLocation {
    /// City and country code for a table, such as `Brest, FR`; a fallback home location is marked.
    var shortText: String? {
        let names = [place.city, place.countryCode].compactMap(\.self).joined(separator: ", ")
        let text = names.isEmpty ? "at sea" : names
        return source == .home ? "\(text) (home)" : text
    }

    /// The full place, such as `Brest (2.1 km), Brittany, France`, beginning with the district if
    /// known.
    var longText: String {
        let city = place.city.map { city in
            city + (place.cityDistanceKm.map { " (\(($0 * 10).rounded() / 10) km)" } ?? "")
        }
        let names = [place.district, city, place.region, place.country].compactMap(\.self)
        let text = names.isEmpty ? "at sea" : names.joined(separator: ", ")
        let mark =
            switch source {
            case .photo, .user: ""
            case .track: "; position from a track"
            case .home: "; home location, position unknown"
            }
        return text + (place.match == .coast ? ", off the coast" : "") + mark
    }
}
