import Basics
import Gallery
import GalleryModel
import Hummingbird

/// Routes for months with photo counts and for the columns that photo grids are laid out from.
enum ColumnRoutes {
    static let all = [
        LibraryRoutes.reading("months", ["section", "q", "copies"]) { request, gallery in
            let query = try query(request, in: gallery)
            let listed = try grid(of: query, request, in: gallery)
            let months = try listed.counts.months(query).map { month in
                JSONValue([
                    ("month", month.month), ("count", month.photos),
                    ("parts", PhotoColumns.parts(of: month.photos)), ("version", month.version),
                ])
            }
            return .list(months, for: request)
        },
        LibraryRoutes.reading("months/{month}/columns", ["part", "section", "q", "copies"]) {
            request, gallery in
            let text = request.part("month")
            let month =
                text == PartialDate.implausible.text ? .implausible : PartialDate(text: text[...])
            guard let month, month.month != nil, month.day == nil else {
                throw request.invalid("month", text, .text("a month such as 2024-05"))
            }
            let part = try part(of: request)
            let query = try query(request, in: gallery)
            let columns = try grid(of: query, request, in: gallery).columns(
                ofMonth: month, query, part: part)
            return .json(ColumnDocument.value(columns, part: part, daysIn: month), for: request)
        },
        LibraryRoutes.reading("sections/{section}/columns", ["part", "q"]) { request, gallery in
            let section = try SectionRoutes.section(request.part("section"), in: gallery)
            let filter = try request.filter(request.parameter("q"), in: gallery)
            let part = try part(of: request)
            let columns = try gallery.columns(of: section, where: filter, part: part)
            return .json(ColumnDocument.value(columns, part: part), for: request)
        },
    ]

    /// The photos selected by the parameters `section` and `q`; all photos without them.
    static func query(_ request: WebRequest, in gallery: PhotoGallery) throws -> PhotoQuery {
        var query = PhotoQuery.everything
        if let text = request.parameter("section") {
            query = .section(try SectionRoutes.section(text, in: gallery))
        }
        query.filter = try request.filter(request.parameter("q"), in: gallery)
        return query
    }

    /// Returns the gallery, without the later copies of pictures if the parameter `copies` is `first`.
    static func grid(
        of query: PhotoQuery, _ request: WebRequest, in gallery: PhotoGallery
    ) throws(Problem) -> PhotoGallery {
        guard let text = request.parameter("copies") else { return gallery }
        guard text == "first" else { throw request.invalid("copies", text, .text("first")) }
        return gallery.withoutCopies(in: query)
    }

    private static func part(of request: WebRequest) throws(Problem) -> Int {
        guard let text = request.parameter("part") else { return 0 }
        guard let part = Int(text), (0...Int(Int32.max)).contains(part), String(part) == text
        else { throw request.invalid("part", text, .text("0 or more")) }
        return part
    }
}

/// Encodes photo columns as JSON.
///
/// `ids` is delta-encoded: the first id, then the difference from each id to the next. `colours` is
/// a single string with three characters per photo: a CSS hexadecimal color without `#` (`789`),
/// `---` if the color is unknown, or `...` if no picture is stored.
enum ColumnDocument {
    /// Returns the JSON value.
    ///
    /// - Parameters:
    ///   - part: the index of the part, from 0.
    ///   - month: the month that the `days` column refers to; nil omits the column.
    static func value(
        _ columns: PhotoColumns, part: Int, daysIn month: PartialDate? = nil
    ) -> JSONValue {
        let ids = columns.ids.map { Int($0.rawValue) }
        var members: [JSONMember] = [
            ("part", part), ("parts", PhotoColumns.parts(of: columns.photos)),
            ("count", columns.photos), ("version", columns.version),
            ("ids", numbers(zip(ids, [0] + ids).map { $0 - $1 })),
            ("aspects", numbers(columns.aspects)),
        ]
        if let first = month?.seconds.lowerBound {
            let days = zip(columns.ids, columns.dates).map { id, date in
                columns.undatedDays[id] ?? Int((date - first) / 86_400) + 1
            }
            members.append(("days", numbers(days)))
        }
        members.append(("colours", columns.colors.map(text).joined()))
        if columns.copies.contains(where: { $0 > 1 }) {
            members.append(("copies", numbers(columns.copies)))
        }
        return JSONValue(members)
    }

    /// Returns an array as text, which is faster than one value per number.
    private static func numbers(_ numbers: [Int]) -> JSONValue {
        .raw(Array("[\(numbers.map(String.init).joined(separator: ","))]".utf8))
    }

    /// Returns a color with four bits per channel, rounded to the nearest value.
    private static func text(of color: Int) -> String {
        guard color >= 0 else { return color == -2 ? "..." : "---" }
        let channels = [16, 8, 0].map { ((color >> $0 & 0xFF) * 15 + 127) / 255 }
        // The leading digit keeps zeros.
        return String(String(channels.reduce(1) { $0 << 4 | $1 }, radix: 16).dropFirst())
    }
}
