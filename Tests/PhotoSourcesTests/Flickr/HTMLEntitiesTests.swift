import Testing

@testable import PhotoSources

@Suite("HTMLEntities")
struct HTMLEntitiesTests {
    @Test(
        "references are decoded exactly once",
        arguments: [
            ("plain", "plain"), ("a &amp; b", "a & b"), ("&amp;quot;", "&quot;"),
            ("&amp;amp;lt;", "&amp;lt;"), ("&quot;x&quot;", "\"x\""),
            ("&#39;&#039;&#x27;&#X27;", "''''"),
            ("&apos;", "'"), ("&eacute;&Eacute;", "éÉ"), ("&hearts;&thetasym;", "♥ϑ"),
            ("&#128054;&#x1F436;", "🐶🐶"), ("&euro;&nbsp;1", "€\u{A0}1"), ("&lt;b&gt;", "<b>"),
        ])
    func decoded(text: String, expected: String) {
        #expect(HTMLEntities.decode(text) == expected)
    }

    @Test(
        "other text stays unchanged",
        arguments: [
            "AT&T", "&", "a &", "&;", "&#;", "&#x;", "&#xZZ;", "&#0;", "&#xD800;", "&#1114112;",
            "&unknown;", "&copy 2012", "&#-5;", "&#+5;", "&AMP;", "&&", "&#99999999999999999999;",
        ])
    func kept(text: String) {
        #expect(HTMLEntities.decode(text) == text)
    }

    @Test("all 252 names of HTML 4 are known")
    func names() {
        #expect(HTMLEntities.names.count == 253)
        #expect(HTMLEntities.names["AElig"] == 0xC6)
        #expect(HTMLEntities.names["zwnj"] == 0x200C)
        #expect(HTMLEntities.names["diams"] == 0x2666)
    }
}
