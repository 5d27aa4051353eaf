import Gallery
import Hummingbird
import Testing

@testable import GalleryWeb

@Suite("Map tiles")
struct MapTilesTests {
    @Test("only pages can show tiles of the configured server")
    func onlyPagesMayShowTilesOfTheServerThatWasChosen() async throws {
        var settings = GallerySettings()
        let tiles = "https://tile.example.org/{z}/{x}/{y}.png"
        settings.serve.tiles = tiles
        settings.serve.tilesCredit = "© \"Somebody\" <b>"
        let scene = try WebScene(settings: settings)
        try await scene.run { client in
            for address in ["/map", "/", "/photos/99"] {
                let policy = try await policy(of: address, client)
                #expect(policy.contains("img-src 'self' data: blob: https://tile.example.org;"))
            }
            for address in ["/api/v1/sections", "/favicon.ico", "/shared/none"] {
                let policy = try await policy(of: address, client)
                #expect(!policy.contains("example.org"), "\(address)")
                #expect(policy.contains("default-src"), "\(address)")
            }
            let (_, page) = try await client.page("/map")
            checkPage(page, "/map")
            let body = try #require(MarkupReader.tags(page).first { $0["data-tiles"] != nil })
            #expect(body["data-tiles"] == tiles)
            #expect(page.contains("&lt;b&gt;"))
        }
    }

    @Test("the sign-in page does not reveal the tile server")
    func whoMayNotLookIsNotToldOfIt() async throws {
        var settings = GallerySettings()
        settings.serve.tiles = "https://tile.example.org/{z}/{x}/{y}.png"
        let access = try AccessScene(on: WebScene(settings: settings))
        let answer = await access.ask(.get, "/sign-in", [.accept: "text/html"])
        #expect(answer.status == .ok)
        #expect(answer.headers[.contentSecurityPolicy] == SecurityHeaders.policy)
        let page = String(decoding: try await answer.bytes(), as: UTF8.self)
        #expect(page.contains("<form") && !page.contains("example.org"))
    }

    @Test("without the setting, no other server is contacted")
    func withoutTheSettingNoOtherServerIsAsked() async throws {
        try await WebScene().run { client in
            let policy = try await policy(of: "/map", client)
            #expect(policy == SecurityHeaders.policy)
            let (_, page) = try await client.page("/map")
            #expect(!page.contains("data-tiles"))
        }
    }

    private func policy(
        of address: String, _ client: RouterClient
    ) async throws -> String {
        try await client.execute(
            uri: address, method: .get, headers: [.accept: "text/html"]
        ) { $0.headers[.contentSecurityPolicy] ?? "" }
    }
}
