import Basics
import HTTPTypes
import Hummingbird

extension Problem {
    /// The answer for a program.
    var json: Response {
        let usual: [(key: String, value: JSONValue)] = [
            ("type", .text("about:blank")), ("title", .text(status.reasonPhrase)),
            ("status", .number(Double(status.code))), ("detail", .text(detail)),
        ]
        var answer = Response.json(
            .object(usual + members), status: status, type: "application/problem+json")
        for field in headers { answer.headers[field.name] = field.value }
        return answer
    }
}
