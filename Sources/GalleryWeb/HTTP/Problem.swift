import Basics
import Gallery
import GalleryModel
import HTTPTypes

/// Why a request has no better answer: what `application/problem+json` and the error page tell.
///
/// Source: RFC 9457.
struct Problem: Error, Sendable {
    /// The status of the answer.
    var status: HTTPResponse.Status
    /// The cause and the next step, as the commands say it.
    var detail: String
    /// Whether the detail may name files of the server, which are the owner's business.
    var tellsFiles = false
    /// Further headers of the answer, such as `Retry-After` and `Allow`.
    var headers: HTTPFields
    /// What programs are told beside it.
    var members: [(key: String, value: JSONValue)] = []

    /// What says the detail in another language; nil where only English has it.
    var message: TextMessage?
    /// The language of the detail.
    private(set) var language = PageLanguage.english

    /// Makes a problem that is told in English alone.
    init(_ status: HTTPResponse.Status, _ detail: String, headers: HTTPFields = HTTPFields()) {
        self.status = status
        self.detail = detail
        self.headers = headers
    }

    /// Makes a problem that is told in the language of who asks.
    ///
    /// - Parameters:
    ///   - key: a text of the tables.
    ///   - values: what its placeholders stand for.
    ///   - count: the number that chooses its plural form.
    init(
        _ status: HTTPResponse.Status, say key: String, _ values: [String: String] = [:],
        count: Int? = nil, headers: HTTPFields = HTTPFields()
    ) {
        self.init(status, TextMessage(say: key, values, count: count), headers: headers)
    }

    /// Makes a problem of a message.
    init(
        _ status: HTTPResponse.Status, _ message: TextMessage, headers: HTTPFields = HTTPFields()
    ) {
        self.init(status, message.text(in: .english), headers: headers)
        self.message = message
    }

    /// Makes the refusal of a value.
    ///
    /// - Parameters:
    ///   - name: what has the value.
    ///   - values: with `expected`, what it may be, in names that are the same in each language.
    ///   - parts: with `expected`, what it may be, in words.
    init(
        _ status: HTTPResponse.Status, invalid name: String, _ value: String,
        _ values: [String: String] = [:], parts: [String: TextMessage] = [:]
    ) {
        let own = ["name": name, "value": DisplayText.truncated(value, to: 60)]
        self.init(
            status,
            TextMessage(
                say: "error.invalid-parameter", values.merging(own) { _, own in own },
                parts: parts))
    }
}

extension Problem {
    /// The one answer for whatever is not there.
    static let notFound = Problem(.notFound, say: "error.no-address")

    /// The one answer for what is the server's own: its log names the files that this may be about.
    static let unforeseen = Problem(
        .internalServerError, say: "error.unforeseen")

    /// What an error of a route comes to; one that nobody foresaw tells nothing of itself.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as GalleryError: self.init(error)
        // Nobody waits for the answer any more, or the server stops.
        case is CancellationError:
            self.init(.serviceUnavailable, say: "error.given-up")
        default: self = .unforeseen
        }
    }

    /// What a query that cannot be read comes to: where the fault is, and what could stand there.
    init(_ error: QueryError) {
        let told = TextMessage(error.fault)
        self.init(
            .badRequest,
            TextMessage(
                say: "query.invalid", ["column": "\(error.column)", "reason": error.reason],
                parts: told.map { ["reason": $0] } ?? [:]))
        // What cannot be said in another language is all English.
        if told == nil { message = nil }
        members = [
            ("query", .text(error.query)), ("column", .number(Double(error.column))),
            ("expected", .text(error.expected)),
        ]
    }

    /// What an error of the library comes to.
    init(_ error: GalleryError) {
        if let query = error.query {
            self.init(query)
            return
        }
        let status: HTTPResponse.Status =
            switch error.kind {
            case .usage: .badRequest
            case .badInput: error.isTooLong ? .contentTooLarge : .unprocessableContent
            case .notFound: .notFound
            case .unavailable: .badGateway
            case .bug, .configuration: .internalServerError
            case .inputOutput: error.isDiskFull ? .insufficientStorage : .internalServerError
            case .tryLater: .serviceUnavailable
            case .notAllowed: .forbidden
            }
        if status == .internalServerError {
            self = .unforeseen
            return
        }
        if let fault = error.fault {
            self.init(status, TextMessage(fault))
            return
        }
        self.init(status, error.message)
        let isPlain = status == .badRequest || status == .contentTooLarge
        tellsFiles = !isPlain && (status != .notFound || error.message.contains("'/"))
        if status == .serviceUnavailable { headers[.retryAfter] = "\(error.retryAfter ?? 2)" }
    }
}

extension Problem {
    /// The same as it is told in a language; what has no text there stays English.
    func told(in language: PageLanguage) -> Problem {
        guard let message else { return self }
        var problem = self
        problem.detail = message.text(in: language)
        problem.language = language
        return problem
    }

    /// The same for somebody who is not the owner.
    var withoutFiles: Problem {
        guard tellsFiles else { return self }
        var problem = self
        problem.tellsFiles = false
        let message =
            switch status {
            case .notFound: TextMessage(say: "error.away")
            case .unprocessableContent: TextMessage(say: "error.unreadable-picture")
            case .serviceUnavailable: TextMessage(say: "error.busy")
            case .insufficientStorage: TextMessage(say: "error.full-disk")
            default: TextMessage(say: "error.owner-sees")
            }
        problem.message = message
        problem.detail = message.text(in: .english)
        return problem
    }
}

extension HTTPResponse.Status {
    /// The disk is full (RFC 4918).
    static let insufficientStorage = HTTPResponse.Status(
        code: 507, reasonPhrase: "Insufficient Storage")
}

extension QueryError {
    /// What could stand where the fault is.
    var expected: String {
        let mark = reason.firstRange(of: "expected ")
        return mark.map { String(reason[$0.upperBound...]) } ?? reason
    }
}
