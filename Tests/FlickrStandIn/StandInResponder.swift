/// Finds the answer to a request and spoils it as far as its fault lies in HTTP or above.
struct StandInResponder: Sendable {
    let baseURL: String
    let apiKeys: Set<String>?

    func answer(_ ticket: StandInState.Ticket) -> StandInAnswer {
        let request = ticket.request
        switch ticket.fault {
        case .status(let status, let retryAfter):
            return StandInAnswer(failure: status, retryAfter: retryAfter)
        case .redirect(let place): return StandInAnswer(redirect: place)
        case .html200:
            return StandInAnswer(type: "text/html; charset=utf-8", text: Self.page)
        case .placeholderRedirect:
            return StandInAnswer(redirect: baseURL + PictureEndpoint.placeholderPath)
        case .wrongType(.png): return StandInAnswer(type: "image/jpeg", body: PictureBytes.png)
        case .wrongType(.html): return StandInAnswer(type: "image/jpeg", text: Self.page)
        default: break
        }
        var answer = honestAnswer(request, ticket)
        switch ticket.fault {
        case .missingEnd where answer.status == 200:
            answer.body.removeLast(min(24, answer.body.count))
        case .invalidJSON: answer.body.removeLast(answer.body.count / 2)
        default: break
        }
        return answer
    }

    private func honestAnswer(
        _ request: StandInRequest, _ ticket: StandInState.Ticket
    ) -> StandInAnswer {
        switch request.endpoint {
        case .rest:
            guard request.method == "GET" || request.method == "POST" else {
                return StandInAnswer(failure: 405)
            }
            return RestEndpoint(index: ticket.index, baseURL: baseURL, apiKeys: apiKeys)
                .answer(request, fault: ticket.fault)
        case .feed: return PublicFeed(index: ticket.index, baseURL: baseURL).answer(request)
        case .picture:
            return PictureEndpoint(index: ticket.index, baseURL: baseURL).answer(request)
        }
    }

    private static let page = """
        <!DOCTYPE html>
        <html><head><title>Flickr</title></head>
        <body><p>We are having some trouble right now.</p></body></html>

        """
}
