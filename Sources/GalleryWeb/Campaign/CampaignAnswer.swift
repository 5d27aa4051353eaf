import Basics
import HTTPTypes
import Hummingbird
import Logging

/// Tells problems as programs of the campaign protocol expect it: the status, and a sentence in a JSON object.
enum CampaignAnswer {
    /// Under which name the sentence stands.
    enum Member: String {
        /// Of posts.
        case error
        /// Of signing in.
        case message
    }

    /// The answer of a body, or what is wrong.
    static func told(
        _ site: Site, as member: Member = .error, _ body: () async throws -> Response
    ) async -> Response {
        do { return try await body() } catch {
            let problem = Problem(error)
            if problem.status == .internalServerError { site.log.error("campaign: \(error)") }
            return answer(problem, as: member)
        }
    }

    /// The answer to a problem.
    static func answer(_ problem: Problem, as member: Member = .error) -> Response {
        // Files of the server are its owner's business.
        let told = problem.withoutFiles
        // What is wrong with a form is one status by the protocol.
        let status = told.status == .unprocessableContent ? .badRequest : told.status
        var answer = Response.json(
            .object([(member.rawValue, .text(told.detail))]), status: status)
        for name in [HTTPField.Name.retryAfter, .wwwAuthenticate, .allow] {
            answer.headers[name] = told.headers[name]
        }
        return answer
    }
}
