import Basics
import Gallery
import GalleryModel
import Hummingbird

/// What a query that is being typed means so far, and what it may become.
enum QueryRoutes {
    /// How many completions are told: more would be read by nobody.
    private static let limit = 12
    /// How long photos are counted; people type on.
    private static let patience = Duration.milliseconds(100)

    static let all = [
        LibraryRoutes.reading("query", ["q", "caret", "section"]) { request, gallery in
            let text = request.parameter("q") ?? ""
            let completion = QueryCompletion(text, caret: try caret(request, in: text))
            let scope = try request.parameter("section").map { name in
                PhotoScope.section(try SectionRoutes.section(name, in: gallery))
            }
            var members: [(key: String, value: JSONValue)] = [("query", .text(text))]
            do {
                let query = PhotoQuery([scope ?? .everything])
                    .filtered(try request.filter(text, in: gallery))
                // Without what is left out of all lists.
                let filter = try gallery.filter(text)
                let count = try gallery.count(query, within: patience)
                members += [
                    ("understood", JSONValue(filter.isEverything ? nil : filter.text)),
                    ("photos", JSONValue(count)), ("error", .null),
                ]
            } catch let error as GalleryError {
                guard let fault = error.query else { throw error }
                members += [
                    ("understood", .null), ("photos", .null),
                    ("error", value(fault, in: request.language)),
                ]
            }
            let candidates = completion.candidates(naming: limit, in: gallery)
            members.append(("completions", .list(candidates.map { value($0, completion, text) })))
            var answer = Response.json(.object(members))
            answer.headers[.vary] = PageLanguage.vary
            return answer
        }
    ]

    /// Where the caret stands; nil for the end.
    ///
    /// - Throws: 400 for what is no place in the text.
    private static func caret(_ request: WebRequest, in text: String) throws -> String.Index? {
        guard let place = request.parameter("caret") else { return nil }
        let length = text.utf16.count
        guard let offset = Int(place), (0...length).contains(offset) else {
            throw request.invalid("caret", place, expected: "0 to \(length)")
        }
        return String.Index(utf16Offset: offset, in: text)
    }

    private static func value(_ fault: QueryError, in language: PageLanguage) -> JSONValue {
        let reason = TextMessage(fault.fault)?.text(in: language) ?? fault.reason
        return .object([
            ("message", .text(Pages.sentence(DisplayText.escaped(reason)))),
            ("column", JSONValue(fault.column)), ("expected", .text(fault.expected)),
            ("excerpt", .text(fault.excerpt)),
        ])
    }

    private static func value(
        _ candidate: QueryCompletion.Candidate, _ completion: QueryCompletion, _ text: String
    ) -> JSONValue {
        .object([
            ("text", .text(candidate.text)),
            ("from", JSONValue(completion.range.lowerBound.utf16Offset(in: text))),
            ("to", JSONValue(completion.range.upperBound.utf16Offset(in: text))),
            ("kind", .text(candidate.kind.text)), ("photos", JSONValue(candidate.photos)),
        ])
    }
}
