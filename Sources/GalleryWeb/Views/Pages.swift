import Basics
import HTTPTypes
import Hummingbird

/// Makes the pages that stand apart from the gallery's photos: errors, and the way in.
struct Pages: Sendable {
    /// Reads nothing: templates are read when the first page is asked for.
    init() {}

    /// The page that says why there is none.
    ///
    /// - Returns: nil where a program asked, which gets JSON.
    func error(_ problem: Problem, for request: Request) -> Response? {
        guard Pages.isForPeople(request) else { return nil }
        let isOpen = problem.status != .unauthorized
        var values: [String: Any] = [
            "errorTitle": Pages.title(of: problem.status),
            "errorDetail": Pages.sentence(problem.detail), "errorStatus": problem.status.code,
        ]
        values["isUnauthorized"] = !isOpen
        let frame = PageFrame(.error, title: Pages.title(of: problem.status), isOpen: isOpen)
        guard let page = try? frame.page("error", values) else { return nil }
        var answer = Response.html(page, status: problem.status)
        for field in problem.headers { answer.headers[field.name] = field.value }
        return answer
    }

    /// The form to sign in.
    ///
    /// - Parameters:
    ///   - failure: why the last try was refused; its status is the answer's.
    ///   - next: the path to go to afterwards.
    func signIn(_ request: WebRequest, failure: Problem?, next: String) -> Response {
        var values: [String: Any] = ["nextAddress": next]
        if let failure { values["failure"] = Pages.sentence(failure.detail) }
        let frame = PageFrame(.signIn, title: "Sign in", isOpen: false)
        guard let page = try? frame.page("sign-in", values) else {
            return .text("sign in with a form: 'name' and 'password'")
        }
        var answer = Response.html(page, status: failure?.status ?? .ok)
        for field in failure?.headers ?? [:] { answer.headers[field.name] = field.value }
        return answer
    }

    /// Whether a browser shows the answer to a person.
    private static func isForPeople(_ request: Request) -> Bool {
        let path = request.head.path ?? ""
        if path == "/api" || path.hasPrefix("/api/") { return false }
        return request.headers[.accept]?.lowercased().contains("text/html") == true
    }

    private static func title(of status: HTTPResponse.Status) -> String {
        switch status {
        case .badRequest: "This address cannot be read"
        case .unauthorized: "Sign in first"
        case .forbidden: "This is not for you"
        case .notFound: "There is nothing here"
        case .methodNotAllowed: "This cannot be done here"
        case .misdirectedRequest: "This is another server"
        case .tooManyRequests, .serviceUnavailable: "Try again in a moment"
        case .insufficientStorage: "The disk is full"
        case .internalServerError: "Something went wrong"
        default: status.reasonPhrase
        }
    }

    /// A message as a sentence of a page.
    static func sentence(_ message: String) -> String {
        let isEnded = message.last.map { ".!?".contains($0) } ?? true
        return capitalized(message) + (isEnded ? "" : ".")
    }

    /// A text that begins with a large letter.
    static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }
}
