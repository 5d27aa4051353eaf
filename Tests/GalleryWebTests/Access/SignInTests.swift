import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

@Suite struct SignInTests {
    @Test func theOwnerSignsInByThePasswordAlone() async throws {
        let scene = try AccessScene()
        let answer = await scene.signIn(next: "/map?a=1")
        #expect(answer.status == .seeOther)
        #expect(answer.headers[.location] == "/map?a=1")
        let cookie = try #require(answer.headers[.setCookie])
        #expect(
            cookie.wholeMatch(
                of: #/gallery=[\w-]{43}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax/#) != nil)
        let session = AccessScene.session(of: answer)
        #expect(await scene.status(session) == 404)
        let again = await scene.ask(.get, "/sign-in?next=/map", session)
        #expect(again.status == .seeOther)
        #expect(again.headers[.location] == "/map")
    }

    @Test func theCookieIsForThisHostAloneWhereTheConnectionIsEncrypted() async throws {
        let scene = try AccessScene { $0.baseURL = "https://photos.example.org" }
        let answer = await scene.signIn(host: "photos.example.org")
        let cookie = try #require(answer.headers[.setCookie])
        #expect(cookie.hasPrefix("__Host-gallery="))
        #expect(cookie.hasSuffix("; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure"))
        let session = AccessScene.session(of: answer)
        let path = "/api/v1/nothing"
        #expect(
            await scene.ask(.get, path, session, host: "photos.example.org").status == .notFound)
        // Nor is one taken that came without encryption.
        let plain = await scene.session()
        #expect(
            await scene.ask(.get, path, plain, host: "photos.example.org").status == .unauthorized)
    }

    @Test(arguments: [
        ("", "wrong horse"), ("", ""), ("eva", "correct horse"), ("eva", ""),
        ("nobody", "evas password"),
        (String(repeating: "n", count: 20_000), "x"), ("", String(repeating: "p", count: 20_000)),
    ])
    func wrongNamesAndPasswordsGetTheSameAnswer(name: String, password: String) async throws {
        let scene = try AccessScene()
        try scene.gallery.addAccount(
            named: "eva", role: .viewer, password: "evas password", cost: .trifling)
        let answer = await scene.signIn(name, password)
        let other = await scene.signIn("eva", "another one")
        #expect(answer.status == .unauthorized)
        #expect(answer.headers == other.headers)
        #expect(answer.headers[.setCookie] == nil)
        #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
        #expect(answer.body.contentLength == other.body.contentLength)
    }

    @Test func accountsMayWhatTheirRoleSays() async throws {
        let scene = try AccessScene()
        try scene.gallery.addAccount(
            named: "Eva  M\u{FC}ller", role: .viewer, password: "evas password", cost: .trifling)
        try scene.gallery.addAccount(
            named: "Roger", role: .owner, password: "rogers password", cost: .trifling)
        let viewer = await scene.session("eva mu\u{308}ller", "evas password")
        let owner = await scene.session("ROGER", "rogers password")
        #expect(await scene.status(viewer) == 404)
        #expect(await scene.status(owner) == 404)
        for route in scene.site.routes.routes where route.permission == .owners {
            let path = AccessMatrix.path(of: route)
            #expect(await scene.ask(route.method, path, viewer).status == .forbidden)
        }
    }

    @Test(arguments: [
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

    @Test func withoutAPasswordThereIsNothingToSignInTo() async throws {
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

    @Test func eachSignInMakesANewSessionAndEndsTheOld() async throws {
        let scene = try AccessScene()
        let first = await scene.session()
        let second = AccessScene.session(of: await scene.signIn("", AccessScene.password, first))
        #expect(first[.cookie] != second[.cookie])
        #expect(await scene.status(first) == 401)
        #expect(await scene.status(second) == 404)
    }

    @Test func signingOutEndsTheSessionAndForgetsPictures() async throws {
        let scene = try AccessScene()
        let first = await scene.session()
        let second = await scene.session()
        let answer = await scene.ask(.post, "/sign-out", first)
        #expect(answer.status == .seeOther)
        #expect(answer.headers[.location] == "/sign-in")
        #expect(answer.headers[.setCookie]?.hasPrefix("gallery=; Path=/; Max-Age=0;") == true)
        #expect(
            answer.headers[try #require(HTTPField.Name("Clear-Site-Data"))] == "\"cache\"")
        #expect(await scene.status(first) == 401)
        #expect(await scene.status(second) == 404)
    }

    @Test func signingOutEverywhereEndsThoseOfTheAccountAlone() async throws {
        let scene = try AccessScene()
        try scene.gallery.addAccount(
            named: "eva", role: .viewer, password: "evas password", cost: .trifling)
        let evas = [
            await scene.session("eva", "evas password"),
            await scene.session("eva", "evas password"),
        ]
        let owners = await scene.session()
        _ = await scene.ask(.post, "/sign-out", evas[0], form: "everywhere=1")
        for session in evas { #expect(await scene.status(session) == 401) }
        #expect(await scene.status(owners) == 404)
    }

    @Test func pagesOfOthersSignNobodyInOrOut() async throws {
        let scene = try AccessScene()
        let session = await scene.session()
        var foreign = session
        foreign[.origin] = "https://evil.example"
        #expect(
            await scene.signIn("", AccessScene.password, next: "", foreign).status == .forbidden)
        #expect(await scene.ask(.post, "/sign-out", foreign).status == .forbidden)
        #expect(await scene.status(session) == 404)
    }

    @Test func whoTriesTooOftenWaits() async throws {
        let scene = try AccessScene()
        for _ in 0..<10 {
            #expect(await scene.signIn("", "wrong", from: "192.0.2.1").status == .unauthorized)
        }
        let refused = await scene.signIn(from: "192.0.2.1")
        #expect(refused.status == .tooManyRequests)
        #expect(refused.headers[.retryAfter] == "8")
        #expect(refused.headers[.contentType] == "text/html; charset=utf-8")
        // The owner's name, too, from wherever; others get in from elsewhere.
        #expect(await scene.signIn(from: "192.0.2.2").status == .tooManyRequests)
        try scene.gallery.addAccount(
            named: "eva", role: .viewer, password: "evas password", cost: .trifling)
        #expect(
            await scene.signIn("eva", "evas password", from: "192.0.2.1").status == .tooManyRequests
        )
        #expect(await scene.signIn("eva", "evas password", from: "192.0.2.2").status == .seeOther)
    }

    @Test func anIPv6NeighbourhoodCountsAsOne() async throws {
        let scene = try AccessScene()
        for number in 0..<10 {
            let from = "2001:db8::\(number)"
            #expect(
                await scene.signIn("name \(number)", "wrong", from: from).status == .unauthorized)
        }
        #expect(await scene.signIn("x", "y", from: "2001:db8::abcd").status == .tooManyRequests)
        #expect(await scene.signIn("x", "y", from: "2001:db8:0:1::1").status == .unauthorized)
    }

    @Test func aRightPasswordResetsTheNameNotTheAddress() async throws {
        let scene = try AccessScene()
        for _ in 0..<9 { _ = await scene.signIn("", "wrong", from: "192.0.2.1") }
        #expect(await scene.signIn(from: "192.0.2.1").status == .seeOther)
        #expect(await scene.signIn("", "wrong", from: "192.0.2.1").status == .unauthorized)
        #expect(await scene.signIn(from: "192.0.2.1").status == .tooManyRequests)
        #expect(await scene.signIn(from: "192.0.2.2").status == .seeOther)
    }

    @Test func onlyAFormSignsIn() async throws {
        let scene = try AccessScene()
        #expect(await scene.ask(.post, "/sign-in").status == .unsupportedMediaType)
        let double = await scene.ask(.post, "/sign-in", form: "name=a&name=b&password=c")
        #expect([400, 401].contains(double.status.code))
        let long = "password=" + String(repeating: "x", count: 70_000)
        #expect([401, 413].contains(await scene.ask(.post, "/sign-in", form: long).status.code))
    }
}
