import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// An error response, as `application/problem+json` or as an error page.
///
/// Source: RFC 9457.
struct Problem: Error, Sendable {
    /// The status of the response.
    var status: HTTPResponse.Status
    /// The cause and the next step, in the style of command-line messages.
    var message: Message
    /// True if the message may contain server file paths, which only the owner may see.
    var revealsPaths = false
    /// Additional headers, such as `Retry-After` and `Allow`.
    var headers: HTTPFields
    /// Additional members of the JSON document.
    var members: [JSONMember] = []

    /// The language of the detail.
    private(set) var language = PageLanguage.english

    /// The message in the language of the problem.
    var detail: String { language.text(message) }

    /// Creates a problem that is always reported in English.
    init(_ status: HTTPResponse.Status, _ detail: String, headers: HTTPFields = HTTPFields()) {
        self.init(status, Message(key: detail), headers: headers)
    }

    /// Creates a problem that is reported in the language of the request.
    ///
    /// - Parameters:
    ///   - status: the status of the response.
    ///   - key: a key of the text tables.
    ///   - values: the values of the text's placeholders.
    ///   - count: the number that selects the plural form.
    ///   - headers: additional headers.
    init(
        _ status: HTTPResponse.Status, say key: String, _ values: [String: String] = [:],
        count: Int? = nil, headers: HTTPFields = HTTPFields()
    ) {
        self.init(status, Message(say: key, values, count: count), headers: headers)
    }

    /// Creates a problem from a message.
    init(_ status: HTTPResponse.Status, _ message: Message, headers: HTTPFields = HTTPFields()) {
        self.status = status
        self.message = message
        self.headers = headers
    }

    /// Creates the problem for an invalid value.
    ///
    /// - Parameters:
    ///   - status: the status of the response.
    ///   - name: the name of the parameter or member.
    ///   - value: the invalid value.
    ///   - expected: the names of valid values, or a description with translations.
    init(
        _ status: HTTPResponse.Status, invalid name: String, _ value: String,
        expected: Message.Value
    ) {
        var message = Message(
            say: "error.invalid-parameter",
            ["name": name, "value": DisplayText.truncated(value, to: 60)])
        message.values["expected"] = expected
        self.init(status, message)
    }
}

extension Problem {
    /// The response for anything that does not exist.
    static let notFound = Problem(.notFound, say: "error.no-address")

    /// The response for internal errors, whose details are only in the server's log.
    static let internalError = Problem(.internalServerError, say: "error.unforeseen")

    /// Converts an error of a route; the details of unexpected errors are not revealed.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as GalleryError: self.init(error)
        case let error as PhotoEditError: self.init(.unprocessableContent, error.description)
        // The client has disconnected, or the server is shutting down.
        case is CancellationError: self.init(.serviceUnavailable, say: "error.given-up")
        default: self = .internalError
        }
    }

    /// Converts a library error; that of a query contains its position and the expected input.
    init(_ error: GalleryError) {
        if let fault = error.query {
            self.init(
                .badRequest,
                Message(
                    say: "query.invalid", ["column": "\(fault.column)"],
                    parts: ["reason": fault.message]))
            members = [
                ("query", fault.query), ("column", fault.column), ("expected", fault.expected),
            ]
            return
        }
        let status: HTTPResponse.Status =
            switch error.kind {
            case .conflict: .conflict
            case .usage: .badRequest
            case .badInput: error.isTooLong ? .contentTooLarge : .unprocessableContent
            case .notFound: .notFound
            case .unavailable: .badGateway
            case .bug: .internalServerError
            case .inputOutput: error.isDiskFull ? .insufficientStorage : .internalServerError
            case .configuration, .tryLater: .serviceUnavailable
            case .notAllowed: .forbidden
            }
        if status == .internalServerError {
            self = .internalError
            return
        }
        self.init(status, error.text)
        revealsPaths = error.revealsPaths
        if error.kind == .tryLater { headers[.retryAfter] = "\(error.retryAfter ?? 2)" }
    }
}

extension Problem {
    /// Returns the problem in a language; English details without a translation are unchanged.
    func translated(to language: PageLanguage) -> Problem {
        guard language.translation(of: message) != nil else { return self }
        var problem = self
        problem.language = language
        return problem
    }

    /// The problem for the owner, without file paths, which are in the server's log.
    var withoutPaths: Problem {
        guard revealsPaths else { return self }
        var problem = self
        problem.message = Message(key: detail.withoutPaths)
        return problem
    }

    /// The problem for users other than the owner.
    var withoutFiles: Problem {
        guard revealsPaths else { return self }
        var problem = self
        problem.revealsPaths = false
        problem.message =
            switch status {
            case .notFound: Message(say: "error.away")
            case .unprocessableContent: Message(say: "error.unreadable-picture")
            case .serviceUnavailable: Message(say: "error.busy")
            case .insufficientStorage: Message(say: "error.full-disk")
            default: Message(say: "error.owner-sees")
            }
        return problem
    }
}

extension String {
    /// The text without absolute paths; everything from the first path to the last quotation mark
    /// is replaced, since a path may contain quotation marks.
    var withoutPaths: String {
        guard let hit = firstMatch(of: /['\s\(=]\/[^\s']/) else { return self }
        let start = index(after: hit.range.lowerBound)
        let end = lastIndex(of: "'").flatMap { $0 > start ? $0 : nil } ?? endIndex
        return "\(self[..<start])…\(self[end...])"
    }
}

extension HTTPResponse.Status {
    /// The disk is full (RFC 4918).
    static let insufficientStorage = HTTPResponse.Status(
        code: 507, reasonPhrase: "Insufficient Storage")
}

extension Problem {
    /// The problem as a JSON document.
    var document: JSONValue {
        let usual: [JSONMember] = [
            ("type", "about:blank"), ("title", status.reasonPhrase), ("status", status.code),
            ("detail", detail),
        ]
        return JSONValue(usual + members)
    }

    /// The response for clients of the API.
    var json: Response {
        var answer = Response.bytes(
            document.compact, type: "application/problem+json", status: status)
        answer.headers[.vary] = PageLanguage.vary
        answer.headers[.contentLanguage] = language.code
        for field in headers { answer.headers[field.name] = field.value }
        return answer
    }
}
