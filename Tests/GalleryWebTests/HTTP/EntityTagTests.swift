@testable import GalleryWeb
import Testing

@Suite("Entity tags")
struct EntityTagTests {
    @Test(
        "a tag is parsed",
        arguments: [
            ("\"a\"", EntityTag("a")), ("W/\"a\"", EntityTag("a", isWeak: true)),
            (" \"a,b\"\t", EntityTag("a,b")), ("\"\"", EntityTag("")),
            ("\"é\"", EntityTag("é")), ("\"a", nil), ("a", nil), ("\"a\" \"b\"", nil), ("", nil),
            ("w/\"a\"", nil), ("W/", nil), ("\"a b\"", nil),
            ("Wed, 21 Oct 2015 07:28:00 GMT", nil), ("*", nil),
        ])
    func readsOneTag(_ header: String, _ tag: EntityTag?) {
        #expect(EntityTag(header: header) == tag)
    }

    @Test(
        "a tag is found in the client's list of tags",
        arguments: [
            ("\"a\"", true), ("W/\"a\"", true), ("\"b\", \"a\"", true), ("\"b\",W/\"a\"", true),
            ("*", true), (" * ", true), (", ,\"a\"", true), ("\"b\"", false), ("", false),
            ("a", false), ("\"b,\"a\"\"", false), ("\"A\"", false), ("\"a\"x", true),
            ("x\"a\"", false), (nil, false),
        ])
    func knowsWhatTheAskerHas(_ header: String?, _ isNamed: Bool) {
        #expect(EntityTag("a").isNamed(in: header) == isNamed)
    }

    @Test(
        "a tag is found by strong comparison",
        arguments: [
            ("\"b\", \"a\"", true), ("*", true), ("W/\"a\"", false), ("W/\"a\", \"a\"", true),
            ("", false), (nil, false),
        ])
    func comparesStrongly(_ header: String?, _ isNamed: Bool) {
        #expect(EntityTag("a").isNamed(in: header, isStrongly: true) == isNamed)
        #expect(!EntityTag("a", isWeak: true).isNamed(in: "W/\"a\"", isStrongly: true))
    }

    @Test("weak tags match only in weak comparisons")
    func comparesWeakTagsWeaklyAlone() {
        let (strong, weak) = (EntityTag("a"), EntityTag("a", isWeak: true))
        #expect(strong.isStrongly(strong))
        #expect(!strong.isStrongly(weak))
        #expect(!weak.isStrongly(weak))
        #expect(strong.isWeakly(weak))
        #expect(weak.text == "W/\"a\"")
        #expect(strong.text == "\"a\"")
    }
}
