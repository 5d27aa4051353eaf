import Foundation
import GalleryModel
@testable import GalleryWeb
import Testing

@Suite("Text tables")
struct TextTableTests {
    private static let tables = PageLanguage.allCases.map { ($0, $0.texts) }
    private static let english = PageLanguage.english.texts

    private static let templates = EmbeddedFiles.all.values.filter {
        $0.path.hasSuffix(".mustache")
    }
    private static let scripts = EmbeddedFiles.all.values.filter {
        // Leaflet's own texts are replaced when they are shown.
        $0.path.hasSuffix(".js") && $0.name != "leaflet.js"
    }

    /// A module's sources on the machine that built the program.
    private static func sources(
        of module: String = "GalleryWeb"
    ) throws -> [(path: String, text: String)] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/\(module)")
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var sources: [(path: String, text: String)] = []
        for case let file as URL in try #require(found) where file.pathExtension == "swift" {
            sources.append((file.lastPathComponent, try String(contentsOf: file, encoding: .utf8)))
        }
        return sources
    }

    @Test("each language has the same texts")
    func hasTheSameTextsInEachLanguage() {
        #expect(TextTableTests.english.count > 100)
        for (language, texts) in TextTableTests.tables {
            #expect(
                Set(texts.keys.filter { !TextTableTests.isEnglishText($0) })
                    .symmetricDifference(TextTableTests.english.keys).isEmpty,
                "\(language)")
            for (key, text) in texts {
                let placeholders =
                    TextTableTests.english[key]?.placeholders
                    ?? TableText(forms: [.other: key]).placeholders
                // The Spanish result of a share link contains only the number of files.
                #expect(
                    text.placeholders == placeholders.subtracting(["details"]),
                    "\(language) \(key)")
                for form in PluralForm.allCases {
                    #expect(!text.template(form).isEmpty, "\(language) \(key)")
                }
            }
        }
    }

    /// Indicates whether a key is an English text of the library, which the English table does not
    /// contain.
    private static func isEnglishText(_ key: String) -> Bool {
        key.wholeMatch(of: #/[a-z][a-zA-Z-]*\.[a-zA-Z0-9.-]+/#) == nil
    }

    @Test("each translated text of the library is one of its messages")
    func translatesOnlyMessagesOfTheLibrary() throws {
        // Interpolated values, continued lines and escaped quotes are written as in keys.
        let modules = ["Catalog", "Gallery", "GalleryModel"]
        let messages = try modules.flatMap(TextTableTests.sources(of:)).map {
            $0.text.replacing(#/\\\n\s*/#, with: "")
                .replacing(#/\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/#, with: "{}")
                .replacing("\\\"", with: "\"")
        }
        for (language, texts) in TextTableTests.tables {
            for key in texts.keys where TextTableTests.isEnglishText(key) {
                let text = key.replacing(#/\{\d\}/#, with: "{}").replacing("{count} ", with: "")
                #expect(messages.contains { $0.contains(text) }, "\(language) \(key)")
            }
        }
    }

    @Test("each text has the plural forms that its language needs")
    func hasEachPluralFormThatTheLanguageNeeds() {
        for (language, texts) in TextTableTests.tables {
            let needed = Set([0, 1, 2, 11, 1_000_000].map(language.form))
            for (key, text) in texts {
                let forms = text.forms
                guard text.plain == nil else {
                    #expect(!TextTableTests.isPlural(key), "\(language) \(key)")
                    continue
                }
                let isEnglishText = TextTableTests.isEnglishText(key)
                #expect(isEnglishText || TextTableTests.isPlural(key), "\(language) \(key)")
                // The library's nouns have a key of their own for the number 1.
                #expect(
                    Set(forms.keys).union(isEnglishText ? [.one] : []) == needed,
                    "\(language) \(key)")
                #expect(forms[.other]?.contains("{count}") == true, "\(language) \(key)")
            }
        }
    }

    private static func isPlural(_ key: String) -> Bool {
        english[key].map { $0.plain == nil } ?? false
    }

    @Test("every text that is used exists")
    func namesOnlyTextsThatThereAre() throws {
        for language in PageLanguage.allCases {
            let translated = TranslatedText(language)
            for file in TextTableTests.templates {
                #expect(throws: Never.self, "\(file.path)") { try translated.template(file.text) }
            }
        }
        for (path, keys) in try TextTableTests.used() {
            for key in keys { #expect(TextTableTests.english[key] != nil, "\(path): \(key)") }
        }
    }

    @Test("each value of a choice has a text")
    func namesEachValue() {
        let names =
            EffectName.allCases.map { "effect.\($0.rawValue)" }
            + GalleryJob.State.allCases.map { "job-state.\($0.rawValue)" }
            + PlaceLevel.allCases.map { "place-level.\($0.rawValue)" }
            + PictureSize.allCases.map { "picture-size.\($0.rawValue)" }
            + SectionKind.allCases.map { "section.\($0.rawValue)" }
        for name in names { #expect(TextTableTests.english[name] != nil, "\(name)") }
    }

    @Test("every text is used")
    func hasNoTextThatNothingSays() throws {
        let used = try TextTableTests.used().reduce(into: Set<String>()) { $0.formUnion($1.keys) }
        #expect(Set(TextTableTests.english.keys).subtracting(used).sorted() == [])
    }

    /// The keys that files use: in sources, those passed to calls, all strings that look like a key,
    /// and those of groups whose keys end with a value.
    private static func used() throws -> [(path: String, keys: Set<String>)] {
        let groups = Set(english.keys.map { $0.prefix { $0 != "." } })
        var used = templates.map { file in
            let keys = file.text.matches(of: #/\[\[([^\s\]]+)/#).map { String($0.output.1) }
            return (file.path, Set(keys))
        }
        used += scripts.map { file in
            let keys = file.text.matches(of: #/(?:^|[^\w$.])say\('([^']+)'/#)
            return (file.path, Set(keys.map { String($0.output.1) }))
        }
        for (path, text) in try sources() {
            let called = text.matches(of: #/\bsay[:(]\s*"([^"\\]+)"/#).map { String($0.output.1) }
            let values = text.matches(of: #/\Wsay[:(]\s*"([a-z-]+)\.\\[(]|, in: "([a-z-]+)"/#)
                .compactMap { $0.output.1 ?? $0.output.2 }
            let valued = english.keys.filter { values.contains($0.prefix { $0 != "." }) }
            let likely = text.matches(of: #/"([a-z][a-z-]*)(\.[a-z][a-z-]*)+"/#)
                .filter {
                    groups.contains($0.output.1)
                        && ![".css", ".html", ".js", ".xml", ".zip"].contains($0.output.2)
                }.map { $0.output.0.dropFirst().dropLast() }
            used.append((path, Set(called + valued + likely.map(String.init))))
        }
        return used
    }

    @Test("templates contain no literal texts")
    func hasNoTextsInTemplates() {
        for file in TextTableTests.templates {
            let text = file.text.replacing(#/\[\[.*?\]\]/#, with: "")
                .replacing(#/\{\{.*?\}\}/#, with: "")
                .replacing(#/<(code|pre)[ >].*?<\/\1>/#.dotMatchesNewlines(), with: "")
            for tag in MarkupReader.tags(text) {
                for name in ["title", "aria-label", "placeholder", "alt", "content"] {
                    let acceptsHTML = name != "content" || tag.name != "meta"
                    let hasLetters = tag[name]?.contains(where: \.isLetter) == true
                    #expect(!(acceptsHTML && hasLetters), "\(file.path): \(tag[name] ?? "")")
                }
            }
            let left = text.replacing(#/<[^>]*>/#, with: " ").matches(of: #/\p{L}+/#)
            #expect(left.map { String($0.output) } == [], "\(file.path)")
        }
    }

    /// Names of keys, classes, a header and an error, and a condition, which look like texts.
    private static let namesInScripts: Set<String> = [
        "Delete", "End", "Enter", "Esc", "Escape", "Files", "Home", "Location", "Problem", "Tab",
        "face unnamed", "keys months", "not all", "plain albums", "quiet count", "toast wrong",
    ]

    @Test("scripts contain no literal texts")
    func hasNoTextsInScripts() {
        for file in TextTableTests.scripts {
            let code = file.text.replacing(#/(^|[^\w$.])say\('[^']+'/#, with: " ")
            for match in code.matches(of: #/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\\n]|\\.)*)`/#) {
                let text = String(match.output.1 ?? match.output.2 ?? "")
                    .replacing(#/\$\{[^}]*\}/#, with: "0")
                let isSentence = text.firstMatch(of: #/^[A-Z][a-z]+( |$|[.…:!?])/#) != nil
                let isPhrase =
                    text.firstMatch(of: #/[a-z]{2,} [a-z]{2,}/#) != nil
                    && text.firstMatch(of: #/[.#\[\]>=*{}():\/]/#) == nil
                // The statements of shaders end with a semicolon.
                guard isSentence || isPhrase, !text.hasSuffix(";") else { continue }
                #expect(TextTableTests.namesInScripts.contains(text), "\(file.path): \(text)")
            }
        }
    }

    @Test(
        "texts are inserted into scripts",
        arguments: [
            ("say('trash.title')", "say(\"Papelera\")"),
            ("x = say('count.photos', { count })", nil),
            ("essay('trash.title')", "essay('trash.title')"),
            ("told.say('trash.title')", "told.say('trash.title')"),
            ("say('no.such')", "say('no.such')"), ("say(text)", "say(text)"),
        ])
    func putsTextsIntoScripts(_ script: String, _ expected: String?) {
        let translated = TranslatedText(.spanish).script(script)
        let plural = """
            x = say({"one":"{count} foto","many":"{count} de fotos","other":"{count} fotos"}, { count })
            """
        #expect(translated == expected ?? plural)
    }

    @Test(
        "texts are inserted into templates",
        arguments: [
            ("<p>[[trash.title]]</p>", "<p>Papelera</p>"),
            ("[[photo.by creator=<bdi>{{creator}}</bdi>]]", "De <bdi>{{creator}}</bdi>"),
            (
                "[[sections.all-of name=<b dir=\"auto\">{{n}}</b> count={{c}}]]",
                "Todo de <b dir=\"auto\">{{n}}</b> ({{c}})"
            ),
            ("[[flickr.coming term={{t}}]]", "Añadiendo fotos de «{{t}}»"),
        ])
    func putsTextsIntoTemplates(_ template: String, _ expected: String) throws {
        #expect(try TranslatedText(.spanish).template(template) == expected)
    }

    @Test(
        "invalid templates are rejected",
        arguments: [
            "[[no.such]]", "[[trash.title", "[[photo.by]]", "[[photo.by maker=x]]",
            "[[count.photos count=1]]", "[[photo.by x creator=y]]",
        ])
    func refusesTemplatesThatAreWrong(_ template: String) {
        #expect(throws: TranslatedText.InvalidTextReference.self) {
            try TranslatedText(.english).template(template)
        }
    }
}
