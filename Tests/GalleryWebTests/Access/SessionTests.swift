import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

@Suite("Sessions")
struct SessionTests {
    @Test("sessions survive a restart of the server but not a change of its password")
    func sessionsOutliveTheServerButNotItsPassword() async throws {
        let first = try AccessScene()
        let session = await first.session()
        let second = try AccessScene(on: first.scene)
        #expect(await second.status(session) == 404)
        let other = try AccessScene(on: first.scene, password: "another password")
        #expect(await other.status(session) == 401)
        #expect(await second.status(session) == 404)
    }

    @Test("a new password or the removal of an account ends its sessions")
    func aNewPasswordOrNoAccountEndsItsSessions() async throws {
        let scene = try AccessScene()
        for name in ["eva", "roger"] {
            try scene.gallery.accounts.add(
                named: name, role: .viewer, password: "password of \(name)", cost: .testing)
        }
        let evas = await scene.session("eva", "password of eva")
        let rogers = await scene.session("roger", "password of roger")
        #expect(await scene.status(evas) == 404)
        // Another program makes the change.
        let commands = try PhotoGallery.open(at: BytePath(scene.scene.folder.path))
        try commands.accounts.setPassword("another password", ofAccount: "eva", cost: .testing)
        #expect(await scene.status(evas) == 401)
        #expect(await scene.status(rogers) == 404)
        try commands.accounts.remove(named: "roger")
        #expect(await scene.status(rogers) == 401)
        #expect(await scene.signIn("eva", "password of eva").status == .unauthorized)
        #expect(await scene.signIn("eva", "another password").status == .seeOther)
    }

    @Test("sessions are kept in memory if the catalog is read-only")
    func aCatalogThatCannotBeWrittenHasSessionsInMemory() async throws {
        let writer = try AccessScene()
        try writer.gallery.accounts.add(
            named: "eva", role: .viewer, password: "evas password", cost: .testing)
        let stored = await writer.session()
        let gallery = try PhotoGallery.openForReading(at: BytePath(writer.scene.folder.path))
        var options = ServerOptions()
        options.password = AccessScene.password
        options.passwordCost = .testing
        let credentials = Credentials(gallery, options)
        let client = Client(address: "127.0.0.1", isSecure: false, host: "127.0.0.1")
        func role(_ headers: HTTPFields) async throws -> AccountRole? {
            try await credentials.identify(headers, client).principal.role
        }
        func cookie(_ name: String, _ password: String) async throws -> HTTPFields {
            let form = ["name": name, "password": password]
            let cookie = try await credentials.signIn(form, HTTPFields(), client)
            return [.cookie: String(cookie.prefix { $0 != ";" })]
        }
        #expect(try await role(stored) == nil)
        let owners = try await cookie("", AccessScene.password)
        let evas = try await cookie("eva", "evas password")
        #expect(try await role(owners) == .owner)
        #expect(try await role(evas) == .viewer)
        // Removing the account from the catalog also ends its session here.
        try writer.gallery.accounts.remove(named: "eva")
        #expect(try await role(evas) == nil)
        #expect(try await role(owners) == .owner)
        try await credentials.signOut(owners, client, everywhere: true)
        #expect(try await role(owners) == nil)
    }

    @Test("signing out works with a read-only catalog", arguments: [false, true])
    func signingOutNeedsNoCatalogThatCanBeWritten(everywhere: Bool) async throws {
        let scene = try AccessScene()
        let session = await scene.session()
        let other = await scene.session()
        #expect(await scene.status(session) == 404)
        try await scene.withoutWriting {
            let answer = await scene.ask(
                .post, "/sign-out", session, form: everywhere ? "everywhere=1" : "")
            #expect(answer.status == .seeOther)
            #expect(answer.headers[.setCookie]?.hasPrefix("gallery-8080=; ") == true)
            #expect(await scene.status(session) == 401)
            #expect(await scene.status(other) == (everywhere ? 401 : 404))
            let new = await scene.session()
            #expect(await scene.status(new) == 404)
        }
        #expect(await scene.status(session) == 401)
        #expect(await scene.status(other) == (everywhere ? 401 : 404))
        let new = await scene.session()
        #expect(await scene.status(new) == 404)
        // New sessions are stored again, and the ended ones are removed before.
        let restarted = try AccessScene(on: scene.scene)
        #expect(await restarted.status(new) == 404)
        #expect(await restarted.status(other) == (everywhere ? 401 : 404))
    }

    @Test("a full cache is only emptied for a value with a new key")
    func aFullCacheIsOnlyEmptiedForANewKey() async throws {
        let scene = try AccessScene()
        let cache = CatalogCache<Int, Int>(scene.gallery, capacity: 2)
        for key in [1, 2] { _ = try await cache.value(key) { _ in key } }
        #expect(try await cache.value(3) { _ in nil } == nil)
        #expect(cache.count == 2)
        // After a change of the catalog, the value of a known key is replaced.
        try scene.gallery.accounts.add(
            named: "eva", role: .viewer, password: "evas password", cost: .testing)
        #expect(try await cache.value(2) { _ in 4 } == 4)
        #expect(cache.count == 2)
        #expect(try await cache.value(3) { _ in 3 } == 3)
        #expect(cache.count == 1)
    }

    @Test(
        "forged cookies give no access",
        arguments: [
            "", "gallery-8080=", "gallery-8080=wrong",
            "gallery-8080=" + String(repeating: "a", count: 43), "other=1",
            "gallery-8080=" + String(repeating: "a", count: 4000), "gallery-8080", ";;;",
            "gallery-8080=a; gallery-8080=b",
        ])
    func cookiesThatNobodyGaveOpenNothing(cookie: String) async throws {
        let scene = try AccessScene()
        #expect(await scene.status([.cookie: cookie]) == 401)
    }

    @Test("servers on two ports of a host have separate sessions")
    func serversOnTwoPortsOfAHostKeepTheirSessionsApart() {
        let headers: HTTPFields = [.cookie: "gallery-9310=one; gallery-9311=two; gallery=three"]
        for (host, secret) in [
            ("127.0.0.1:9310", "one"), ("127.0.0.1:9311", "two"), ("photos.example.org", "three"),
            ("[::1]:9311", "two"), ("127.0.0.1:9312", nil),
        ] {
            let client = Client(address: "127.0.0.1", isSecure: false, host: host)
            #expect(SessionCookie.secret(in: headers, client) == secret, "\(host)")
        }
        let secure = Client(address: "127.0.0.1", isSecure: true, host: "photos.example.org:8443")
        #expect(SessionCookie.header("s", secure).hasPrefix("__Host-gallery-8443=s; Path=/;"))
    }

    @Test("other cookies are ignored")
    func otherCookiesAreNoMatter() async throws {
        let scene = try AccessScene()
        let session = try #require(await scene.session()[.cookie])
        #expect(await scene.status([.cookie: "a=b; \(session);c=d"]) == 404)
    }

    @Test("tokens give access until they expire or are revoked")
    func tokensOpenWhatTheirRoleSaysUntilTheyEnd() async throws {
        let scene = try AccessScene()
        let gallery = scene.gallery
        let viewer = try gallery.accessTokens.make(named: "reader", role: .viewer)
        let expired = try gallery.accessTokens.make(
            named: "old", role: .owner, expires: Date() - 1)
        #expect(await scene.status(AccessScene.bearer(viewer)) == 404)
        #expect(await scene.status([.authorization: "bearer \(viewer)"]) == 404)
        #expect(await scene.status(AccessScene.bearer(expired)) == 401)
        // Another program revokes it.
        let commands = try PhotoGallery.open(at: BytePath(scene.scene.folder.path))
        try commands.accessTokens.revoke(named: "READER")
        #expect(await scene.status(AccessScene.bearer(viewer)) == 401)
        let again = try gallery.accessTokens.make(named: "reader", role: .owner)
        #expect(await scene.status(AccessScene.bearer(again)) == 404)
        #expect(await scene.status(AccessScene.bearer(viewer)) == 401)
    }

    @Test("an invalid token overrides a valid cookie")
    func aWrongTokenWinsOverARightCookie() async throws {
        let scene = try AccessScene()
        var headers = await scene.session()
        headers[.authorization] = "Basic dXNlcjpwYXNz"
        #expect(await scene.status(headers) == 404)
        headers[.authorization] = "Bearer wrong"
        #expect(await scene.status(headers) == 401)
        #expect(await scene.ask(.get, "/healthz", headers).status == .ok)
    }

    @Test("names of revoked or expired tokens can be reused")
    func namesOfTokensMayComeAgainOnceTheyAreRevokedOrExpired() throws {
        let scene = try AccessScene()
        let gallery = scene.gallery
        _ = try gallery.accessTokens.make(named: "ci", role: .viewer, expires: Date() - 1)
        _ = try gallery.accessTokens.make(named: "ci", role: .viewer)
        #expect(throws: GalleryError.self) {
            try gallery.accessTokens.make(named: " CI ", role: .viewer)
        }
        #expect(
            try gallery.accessTokens.list().map(\.dateRevoked).map { $0 == nil } == [false, true])
        #expect(throws: GalleryError.self) { try gallery.accessTokens.revoke(named: "none") }
        for name in ["", " ", "a/b", "a\u{7}", String(repeating: "x", count: 101)] {
            #expect(throws: GalleryError.self) {
                try gallery.accessTokens.make(named: name, role: .viewer)
            }
        }
    }
}
