import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

/// Tests every route with every kind of sender.
@Suite("Access to every route")
struct AccessMatrixTests {
    /// The sender of a request.
    enum Sender: String, CaseIterable, Sendable {
        case nobody, wrong, expired, revoked, forgedSession
        case viewerToken, ownerToken, memberToken, viewerSession, memberSession, ownerSession

        var role: AccountRole? {
            switch self {
            case .nobody, .wrong, .expired, .revoked, .forgedSession: nil
            case .viewerToken, .viewerSession: .viewer
            case .memberToken, .memberSession: .member
            case .ownerToken, .ownerSession: .owner
            }
        }

        /// True if the sender receives 401 instead of a redirect to the sign-in page.
        var isProgram: Bool { [.wrong, .expired, .revoked].contains(self) }
    }

    private static func senders(_ scene: AccessScene) async throws -> [(Sender, HTTPFields)] {
        let gallery = scene.gallery
        try gallery.accounts.add(
            named: "eva", role: .viewer, password: "evas password", cost: .testing)
        try gallery.accounts.add(
            named: "ann", role: .member, password: "anns password", cost: .testing)
        let revoked = try gallery.accessTokens.make(named: "revoked", role: .owner)
        try gallery.accessTokens.revoke(named: "revoked")
        let expired = try gallery.accessTokens.make(
            named: "expired", role: .owner, expires: Date() - 60)
        let headers: [Sender: HTTPFields] = [
            .nobody: [:], .wrong: AccessScene.bearer(String(repeating: "A", count: 43)),
            .expired: AccessScene.bearer(expired), .revoked: AccessScene.bearer(revoked),
            .forgedSession: [.cookie: "gallery-8080=" + String(repeating: "A", count: 43)],
            .viewerToken: AccessScene.bearer(
                try gallery.accessTokens.make(named: "viewer", role: .viewer)),
            .ownerToken: AccessScene.bearer(
                try gallery.accessTokens.make(named: "owner", role: .owner)),
            .memberToken: AccessScene.bearer(
                try gallery.accessTokens.make(named: "member", role: .owner, account: "ann")),
            .viewerSession: await scene.session("eva", "evas password"),
            .memberSession: await scene.session("ann", "anns password"),
            .ownerSession: await scene.session(),
        ]
        return Sender.allCases.map { ($0, headers[$0] ?? [:]) }
    }

    /// The status with which access is refused; nil if the route itself responds.
    private static func refusal(_ route: Route, _ sender: Sender) -> Int? {
        switch (route.permission, sender.role) {
        case (.anyone, _), (.viewers, .some), (.owners, .owner?): return nil
        case (.members, .member?), (.members, .owner?): return nil
        case (.owners, .viewer?), (.owners, .member?), (.members, .viewer?): return 403
        // Only its own credential opens a link: SharedMatrixTests.
        case (.linkHolders, _), (.linkVisitors, _): return 404
        case (_, nil):
            return AccessMatrix.isForPrograms(route) || sender.isProgram ? 401 : 303
        }
    }

    @Test("every route responds to every sender according to its role")
    func everyRouteAnswersEverySenderByItsRole() async throws {
        let scene = try AccessScene { $0.speakAll() }
        let senders = try await Self.senders(scene)
        let gated = scene.site.routes.filter { !AccessMatrix.hasOwnGate($0) }
        for route in gated where !route.template.hasPrefix("/sign-") {
            let path = AccessMatrix.path(of: route)
            for (sender, headers) in senders {
                let answer = await scene.ask(route.method, path, headers)
                let status = answer.status.code
                let what = "\(route.method) \(path), \(sender): \(status)"
                if let refusal = Self.refusal(route, sender) {
                    #expect(status == refusal, "\(what)")
                    let isToSignIn = answer.headers[.location]?.hasPrefix("/sign-in") == true
                    #expect(isToSignIn == (status == 303), "\(what)")
                    #expect((answer.headers[.wwwAuthenticate] != nil) == (status == 401), "\(what)")
                } else {
                    #expect(status < 500 && status != 401 && status != 403, "\(what)")
                    #expect(answer.headers[.location]?.hasPrefix("/sign-in") != true, "\(what)")
                }
                if route.method == .get, Self.refusal(route, sender) != nil {
                    let head = await scene.ask(.head, path, headers)
                    #expect(head.status == answer.status && head.headers == answer.headers)
                }
            }
        }
    }

    @Test("every route rejects other hosts before any other check")
    func everyRouteRefusesOtherHostsBeforeAnythingElse() async throws {
        let scene = try AccessScene { $0.speakAll() }
        for (sender, headers) in try await Self.senders(scene) {
            for route in scene.site.routes {
                let path = AccessMatrix.path(of: route)
                let answer = await scene.ask(route.method, path, headers, host: "evil.example:8080")
                #expect(
                    answer.status.code == AccessMatrix.expectedStatus(421, route),
                    "\(route.method) \(path), \(sender)")
            }
            let other = await scene.ask(.get, "/api/v1/nothing?%zz", headers, host: "192.0.2.1")
            #expect(other.status == .misdirectedRequest)
        }
    }

    /// The forms on pages of share links, which send no referrer and therefore no origin.
    private static let opaque = ["/language", "/shared/{secret}"]

    @Test("every change is refused to pages of other origins")
    func everyChangeIsRefusedToPagesOfOthers() async throws {
        let scene = try AccessScene { $0.speakAll() }
        for (sender, headers) in try await Self.senders(scene) {
            for route in scene.site.routes where route.isWriting {
                let path = AccessMatrix.path(of: route)
                for origin in ["https://evil.example", "http://127.0.0.1:8081", "null"] {
                    var headers = headers
                    headers[.origin] = origin
                    let status = await scene.ask(route.method, path, headers).status.code
                    let what = "\(route.method) \(path), \(sender), \(origin)"
                    if origin == "null", Self.opaque.contains(route.template) {
                        #expect(status != 403 && status < 500, "\(what)")
                        continue
                    }
                    #expect(
                        status == Self.refusal(route, sender)
                            ?? AccessMatrix.expectedStatus(403, route),
                        "\(what)")
                }
            }
        }
    }

    @Test("a read-only server refuses every change")
    func aServerThatOnlyShowsRefusesEveryChange() async throws {
        let scene = try AccessScene {
            $0.isReadOnly = true
            $0.speakAll()
        }
        let owner = await scene.session()
        for route in scene.site.routes where route.isRefusedReadOnly {
            let path = AccessMatrix.path(of: route)
            #expect(await scene.ask(route.method, path, owner).status == .forbidden, "\(path)")
        }
    }

    @Test("responses to unknown senders do not reveal which addresses exist")
    func nobodyLearnsWhatThereIs() async throws {
        let scene = try AccessScene { $0.speakAll() }
        let nothing = await scene.ask(.get, "/api/v1/nothing-here")
        #expect(nothing.status == .unauthorized)
        let body = try await nothing.bytes()
        var requested: [(HTTPRequest.Method, String)] = [
            (.get, "/api"), (.get, "/api/v1/photos/1?a=1&a=2"), (.get, "/api/v1/%zz"),
            (.get, "/api/v1/photos/%00"), (.get, "/api/v1/photos?limit=0"),
            (.get, "/api/v1/" + String(repeating: "a", count: 10_000)), (.post, "/nothing"),
        ]
        let gallery = scene.site.routes.filter { !$0.permission.requiresShareLink }
        for route in gallery where route.permission != .anyone {
            let path = AccessMatrix.path(of: route)
            if AccessMatrix.isForPrograms(route) { requested.append((route.method, path)) }
            for method in [HTTPRequest.Method.put, .patch, .delete, .options, .trace, .connect] {
                requested.append((method, path))
            }
        }
        for (method, path) in requested {
            let answer = await scene.ask(method, path)
            #expect(answer.status == nothing.status, "\(method) \(path)")
            #expect(answer.headers == nothing.headers, "\(method) \(path)")
            #expect(try await answer.bytes() == body, "\(method) \(path)")
        }
    }

    @Test("existing and missing pages both redirect to the sign-in page")
    func pagesLeadToTheSignInWhetherThereIsOneOrNot() async throws {
        let scene = try AccessScene { $0.speakAll() }
        var answers: [HTTPFields] = []
        for (path, next) in [
            ("/", ""), ("/photos/1", "?next=%2Fphotos%2F1"), ("/nothing", "?next=%2Fnothing"),
            ("/photos/1?a=1&a=2", "?next=%2Fphotos%2F1%3Fa%3D1%26a%3D2"),
            ("/sections/flickr%3Adogs", "?next=%2Fsections%2Fflickr%253Adogs"),
            ("//evil.example", ""),
            ("/%zz", "?next=%2F%25zz"), ("/" + String(repeating: "a", count: 10_000), ""),
        ] {
            let answer = await scene.ask(.get, path)
            #expect(answer.status == .seeOther, "\(path)")
            #expect(answer.headers[.location] == "/sign-in" + next)
            #expect(try await answer.bytes().isEmpty)
            var headers = answer.headers
            headers[.location] = nil
            answers.append(headers)
        }
        #expect(Set(answers).count == 1)
    }

    @Test(
        "no part of an address breaks a route or leaves the catalog",
        arguments: [nil, AccessScene.password])
    func noPartOfAnAddressBreaksARouteOrLeavesTheCatalog(password: String?) async throws {
        let scene = try AccessScene(password: password) { $0.speakAll() }
        let headers = password == nil ? [:] : await scene.session()
        for route in scene.site.routes where !route.template.hasPrefix("/sign-") {
            for value in AccessMatrix.hostileParts {
                for path in AccessMatrix.paths(of: route, with: value) {
                    try await check(await scene.ask(route.method, path, headers), route, path)
                }
            }
        }
        #expect(try scene.gallery.sections.list().count == 1)
    }

    @Test("no parameter breaks a route")
    func noParameterBreaksARoute() async throws {
        let scene = try AccessScene { $0.speakAll() }
        let owner = await scene.session()
        for route in scene.site.routes where route.method == .get {
            for query in AccessMatrix.hostileQueries {
                let path = AccessMatrix.path(of: route) + query
                try await check(await scene.ask(.get, path, owner), route, path)
            }
        }
    }

    private func check(_ answer: Response, _ route: Route, _ path: String) async throws {
        let what = "\(route.method) \(path.prefix(200)): \(answer.status.code)"
        #expect(answer.status.code < 500, "\(what)")
        #expect(answer.headers[.setCookie]?.contains("a=b") != true, "\(what)")
        // An endless response has no length.
        guard let length = answer.body.contentLength, length > 0 else { return }
        let text = String(decoding: try await answer.bytes(), as: UTF8.self)
        #expect(!text.contains("root:x:0") && !text.contains("SQLite format 3"), "\(what)")
        if answer.headers[.contentType]?.hasPrefix("text/html") == true {
            #expect(!text.contains("<script>alert"), "\(what)")
        }
    }
}

extension Permission {
    /// True if only the share link counts as a credential.
    var requiresShareLink: Bool { self == .linkHolders || self == .linkVisitors }
}

extension ServerOptions {
    /// Enables every protocol.
    fileprivate mutating func speakAll() {
        isSharing = true
        campaign = "summer"
    }
}
