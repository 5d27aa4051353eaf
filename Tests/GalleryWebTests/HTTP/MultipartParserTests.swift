import HTTPTypes
import Testing

@testable import GalleryWeb

@Suite("The multipart parser")
struct MultipartParserTests {
    private typealias Event = MultipartParser.Event

    /// The events of a body that is read in pieces of a length; adjacent bytes are joined.
    private func events(
        _ body: [UInt8], piece: Int, _ type: String = "multipart/form-data; boundary=xY"
    ) throws -> [Event] {
        var parser = try #require(MultipartParser(contentType: type))
        var events: [Event] = []
        var rest = body[...]
        while !rest.isEmpty {
            for event in try parser.read(rest.prefix(piece)) {
                if case .bytes(let new) = event, case .bytes(let old)? = events.last {
                    events[events.count - 1] = .bytes(old + new)
                } else {
                    events.append(event)
                }
            }
            rest = rest.dropFirst(piece)
        }
        try parser.finish()
        return events
    }

    private static let body = Array(
        ("ignored\r\n--xY\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\ndog\r\n--xY \t\r\n"
            + "content-type: image/jpeg\r\nCONTENT-DISPOSITION:form-data;filename=\"a;name=\\\"b\\\".jpg\"; "
            + "name=postPhoto\r\n\r\n\r\n--x\r\n--xZ\r\r\n\r\n--xY\r\n"
            + "Content-Disposition: form-data; name=\"empty\"\r\n\r\n\r\n--xY--\r\nand more").utf8)

    @Test("parts are read in pieces of any length", arguments: [1, 2, 3, 7, 64, 10_000])
    func readsPartsInPiecesOfAnyLength(piece: Int) throws {
        #expect(
            try events(Self.body, piece: piece) == [
                .part("title"), .bytes(Array("dog".utf8)), .end,
                .part("postPhoto", fileName: "a;name=\"b\".jpg"),
                .bytes(Array("\r\n--x\r\n--xZ\r\r\n".utf8)), .end, .part("empty"), .end,
            ])
    }

    @Test("a form without parts is valid")
    func noPartAtAllIsAForm() throws {
        #expect(try events(Array("--xY--".utf8), piece: 100) == [])
    }

    @Test("malformed forms are rejected")
    func whatIsNoFormIsRefused() throws {
        let head = "Content-Disposition: form-data; name=\"a\"\r\n\r\n"
        for body in [
            "", "dog", "--xY", "--xY\r\n", "--xY\r\n\(head)", "--xY\r\n\(head)dog\r\n--x",
            "--xY\r\n\r\ndog\r\n--xY--", "--xYdog\r\n\(head)\r\n--xY--",
            "--xY\r\nContent-Disposition: form-data\r\n\r\n\r\n--xY--",
            "--xY\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\n\r\n--xY--",
            "--xY\r\nContent-Disposition: form-data; name=\"a\r\n\r\n\r\n--xY--",
            "--xY\r\n" + String(repeating: "a", count: 20_000) + "\r\n\r\n\r\n--xY--",
            "--xY" + String(repeating: " ", count: 100),
            String(repeating: "--xY\r\n\(head)\r\n", count: 21) + "--xY--",
        ] {
            for piece in [1, 100_000] {
                #expect(throws: Problem.self, "\(body.prefix(80))") {
                    try events(Array(body.utf8), piece: piece)
                }
            }
        }
    }

    @Test("a file name can have any encoding, a field name only UTF-8")
    func theNameOfAFileMayBeInAnyEncoding() throws {
        let start = Array("--xY\r\nContent-Disposition: form-data; name=\"a\"; filename=\"".utf8)
        let end = Array("\u{2028}.jpg\"\r\n\r\ndog\r\n--xY--".utf8)
        let body: [UInt8] = start + [0xE9] + end
        for piece in [1, 100_000] {
            let found = try events(body, piece: piece)
            let file: String? = if case .part("a", let file)? = found.first { file } else { nil }
            #expect(file?.hasSuffix(".jpg") == true)
            #expect(found.dropFirst() == [.bytes(Array("dog".utf8)), .end])
        }
        let name = Array("--xY\r\nContent-Disposition: form-data; name=\"".utf8)
        let rest = Array("\"\r\n\r\ndog\r\n--xY--".utf8)
        let wrong: [UInt8] = name + [0xE9] + rest
        #expect(throws: Problem.self) { try events(wrong, piece: 100_000) }
    }

    @Test("the content type must specify a boundary")
    func theTypeNamesABoundary() {
        for type in [
            "multipart/form-data; boundary=a",
            "Multipart/Form-Data;charset=utf-8; Boundary=\"a b\"",
        ] { #expect(MultipartParser(contentType: type) != nil) }
        for type in [
            nil, "", "application/json", "multipart/form-data", "multipart/form-data; boundary=",
            "multipart/form-data; boundary=\"a", "multipart/mixed; boundary=a",
            "multipart/form-data; boundary=" + String(repeating: "a", count: 201),
        ] { #expect(MultipartParser(contentType: type) == nil, "\(type ?? "nil")") }
    }

    @Test("quoted names can contain quotes")
    func quotedNamesMayHaveQuotes() {
        let value = HeaderValue(
            " form-data ; name=\"a\\\"b\"; filename=\"c:\\d\\e.jpg\"; x ; name=z")
        #expect(value?.name == "form-data")
        #expect(value?.parameters == ["name": "a\"b", "filename": "c:\\d\\e.jpg"])
    }
}
