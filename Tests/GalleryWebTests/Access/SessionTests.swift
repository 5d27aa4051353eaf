import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

@Suite struct SessionTests {
    @Test func sessionsOutliveTheServerButNotItsPassword() async throws {
        let first = try AccessScene()
        let session = await first.session()
        let second = try AccessScene(on: first.scene)
        #expect(await second.status(session) == 404)
        let other = try AccessScene(on: first.scene, password: "another password")
        #expect(await other.status(session) == 401)
        #expect(await second.status(session) == 404)
    }

    @Test func aNewPasswordOrNoAccountEndsItsSessions() async throws {
        let scene = try AccessScene()
        for name in ["eva", "roger"] {
            try scene.gallery.addAccount(
                named: name, role: .viewer, password: "password of \(name)", cost: .trifling)
        }
        let evas = await scene.session("eva", "password of eva")
        let rogers = await scene.session("roger", "password of roger")
        #expect(await scene.status(evas) == 404)
        // Another program does it.
        let commands = try PhotoGallery.open(at: BytePath(scene.scene.folder.path))
        try commands.setPassword("another password", ofAccount: "eva", cost: .trifling)
        #expect(await scene.status(evas) == 401)
        #expect(await scene.status(rogers) == 404)
        try commands.removeAccount(named: "roger")
        #expect(await scene.status(rogers) == 401)
        #expect(await scene.signIn("eva", "password of eva").status == .unauthorized)
        #expect(await scene.signIn("eva", "another password").status == .seeOther)
    }

    @Test func aCatalogThatCannotBeWrittenHasSessionsInMemory() async throws {
        let writer = try AccessScene()
        try writer.gallery.addAccount(
            named: "eva", role: .viewer, password: "evas password", cost: .trifling)
        let stored = await writer.session()
        let gallery = try PhotoGallery.openForReading(at: BytePath(writer.scene.folder.path))
        var options = ServerOptions()
        options.password = AccessScene.password
        options.passwordCost = .trifling
        let credentials = Credentials(gallery, options)
        let client = Client(address: "127.0.0.1", isSecure: false, host: "127.0.0.1")
        func role(_ headers: HTTPFields) async throws -> AccountRole? {
            try await credentials.identify(headers, client).principal.role
        }
        func cookie(_ name: String, _ password: String) async throws -> HTTPFields {
            let cookie = try await credentials.signIn(
                name: name, password: password, HTTPFields(), client)
            return [.cookie: String(cookie.prefix { $0 != ";" })]
        }
        #expect(try await role(stored) == nil)
        let owners = try await cookie("", AccessScene.password)
        let evas = try await cookie("eva", "evas password")
        #expect(try await role(owners) == .owner)
        #expect(try await role(evas) == .viewer)
        // Removed in the catalog itself: it is over here, too.
        try writer.gallery.removeAccount(named: "eva")
        #expect(try await role(evas) == nil)
        #expect(try await role(owners) == .owner)
        try await credentials.signOut(owners, client, everywhere: true)
        #expect(try await role(owners) == nil)
    }

    @Test(arguments: [
        "", "gallery=", "gallery=wrong", "gallery=" + String(repeating: "a", count: 43), "other=1",
        "gallery=" + String(repeating: "a", count: 4000), "gallery", ";;;", "gallery=a; gallery=b",
    ])
    func cookiesThatNobodyGaveOpenNothing(cookie: String) async throws {
        let scene = try AccessScene()
        #expect(await scene.status([.cookie: cookie]) == 401)
    }

    @Test func otherCookiesAreNoMatter() async throws {
        let scene = try AccessScene()
        let session = try #require(await scene.session()[.cookie])
        #expect(await scene.status([.cookie: "a=b; \(session);c=d"]) == 404)
    }

    @Test func tokensOpenWhatTheirRoleSaysUntilTheyEnd() async throws {
        let scene = try AccessScene()
        let gallery = scene.gallery
        let viewer = try gallery.makeAccessToken(named: "reader", role: .viewer)
        let expired = try gallery.makeAccessToken(
            named: "old", role: .owner, expires: Date() - 1)
        #expect(await scene.status(AccessScene.bearer(viewer)) == 404)
        #expect(await scene.status([.authorization: "bearer \(viewer)"]) == 404)
        #expect(await scene.status(AccessScene.bearer(expired)) == 401)
        // Another program revokes it.
        let commands = try PhotoGallery.open(at: BytePath(scene.scene.folder.path))
        try commands.revokeAccessToken(named: "READER")
        #expect(await scene.status(AccessScene.bearer(viewer)) == 401)
        let again = try gallery.makeAccessToken(named: "reader", role: .owner)
        #expect(await scene.status(AccessScene.bearer(again)) == 404)
        #expect(await scene.status(AccessScene.bearer(viewer)) == 401)
    }

    @Test func aWrongTokenWinsOverARightCookie() async throws {
        let scene = try AccessScene()
        var headers = await scene.session()
        headers[.authorization] = "Basic dXNlcjpwYXNz"
        #expect(await scene.status(headers) == 404)
        headers[.authorization] = "Bearer wrong"
        #expect(await scene.status(headers) == 401)
        #expect(await scene.ask(.get, "/healthz", headers).status == .ok)
    }

    @Test func namesOfTokensMayComeAgainOnceTheyAreRevokedOrExpired() throws {
        let scene = try AccessScene()
        let gallery = scene.gallery
        _ = try gallery.makeAccessToken(named: "ci", role: .viewer, expires: Date() - 1)
        _ = try gallery.makeAccessToken(named: "ci", role: .viewer)
        #expect(throws: GalleryError.self) {
            try gallery.makeAccessToken(named: " CI ", role: .viewer)
        }
        #expect(try gallery.accessTokens().map(\.dateRevoked).map { $0 == nil } == [false, true])
        #expect(throws: GalleryError.self) { try gallery.revokeAccessToken(named: "none") }
        for name in ["", " ", "a/b", "a\u{7}", String(repeating: "x", count: 101)] {
            #expect(throws: GalleryError.self) {
                try gallery.makeAccessToken(named: name, role: .viewer)
            }
        }
    }
}
