import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// Routes for signing in and out.
enum SignInRoutes {
    static let all: [Route] = [
        Route(.get, "/sign-in", for: .anyone) { request, site in
            let next = ReturnAddress.checked(request.parameter("next"))
            guard site.credentials.requiresSignIn else { return .seeOther("/") }
            if request.principal.role != nil { return .seeOther(next) }
            return Pages.signIn(request, failure: nil, next: next)
        },
        Route(.post, "/sign-in", for: .anyone) { request, site in
            guard site.credentials.requiresSignIn else { return .seeOther("/") }
            let form = try await request.form()
            let next = ReturnAddress.checked(form["next"])
            do {
                let cookie = try await site.credentials.signIn(
                    name: form["name"] ?? "", password: form["password"] ?? "", request.headers,
                    request.client)
                var answer = Response.seeOther(next)
                answer.headers[.setCookie] = cookie
                return answer
            } catch let problem as Problem {
                return Pages.signIn(request, failure: problem, next: next)
            }
        },
        Route(.post, "/sign-out", for: .anyone) { request, site in
            guard site.credentials.requiresSignIn else { return .seeOther("/") }
            let isForm = request.headers[.contentType] != nil
            let form = isForm ? try await request.form() : [:]
            try await site.credentials.signOut(
                request.headers, request.client, everywhere: form["everywhere"] == "1")
            var answer = Response.seeOther("/sign-in")
            answer.headers[.setCookie] = SessionCookie.removal(request.client)
            // Clears pictures, which browsers may cache for a year.
            if let name = HTTPField.Name("Clear-Site-Data") { answer.headers[name] = "\"cache\"" }
            return answer
        },
    ]
}

/// Checks names and passwords, with limited attempts and in the same time for unknown names.
final class SignInVerifier: Sendable {
    private let gallery: PhotoGallery
    private let cost: PasswordHash.Cost
    /// A digest of the server's password under a random key, which makes the comparison safe from
    /// timing attacks.
    private let owner: String?
    private let key = SecretToken().text
    private let attempts: PasswordAttempts

    /// Creates a checker.
    ///
    /// - Parameters:
    ///   - gallery: the gallery with the accounts.
    ///   - password: the server's password; nil for none.
    ///   - cost: the cost of a password hash.
    ///   - now: the clock.
    init(
        _ gallery: PhotoGallery, password: String?, cost: PasswordHash.Cost,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.gallery = gallery
        self.cost = cost
        owner = password.map { [key] in SignInVerifier.digest($0, key) }
        attempts = PasswordAttempts(free: 10, now: now)
    }

    /// Checks a name and a password.
    ///
    /// - Returns: the account, which is nil for the owner, who has no name; nil if either is wrong.
    /// - Throws: 429 and 503 with `Retry-After`.
    func check(name: String, password: String, from client: Client) async throws -> Account?? {
        let target = try await offload { [gallery] in try AttemptKey.name(name, in: gallery) }
        return try await attempts.check(target, from: client) { [self] in
            try await offload { [self] in
                guard password.utf8.count <= PasswordRule.maximumLength else {
                    _ = try PasswordHash(of: "", cost: cost)
                    return nil
                }
                if name.allSatisfy(\.isWhitespace) {
                    // The hash is not needed, but makes the check take as long as for an account.
                    _ = try PasswordHash(of: password, cost: cost)
                    return SignInVerifier.digest(password, key) == owner ? .some(nil) : nil
                }
                return try gallery.accounts.account(named: name, password: password, cost: cost)
                    .map(Optional.some)
            }
        }
    }

    private static func digest(_ password: String, _ key: String) -> String {
        SecretToken.digest(of: password.precomposedStringWithCanonicalMapping, boundTo: key)
    }
}
