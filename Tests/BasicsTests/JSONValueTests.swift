import Basics
import Foundation
import Testing

@Suite("JSONValue")
struct JSONValueTests {
    @Test(
        "a syntax error is reported with its line and column",
        arguments: [
            ("", "expected a value at line 1, column 1"),
            ("{", "expected a key in quotes at line 1, column 2"),
            ("{\n  \"a\" 1}", "expected ':' after the key 'a' at line 2, column 7"),
            ("{\"a\": 1 \"b\": 2}", "expected ',' or '}' at line 1, column 9"),
            ("[1 2]", "expected ',' or ']' at line 1, column 4"),
            ("[1,]", "expected a value at line 1, column 4"),
            ("1 2", "expected the end of the file at line 1, column 3"),
            ("{\"a\":1,\"a\":2}", "duplicate key 'a' at line 1, column 8"),
            ("\"a", "unterminated string at line 1, column 3"),
            ("\"a\nb\"", "unterminated string at line 1, column 3"),
            ("\"\\x\"", "unknown escape sequence at line 1, column 3"),
            ("\"\\u12g4\"", "unknown escape sequence at line 1, column 3"),
            ("\"\\ud83d\"", "unpaired surrogate at line 1, column 8"),
            ("\"\\udcf7\"", "unpaired surrogate at line 1, column 8"),
            ("NaN", "expected a value at line 1, column 1"),
            ("+1", "expected a value at line 1, column 1"),
            ("[01]", "a number must not begin with 0 at line 1, column 2"),
            ("[-01]", "a number must not begin with 0 at line 1, column 3"),
            ("[1.]", "expected a digit at line 1, column 4"),
            ("1e+", "expected a digit at line 1, column 4"),
            ("'a'", "expected a value at line 1, column 1"),
            ("// a", "expected a value at line 1, column 1"),
        ])
    func mistakes(text: String, message: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(Array(text.utf8)) }
        #expect(error?.message == message)
    }

    @Test("values are nested up to the limit and no deeper", arguments: [1, 16, 200])
    func nesting(depth: Int) throws {
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        var value = try JSONValue(Array(text.utf8), depth: depth)
        var levels = 0
        while let items = value.items {
            levels += 1
            guard let first = items.first else { break }
            value = first
        }
        #expect(levels == depth)
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONValue(Array("[\(text)]".utf8), depth: depth)
        }
        #expect(error?.message.hasPrefix("values are nested too deeply") == true)
    }

    @Test(
        "numbers are read up to the limits of a double",
        arguments: [
            ("0", 0), ("-0", -0.0), ("9007199254740993", 9_007_199_254_740_992), ("1e308", 1e308),
            ("5e-324", .leastNonzeroMagnitude), ("1e-400", 0),
            ("1e999", .infinity), ("-1.5E+2", -150),
        ] as [(String, Double)])
    func numbers(text: String, number: Double) throws {
        #expect(try JSONValue(Array(text.utf8)).double == number)
    }

    @Test(
        "escapes are decoded",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u0000""#, "é\u{0}"),
            (#""\ud83d\udcf7""#, "📷"), ("\"é📷\"", "é📷"),
        ])
    func escapes(text: String, string: String) throws {
        #expect(try JSONValue(Array(text.utf8)).string == string)
    }

    @Test("members keep their order, and a byte order mark is skipped")
    func order() throws {
        let bytes = [0xEF, 0xBB, 0xBF] + Array("{\"b\": [true, null], \"a\": false}\n".utf8)
        guard case .object(let members) = try JSONValue(bytes) else {
            Issue.record("no object")
            return
        }
        #expect(members.map(\.key) == ["b", "a"])
    }

    @Test("invalid UTF-8 is reported at the start of its string")
    func notUTF8() {
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONValue([0x20, 0x22, 0xFF, 0x22] as [UInt8])
        }
        #expect(error?.message == "string is not valid UTF-8 at line 1, column 2")
    }

    @Test(
        "a written value reads back unchanged",
        arguments: ["", "a/b", "\"\\\n\r\t\u{1}\u{7F}", "é📷", "</script>"])
    func roundTrip(text: String) throws {
        #expect(try JSONValue(Array(JSONText.quoted(text).utf8)).string == text)
        let encoded = try JSONText.encode([text])
        #expect(try JSONText.decode([String].self, from: encoded.utf8) == [text])
        #expect(try JSONValue(Array(encoded.utf8)).items?.first?.string == text)
    }

    @Test("keys are sorted, and slashes are escaped on request")
    func encoding() throws {
        #expect(try JSONText.encode(["b": "/", "a": "é"]) == #"{"a":"é","b":"/"}"#)
        #expect(try JSONText.encode(["/"], escapingSlashes: true) == #"["\/"]"#)
    }

    @Test("values convert to JSON, and raw text is written unchanged")
    func conversions() {
        let value = JSONValue([
            ("whole", 3), ("decimal", 2.5), ("infinite", Double.infinity), ("flag", true),
            ("text", "a\u{8}\u{C}"), ("date", Date(unixSeconds: 0)), ("path", BytePath("/a")),
            ("none", String?.none), ("list", [Int64(1), 2]),
            ("raw", JSONValue.raw(Array("1.50".utf8))),
        ])
        #expect(
            String(decoding: value.compact, as: UTF8.self)
                == #"{"whole":3,"decimal":2.5,"infinite":null,"flag":true,"text":"a\b\f","#
                + #""date":"1970-01-01T00:00:00Z","path":"/a","none":null,"list":[1,2],"raw":1.50}"#
        )
    }

    @Test(
        "a text is validated without building a value",
        arguments: [
            ("{\"a\":[1,-0.5e3,null]}", true), (" [] ", true), ("01", false), ("[1,]", false),
            ("\"\u{1}\"", false), ("1.", false), ("tru", false), ("{}{}", false),
        ])
    func syntax(text: String, isValid: Bool) {
        #expect(((try? JSONDocument(Array(text.utf8), depth: 512)) != nil) == isValid)
    }
}
