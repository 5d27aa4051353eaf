import Gallery
import HTTPTypes
import Hummingbird

/// Routes for signing in and out.
enum SignInRoutes {
    static let all: [Route] = [
        Route(.get, "/sign-in", for: .anyone) { request, site in
            let next = ReturnAddress.checked(request.parameter("next"))
            guard site.credentials.requiresSignIn else { return .seeOther("/") }
            // Opening a ticket changes nothing: programs that look at links would use it up.
            if let ticket = request.filled("ticket") {
                let name = site.credentials.name(ofTicket: ticket)
                return Pages.signIn(request, ticket: (ticket, name), next: next)
            }
            if request.principal.role != nil { return .seeOther(next) }
            return Pages.signIn(request, next: next)
        },
        Route(.post, "/sign-in", for: .anyone) { request, site in
            guard site.credentials.requiresSignIn else { return .seeOther("/") }
            let form = try await request.form()
            let next = ReturnAddress.checked(form["next"])
            do {
                let cookie = try await site.credentials.signIn(
                    form, request.headers, request.client)
                return .seeOther(next, cookie: cookie)
            } catch let problem as Problem {
                return Pages.signIn(
                    request, name: form["name"] ?? "", failure: problem, next: next)
            }
        },
        Route(.post, "/sign-out", for: .anyone) { request, site in
            guard site.credentials.requiresSignIn else { return .seeOther("/") }
            let isForm = request.headers[.contentType] != nil
            let form = isForm ? try await request.form() : [:]
            // Another device of the sender's account.
            if let session = form["session"].flatMap({ Int64(id: $0) }),
                session != request.principal.sessionID
            {
                try await offload { try site.credentials.end(session, of: request.principal) }
                return .seeOther("/account")
            }
            try await site.credentials.signOut(
                request.headers, request.client, everywhere: form["everywhere"] == "1")
            var answer = Response.seeOther(
                "/sign-in", cookie: SessionCookie.removal(request.client))
            // Clears pictures, which browsers may cache for a year.
            answer.headers[named: "Clear-Site-Data"] = "\"cache\""
            return answer
        },
    ]
}
