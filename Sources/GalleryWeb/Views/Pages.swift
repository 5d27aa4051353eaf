import Hummingbird

/// Makes pages of templates.
struct Pages: Sendable {
    /// Reads the templates.
    init() {}

    /// The page that says why there is none.
    ///
    /// - Returns: nil where a program asked, which gets JSON.
    func error(_ problem: Problem, for request: Request) -> Response? { nil }
}
