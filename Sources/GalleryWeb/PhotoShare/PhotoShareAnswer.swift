import HTTPTypes
import Hummingbird
import Logging

/// Tells problems as the photo-share protocol does: by a sentence, and by 404 whatever they are, but for too long a
/// picture and for what passes when somebody tries later.
enum PhotoShareAnswer {
    /// The answer of a body, or the sentence about what is wrong.
    static func sentence(
        _ site: Site, _ body: () async throws -> Response
    ) async -> Response {
        do { return try await body() } catch {
            let problem = Problem(error)
            if problem.status == .internalServerError {
                // The address may hold a password.
                site.log.error("photo sharing: \(error)")
            }
            return answer(problem)
        }
    }

    /// The sentence about a problem.
    static func answer(_ problem: Problem) -> Response {
        // Files of the server are its owner's business.
        let told = problem.withoutFiles
        let busy = TextMessage(say: "error.much-at-once").text(in: .english)
        switch problem.status {
        case .contentTooLarge: return text(told.detail, told, .contentTooLarge)
        case .tooManyRequests: return text(told.detail, told, .tooManyRequests)
        case .serviceUnavailable: return text(busy, told, .tooManyRequests)
        default: return text(told.detail, told, .notFound)
        }
    }

    private static func text(
        _ sentence: String, _ problem: Problem, _ status: HTTPResponse.Status
    ) -> Response {
        var answer = Response.text(sentence, status: status)
        answer.headers[.retryAfter] = problem.headers[.retryAfter]
        return answer
    }
}
