import Basics
import Export
import Foundation
import GalleryModel
import Testing

@Suite("NameTemplate")
struct NameTemplateTests {
    private func name(_ template: String, _ row: ListedPhoto) throws -> String {
        try #require(try NameTemplate(template).path(for: row).string)
    }

    @Test(
        "every field has its value from the photo",
        arguments: [
            ("{date}", "2024-05-01"), ("{year}", "2024"), ("{month}", "05"), ("{day}", "01"),
            ("{time}", "102231"), ("{title}", "Dog, _Ronja_"), ("{id}", "42"),
            ("{originid}", "53574198477"), ("{section}", "flickr_dogs"), ("{position}", "1"),
            ("{ext}", "jpg"), ("{owner}", "78733179@N04"), ("{creator}", "Jane Photographer"),
            ("{make}", "Canon"), ("{model}", "Canon EOS 5D"), ("{sha}", SamplePhotos.digest),
            ("{{{id}}}", "{42}"), ("{ID}", "42"), ("./a//{id}", "a/42"),
            (NameTemplate.standard, "2024-05-01/Dog, _Ronja_-42.jpg"),
        ])
    func fields(template: String, expected: String) throws {
        #expect(try name(template, SamplePhotos.full) == expected)
    }

    @Test(
        "an unknown value has a fallback",
        arguments: [
            ("{date}", "undated"), ("{year}/{month}", "undated/undated"),
            ("{title}", SamplePhotos.digest), ("{make}/{id}", "unknown/7"), ("{sha}", "unknown"),
            ("{id}.{ext}", "7.bin"),
        ])
    func unknownFacts(template: String, expected: String) throws {
        #expect(try name(template, SamplePhotos.bare) == expected)
    }

    @Test("the upload date is used if the date taken is unknown")
    func uploadDate() throws {
        for taken in [nil, "0000:00:00 00:00:00", "2012:00:00 00:00:00", "    :  :     :  :  ", ""]
        {
            let row = SamplePhotos.bare {
                $0.photo.details.dateTimeOriginal = taken
                $0.photo.details.dateUploaded = Date(timeIntervalSince1970: 1_714_560_000)
            }
            #expect(try name("{date} {time}", row) == "2024-05-01 104000")
        }
    }

    @Test(
        "unknown parts of a date are zeros",
        arguments: [("1978:06", "1978-06-00 000000"), ("1978", "1978-00-00 000000")])
    func partialDate(taken: String, expected: String) throws {
        let row = SamplePhotos.bare { $0.photo.details.dateTimeOriginal = taken }
        #expect(try name("{date} {time}", row) == expected)
    }

    @Test(
        "text that changes folders or breaks file systems is made harmless",
        arguments: [
            ("../../etc/passwd", "_._.._etc_passwd"), ("..", "_"), (".", "_"),
            (".hidden", "_hidden"),
            ("-rf", "_rf"), ("/abs", "_abs"), ("a\u{0}b\nc", "a_b_c"), ("C:\\x", "C__x"),
            ("a\u{202E}gpj", "a_gpj"), ("a. . .", "a"), ("  a  ", "a"), ("CON", "_CON"),
            ("nul.txt", "_nul.txt"), ("com1", "_com1"), ("Lpt¹", "_Lpt¹"), ("console", "console"),
            ("e\u{301}", "\u{e9}"), ("a*?\"<>|b", "a______b"), ("a\u{2028}b", "a_b"),
            ("\u{301}a", "_\u{301}a"), ("🐕", "🐕"),
        ])
    func hostileTitles(title: String, expected: String) throws {
        let row = SamplePhotos.bare { $0.photo.details.title = title }
        #expect(Array(try name("{title}", row).utf8) == Array(expected.utf8))
    }

    @Test("a long name is cut between graphemes and keeps its extension")
    func longTitle() throws {
        let family = "👨‍👩‍👧‍👦"
        var row = SamplePhotos.full
        row.photo.details.title = String(repeating: family, count: 30)
        let name = try name("{title}.{ext}", row)
        #expect(name == String(repeating: family, count: 9) + ".jpg")
        row.photo.details.title = "a" + String(repeating: "\u{301}", count: 300)
        let stacked = try self.name("{title}.{ext}", row)
        #expect(stacked.utf8.count <= 231)
        #expect(stacked.hasSuffix(".jpg"))
        row.photo.details.title = String(repeating: "x", count: 300)
        #expect(try self.name("{title}.{ext}", row) == String(repeating: "x", count: 227) + ".jpg")
    }

    @Test(
        "long free text is cut evenly, and identifying parts stay whole, with room for suffixes",
        arguments: [
            ("{title}-{id}.{ext}", "-42.jpg"), ("{date}/{title}-{id}.{ext}", "-42.jpg"),
            ("{id} {title} {sha}.{ext}", " \(SamplePhotos.digest).jpg"),
            ("{title} {creator} {section} {position}-{originid}.{ext}", "-53574198477.jpg"),
            ("{title}{title}{title}.{ext}", ".jpg"),
        ])
    func longFreeText(template: String, ending: String) throws {
        let texts = [
            String(repeating: "é", count: 250), String(repeating: "e\u{301}", count: 250),
            // NFC makes each of these twice as long.
            String(repeating: "\u{FB2C}", count: 250), String(repeating: "👨‍👩‍👧‍👦", count: 250),
        ]
        for text in texts {
            var row = SamplePhotos.full
            row.photo.details.title = text
            row.photo.details.creator = text
            row.section = text
            let named = try NameTemplate(template).path(for: row)
            let name = try #require(named.lastComponent.string)
            #expect(name.hasSuffix(ending), "\(name)")
            #expect(name.utf8.count <= 231)
            // Three texts may each lose the rest of a grapheme of 25 bytes.
            #expect(name.utf8.count > 231 - 3 * 25, "no more is cut than must be: \(name)")
            #expect(try #require(named.numbered(9_999).string).utf8.count <= 255)
            #expect(named.numbered(9_999).lastComponent.string?.contains(" (9999).jpg") == true)
        }
    }

    @Test("a template whose own text is too long keeps the id and the extension")
    func longLiteral() throws {
        let name = try name(
            String(repeating: "l", count: 300) + "-{id}.{ext}", SamplePhotos.full)
        #expect(name.hasSuffix("42.jpg"))
        #expect(name.utf8.count <= 231)
    }

    @Test("a number fits into any name, and the longest is cut between graphemes")
    func numbered() {
        #expect(BytePath("d/a:b.jpg").numbered(2) == BytePath("d/a:b (2).jpg"))
        #expect(BytePath("a").numbered(3) == BytePath("a (3)"))
        let long = String(repeating: "é", count: 125) + ".jpeg"
        #expect(
            BytePath("/x/" + long).numbered(2)
                == BytePath("/x/" + String(repeating: "é", count: 123) + " (2).jpeg"))
        let odd = BytePath(bytes: [0xFF, 0x2E, 0x6A])
        #expect(odd.numbered(2).bytes == [0xFF] + Array(" (2).j".utf8))
    }

    @Test("any title gives a safe path with as many components as the template")
    func randomTitles() throws {
        var random = SeededGenerator(seed: 255)
        let template = try NameTemplate("{title}/{creator}-{title}.{ext}")
        for _ in 0..<5000 {
            var row = SamplePhotos.full
            row.photo.details.title = random.text(upTo: 200)
            row.photo.details.creator = random.text(upTo: 5)
            let path = template.path(for: row)
            let text = try #require(path.string)
            let components = text.split(separator: "/", omittingEmptySubsequences: false)
            #expect(components.count == 2)
            #expect(text.hasSuffix(".jpg"))
            for component in components {
                #expect((1...255).contains(component.utf8.count))
                #expect(
                    component.unicodeScalars.first.map { !".- ".unicodeScalars.contains($0) }
                        == true)
                #expect(!component.hasSuffix(".") && !component.hasSuffix(" "))
                #expect(
                    component.unicodeScalars.allSatisfy {
                        $0.properties.generalCategory != .control
                            && !"\\:*?\"<>|".unicodeScalars.contains($0)
                    })
                let composed = String(component).precomposedStringWithCanonicalMapping
                #expect(Array(component.utf8) == Array(composed.utf8))
            }
        }
    }

    @Test(
        "the error about an unusable template gives the reason",
        arguments: [
            ("{titel}", ExportError.unknownField("titel")), ("{}", .unknownField("")),
            ("{title", .unbalancedBrace("{title")), ("title}", .unbalancedBrace("title}")),
            ("/{id}", .templateLeavesFolder("/{id}")),
            ("../{id}", .templateLeavesFolder("../{id}")),
            ("a/../{id}", .templateLeavesFolder("a/../{id}")),
            ("", .emptyTemplate("")), ("a/", .emptyTemplate("a/")), ("a/.", .emptyTemplate("a/.")),
        ])
    func refused(template: String, error: ExportError) {
        #expect(throws: error) { try NameTemplate(template) }
    }

    @Test("an unknown field is named and the known fields are listed")
    func unknownField() {
        let error = #expect(throws: ExportError.self) { try NameTemplate("{titel}.{ext}") }
        #expect(
            error?.description
                == "unknown field '{titel}' in the name template: the fields are {date}, {year}, {month}, "
                + "{day}, {time}, {title}, {name}, {id}, {originid}, {section}, {position}, {ext}, {owner}, "
                + "{creator}, {make}, {model}, {sha}")
    }
}
