import Basics
import Testing

@Suite("BytePath")
struct BytePathTests {
    @Test(
        "a path is displayed on one line, with unprintable bytes escaped",
        arguments: [
            (Array("/photos/犬 🐕.jpg".utf8), "/photos/犬 🐕.jpg"),
            (Array("a\nb\tc\rd".utf8), "a\\nb\\tc\\rd"),
            (Array("a\\n".utf8), "a\\\\n"),
            ([0x61, 0xFF, 0x62], "a\\xffb"),
            ([0xC3], "\\xc3"),
            ([0xE2, 0x82, 0x61], "\\xe2\\x82a"),
            ([0xC0, 0xAF], "\\xc0\\xaf"),
            ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"),
            ([0xFF] + Array("é".utf8), "\\xffé"),
            (Array("a\u{1B}[31m".utf8), "a\\x1b[31m"),
            (Array("a\u{85}b".utf8), "a\\xc2\\x85b"),
            (Array("a\u{202E}gpj".utf8), "a\\xe2\\x80\\xaegpj"),
            (Array("\u{2028}".utf8), "\\xe2\\x80\\xa8"),
            (Array("👨‍👩‍👧".utf8), "👨‍👩‍👧"),
            ([0xFF, 0x0A, 0x5C], "\\xff\\n\\\\"),
            ([], ""),
        ] as [([UInt8], String)])
    func escaped(bytes: [UInt8], expected: String) {
        #expect(BytePath(bytes: bytes).escaped == expected)
        #expect("\(BytePath(bytes: bytes))" == expected)
    }

    @Test("different paths have different display texts, whatever their bytes")
    func escapedIsInjective() {
        var shown = [String: [UInt8]]()
        let alphabet: [UInt8] = [0x5C, 0x78, 0x66, 0xFF, 0x0A, 0x6E, 0xC3, 0xA9]
        for first in alphabet {
            for second in alphabet {
                for third in alphabet {
                    for fourth in alphabet {
                        let bytes = [first, second, third, fourth]
                        let text = BytePath(bytes: bytes).escaped
                        #expect(shown.updateValue(bytes, forKey: text) == nil, "\(text)")
                    }
                }
            }
        }
    }

    @Test("only a UTF-8 path has a string, and a NUL ends a path")
    func strings() {
        #expect(BytePath("é").string == "é")
        #expect(BytePath(bytes: [0xE9]).string == nil)
        #expect(BytePath("a\u{0}b") == BytePath("a"))
    }

    @Test("paths are compared and sorted byte by byte")
    func equality() {
        #expect(BytePath("\u{e9}") != BytePath("e\u{301}"))
        #expect(
            [BytePath("b"), BytePath("a"), BytePath("B")].sorted().map(\.escaped)
                == ["B", "a", "b"])
    }

    @Test(
        "components, parent and extension are found",
        arguments: [
            ("/a/b.JPG", "b.JPG", "/a", "jpg"), ("b.tar.gz", "b.tar.gz", ".", "gz"),
            ("/a", "a", "/", ""), ("/a/b//", "b", "/a", ""), (".hidden", ".hidden", ".", ""),
            ("a.", "a.", ".", ""), ("a.d/b", "b", "a.d", ""), ("/", "", "/", ""), ("", "", ".", ""),
        ])
    func components(path: String, last: String, parent: String, ending: String) {
        #expect(BytePath(path).lastComponent == BytePath(last))
        #expect(BytePath(path).parent == BytePath(parent))
        #expect(BytePath(path).fileExtension == ending)
    }

    @Test("appending puts exactly one slash between the parts")
    func appending() {
        #expect(BytePath("a").appending("b").escaped == "a/b")
        #expect(BytePath("a/").appending("b").escaped == "a/b")
        #expect(BytePath("/").appending("b").escaped == "/b")
        #expect(BytePath("").appending("b").escaped == "b")
        #expect(BytePath("a").appending(BytePath(bytes: [0xFF])).bytes == [0x61, 0x2F, 0xFF])
    }

    @Test("a C string holds all bytes and a final NUL")
    func cString() {
        let path = BytePath(bytes: [0x61, 0xFF])
        let bytes = path.withCString { pointer in
            (0..<3).map { UInt8(bitPattern: pointer[$0]) }
        }
        #expect(bytes == [0x61, 0xFF, 0])
    }
}
