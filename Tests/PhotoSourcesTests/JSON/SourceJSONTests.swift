import Basics
import Foundation
import GalleryModel
import Testing

@testable import PhotoSources

@Suite("JSONDocument")
struct SourceJSONTests {
    @Test(
        "invalid JSON is rejected with the offset and the beginning of the text",
        arguments: [
            ("", 0), ("   ", 3), ("<html><body>429", 0), ("<?xml version=\"1.0\"?>", 0),
            ("{\"a\":1,}", 7), ("[1,]", 3), ("{\"a\":NaN}", 5), ("{\"a\":Infinity}", 5),
            ("{\"a\":1", 6), ("{\"a\":\"x", 7), ("{\"a\" 1}", 5), ("[1 2]", 3), ("[01]", 2),
            ("[1.]", 1), ("[-]", 1), ("[+1]", 1), ("[.5]", 1), ("[1e]", 1), ("{\"a\":tru}", 5),
            ("[1]x", 3), ("{a:1}", 1), ("{'a':1}", 1), (#"["\x"]"#, 2), (#"["\u12G4"]"#, 2),
            (#"["\u12"]"#, 2), ("jsonFlickrApi({\"a\":1}", 21), ("[", 1), ("{", 1), ("[\"\\", 3),
        ])
    func refused(text: String, offset: Int) {
        let error = #expect(throws: SourceJSONError.self) { try JSONDocument(answer: text.utf8) }
        let found = error?.offset
        let beginning = error?.beginning ?? ""
        #expect(found == offset)
        #expect(text.trimmingCharacters(in: .whitespaces).hasPrefix(beginning))
    }

    @Test("an HTML response is named in the message")
    func htmlMessage() {
        let error = #expect(throws: SourceJSONError.self) {
            try JSONDocument(answer: "<html><body><h1>429 Too Many Requests</h1>\n".utf8)
        }
        #expect(error?.problem == "is HTML or XML, not JSON")
        #expect(error?.beginning == "<html><body><h1>429 Too Many Requests</h1>")
    }

    @Test(
        "byte order marks, wrappers and white space around the value are removed",
        arguments: [
            "\u{FEFF}{\"a\":\"x\"}", "jsonFlickrApi({\"a\":\"x\"})",
            "jsonFlickrFeed({\"a\":\"x\"});",
            "\u{FEFF}jsonFlickrApi ( {\"a\":\"x\"} ) ; \n", " \t\r\n{ \"a\" : \"x\" } ",
        ])
    func around(text: String) throws {
        #expect(try JSONDocument(answer: text.utf8).root["a"]?.text == "x")
    }

    @Test("nesting up to 64 levels is read and deeper nesting rejected")
    func depth() throws {
        let deep = { (count: Int) in
            String(repeating: "[", count: count) + String(repeating: "]", count: count)
        }
        #expect(try JSONDocument(answer: deep(64).utf8).root.kind == .array)
        #expect(throws: SourceJSONError.self) { try JSONDocument(answer: deep(65).utf8) }
        #expect(throws: SourceJSONError.self) { try JSONDocument(answer: deep(100_000).utf8) }
    }

    @Test("the last of equal names counts")
    func equalNames() throws {
        #expect(try JSONDocument(answer: #"{"a":1,"b":2,"\u0061":3}"#.utf8).root["a"]?.integer == 3)
    }

    @Test(
        "escapes, surrogate pairs and lone surrogates become text",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\ud83d\udc36!""#, "🐶!"),
            (#""\ud83d""#, "\u{FFFD}"), (#""\udc36a""#, "\u{FFFD}a"),
            (#""\ud83d\u0041""#, "\u{FFFD}A"),
            (#""\u00e9\u4f60""#, "é你"), (#""it\'s""#, "it's"), ("\"a\tb\"", "a\tb"),
        ])
    func strings(json: String, text: String) throws {
        #expect(try JSONDocument(answer: json.utf8).root.text == text)
    }

    @Test("invalid UTF-8 becomes the replacement character")
    func badUTF8() throws {
        let bytes = Array(#"{"a":"x"#.utf8) + [0xFF, 0xC3] + Array(#"y"}"#.utf8)
        #expect(try JSONDocument(answer: bytes).root["a"]?.text == "x\u{FFFD}\u{FFFD}y")
    }

    @Test("numbers, texts and wrapped content are read alike")
    func numbers() throws {
        let json =
            #"{"i":7,"s":"7","c":{"_content":"7"},"n":null,"f":7.0,"d":"-1.5e1","x":"7a","o":{}}"#
        let root = try JSONDocument(answer: json.utf8).root
        #expect(["i", "s", "c", "f"].map { root[$0]?.integer } == [7, 7, 7, 7])
        #expect(["n", "x", "o", "missing"].allSatisfy { root[$0]?.integer == nil })
        #expect(root["d"]?.double == -15)
        #expect(root["i"]?.text == "7")
        #expect(try JSONDocument(answer: "99999999999999999999999".utf8).root.integer == nil)
    }

    @Test("raw text keeps the spelling of numbers, escapes and unknown fields")
    func rawText() throws {
        let row = #"{"id":"1", "x":1.50e+2,"t":"\u00e9\/", "unknown" : [ null,{} ]}"#
        let root = try JSONDocument(answer: "{\"photo\":[\(row), 2]}".utf8).root
        #expect(root["photo"]?.elements.first?.rawText == row)
        #expect(root["photo"]?.elements.last?.rawText == "2")
    }

    @Test("raw text of the feed is converted to valid JSON")
    func repairedRawText() throws {
        let root = try JSONDocument(answer: "[{\"a\":\"it\\'s \\\\' a\ttab\"}]".utf8).root
        let raw = try #require(root.elements.first?.rawText)
        #expect(raw == #"{"a":"it's \\' a\u0009tab"}"#)
        let read = try JSONSerialization.jsonObject(with: Data(raw.utf8)) as? [String: String]
        #expect(read?["a"] == root.elements.first?["a"]?.text)
    }

    @Test("20,000 damaged pages are read or rejected, and read pages have readable photos")
    func mutations() {
        let page = searchAnswer(
            (0..<4).map(String.init), page: 1, pages: 1, perPage: 4, total: "\"4\"")
        let extra = page.replacingOccurrences(
            of: "\"title\":\"t\"",
            with: #""title":{"_content":"a &amp; \ud83d\udc36"},"latitude":1.5,"longitude":"2""#)
        let bytes = Array(extra.utf8)
        var random = Seeded(state: 1)
        let alphabet = Array("{}[]\",:\\u0e-.<&;'\u{0}ÿ".utf8)
        var readCount = 0
        for _ in 0..<20_000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<damaged.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
                case 1: damaged.remove(at: place)
                case 2: damaged.insert(alphabet.randomElement(using: &random) ?? 0, at: place)
                default: damaged.removeSubrange(place...)
                }
                if damaged.isEmpty { damaged = [0] }
            }
            guard let json = try? JSONDocument(answer: damaged) else { continue }
            readCount += 1
            let photos = FlickrListPage(json.root, photoEndpoint: "https://x.test").photos
            for photo in photos {
                let raw = photo.details.rawJSON ?? ""
                #expect(throws: Never.self) { try JSONDocument(answer: raw.utf8) }
            }
        }
        #expect((1_000..<19_000).contains(readCount))
    }
}
