import Hummingbird

/// Makes pages of templates.
struct Pages: Sendable {
    /// Reads the templates.
    init() {}

    /// The page that says why there is none.
    ///
    /// - Returns: nil where a program asked, which gets JSON.
    func error(_ problem: Problem, for request: Request) -> Response? { nil }

    /// The page to sign in on.
    ///
    /// - Parameters:
    ///   - failure: why signing in failed; nil before the first attempt.
    ///   - next: where to go afterwards, a path of this server in plain ASCII.
    func signIn(_ request: WebRequest, failure: Problem?, next: String) -> Response {
        .html(
            """
            <!doctype html><title>Sign in</title><form method="post" action="/sign-in">
            <input name="name"><input name="password" type="password"><button>Sign in</button></form>
            """)
    }
}
