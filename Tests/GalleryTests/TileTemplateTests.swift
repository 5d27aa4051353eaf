import Testing

@testable import Gallery

@Suite("Tile templates")
struct TileTemplateTests {
    @Test(
        "valid templates are read with their origin",
        arguments: [
            ("https://tile.example.org/{z}/{x}/{y}.png", "https://tile.example.org"),
            ("http://127.0.0.1:8081/{z}/{y}/{x}?key=a-b", "http://127.0.0.1:8081"),
            ("HTTPS://Tiles.Example/a/{z}-{x}-{y}", "https://tiles.example"),
            ("http://[::1]:9/{x}{y}{z}", "http://[::1]:9"),
            ("https://tile.example.org:/{z}/{x}/{y}", "https://tile.example.org:"),
        ])
    func readsAddresses(_ text: String, _ origin: String) throws {
        let template = try #require(TileTemplate(text: text))
        #expect(template.text == text)
        #expect(template.origin == origin)
    }

    @Test(
        "invalid templates are rejected",
        arguments: [
            "", "tile.example.org/{z}/{x}/{y}.png", "https://tile.example.org/{z}/{x}.png",
            "https://{x}.example.org/{z}/{x}/{y}.png", "https://{z}{x}{y}/",
            "ftp://tile.example.org/{z}/{x}/{y}", "https://user:word@tile.example.org/{z}/{x}/{y}",
            "https://tile.example.org;script-src/{z}/{x}/{y}",
            "https://tile.example.org/{z}/{x}/{y} *",
            "https://*.example.org/{z}/{x}/{y}", "javascript:/{z}/{x}/{y}",
            "https://tile.example.org?a/{z}/{x}/{y}", "https://é.example.org/{z}/{x}/{y}",
        ])
    func refusesWhatIsNone(_ text: String) {
        #expect(TileTemplate(text: text) == nil)
    }
}
