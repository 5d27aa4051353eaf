/// Finds the response to a request and applies faults of HTTP and above.
struct FakeResponder: Sendable {
    let baseURL: String
    let apiKeys: Set<String>?
    let state: FakeState

    func answer(_ ticket: FakeState.Ticket) -> FakeAnswer {
        let request = ticket.request
        switch ticket.fault {
        case .status(let status, let retryAfter):
            return FakeAnswer(failure: status, retryAfter: retryAfter)
        case .answer(let status, let type, let bytes):
            return FakeAnswer(status: status, type: type, body: bytes)
        case .redirect(let place): return FakeAnswer(redirect: place)
        case .html200:
            return FakeAnswer(type: "text/html; charset=utf-8", text: Self.page)
        case .placeholderRedirect:
            return FakeAnswer(redirect: baseURL + PictureEndpoint.placeholderPath)
        case .wrongType(.png): return FakeAnswer(type: "image/jpeg", body: PictureBytes.png)
        case .wrongType(.html): return FakeAnswer(type: "image/jpeg", text: Self.page)
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
        _ request: FakeRequest, _ ticket: FakeState.Ticket
    ) -> FakeAnswer {
        switch request.endpoint {
        case .rest:
            guard request.method == "GET" || request.method == "POST" else {
                return FakeAnswer(failure: 405)
            }
            return RestEndpoint(index: ticket.index, baseURL: baseURL, apiKeys: apiKeys)
                .answer(request, fault: ticket.fault)
        case .feed: return PublicFeed(index: ticket.index, baseURL: baseURL).answer(request)
        case .share where request.method == "POST":
            var answer = FakeAnswer(failure: 500)
            state.edit { answer = SharePosting.answer(request, &$0.sharing) }
            return answer
        case .share:
            let world = ticket.index.world
            return ShareEndpoint(sharing: world.sharing, pictureBytes: world.pictureBytes ?? 0)
                .answer(request)
        case .campaign:
            let world = ticket.index.world
            return CampaignEndpoint(
                campaign: world.campaign, pictureBytes: world.pictureBytes ?? 0,
                edit: { change in state.edit { change(&$0.campaign) } }
            ).answer(request)
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
