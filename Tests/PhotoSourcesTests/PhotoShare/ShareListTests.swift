import Basics
import Foundation
import GalleryModel
import Testing

@testable import PhotoSources

@Suite("ShareList")
struct ShareListTests {
    @Test(
        "unusual lists are read",
        arguments: [
            (#"[{"name":"dog","id":"23"}]"#, ["23:dog"]), ("[]", []), (" [ ] \n", []),
            ("\u{FEFF}[{\"id\":7,\"name\":\"x\"}]", ["7:x"]),
            (#"[{"id":"1","name":null},{"id":"2"},{"id":"3","name":""}]"#, ["1:", "2:", "3:"]),
            (#"[{"name":"a/b\u0000c","id":"1","extra":{"deep":[1,2]}}]"#, ["1:a/b\u{0}c"]),
            (#"[{"name":"twice","id":"1"},{"name":"again","id":"1"}]"#, ["1:twice"]),
            (#"[{"name":12,"id":"x y/z"},{"name":{"a":1},"id":"2"}]"#, ["x y/z:12", "2:"]),
        ])
    func read(text: String, rows: [String]) throws {
        let list = try ShareList(text.utf8)
        #expect(list.rows.map { "\($0.id):\($0.name)" } == rows)
        #expect(list.rowsWithoutID == 0)
    }

    @Test("rows without a usable id are counted")
    func withoutID() throws {
        let list = try ShareList(
            #"[{"name":"a"},{"id":null},{"id":""},{"id":".."},7,null,{"id":"1"}]"#.utf8)
        #expect(list.rows.map(\.id) == ["1"] && list.rowsWithoutID == 6)
    }

    @Test(
        "invalid lists are rejected",
        arguments: ["", "<html></html>", "{\"users\":[]}", "[{\"id\":\"1\"", "null", "[1,]"])
    func refused(text: String) {
        #expect(throws: SourceJSONError.self) { try ShareList(text.utf8) }
    }

    @Test(
        "a server's error sentence is repeated verbatim, an HTML page is not",
        arguments: [
            ("no user with id 99\n", "no user with id 99"), ("<html>404</html>", nil), ("", nil),
            (#"{"message":"no \u0022feed\u0022"}"#, "no \"feed\""),
            (#"{"error":"full"}"#, "full"), (#"{"status":404}"#, nil), (#"{"message""#, nil),
        ])
    func sentence(body: String, sentence: String?) {
        for type in [nil, "text/html", "application/json; charset=utf-8"] {
            #expect(
                SourceError.sentence(in: Data(body.utf8), contentType: type) == sentence,
                "\(type ?? "")")
        }
    }

    @Test(
        "plain text is repeated whatever its beginning, also in a single-byte encoding",
        arguments: [
            (Array("<dog> is no user".utf8), "<dog> is no user"),
            (Array("{} is no user".utf8), "{} is no user"),
            (Array(#"{"status":404}"#.utf8), #"{"status":404}"#),
            (Array("kein Benutzer für 99".utf8), "kein Benutzer für 99"),
            ([0x66, 0xFC, 0x72, 0x20, 0x93, 0x39, 0x39, 0x94], "für “99”"),
            ([0x63, 0x61, 0x66, 0xE9], "café"), ([0x61, 0x81], "a\u{81}"),
        ] as [([UInt8], String)])
    func plainText(bytes: [UInt8], sentence: String) {
        for type in ["text/plain", "Text/Plain; charset=ISO-8859-1"] {
            #expect(
                SourceError.sentence(in: Data(bytes), contentType: type) == sentence, "\(type)")
        }
    }

    @Test("a long sentence is cut between characters, also if its bytes were cut inside one")
    func longSentence() throws {
        for (text, sentence) in [
            (String(repeating: "ü", count: 5_000), String(repeating: "ü", count: 1_000)),
            ("x" + String(repeating: "ü", count: 1_500), "x" + String(repeating: "ü", count: 999)),
            ("x" + String(repeating: "日", count: 9_000), "x" + String(repeating: "日", count: 666)),
        ] {
            for type in [nil, "text/plain"] {
                let message = SourceError.sentence(in: Data(text.utf8), contentType: type)
                #expect(message == sentence, "\(type ?? "")")
            }
        }
    }

    @Test("each id, name and password is one path segment")
    func addresses() throws {
        #expect(PercentEncoding.encoded("x y/z?é") == "x%20y%2Fz%3F%C3%A9")
        let server = try #require(ServerAddress("http://h/photoserver/"))
        #expect(
            server.url("postphoto", "a/b", "c?d#", "..%")
                == "http://h/photoserver/postphoto/a%2Fb/c%3Fd%23/..%25")
        #expect(server.url("postphoto", "a", "b/c") == "http://h/photoserver/postphoto/a/b%2Fc")
    }

    @Test(
        "a name that is invalid as a path segment is replaced, and long ones are shortened",
        arguments: [
            ("dog", "dog"), (" ", "photo 1"), ("", "photo 1"), (".", "photo 1"), ("..", "photo 1"),
            ("...", "..."), ("Line one\r\nLine two", "Line one Line two"), ("a\u{0}\u{9F}", "a "),
            (String(repeating: "x", count: 501), String(repeating: "x", count: 500)),
            (String(repeating: "👩‍👩‍👧", count: 400), String(repeating: "👩‍👩‍👧", count: 27)),
        ])
    func names(text: String, name: String) {
        #expect(PhotoShareClient.name(text, orElse: "photo 1") == name)
    }

    @Test("invalid address parts are rejected, and descriptions show no secrets")
    func secrets() {
        let long = String(repeating: "x", count: 3_000)
        #expect(PhotoShareClient.objection(to: "roger", .password("a/b")) == nil)
        for (account, password) in [("..", "a"), ("", "a"), ("roger", ".."), ("roger", long)] {
            #expect(PhotoShareClient.objection(to: account, .password(password)) != nil)
        }
        let secret = ServerCredential.password("4711")
        #expect(!"\(secret) \(String(reflecting: secret))".contains("4711"))
        var text = ""
        dump(secret, to: &text)
        #expect(!text.contains("4711"))
    }
}
