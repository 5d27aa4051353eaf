import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

@Suite("Sign-in")
struct SignInTests {
    @Test("the owner signs in with only the password")
    func theOwnerSignsInByThePasswordAlone() async throws {
        let scene = try AccessScene()
        let answer = await scene.signIn(next: "/map?a=1")
        #expect(answer.status == .seeOther)
        #expect(answer.headers[.location] == "/map?a=1")
        let cookie = try #require(answer.headers[.setCookie])
        #expect(
            cookie.wholeMatch(
                of: #/gallery-8080=[\w-]{43}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax/#)
                != nil)
        let session = AccessScene.session(of: answer)
        #expect(await scene.status(session) == 404)
        let again = await scene.ask(.get, "/sign-in?next=/map", session)
        #expect(again.status == .seeOther)
        #expect(again.headers[.location] == "/map")
    }

    @Test("the cookie is bound to the host if the connection is encrypted")
    func theCookieIsForThisHostAloneWhereTheConnectionIsEncrypted() async throws {
        let scene = try AccessScene { $0.baseURL = "https://photos.example.org" }
        let answer = await scene.signIn(host: "photos.example.org")
        let cookie = try #require(answer.headers[.setCookie])
        #expect(cookie.hasPrefix("__Host-gallery="))
        #expect(cookie.hasSuffix("; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure"))
        let session = AccessScene.session(of: answer)
        let path = "/api/v1/nothing"
        #expect(
            await scene.ask(.get, path, session, host: "photos.example.org").status == .notFound)
        // A session from an unencrypted connection is not accepted.
        let plain = await scene.session()
        #expect(
            await scene.ask(.get, path, plain, host: "photos.example.org").status == .unauthorized)
    }

    @Test(
        "wrong names and wrong passwords get the same response",
        arguments: [
            ("", "wrong horse"), ("", ""), ("eva", "correct horse"), ("eva", ""),
            ("nobody", "evas password"),
            (String(repeating: "n", count: 20_000), "x"),
            ("", String(repeating: "p", count: 20_000)),
        ])
    func wrongNamesAndPasswordsGetTheSameAnswer(name: String, password: String) async throws {
        let scene = try AccessScene()
        try scene.gallery.accounts.add(
            named: "eva", role: .viewer, password: "evas password", cost: .testing)
        let answer = await scene.signIn(name, password)
        let other = await scene.signIn("eva", "another one")
        #expect(answer.status == .unauthorized)
        // The page repeats the name.
        var headers = [answer.headers, other.headers]
        for index in headers.indices { headers[index][.contentLength] = nil }
        #expect(headers[0] == headers[1])
        #expect(answer.headers[.setCookie] == nil)
        #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
        let lengths = [answer, other].map { $0.body.contentLength ?? 0 }
        #expect(lengths[0] - name.utf8.count == lengths[1] - "eva".utf8.count)
    }

    @Test("accounts have the access of their role")
    func accountsMayWhatTheirRoleSays() async throws {
        let scene = try AccessScene()
        try scene.gallery.accounts.add(
            named: "Eva  M\u{FC}ller", role: .viewer, password: "evas password", cost: .testing)
        try scene.gallery.accounts.add(
            named: "Roger", role: .owner, password: "rogers password", cost: .testing)
        let viewer = await scene.session("eva mu\u{308}ller", "evas password")
        let owner = await scene.session("ROGER", "rogers password")
        #expect(await scene.status(viewer) == 404)
        #expect(await scene.status(owner) == 404)
        for route in scene.site.routes where route.permission == .owners {
            let path = AccessMatrix.path(of: route)
            #expect(await scene.ask(route.method, path, viewer).status == .forbidden)
        }
    }

    @Test(
        "sign-in redirects only to addresses of this server",
        arguments: [
            ("/photos/1?x=%20#a", "/photos/1?x=%20#a"), ("", "/"), ("photos", "/"),
            ("//evil.example", "/"),
            ("/\\evil.example", "/"), ("/\t/evil.example", "/"), ("/\n", "/"),
            ("https://evil.example", "/"),
            ("javascript:alert(1)", "/"), ("/\u{E9}", "/"), ("/a b", "/"), ("/sign-out", "/"),
            ("/a\\b", "/"), ("/a//b", "/a//b"), ("/" + String(repeating: "a", count: 3000), "/"),
        ])
    func leadsToAnAddressOfThisServerAlone(next: String, location: String) async throws {
        let scene = try AccessScene()
        #expect(await scene.signIn(next: next).headers[.location] == location)
    }

    @Test("without a password, sign-in redirects to the start page")
    func withoutAPasswordThereIsNothingToSignInTo() async throws {
        let scene = try AccessScene(password: nil)
        for answer in [
            await scene.ask(.get, "/sign-in"), await scene.signIn("eva", "x"),
            await scene.ask(.post, "/sign-out"),
        ] {
            #expect(answer.status == .seeOther)
            #expect(answer.headers[.location] == "/")
        }
        #expect(await scene.status(AccessScene.bearer("wrong")) == 404)
    }

    @Test("each sign-in starts a new session and ends the old one")
    func eachSignInMakesANewSessionAndEndsTheOld() async throws {
        let scene = try AccessScene()
        let first = await scene.session()
        let second = AccessScene.session(of: await scene.signIn("", AccessScene.password, first))
        #expect(first[.cookie] != second[.cookie])
        #expect(await scene.status(first) == 401)
        #expect(await scene.status(second) == 404)
    }

    @Test("signing out ends the session and clears cached pictures")
    func signingOutEndsTheSessionAndForgetsPictures() async throws {
        let scene = try AccessScene()
        let first = await scene.session()
        let second = await scene.session()
        let answer = await scene.ask(.post, "/sign-out", first)
        #expect(answer.status == .seeOther)
        #expect(answer.headers[.location] == "/sign-in")
        #expect(answer.headers[.setCookie]?.hasPrefix("gallery-8080=; Path=/; Max-Age=0;") == true)
        #expect(
            answer.headers[try #require(HTTPField.Name("Clear-Site-Data"))] == "\"cache\"")
        #expect(await scene.status(first) == 401)
        #expect(await scene.status(second) == 404)
    }

    @Test("signing out everywhere ends only the account's own sessions")
    func signingOutEverywhereEndsThoseOfTheAccountAlone() async throws {
        let scene = try AccessScene()
        try scene.gallery.accounts.add(
            named: "eva", role: .viewer, password: "evas password", cost: .testing)
        let evas = [
            await scene.session("eva", "evas password"),
            await scene.session("eva", "evas password"),
        ]
        let owners = await scene.session()
        _ = await scene.ask(.post, "/sign-out", evas[0], form: "everywhere=1")
        for session in evas { #expect(await scene.status(session) == 401) }
        #expect(await scene.status(owners) == 404)
    }

    @Test("pages of other origins cannot sign users in or out")
    func pagesOfOthersSignNobodyInOrOut() async throws {
        let scene = try AccessScene()
        let session = await scene.session()
        var foreign = session
        foreign[.origin] = "https://evil.example"
        #expect(
            await scene.signIn("", AccessScene.password, next: "", foreign).status == .forbidden)
        #expect(await scene.ask(.post, "/sign-out", foreign).status == .forbidden)
        #expect(await scene.status(session) == 404)
    }

    @Test("clients with too many failed attempts must wait")
    func whoTriesTooOftenWaits() async throws {
        let scene = try AccessScene()
        for _ in 0..<10 {
            #expect(await scene.signIn("", "wrong", from: "192.0.2.1").status == .unauthorized)
        }
        let refused = await scene.signIn(from: "192.0.2.1")
        #expect(refused.status == .tooManyRequests)
        #expect(refused.headers[.retryAfter] == "8")
        #expect(refused.headers[.contentType] == "text/html; charset=utf-8")
        // A client without failures can sign in.
        #expect(await scene.signIn(from: "192.0.2.2").status == .seeOther)
        try scene.gallery.accounts.add(
            named: "eva", role: .viewer, password: "evas password", cost: .testing)
        #expect(
            await scene.signIn("eva", "evas password", from: "192.0.2.1").status == .tooManyRequests
        )
        #expect(await scene.signIn("eva", "evas password", from: "192.0.2.2").status == .seeOther)
    }

    @Test(
        "failed attempts by other clients do not lock a user out",
        arguments: ["", "eva", "eva@example.org"])
    func attemptsOfOthersKeepNobodyOut(_ name: String) async throws {
        let clock = HandClock()
        let scene = try AccessScene { $0.now = { clock.now } }
        var profile = AccountProfile()
        profile.email = "eva@example.org"
        try scene.gallery.accounts.add(
            named: "eva", role: .viewer, profile: profile, password: AccessScene.password,
            cost: .testing)
        func signIn(_ password: String, from address: String) async -> Int {
            await scene.signIn(name, password, from: address).status.code
        }
        func attack(_ households: Range<Int>, _ status: Int) async {
            for household in households {
                // The name and the email address belong to one account.
                let other = name.isEmpty || household.isMultiple(of: 2) ? name : "eva"
                let answer = await scene.signIn(
                    other, "wrong", from: "2001:db8:\(household)::\(status)")
                #expect(answer.status.code == status)
            }
        }
        #expect(await signIn("a slip", from: "198.51.100.1") == 401)
        await attack(0..<40, 401)
        await attack(0..<40, 429)
        // A single failure waits only eight seconds, regardless of other clients.
        let early = await scene.signIn(name, AccessScene.password, from: "198.51.100.1")
        #expect(early.headers[.retryAfter] == "8")
        for (address, others) in [("192.0.2.1", 100..<112), ("2001:db8:99::1", 120..<132)] {
            #expect(await signIn(AccessScene.password, from: address) == 303)
            await attack(others, 401)
        }
        clock.advance(8)
        await attack(200..<212, 401)
        #expect(await signIn(AccessScene.password, from: "198.51.100.1") == 303)
    }

    @Test("one network cannot use all turns")
    func oneHouseholdLeavesTurnsToOthers() async throws {
        let turns = BoundedTurns(limit: 1, queue: 3, each: 2)
        try await turns.begin(for: "a")
        let waiting = Task { try await turns.begin(for: "a") }
        while await turns.held["a", default: 0] < 2 { await Task.yield() }
        await #expect(throws: Problem.self) { try await turns.begin(for: "a") }
        let other = Task { try await turns.begin(for: "b") }
        while await turns.held["b", default: 0] < 1 { await Task.yield() }
        for household in ["a", "a", "b"] { await turns.end(for: household) }
        try await waiting.value
        try await other.value
        #expect(await turns.held["a", default: 0] == 0)
    }

    @Test("an IPv6 network counts as one client")
    func anIPv6NeighbourhoodCountsAsOne() async throws {
        let scene = try AccessScene()
        for number in 0..<10 {
            let from = "2001:db8::\(number)"
            #expect(
                await scene.signIn("name \(number)", "wrong", from: from).status == .unauthorized)
        }
        #expect(await scene.signIn("x", "y", from: "2001:db8::abcd").status == .tooManyRequests)
        #expect(await scene.signIn("x", "y", from: "2001:db8:0:1::1").status == .unauthorized)
    }

    @Test("a correct password resets the count of the name, not of the address")
    func aRightPasswordResetsTheNameNotTheAddress() async throws {
        let scene = try AccessScene()
        for _ in 0..<9 { _ = await scene.signIn("", "wrong", from: "192.0.2.1") }
        #expect(await scene.signIn(from: "192.0.2.1").status == .seeOther)
        #expect(await scene.signIn("", "wrong", from: "192.0.2.1").status == .unauthorized)
        #expect(await scene.signIn(from: "192.0.2.1").status == .tooManyRequests)
        #expect(await scene.signIn(from: "192.0.2.2").status == .seeOther)
    }

    @Test("only a form can sign in")
    func onlyAFormSignsIn() async throws {
        let scene = try AccessScene()
        #expect(await scene.ask(.post, "/sign-in").status == .unsupportedMediaType)
        let double = await scene.ask(.post, "/sign-in", form: "name=a&name=b&password=c")
        #expect([400, 401].contains(double.status.code))
        let long = "password=" + String(repeating: "x", count: 70_000)
        #expect([401, 413].contains(await scene.ask(.post, "/sign-in", form: long).status.code))
    }
}
