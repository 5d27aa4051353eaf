import Basics
import Export
import Foundation
import GalleryModel

/// The rows of a table that `export` wrote, perhaps edited in a spreadsheet: the separator can be a
/// comma, semicolon or tab, and columns can be missing or in another order.
struct MetadataTable {
    /// A row of a photo.
    struct Row {
        /// The line on which it starts, from 1.
        let line: Int
        let id: PhotoID
        /// The cells, without quotes.
        let cells: [ExportColumn: String]
    }

    /// A reason that a row cannot be applied.
    struct Failure: Error {
        let message: String

        init(_ message: String) { self.message = message }

        init(_ column: ExportColumn, _ value: String, expected: String) {
            message = "invalid \(column.name) '\(value)': expected \(expected)"
        }
    }

    /// A column whose cells can be changed.
    struct Column: Sendable {
        let column: ExportColumn
        /// Returns the value of a photo as a text to compare.
        let text: @Sendable (Photo) -> String
        /// Returns the new value in a change as such a text; nil if the change has none.
        let newText: @Sendable (MetadataChange) -> String?
        /// Removes the new value from a change.
        let remove: @Sendable (inout MetadataChange) -> Void

        init<Value>(
            _ column: ExportColumn, _ new: any WritableKeyPath<MetadataChange, Value?> & Sendable,
            _ value: @escaping @Sendable (Photo) -> Value?,
            as text: @escaping @Sendable (Value) -> String
        ) {
            self.column = column
            self.text = { value($0).map(text) ?? "" }
            newText = { $0[keyPath: new].map(text) }
            remove = { $0[keyPath: new] = nil }
        }
    }

    /// The columns whose cells can be changed.
    static let columns = [
        Column(.title, \.title, { $0.title }, as: lines),
        Column(.description, \.description, { $0.caption }, as: lines),
        Column(.tags, \.tags, { $0.tags }) { $0.joined(separator: "\0") },
        Column(.dateTimeOriginal, \.taken, { $0.dateTimeOriginal.map { .date($0) } }) {
            if case .date(let date) = $0 { date } else { "" }
        },
        Column(.offsetTimeOriginal, \.offset, { $0.offsetTimeOriginal }) { $0 },
        // The whole position, to 10 centimeters.
        Column(.gpsLatitude, \.location, { $0.coordinate }) { position in
            [position.latitude, position.longitude]
                .map { String(Int64(($0 * 1e6).rounded())) }.joined(separator: ",")
        },
        Column(.rating, \.rating, { $0.rating }) { "\($0)" },
        Column(.favorite, \.isFavorite, { $0.isFavorite }) { "\($0)" },
    ]
    private static let read = Set(columns.map(\.column)).union([
        .id, .sha256, .gpsLatitudeRef, .gpsLongitude, .gpsLongitudeRef,
    ])

    /// The table's name in messages.
    let name: String
    /// Columns that are not those of an export.
    private(set) var unknownColumns: [String] = []
    /// The lines of rows that cannot be read, with the reasons.
    private(set) var failures: [(line: Int, message: String)] = []
    private var records = CSVRecords()
    private var separator = UInt8(ascii: ",")
    private var header: [ExportColumn?]?
    private var line = 1

    init(_ name: String) { self.name = name }

    /// Reads the table.
    ///
    /// - Parameters:
    ///   - next: returns the next bytes; none at the end.
    ///   - body: receives each row.
    /// - Throws: `badInput` if it is not such a table; errors of `next` and `body`.
    mutating func forEachRow(_ next: () throws -> [UInt8], _ body: (Row) throws -> Void) throws {
        // The first line shows how lines end.
        var start: [UInt8] = []
        while !start.dropLast().contains(where: { $0 == 0x0A || $0 == 0x0D }),
            start.count < CSVRecords.maximumRecordLength
        {
            let bytes = try next()
            if bytes.isEmpty { break }
            start += bytes
        }
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { start.removeFirst(3) }
        if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
            throw unusable("is not in UTF-8: save it with this encoding")
        }
        records = CSVRecords(detectingLineEndIn: start[...])
        var bytes = start
        while !bytes.isEmpty {
            var found: [ArraySlice<UInt8>] = []
            guard records.take(bytes[...], { found.append($0) }) else {
                throw unusable("has a row without an end, after line \(line)")
            }
            for record in found { try take(record, body) }
            bytes = try next()
        }
        if !records.rest.isEmpty { try take(records.rest[...], body) }
        if header == nil { throw unusable("is empty") }
    }

    private mutating func take(_ record: ArraySlice<UInt8>, _ body: (Row) throws -> Void) throws {
        guard let header else { return try takeHeader(record) }
        let first = line
        line += record.count { $0 == records.lineEnd }
        let separators = Set([separator, 0x0A, 0x0D, 0x20, UInt8(ascii: "\"")])
        if record.allSatisfy(separators.contains) { return }
        do { try body(try row(record, at: first, header)) } catch let failure as Failure {
            failures.append((first, failure.message))
        }
    }

    private mutating func takeHeader(_ record: ArraySlice<UInt8>) throws {
        for separator in [",", ";", "\t"].map(UInt8.init(ascii:)) {
            let cells = CSVRecords.cells(record, separator: separator) ?? []
            let names = cells.map {
                String(decoding: CSVRecords.value($0), as: UTF8.self)
                    .trimmingCharacters(in: .whitespacesAndNewlines)
            }
            let columns = names.map { name in
                ExportColumn.allCases.first { $0.name.lowercased() == name.lowercased() }
            }
            guard columns.contains(.id) else { continue }
            let repeated = columns.compactMap(\.self).first { column in
                Self.read.contains(column) && columns.count { $0 == column } > 1
            }
            if let repeated { throw unusable("has two columns \(repeated.name)") }
            unknownColumns = zip(names, columns).filter { !$0.isEmpty && $1 == nil }.map { $0.0 }
            self.separator = separator
            header = columns
            line += record.count { $0 == records.lineEnd }
            return
        }
        throw unusable(
            "has no column ID in its first line; is it a table of 'gallery export --format csv'?")
    }

    private func row(
        _ record: ArraySlice<UInt8>, at line: Int, _ header: [ExportColumn?]
    ) throws(Failure) -> Row {
        guard let values = CSVRecords.cells(record, separator: separator) else {
            throw Failure("its quotes do not match")
        }
        let surplus = values.dropFirst(header.count)
        guard values.count >= header.count, surplus.allSatisfy(\.isEmpty) else {
            throw Failure("it has \(values.count) cells, and the first line \(header.count)")
        }
        var cells: [ExportColumn: String] = [:]
        for (column, value) in zip(header, values) {
            guard let column, Self.read.contains(column) else { continue }
            let bytes = CSVRecords.value(value)
            guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
                throw Failure("\(column.name) is not text in UTF-8")
            }
            cells[column] = text
        }
        let id = (cells[.id] ?? "").trimmingCharacters(in: .whitespaces)
        guard case .id(let photo)? = PhotoReference(text: id) else {
            throw Failure(.id, id, expected: "the catalog ID of a photo, such as 42")
        }
        return Row(line: line, id: photo, cells: cells)
    }

    private func unusable(_ reason: String) -> GalleryError {
        GalleryError(.badInput, "\(name) \(reason)")
    }

    /// The values of a photo in the columns that can be changed, as texts to compare.
    static func texts(of photo: Photo) -> [String] { columns.map { $0.text(photo) } }

    /// A text with the line ends of a spreadsheet.
    static func lines(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }
}

/// The changes that a row makes: only those of cells that differ from the photo's values, except in
/// the format that a spreadsheet gives them.
extension MetadataTable.Row {
    private typealias Failure = MetadataTable.Failure

    /// Returns the change of the photo.
    ///
    /// - Throws: `Failure` for an invalid cell, and for an empty one of a value that cannot be
    ///   empty.
    func change(of photo: Photo) throws(MetadataTable.Failure) -> MetadataChange {
        let sha256 = trimmed(.sha256)?.lowercased() ?? ""
        guard sha256.isEmpty || photo.pictures.contains(where: { $0.sha256 == sha256 }) else {
            throw Failure("its SHA256 is not that of photo \(id), which has another picture")
        }
        let values: [(column: ExportColumn, isKnown: Bool, field: MetadataChange.Field)] = [
            (.dateTimeOriginal, photo.dateTimeOriginal != nil, .date),
            (.offsetTimeOriginal, photo.offsetTimeOriginal != nil, .date),
            (.gpsLatitude, photo.coordinate != nil, .location),
            (.gpsLongitude, photo.coordinate != nil, .location),
            (.rating, photo.rating != nil, .rating),
        ]
        if let emptied = values.first(where: { $0.isKnown && trimmed($0.column) == "" }) {
            throw Failure(
                "\(emptied.column.name) cannot be empty; 'gallery set \(id) --clear "
                    + "\(emptied.field)' removes a value by hand")
        }
        var change = MetadataChange()
        change.title = text(.title, photo.title)
        change.description = text(.description, photo.caption)
        change.tags = try tags(photo.tags)
        if let date = try date(photo.dateTimeOriginal) { change.taken = .date(date) }
        change.offset = try offset(photo.offsetTimeOriginal)
        change.location = try position(photo.coordinate)
        change.rating = try rating(photo.rating)
        change.isFavorite = try favorite(photo.isFavorite)
        return change
    }

    private func trimmed(_ column: ExportColumn) -> String? {
        cells[column].map { RowEncoder.withoutFormulaMark($0.trimmingCharacters(in: .whitespaces)) }
    }

    private func text(_ column: ExportColumn, _ old: String?) -> String? {
        guard let cell = cells[column] else { return nil }
        let forms = [cell, RowEncoder.withoutFormulaMark(cell)].map(MetadataTable.lines)
        return forms.contains(MetadataTable.lines(old ?? "")) ? nil : forms[1]
    }

    private func tags(_ old: [String]) throws(Failure) -> [String]? {
        guard let cell = trimmed(.tags) else { return nil }
        guard let tags = cell.isEmpty ? [] : try? JSONText.decode([String].self, from: cell.utf8)
        else {
            throw Failure(.tags, cell, expected: #"a list of texts, such as ["dog","beach"]"#)
        }
        return tags == old ? nil : tags.filter { !$0.allSatisfy(\.isWhitespace) }
    }

    private func date(_ old: String?) throws(Failure) -> String? {
        guard let cell = trimmed(.dateTimeOriginal), !cell.isEmpty, cell != old else { return nil }
        if let date = ManualValue.date(cell) { return date == old ? nil : date }
        // A spreadsheet can omit seconds, and add them to a year with a month.
        let minute = ManualValue.date(cell + ":00")?.prefix(16)
        if let old, old + ":00" == cell || minute == old.prefix(16) { return nil }
        throw Failure(.dateTimeOriginal, cell, expected: "YYYY:MM:DD HH:MM:SS")
    }

    private func offset(_ old: String?) throws(Failure) -> String? {
        guard let cell = trimmed(.offsetTimeOriginal), !cell.isEmpty, cell != old else {
            return nil
        }
        // A spreadsheet can change an offset to a time of day.
        var clock = cell
        if clock.count(where: { $0 == ":" }) == 2, clock.hasSuffix(":00") { clock.removeLast(3) }
        if clock.first?.isNumber == true { clock = "+" + clock }
        let seconds = DateScanner.offset(in: clock)
        if seconds != nil, seconds == old.flatMap(DateScanner.offset(in:)) { return nil }
        guard let offset = ManualValue.offset(cell) else {
            throw Failure(
                .offsetTimeOriginal, cell, expected: "+HH:MM or -HH:MM, from -12:00 to +14:00")
        }
        return offset
    }

    private func position(_ old: Coordinate?) throws(Failure) -> Coordinate? {
        // A missing column stands for the old number.
        let cells = [trimmed(.gpsLatitude), trimmed(.gpsLongitude)].compactMap(\.self)
        if cells.allSatisfy(\.isEmpty) { return nil }
        let latitude = try degrees(.gpsLatitude, .gpsLatitudeRef, ("N", "S")) ?? old?.latitude
        let longitude = try degrees(.gpsLongitude, .gpsLongitudeRef, ("E", "W")) ?? old?.longitude
        guard let latitude, let longitude, !cells.contains("") else {
            throw Failure("the position needs both GPSLatitude and GPSLongitude")
        }
        guard let position = Coordinate(latitude: latitude, longitude: longitude) else {
            throw Failure(
                "invalid position '\(latitude),\(longitude)': expected a latitude from -90 to 90 "
                    + "and a longitude from -180 to 180")
        }
        // Spreadsheets round numbers: 10 centimeters are no change.
        if let old, abs(old.latitude - latitude) < 1e-6, abs(old.longitude - longitude) < 1e-6 {
            return nil
        }
        return position
    }

    private func degrees(
        _ column: ExportColumn, _ reference: ExportColumn, _ letters: (String, String)
    ) throws(Failure) -> Double? {
        guard let cell = trimmed(column), !cell.isEmpty else { return nil }
        // Of spreadsheets with decimal commas.
        let text = cell.contains(".") ? cell : cell.replacing(",", with: ".")
        guard let degrees = Double(decimal: text), degrees.isFinite else {
            throw Failure(column, cell, expected: "decimal degrees, such as 48.39")
        }
        let letter = trimmed(reference)?.uppercased() ?? ""
        guard letter.isEmpty || degrees == 0 || letter == (degrees < 0 ? letters.1 : letters.0)
        else {
            throw Failure(
                "\(reference.name) '\(letter)' contradicts \(column.name) \(cell): change both, or "
                    + "remove the column \(reference.name)")
        }
        return degrees
    }

    private func rating(_ old: Int?) throws(Failure) -> Int? {
        guard let cell = trimmed(.rating), !cell.isEmpty else { return nil }
        let number = Double(decimal: cell).flatMap(Int.init(exactly:))
        if number != nil, number == old { return nil }
        guard let number, (0...5).contains(number) else {
            throw Failure(.rating, cell, expected: "0 to 5")
        }
        return number
    }

    private func favorite(_ old: Bool) throws(Failure) -> Bool? {
        guard let cell = trimmed(.favorite) else { return nil }
        let new: Bool
        switch cell.lowercased() {
        case "1", "true", "yes": new = true
        case "0", "false", "no", "": new = false
        default: throw Failure(.favorite, cell, expected: "1 or 0")
        }
        return new == old ? nil : new
    }
}
