import Basics
import HTTPTypes
import Hummingbird

extension Problem {
    /// What an answer for a program tells.
    var document: JSONValue {
        let usual: [(key: String, value: JSONValue)] = [
            ("type", .text("about:blank")), ("title", .text(status.reasonPhrase)),
            ("status", .number(Double(status.code))), ("detail", .text(detail)),
        ]
        return .object(usual + members)
    }

    /// The answer for a program.
    var json: Response {
        var answer = Response.json(
            document, status: status, type: "application/problem+json")
        answer.headers[.vary] = PageLanguage.vary
        answer.headers[.contentLanguage] = language.code
        for field in headers { answer.headers[field.name] = field.value }
        return answer
    }
}
