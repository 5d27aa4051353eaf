@testable import GalleryWeb
import Mustache
import Testing

@Suite("Page templates")
struct PageTemplatesTests {
    /// A value for every name in a template, both as a text and as a section.
    private struct Anything: MustacheParent, MustacheCustomRenderable {
        let renderText: String
        let isNull = false

        func child(named: String) -> Any? { self }
    }

    private static let templates = EmbeddedFiles.all.values.filter {
        $0.path.hasSuffix(".mustache")
    }
    static let names = templates.map { String($0.name.prefix { $0 != "." }) }.sorted()

    @Test("texts never become markup", arguments: names, PageLanguage.allCases)
    func putsTextsWhereTheyStayTexts(_ name: String, _ language: PageLanguage) throws {
        let harmless = try PageTemplates.render(
            name, Anything(renderText: "harmless"), in: language)
        let shape = MarkupReader.shape(harmless)
        #expect(shape.count >= 2)
        for text in HostileTexts.all {
            let page = try PageTemplates.render(name, Anything(renderText: text), in: language)
            #expect(MarkupReader.shape(page) == shape, "\(text.prefix(60))")
            #expect(!page.contains("<script>"))
            #expect(
                !page.unicodeScalars.contains {
                    $0.value < 0x20 && $0 != "\n" && $0 != "\t" || $0.value == 0x7F
                })
        }
    }

    @Test("templates insert no unescaped values")
    func neverTakesATextAsMarkup() {
        for template in PageTemplatesTests.templates {
            for raw in ["{{{", "{{&", "{{ &", "{{=", "{{%", "{{>*"] {
                #expect(!template.text.contains(raw), "\(template.path): \(raw)")
            }
        }
    }

    @Test("every attribute is quoted")
    func quotesEveryAttribute() throws {
        // A value within a tag needs quotes around it.
        for template in PageTemplatesTests.templates {
            let text = try TranslatedText(.english).template(template.text)
            #expect(text.firstMatch(of: #/=\s*\{\{/#) == nil, "\(template.path)")
            #expect(text.firstMatch(of: #/='/#) == nil, "\(template.path)")
        }
    }

    @Test("pages contain no inline scripts or styles")
    func hasNoScriptAndNoStyleWithinAPage() {
        for template in PageTemplatesTests.templates {
            // A script is a file of the server: its tag contains the address and no code.
            let scripts = template.text.matches(
                of: #/<script (type="module" |defer )?src="[^"]+"></script>/#)
            #expect(scripts.count == template.text.matches(of: #/<script/#).count)
            for tag in MarkupReader.tags(template.text) {
                #expect(tag.name != "style", "\(template.path)")
                for attribute in tag.attributes {
                    #expect(attribute[0] != "style" && !attribute[0].hasPrefix("on"))
                }
            }
        }
    }

    @Test(
        "special characters are escaped by code point",
        arguments: [
            ("a\"b", "a&quot;b"), ("\"\u{301}", "&quot;\u{301}"), ("<'&>", "&lt;&#39;&amp;&gt;"),
            ("a\u{0}b\u{9F}", "a\u{FFFD}b\u{FFFD}"), ("a\r\nb\tc", "a\n\nb\tc"), ("Zoë 犬", "Zoë 犬"),
        ])
    func escapesCodePoints(_ text: String, _ escaped: String) {
        let result = PageText().escapeText(text)
        #expect(Array(result.unicodeScalars) == Array(escaped.unicodeScalars))
    }

    @Test(
        "only web addresses become links",
        arguments: [
            ("https://www.flickr.com/a", true), ("HTTP://a.example/", true),
            ("javascript:alert(1)", false), ("//a.example", false), ("data:text/html,a", false),
            (" https://a.example", false), ("", false), ("httpsx://a", false),
        ])
    func linksToTheWebAlone(_ address: String, _ isLinked: Bool) {
        #expect((PageAddress.link(address) != nil) == isLinked)
    }
}
