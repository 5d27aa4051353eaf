import Gallery
import GalleryModel

/// Renders photos in bounded memory: the columns of an export, or a table for a person.
struct PhotoOutput {
    private let format: RowFormat
    private var table: Output
    private let showsSections: Bool
    private var count = 0

    private static let columns = [
        Output.Column("section", "SECTION"),
        Output.Column("position", "N", isNumeric: true), Output.Column("id", "ID", isNumeric: true),
        Output.Column("title", "TITLE"), Output.Column("creator", "BY"),
        // All times are of one length: never cut, as numbers are not.
        Output.Column("taken", "TAKEN", isNumeric: true), Output.Column("place", "PLACE"),
        Output.Column("picture", "PICTURE"),
    ]

    /// Makes an output of photos.
    ///
    /// - Parameter showsSections: whether a table says which section each place is in.
    init(_ format: RowFormat, showsSections: Bool = false) {
        self.format = format
        self.showsSections = showsSections
        table = Output(
            format, columns: Array(PhotoOutput.columns.dropFirst(showsSections ? 0 : 1)))
    }

    /// Writes rows.
    ///
    /// - Throws: what standard output throws.
    mutating func append(_ rows: [ListedPhoto]) throws {
        guard !rows.isEmpty else { return }
        switch format {
        case .table:
            for row in rows {
                try table.append(Array(PhotoOutput.cells(row).dropFirst(showsSections ? 0 : 1)))
            }
        case .csv:
            let bytes = try PhotoGallery.encode(rows, options: ExportOptions(format: .csv))
            // The header holds no quoted cell, so its line ends at the first line feed.
            let body = count == 0 ? bytes[...] : bytes.drop { $0 != 0x0A }.dropFirst()
            try StandardOutput.shared.write(Array(body))
        case .json, .jsonl:
            for object in try PhotoOutput.objects(rows) {
                try StandardOutput.shared.write(separator + object + (isLines ? [0x0A] : []))
                count += 1
            }
            return
        }
        count += rows.count
    }

    /// Writes what closes the rows.
    ///
    /// - Throws: what standard output throws.
    mutating func finish() throws {
        switch format {
        case .table: try table.finish()
        case .csv where count == 0:
            try StandardOutput.shared.write(
                try PhotoGallery.encode([], options: ExportOptions(format: .csv)))
        case .json: try StandardOutput.shared.write(count == 0 ? "[]\n" : "\n]\n")
        case .csv, .jsonl: break
        }
    }

    /// The JSON objects of rows, a line each, without line ends.
    static func objects(_ rows: [ListedPhoto], includesRaw: Bool = false) throws -> [[UInt8]] {
        var options = ExportOptions(format: .jsonl)
        options.includesRaw = includesRaw
        return try PhotoGallery.encode(rows, options: options).split(separator: 0x0A).map(
            Array.init)
    }

    private var isLines: Bool { format == .jsonl }

    private var separator: [UInt8] {
        isLines ? [] : Array((count == 0 ? "[\n" : ",\n").utf8)
    }

    private static func cells(_ row: ListedPhoto) -> [RowValue] {
        let picture = row.photo.picture.map { picture in
            let pixels = picture.width.flatMap { width in
                picture.height.map { " \(width)×\($0)" }
            }
            return picture.size.rawValue + (pixels ?? "")
                + (picture.damage == nil ? "" : ", damaged")
        }
        return [
            .text(row.section),
            // What no section lists has no place, such as in the trash.
            row.position > 0 ? .integer(row.position) : .none, .integer(Int(row.photo.id.rawValue)),
            RowValue(row.photo.title ?? row.photo.fileName),
            RowValue(row.photo.creator ?? row.photo.owner),
            RowValue(row.photo.dateTimeOriginal.map { String($0.prefix(16)) }),
            RowValue(row.photo.location?.shortText),
            .text((picture ?? "none") + (row.isGone ? ", gone" : "")),
        ]
    }
}

extension PhotoLocation {
    /// City and country code for a table, such as `Brest, FR`; a fallback home is marked.
    var shortText: String? {
        let names = [place.city, place.countryCode].compactMap(\.self).joined(separator: ", ")
        let text = names.isEmpty ? "at sea" : names
        return source == .home ? "\(text) (home)" : text
    }

    /// Everything the index says, for a person, such as `Brest (2.1 km), Brittany, France`.
    var longText: String {
        let city = place.city.map { city in
            city + (place.cityDistanceKm.map { " (\(($0 * 10).rounded() / 10) km)" } ?? "")
        }
        let names = [city, place.region, place.country].compactMap(\.self)
        let text = names.isEmpty ? "at sea" : names.joined(separator: ", ")
        let mark =
            switch source {
            case .photo: ""
            case .track: "; position from a track"
            case .home: "; no position is known, the home stands in"
            }
        return text + (place.match == .coast ? ", off the coast" : "") + mark
    }
}
