import HTTPTypes
import Hummingbird

/// Choosing the language of pages.
enum LanguageRoutes {
    static let all = [
        // Pages of share links have it, too.
        Route(.post, "/language", for: .anyone, takesOpaqueOrigins: true, handler: choose)
    ]

    /// Keeps the form's `language` in the browser and leads to its `next`.
    @Sendable private static func choose(
        _ request: WebRequest, _ site: Site
    ) async throws -> Response {
        let form = try await request.form()
        let code = form["language"] ?? ""
        guard let language = PageLanguage(rawValue: code) else {
            let codes = PageLanguage.allCases.map(\.code).joined(separator: ", ")
            throw request.invalid("language", code, expected: codes)
        }
        var answer = Response.seeOther(ReturnAddress.here(form["next"]))
        answer.headers[.setCookie] = BrowserCookie.header(
            LanguageChoice.cookie, language.code, seconds: LanguageChoice.lifetime, request.client)
        return answer
    }
}
