import Basics
import Gallery
import GalleryModel
import Hummingbird

/// Routes for months with photo counts and for the columns that photo grids are laid out from.
enum ColumnRoutes {
    static let all = [
        LibraryRoutes.reading("months", ["section", "q"]) { request, gallery in
            let months = try gallery.months(query(request, in: gallery)).map { month in
                JSONValue([
                    ("month", month.month), ("count", month.photos),
                    ("parts", PhotoColumns.parts(of: month.photos)), ("version", month.version),
                ])
            }
            return ListResponse(months, next: nil).response(for: request)
        },
        LibraryRoutes.reading("months/{month}/columns", ["part", "section", "q"]) {
            request, gallery in
            let text = request.part("month")
            let month =
                text == PartialDate.implausible.text
                ? .implausible : PartialDate(text: text[...])
            guard let month, month.month != nil, month.day == nil else {
                throw request.invalid("month", text, expected: "a month such as 2024-05")
            }
            let part = try part(of: request)
            let columns = try gallery.columns(
                ofMonth: month, query(request, in: gallery), part: part)
            return answer(columns, part, daysIn: month, for: request)
        },
        LibraryRoutes.reading("sections/{section}/columns", ["part", "q"]) { request, gallery in
            let section = try SectionRoutes.section(request, in: gallery)
            let filter = try request.filter(request.parameter("q"), in: gallery)
            let part = try part(of: request)
            let columns = try gallery.columns(of: section, where: filter, part: part)
            return answer(columns, part, for: request)
        },
    ]

    private static func answer(
        _ columns: PhotoColumns, _ part: Int, daysIn month: PartialDate? = nil,
        for request: WebRequest
    ) -> Response {
        let bytes = ColumnDocument.bytes(columns, part: part, daysIn: month)
        return .compressed(
            bytes, as: Gzip.compressed(bytes), type: "application/json", for: request)
    }

    /// The photos selected by the parameters `section` and `q`; all photos without them.
    static func query(
        _ request: WebRequest, in gallery: PhotoGallery
    ) throws -> PhotoQuery {
        var query = PhotoQuery.everything
        if let text = request.parameter("section") {
            query = .section(try SectionRoutes.section(text, in: gallery))
        }
        query.filter = try request.filter(request.parameter("q"), in: gallery)
        return query
    }

    private static func part(of request: WebRequest) throws(Problem) -> Int {
        guard let text = request.parameter("part") else { return 0 }
        guard let part = Int(text), (0...Int(Int32.max)).contains(part), String(part) == text
        else { throw request.invalid("part", text, expected: "0 or more") }
        return part
    }
}

/// Encodes photo columns as JSON directly into bytes, as a million photos make millions of numbers.
///
/// `ids` is delta-encoded: the first id, then the difference from each id to the next. `colors` is
/// a single string with three characters per photo: a CSS hexadecimal color without `#` (`789`),
/// `---` if the color is unknown, or `...` if no picture is stored.
enum ColumnDocument {
    /// Returns the JSON document.
    ///
    /// - Parameters:
    ///   - part: the index of the part, from 0.
    ///   - month: the month that the `days` column refers to; nil omits the column.
    static func bytes(
        _ columns: PhotoColumns, part: Int, daysIn month: PartialDate? = nil
    ) -> [UInt8] {
        var document = Writer(capacity: 200 + columns.ids.count * 24)
        document.text("{\"part\":")
        document.number(part)
        document.text(",\"parts\":")
        document.number(PhotoColumns.parts(of: columns.photos))
        document.text(",\"count\":")
        document.number(columns.photos)
        // The version consists of digits and needs no escaping.
        document.text(",\"version\":\"\(columns.version)\",\"ids\":[")
        var last: Int64 = 0
        document.numbers(columns.ids) { id in
            defer { last = id.rawValue }
            return Int(id.rawValue - last)
        }
        document.text("],\"aspects\":[")
        document.numbers(columns.aspects) { $0 }
        if let first = month?.seconds.lowerBound {
            document.text("],\"days\":[")
            document.numbers(Array(zip(columns.ids, columns.dates))) { id, date in
                columns.undatedDays[id] ?? Int((date - first) / 86_400) + 1
            }
        }
        document.text("],\"colours\":\"")
        for color in columns.colors { document.color(color) }
        document.text("\"}")
        return document.bytes
    }

    private struct Writer {
        private static let hexadecimal = Array("0123456789abcdef".utf8)

        private(set) var bytes: [UInt8] = []

        init(capacity: Int) { bytes.reserveCapacity(capacity) }

        mutating func text(_ text: String) { bytes.append(contentsOf: text.utf8) }

        mutating func numbers<Element>(_ elements: [Element], _ value: (Element) -> Int) {
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                number(value(element))
            }
        }

        mutating func number(_ number: Int) {
            if number < 0 { bytes.append(UInt8(ascii: "-")) }
            var rest = number.magnitude
            let start = bytes.count
            repeat {
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
                rest = quotient
            } while rest > 0
            bytes[start...].reverse()
        }

        /// Appends a color with four bits per channel, rounded to the nearest value.
        mutating func color(_ color: Int) {
            guard color >= 0 else {
                text(color == -2 ? "..." : "---")
                return
            }
            for shift in [16, 8, 0] {
                let value = color >> shift & 0xFF
                bytes.append(Self.hexadecimal[(value * 15 + 127) / 255])
            }
        }
    }
}
