import Basics
import Gallery
import GalleryModel
import Hummingbird

/// Months with their counts, and the columns that a grid of photos is laid out from.
enum ColumnRoutes {
    static let all = [
        LibraryRoutes.reading("months", ["section", "q"]) { request, gallery in
            let months = try gallery.months(query(request, in: gallery)).map { month in
                JSONValue.object([
                    ("month", .text(month.month)), ("count", JSONValue(month.photos)),
                    ("parts", JSONValue(PhotoColumns.parts(of: month.photos))),
                    ("version", .text(month.version)),
                ])
            }
            let list = JSONValue.object([("items", .list(months)), ("next", .null)])
            return .compressed(list.compact, type: "application/json", for: request)
        },
        LibraryRoutes.reading("months/{month}/columns", ["part", "section", "q"]) {
            request, gallery in
            let text = request.part("month")
            guard let month = PartialDate(text: text[...]), month.month != nil, month.day == nil
            else { throw request.invalid("month", text, expected: "a month such as 2024-05") }
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
        .compressed(
            ColumnDocument.bytes(columns, part: part, daysIn: month), type: "application/json",
            for: request)
    }

    /// The photos that `section` and `q` name: all where neither is given.
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
