import Basics
import Gallery
import GalleryModel
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
        let language = PageLanguage(request.headers)
        let title = Pages.title(of: problem.status, in: language)
        var values: [String: Any] = [
            "errorTitle": title,
            "errorDetail": Pages.sentence(problem.detail), "errorStatus": problem.status.code,
        ]
        values["isUnauthorized"] = !isOpen
        values["isEnglish"] = problem.message == nil && language != .english
        let frame = PageFrame(
            .error, title: title, isOpen: isOpen, in: language,
            address: request.method == .get ? request.head.path ?? "/" : "/")
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
        if let failure {
            values["failure"] = Pages.sentence(failure.told(in: request.language).detail)
        }
        let frame = PageFrame(
            .signIn, title: request.language.say("sign-in.title"), isOpen: false,
            in: request.language, address: ReturnAddress.signIn(next: next))
        guard let page = try? frame.page("sign-in", values) else {
            return .text("sign in with a form: 'name' and 'password'")
        }
        var answer = Response.html(page, status: failure?.status ?? .ok)
        for field in failure?.headers ?? [:] { answer.headers[field.name] = field.value }
        return answer
    }

    /// Whether a browser shows the answer to a person.
    static func isForPeople(_ request: Request) -> Bool {
        let path = request.head.path ?? ""
        if path == "/api" || path.hasPrefix("/api/") { return false }
        return request.headers[.accept]?.lowercased().contains("text/html") == true
    }

    /// What an error page is called.
    static func title(
        of status: HTTPResponse.Status, in language: PageLanguage
    ) -> String {
        switch status {
        case .badRequest: language.say("error.unreadable")
        case .unauthorized: language.say("error.sign-in-first")
        case .forbidden: language.say("error.not-for-you")
        case .notFound: language.say("error.nothing-here")
        case .methodNotAllowed: language.say("error.not-done-here")
        case .misdirectedRequest: language.say("error.other-server")
        case .tooManyRequests, .serviceUnavailable: language.say("error.in-a-moment")
        case .insufficientStorage: language.say("error.disk-full")
        case .internalServerError: language.say("error.went-wrong")
        default: language.say("error.not-done")
        }
    }

    /// What pages tell of a query that cannot be read.
    static func fault(_ error: GalleryError, in language: PageLanguage) -> [String: Any] {
        let problem = Problem(error).told(in: language)
        return [
            "reason": sentence(DisplayText.escaped(problem.detail)),
            "excerpt": error.query?.excerpt ?? "",
            "isEnglish": problem.message == nil && language != .english,
        ]
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
