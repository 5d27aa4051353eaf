import Basics
import Gallery
import GalleryModel

/// The route that interprets and completes a query while it is being typed.
enum QueryRoutes {
    /// The maximum number of completions; longer lists are not read.
    private static let limit = 12
    /// The time limit for counting photos, short enough to keep up with typing.
    private static let patience = Duration.milliseconds(100)

    static let all = [
        LibraryRoutes.reading("query", ["q", "caret", "section"]) { request, gallery in
            let text = request.parameter("q") ?? ""
            let completion = QueryCompletion(text, caret: try caret(request, in: text))
            let scope = try request.parameter("section").map { name in
                PhotoScope.section(try SectionRoutes.section(name, in: gallery))
            }
            var members: [JSONMember] = [("query", text)]
            do {
                let plain = try gallery.plainQuery(text)
                let filter = try request.filter(plain.query, in: gallery)
                let query = PhotoQuery([scope ?? .everything]).filtered(filter)
                let count = try gallery.count(query, within: patience)
                members += [
                    ("understood", filter.isEverything ? nil : filter.text), ("photos", count),
                    ("error", JSONValue.null),
                    ("chips", plain.parts.map { value($0, text, request.language) }),
                ]
            } catch let error as GalleryError {
                guard let fault = error.query else { throw error }
                members += [
                    ("understood", JSONValue.null), ("photos", JSONValue.null),
                    ("error", value(fault, in: request.language)), ("chips", [JSONValue]()),
                ]
            }
            let candidates = completion.candidates(naming: limit, in: gallery)
            members.append(("completions", candidates.map { value($0, completion, text) }))
            return .json(JSONValue(members), for: request, isTranslated: true)
        }
    ]

    /// The caret position; nil for the end of the text.
    ///
    /// - Throws: 400 if it is outside the text.
    private static func caret(_ request: WebRequest, in text: String) throws -> String.Index? {
        let length = text.utf16.count
        return try request.value("caret", .text("0 to \(length)")) { caret in
            guard let offset = Int(caret), (0...length).contains(offset) else { return nil }
            return String.Index(utf16Offset: offset, in: text)
        }
    }

    private static func value(_ fault: QueryError, in language: PageLanguage) -> JSONValue {
        JSONValue([
            ("message", Pages.sentence(DisplayText.escaped(language.text(fault.message)))),
            ("column", fault.column), ("expected", fault.expected), ("excerpt", fault.excerpt),
            ("correction", fault.correction?.query),
        ])
    }

    private static func value(
        _ part: PlainQuery.Part, _ text: String, _ language: PageLanguage
    ) -> JSONValue {
        JSONValue([
            ("kind", part.meaning.kind.rawValue), ("text", part.text),
            ("query", part.meaning.query), ("note", language.note(on: part)),
            ("from", part.range.lowerBound.utf16Offset(in: text)),
            ("to", part.range.upperBound.utf16Offset(in: text)),
        ])
    }

    private static func value(
        _ candidate: QueryCompletion.Candidate, _ completion: QueryCompletion, _ text: String
    ) -> JSONValue {
        JSONValue([
            ("text", candidate.text), ("from", completion.range.lowerBound.utf16Offset(in: text)),
            ("to", completion.range.upperBound.utf16Offset(in: text)),
            ("kind", candidate.kind), ("photos", candidate.photos),
        ])
    }
}
