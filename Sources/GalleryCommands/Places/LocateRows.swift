import Basics
import Foundation
import Gallery
import GalleryModel

/// Rows of located positions, photos and files.
enum LocateRows {
    /// How an item is told.
    ///
    /// - Parameter isPosition: whether all that comes are bare positions, whose rows are narrower.
    static func layout(isPosition: Bool) -> RowLayout<LocatedItem> {
        RowLayout(
            columns: isPosition ? positionColumns : columns,
            rows: { [row($0, isTable: $1, isPosition: isPosition)] },
            json: { append($0, to: &$1) })
    }

    /// The columns of tables and CSV.
    private static let columns = [
        Output.Column("id", "ID", isNumeric: true, isOptional: true),
        Output.Column("path", "PHOTO"),
        Output.Column("latitude", "LATITUDE", isNumeric: true),
        Output.Column("longitude", "LONGITUDE", isNumeric: true),
        Output.Column("countryCode", nil), Output.Column("country", "COUNTRY"),
        Output.Column("region", "REGION"), Output.Column("city", "CITY"),
        Output.Column("cityDistanceKm", "KM", isNumeric: true), Output.Column("match", "MATCH"),
        Output.Column("positionSource", "FROM", isOptional: true),
        Output.Column("warning", "WARNING", isOptional: true),
        Output.Column("error", "ERROR", isOptional: true),
    ]

    /// The columns of tables of bare positions.
    private static let positionColumns = columns.filter {
        !["id", "path", "positionSource", "warning"].contains($0.key)
    }

    /// A row for tables and CSV, in the order of the columns.
    private static func row(_ item: LocatedItem, isTable: Bool, isPosition: Bool) -> [RowValue] {
        let place = item.place
        // A table has room for eleven metres and, beside photos, for the country's code.
        func degrees(_ number: Double?) -> RowValue {
            RowValue(number.map { isTable ? ($0 * 1e4).rounded() / 1e4 : $0 })
        }
        let shown = [
            degrees(item.coordinate?.latitude), degrees(item.coordinate?.longitude),
            RowValue(place?.countryCode),
            RowValue(isTable && !isPosition ? place?.countryCode : place?.country),
            RowValue(place?.region),
            RowValue(place?.city), RowValue(distance(place)), RowValue(place?.match.rawValue),
        ]
        if isPosition { return shown + [RowValue(item.error)] }
        return [
            RowValue(item.photoID.map { Int($0.rawValue) }),
            isTable
                ? RowValue(item.title ?? item.path?.escaped)
                : RowValue(item.path.map { $0.string ?? $0.escaped }),
        ] + shown + [
            // What comes from the photo itself is no news for a person.
            RowValue(isTable && item.source == .photo ? nil : item.source?.rawValue),
            RowValue(item.warning), RowValue(item.error),
        ]
    }

    /// Appends a row of JSON without a line end.
    ///
    /// Spelled by hand: a hundred thousand rows a second are to pass.
    private static func append(_ item: LocatedItem, to bytes: inout [UInt8]) {
        let isPosition = item.photoID == nil && item.path == nil
        var separator: UInt8 = UInt8(ascii: "{")
        func add(_ key: StaticString, _ value: (inout [UInt8]) -> Void) {
            bytes.append(separator)
            separator = UInt8(ascii: ",")
            bytes.append(UInt8(ascii: "\""))
            key.withUTF8Buffer { bytes.append(contentsOf: $0) }
            bytes.append(UInt8(ascii: "\""))
            bytes.append(UInt8(ascii: ":"))
            value(&bytes)
        }
        if let id = item.photoID { add("id") { $0 += "\(id.rawValue)".utf8 } }
        if !isPosition {
            add("path") { append(item.path.map { $0.string ?? $0.escaped }, to: &$0) }
        }
        add("latitude") { append(item.coordinate?.latitude, to: &$0) }
        add("longitude") { append(item.coordinate?.longitude, to: &$0) }
        add("countryCode") { append(item.place?.countryCode, to: &$0) }
        add("country") { append(item.place?.country, to: &$0) }
        add("region") { append(item.place?.region, to: &$0) }
        add("city") { append(item.place?.city, to: &$0) }
        add("cityDistanceKm") { append(distance(item.place), to: &$0) }
        add("match") { append(item.place?.match.rawValue, to: &$0) }
        if !isPosition {
            add("positionSource") { append(item.source?.rawValue, to: &$0) }
            add("warning") { append(item.warning, to: &$0) }
        }
        add("error") { append(item.error, to: &$0) }
        // Bytes that are no text have another key with all of them.
        if let path = item.path, path.string == nil {
            add("pathBytes") { append(Data(path.bytes).base64EncodedString(), to: &$0) }
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Kilometres to the city, to the metre.
    private static func distance(_ place: Place?) -> Double? {
        place?.cityDistanceKm.map { ($0 * 1000).rounded() / 1000 }
    }

    private static func append(_ number: Double?, to bytes: inout [UInt8]) {
        guard let number, number.isFinite else {
            bytes += "null".utf8
            return
        }
        bytes += RowValue.decimal(number).plain.utf8
    }

    private static func append(_ text: String?, to bytes: inout [UInt8]) {
        guard var text else {
            bytes += "null".utf8
            return
        }
        let isPlain = text.withUTF8 { buffer in
            buffer.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F }
        }
        guard isPlain else {
            bytes += RowValue.text(text).json
            return
        }
        bytes.append(0x22)
        text.withUTF8 { bytes.append(contentsOf: $0) }
        bytes.append(0x22)
    }
}
